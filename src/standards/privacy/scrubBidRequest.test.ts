import { describe, expect, test } from 'vitest';
import { buildTcString, testVendor } from '../../../tests/privacy/buildTcString.ts';
import { queryFromRequest } from '../openrtb/request/queryFromBidRequest.ts';
import type { BidRequest } from '../openrtb/types.ts';
import { allowancesOf, type Allowances } from './allowances.ts';
import { createConsentReader } from './consentReader.ts';
import { signalsFromQuery } from './privacySignals.ts';
import { readPrivacy } from './readPrivacy.ts';
import { scrubBidRequest } from './scrubBidRequest.ts';

const all: Allowances = {
  mayReceive: true,
  mayUseIds: true,
  mayUsePreciseGeo: true,
  mayProfile: true,
  maySync: true,
  isContextualOnly: false,
};

const none: Allowances = {
  ...all,
  mayUseIds: false,
  mayUsePreciseGeo: false,
  mayProfile: false,
  maySync: false,
  isContextualOnly: true,
};

const adult = { isChild: false };
const child = { isChild: true };

/**
 * A request with every kind of personal data: IDs begin with `id-`, interests with `likes-`, precise locations with
 * `at-` or 52.37/4.89 and more.
 */
function buildRequest(): BidRequest {
  return {
    id: 'r1',
    imp: [{ id: '1', tagid: 'slot', banner: { w: 300, h: 250 } }],
    site: { id: 's1', page: 'https://pub.example/a', keywords: 'news' },
    device: {
      ua: 'Mozilla/5.0',
      ip: '203.0.113.97',
      ipv6: '2001:db8:aa:bbcc:1:2:3:4',
      devicetype: 4,
      os: 'Android',
      ifa: 'id-ifa',
      didsha1: 'id-didsha1',
      didmd5: 'id-didmd5',
      dpidsha1: 'id-dpidsha1',
      dpidmd5: 'id-dpidmd5',
      macsha1: 'id-macsha1',
      macmd5: 'id-macmd5',
      lmt: 0,
      geo: {
        lat: 52.3791892,
        lon: 4.8994314,
        accuracy: 12,
        lastfix: 30,
        type: 1,
        country: 'NLD',
        region: 'NH',
        city: 'Amsterdam',
        zip: '1012 AB',
        ext: { street: 'at-street' },
      },
      ext: { ifa_type: 'aaid', ifv: 'id-ifv', atts: 3 },
    },
    user: {
      id: 'id-user',
      buyeruid: 'id-buyer',
      yob: 1980,
      gender: 'F',
      keywords: 'likes-cars',
      kwarray: ['likes-boats'],
      customdata: 'likes-custom',
      consent: 'CPx',
      geo: { lat: -33.868819, lon: 151.209296, country: 'AUS' },
      data: [{ id: 'd', segment: [{ id: 'likes-segment' }] }],
      eids: [{ source: 'ids.example', uids: [{ id: 'id-eid', atype: 1 }] }],
      ext: {
        eids: [{ uids: [{ id: 'id-older' }] }],
        prebid: { buyeruids: { bidder: 'id-prebid' } },
        data: { interest: 'likes-data' },
        ConsentedProvidersSettings: { consented_providers: '1~7' },
      },
    },
    regs: { gdpr: 1, gpp: 'DBABLA~BVQ', gpp_sid: [7], us_privacy: '1YNN', ext: { gpc: '1' } },
    source: { tid: 't1' },
    ext: {
      prebid: {
        debug: true,
        bidderconfig: [{ bidders: ['b'], config: { ortb2: { user: { id: 'id-config', keywords: 'likes-config' } } } }],
      },
    },
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) deepFreeze(each);
    Object.freeze(value);
  }
  return value;
}

/** Every text and number in an object. */
function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function hasText(request: BidRequest, start: string): boolean {
  return leavesOf(request).some((leaf) => typeof leaf === 'string' && leaf.startsWith(start));
}

describe('scrubBidRequest', () => {
  test('returns the same request when nothing has to be removed', () => {
    const full = deepFreeze(buildRequest());
    expect(scrubBidRequest(full, all, adult)).toBe(full);
    const { user: _, ...anonymous } = buildRequest();
    const plain: BidRequest = {
      ...anonymous,
      device: { ua: 'x', ip: '203.0.113.0', geo: { lat: 52.38, country: 'NLD' }, ext: { atts: 3 } },
      user: { consent: 'CPx' },
      ext: { prebid: { debug: true } },
    };
    expect(scrubBidRequest(plain, none, adult)).toBe(plain);
    const bare: BidRequest = { id: 'r', imp: [], user: {}, device: { ip: '', ext: {} }, ext: {} };
    expect(scrubBidRequest(bare, none, child)).toBe(bare);
  });

  test('shares the unchanged parts', () => {
    const full = deepFreeze(buildRequest());
    const scrubbed = scrubBidRequest(full, none, adult);
    expect(scrubbed.imp).toBe(full.imp);
    expect(scrubbed.site).toBe(full.site);
    expect(scrubbed.regs).toBe(full.regs);
    const withIds = scrubBidRequest(full, { ...all, mayUsePreciseGeo: false }, adult);
    expect(withIds.user?.eids).toBe(full.user?.eids);
    expect(withIds.ext).toBe(full.ext);
  });

  test('OpenRTB 2.6, 3.2.18, 3.2.20, 3.2.27: removes IDs, including those in an ext', () => {
    const { device, user, ext } = scrubBidRequest(buildRequest(), { ...all, mayUseIds: false }, adult);
    expect(device).toEqual({
      ua: 'Mozilla/5.0',
      ip: '203.0.113.97',
      ipv6: '2001:db8:aa:bbcc:1:2:3:4',
      devicetype: 4,
      os: 'Android',
      lmt: 0,
      geo: buildRequest().device?.geo,
      ext: { atts: 3 },
    });
    expect(user).toEqual({
      consent: 'CPx',
      keywords: 'likes-cars',
      kwarray: ['likes-boats'],
      geo: { lat: -33.868819, lon: 151.209296, country: 'AUS' },
      data: [{ id: 'd', segment: [{ id: 'likes-segment' }] }],
      ext: { data: { interest: 'likes-data' }, ConsentedProvidersSettings: { consented_providers: '1~7' } },
    });
    expect(ext).toEqual({ prebid: { debug: true } });
  });

  test('OpenRTB 2.6, 3.2.20, 3.2.21: removes interests', () => {
    const { user, device } = scrubBidRequest(buildRequest(), { ...all, mayProfile: false }, adult);
    const fullRequest = buildRequest();
    const { keywords: _k, kwarray: _a, customdata: _c, data: _d, ...rest } = fullRequest.user ?? {};
    const { data: _, ...remainingExt } = rest.ext ?? {};
    expect(user).toEqual({ ...rest, ext: remainingExt });
    expect(device).toEqual(fullRequest.device);
  });

  test('OpenRTB 2.6, 3.2.18, 3.2.19: makes locations coarse', () => {
    const { user, device } = scrubBidRequest(buildRequest(), { ...all, mayUsePreciseGeo: false }, adult);
    const fullRequest = buildRequest();
    expect(user).toEqual({ ...fullRequest.user, geo: { lat: -33.87, lon: 151.21, country: 'AUS' } });
    expect(device).toEqual({
      ...fullRequest.device,
      ip: '203.0.113.0',
      ipv6: '2001:db8:aa:bb00::',
      geo: { lat: 52.38, lon: 4.9, type: 1, country: 'NLD', region: 'NH', city: 'Amsterdam', zip: '1012' },
    });
  });

  test('empties an invalid IP address', () => {
    const request: BidRequest = { id: 'r', imp: [], device: { ip: '203.0.113.9:443', ipv6: '203.0.113.9' } };
    expect(scrubBidRequest(request, none, adult).device).toEqual({ ipv6: '203.0.113.0' });
  });

  test('OpenRTB 2.6, 3.2.19: empties the location of a child', () => {
    const { user, device } = scrubBidRequest(buildRequest(), none, child);
    expect(user).toEqual({
      consent: 'CPx',
      ext: { ConsentedProvidersSettings: { consented_providers: '1~7' } },
    });
    expect(device).toEqual({
      ua: 'Mozilla/5.0',
      ip: '203.0.113.0',
      ipv6: '2001:db8:aa:bb00::',
      devicetype: 4,
      os: 'Android',
      lmt: 0,
      ext: { atts: 3 },
    });
  });

  test('leaves no empty user', () => {
    const request: BidRequest = { id: 'r', imp: [], user: { id: 'id-user', ext: { eids: [] } }, device: { ifa: 'id' } };
    expect(scrubBidRequest(request, none, adult)).toEqual({ id: 'r', imp: [], device: {} });
  });

  const choices = Array.from({ length: 16 }, (_, index) => ({
    ...all,
    mayUseIds: (index & 1) !== 0,
    mayUsePreciseGeo: (index & 2) !== 0,
    mayProfile: (index & 4) !== 0,
    isChild: (index & 8) !== 0,
  }));

  test.each(choices)(
    'OpenRTB 2.6, 3.2.3: reveals no more than allowed, and passes signals on (ids: $mayUseIds, places: $mayUsePreciseGeo, interests: $mayProfile, child: $isChild)',
    ({ isChild, ...allowances }) => {
      const full = deepFreeze(buildRequest());
      const scrubbed = scrubBidRequest(full, allowances, { isChild });
      expect(hasText(scrubbed, 'id-')).toBe(allowances.mayUseIds);
      expect(hasText(scrubbed, 'likes-')).toBe(allowances.mayProfile);
      expect(hasText(scrubbed, 'at-')).toBe(allowances.mayUsePreciseGeo && !isChild);
      const leaves = leavesOf(scrubbed);
      expect(leaves.includes(1980)).toBe(allowances.mayUseIds);
      expect(leaves.includes('203.0.113.97')).toBe(allowances.mayUsePreciseGeo);
      expect(leaves.includes('Amsterdam')).toBe(!isChild);
      const exact = leaves.filter((leaf) => typeof leaf === 'number' && /\.\d{3}/.test(String(leaf)));
      expect(exact).toHaveLength(allowances.mayUsePreciseGeo && !isChild ? 4 : 0);
      // The consent itself is passed on as received.
      expect([scrubbed.regs, scrubbed.user?.consent]).toEqual([full.regs, 'CPx']);
      expect(leaves).toContain('1~7');
      expect(scrubBidRequest(scrubbed, allowances, { isChild })).toBe(scrubbed);
    },
  );
});

describe('OpenRTB 2.6, 3.2.3: signals decide which data a vendor receives', () => {
  /**
   * Codes of the data that a vendor receives: i IDs, g precise locations, c coarse locations, p interests; - when it receives no request.
   */
  function disclosedTo(regs: BidRequest['regs'], consent: string, gvlId: number | null, lmt: 0 | 1 = 0): string {
    const base = buildRequest();
    const request: BidRequest = {
      ...base,
      regs: regs ?? {},
      user: { ...base.user, consent },
      device: { ...base.device, lmt },
    };
    const reader = createConsentReader({ size: 2 });
    const signals = signalsFromQuery(queryFromRequest(request), {});
    const privacy = readPrivacy(signals, { isGpcEverywhere: true, isUs: null, reader });
    const allowances = allowancesOf(privacy, { gvlId });
    if (!allowances.mayReceive) return '-';
    const scrubbed = scrubBidRequest(request, allowances, privacy);
    const place = scrubbed.device?.geo;
    return [
      hasText(scrubbed, 'id-') ? 'i' : '',
      place === undefined ? '' : place.lat === 52.3791892 ? 'g' : 'c',
      hasText(scrubbed, 'likes-') ? 'p' : '',
    ].join('');
  }

  const full = buildTcString();
  const basic = buildTcString({ purposes: [2], specialFeatures: [] });
  const measured = buildTcString({ purposes: [1, 7] });
  test.each<[string, BidRequest['regs'], string, string, string]>([
    // Signals; what a vendor receives to which the string applies; what one without an ID receives.
    ['no signals', {}, '', 'igp', 'igp'],
    ['no GDPR', { gdpr: 0 }, full, 'igp', 'igp'],
    ['full consent', { gdpr: 1 }, full, 'igp', 'c'],
    ['full consent without the flag', {}, full, 'igp', 'c'],
    ['consent to basic ads', { gdpr: 1 }, basic, 'ic', 'c'],
    ['consent to measurement alone', { gdpr: 1 }, measured, '-', 'c'],
    ['no string', { gdpr: 1 }, '', '-', 'c'],
    ['a string that cannot be read', { gdpr: 1 }, 'CPx', '-', 'c'],
    ['no opt-out in the US', { us_privacy: '1YNN' }, '', 'igp', 'igp'],
    ['an opt-out in the US', { us_privacy: '1YYN' }, '', 'c', 'c'],
    ['an opt-out beside full consent', { gdpr: 1, us_privacy: '1YYN' }, full, 'c', 'c'],
    [
      'an opt-out that GPP overrides',
      { us_privacy: '1YYN', gpp: 'DBABLA~BVQqAAAAAgA', gpp_sid: [7] },
      '',
      'igp',
      'igp',
    ],
    ['Global Privacy Control', { ext: { gpc: '1' } }, '', 'c', 'c'],
    ['COPPA', { coppa: 1 }, '', '', ''],
    ['COPPA beside full consent', { coppa: 1, gdpr: 1 }, full, '', ''],
  ])('given %s', (_, regs, consent, known, unknown) => {
    expect(disclosedTo(regs, consent, testVendor)).toBe(known);
    expect(disclosedTo(regs, consent, null)).toBe(unknown);
  });

  test('given limited tracking', () => {
    expect(disclosedTo({}, '', null, 1)).toBe('c');
    expect(disclosedTo({ gdpr: 1 }, full, testVendor, 1)).toBe('c');
  });
});
