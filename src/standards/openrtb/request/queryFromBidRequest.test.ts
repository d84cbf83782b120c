import { describe, expect, test } from 'vitest';
import { declaredPageOf, siteOf } from '../../requestPage.ts';
import { parseSupplyChain } from '../../supplychain/supplyChain.ts';
import { viewerMacros } from '../../viewerMacros.ts';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { queryFromBidRequest, queryFromRequest } from './queryFromBidRequest.ts';
import type { BidRequest, Content, Device, Imp } from '../types.ts';

const minimal = minimalRequests as unknown as Record<'banner' | 'video' | 'rewarded' | 'pod' | 'native', BidRequest>;

function queryOf(request: Partial<BidRequest>, imp: Partial<Imp> = {}): Record<string, string> {
  const own: Imp = { id: '1', ...imp };
  return Object.fromEntries(queryFromBidRequest({ id: 'r', imp: [own], ...request }, own));
}

function queryOfMinimal(kind: keyof typeof minimal, index = 0): Record<string, string> {
  const request = minimal[kind];
  return Object.fromEntries(queryFromBidRequest(request, request.imp[index] ?? { id: '' }));
}

describe('2.3: the minimal requests as parameters', () => {
  test('banner', () => {
    expect(queryOfMinimal('banner')).toEqual({
      url: 'https://pub.example/a',
      domain: 'pub.example',
      pubid: 'pub1',
      pub_domain: 'pub.example',
      ip: '203.0.113.9',
      ua: 'Mozilla/5.0',
      lang: 'en',
      country: 'USA',
      region: 'CA',
      user_id: 'u1',
      coppa: '0',
      gdpr: '0',
      us_privacy: '1---',
      schain: '1.0,1!ssp.example,pub1,1,r1',
      tagid: 'plc_1',
      bidfloor: '0.5',
      bidfloorcur: 'USD',
      w: '300',
      h: '250',
      pos: '1',
      api: '7',
      gpid: '/1/home#top',
    });
  });

  test('video', () => {
    expect(queryOfMinimal('video')).toEqual({
      url: 'https://pub.example/v',
      pubid: 'pub1',
      ip: '203.0.113.9',
      ua: 'Mozilla/5.0',
      bidfloor: '3',
      adtype: 'video',
      w: '640',
      h: '360',
      min_dur: '5',
      max_dur: '30',
      startdelay: '0',
      plcmt: '1',
      placement: '1',
      linearity: '1',
      skip: '1',
      skipmin: '15',
      skipafter: '5',
      playbackmethod: '1',
      protocols: '2,3,5,6,7,8,11,12,13,14',
      mimes: 'video/mp4',
      api: '7,8',
      delivery: '2',
    });
  });

  test('rewarded ad in an app', () => {
    expect(queryOfMinimal('rewarded')).toMatchObject({
      app_bundle: 'com.example.game',
      app_store_url: 'https://store.example/store/apps/details?id=com.example.game',
      player: 'OurSDK/1.2',
      instl: '1',
      rwdd: '1',
      did: '38400000-8cf0-11bd-b23e-10b96e40000d',
      lmt: '0',
      os: 'Android',
      osv: '14',
      devicetype: '4',
    });
  });

  test('pod on a TV, and each imp by itself', () => {
    expect(queryOfMinimal('pod')).toMatchObject({
      content_title: 'Pilot',
      content_series: 'Show',
      content_season: '1',
      content_episode: '1',
      content_genre: 'drama',
      content_rating: 'TV-PG',
      content_len: '2700',
      content_lang: 'en',
      livestream: '0',
      did_type: 'dpid',
      make: 'Roku',
      min_dur: '15',
      max_dur: '15',
    });
    expect(queryOfMinimal('pod', 1)).toMatchObject({
      bidfloor: '8',
      min_dur: '15',
      max_dur: '30',
      pod_dur: '60',
      pod_slots: '4',
      podid: 'p1',
    });
  });
});

test.each(['site', 'app'] as const)(
  'OpenRTB 2.6, 3.2.13 and 3.2.14: the inventory partner of a %s is read',
  (place) => {
    expect(queryOf({ [place]: { id: '1', inventorypartnerdomain: 'owner.example' } })).toMatchObject({
      inventorypartnerdomain: 'owner.example',
    });
  },
);

test('OpenRTB 2.6, 3.2.8: audio, and its feed', () => {
  const audio = { mimes: ['audio/mpeg'], feed: 3, stitched: 1, nvol: 2, maxduration: 30 } as const;
  const ofAudio = { mimes: 'audio/mpeg', feed: '3', stitched: '1', nvol: '2', max_dur: '30' };
  expect(queryOf({}, { audio: { ...audio, mimes: [...audio.mimes] } })).toEqual({ adtype: 'audio', ...ofAudio });
  const video = { mimes: ['video/mp4'] };
  expect(queryOf({}, { video, audio: { mimes: ['audio/mpeg'] } })).toEqual({ adtype: 'hybrid', mimes: 'video/mp4' });
});

test('OpenRTB 2.6, 3.2.2: the OMID partner of a source is read, with its version if it has one', () => {
  expect(queryOf({ source: { ext: { omidpn: 'Partner', omidpv: '1.4' } } })).toEqual({ omidpartner: 'Partner/1.4' });
  expect(queryOf({ source: { ext: { omidpn: 'Partner' } } })).toEqual({ omidpartner: 'Partner' });
  expect(queryOf({ source: { ext: { omidpv: '1.4' } } })).toEqual({});
});

test('OpenRTB 2.6, 3.2.16, 3.2.23, 3.2.24: content is read, with the names of its network and channel', () => {
  const content: Content = {
    id: 'c1',
    url: 'https://pub.example/c',
    title: 'Pilot',
    series: 'Show',
    season: '1',
    episode: 2,
    genre: 'drama',
    contentrating: 'TV-PG',
    len: 2700,
    language: 'en',
    livestream: 1,
    cat: ['IAB1'],
    network: { id: 'n1', name: 'Net' },
    channel: { id: 'c2', name: 'One' },
  };
  const unread = { gtax: 9, genres: [1] };
  expect(queryOf({ site: { content: { ...content, ...unread } } })).toEqual({
    content_id: 'c1',
    content_url: 'https://pub.example/c',
    content_title: 'Pilot',
    content_series: 'Show',
    content_season: '1',
    content_episode: '2',
    content_genre: 'drama',
    content_rating: 'TV-PG',
    content_len: '2700',
    content_lang: 'en',
    livestream: '1',
    cat: 'IAB1',
    network_name: 'Net',
    channel_name: 'One',
  });
});

test('OpenRTB 2.6, 3.2.18, 3.2.29: a device is read, its user agent only as text', () => {
  const device: Device = {
    ua: 'Mozilla/5.0',
    sua: { browsers: [{ brand: 'Browser', version: ['12'] }] },
    ipv6: '2001:db8::1',
    devicetype: 4,
    make: 'Maker',
    model: 'X',
    os: 'Android',
    osv: '14',
    language: 'de',
    carrier: 'Tele',
    connectiontype: 2,
    ifa: 'id',
    lmt: 0,
    dnt: 1,
    ext: { ifa_type: 'aaid' },
  };
  expect(queryOf({ device })).toEqual({
    ua: 'Mozilla/5.0',
    ip: '2001:db8::1',
    devicetype: '4',
    make: 'Maker',
    model: 'X',
    os: 'Android',
    osv: '14',
    lang: 'de',
    carrier: 'Tele',
    connection: '2',
    did: 'id',
    lmt: '0',
    dnt: '1',
    did_type: 'aaid',
  });
});

test('OpenRTB 2.6, 3.2.19: a place is read', () => {
  const geo = { country: 'AUT', region: '6', city: 'Graz', zip: '8010', metro: '807', lat: 47.07, lon: -15.4 };
  const { metro, ...others } = geo;
  expect(queryOf({ device: { geo } })).toEqual({ ...others, dma: metro, lat: '47.07', lon: '-15.4' });
});

test('every other parameter of tags can be read from a bid request', () => {
  const query = queryOf({
    site: {
      page: 'https://pub.example/a',
      ref: 'https://search.example/',
      cat: ['IAB1', 'IAB2'],
      pagecat: ['IAB1-1'],
      keywords: 'a,b',
      publisher: { id: 'p', name: 'Pub' },
      content: { cat: ['IAB2'] },
    },
    user: { consent: 'CQ' },
    regs: { gpp: 'DBAA~x', gpp_sid: [7, 8], ext: { gpc: '1' } },
    bcat: ['IAB25', 'IAB26'],
    wseat: ['a', 'b'],
  });
  expect(query).toEqual({
    url: 'https://pub.example/a',
    ref: 'https://search.example/',
    pubid: 'p',
    pub_name: 'Pub',
    keywords: 'a,b',
    cat: 'IAB1-1,IAB1,IAB2',
    consent: 'CQ',
    gpp: 'DBAA~x',
    gpp_sid: '7,8',
    gpc: '1',
    bcat: 'IAB25,IAB26',
    wseat: 'a,b',
  });
});

test.each([
  ['1', '1'],
  [1, '1'],
  [true, '1'],
  ['0', '0'],
  [false, undefined],
  [{}, undefined],
])('Global Privacy Control of a request (regs.ext.gpc): %j is %s', (gpc, expected) => {
  const request = { id: '1', imp: [], regs: { ext: { gpc } } } as unknown as BidRequest;
  expect(queryFromRequest(request).get('gpc')).toBe(expected);
});

describe('tag readers understand the parameters too', () => {
  const now = { timestamp: 't', random: 0, serveId: 's', serverSide: '1' } as const;
  const viewer = { site: 'pub.example', page: undefined, address: '', agent: undefined };

  test('the supply chain', () => {
    const nodes = [
      { asi: 'a.example', sid: 'x,1!', name: 'A \ud800', hp: 1 },
      { asi: 'b.example', sid: '2', hp: 1 },
    ];
    const { schain } = queryOf({ source: { schain: { ver: '1.0', complete: 1, nodes } } });
    expect(parseSupplyChain(schain ?? '')).toEqual({ isComplete: true, nodes: 2 });
  });

  test('the site is the page, not the referrer', () => {
    const query = new Map(Object.entries(queryOf({ site: { domain: 'pub.example', ref: 'https://search.example/' } })));
    expect(declaredPageOf(query)).toBeUndefined();
    expect(siteOf(query, undefined)).toBe('pub.example');
  });

  test('an app is not a site', () => {
    const query = new Map(Object.entries(queryOf({ app: { id: 'a1', domain: 'pub.example' } })));
    expect(siteOf(query, undefined)).toBe('');
    expect(query.get('app_id')).toBe('a1');
  });

  test('macros, where a limited advertising id is withheld', () => {
    const device = { ifa: 'x', ext: { ifa_type: 'aaid' } };
    const macros = (lmt: 0 | 1) =>
      viewerMacros(new Map(Object.entries(queryOf({ device: { ...device, lmt } }))), viewer, now);
    expect(macros(0)).toMatchObject({ IFA: 'x', IFATYPE: 'aaid', LIMITADTRACKING: '0' });
    expect(macros(1)).toMatchObject({ IFA: null, IFATYPE: null, LIMITADTRACKING: '1' });
  });

  test('categories of taxonomies other than IAB Content Taxonomy 1.0 are ignored', () => {
    expect(queryOf({ site: { id: 's', cat: ['210'], cattax: 6, content: { cat: ['IAB1'] } } })['cat']).toBe('IAB1');
    expect(queryOf({ site: { id: 's', cat: ['IAB3'], cattax: 1 } })['cat']).toBe('IAB3');
  });

  test('a banner without a size has that of its first format', () => {
    expect(queryOf({}, { banner: { format: [{ w: 728, h: 90 }] } })).toMatchObject({ w: '728', h: '90' });
  });

  test('lone surrogates, which no URL can contain, are replaced', () => {
    const query = queryOf({ app: { name: 'A\ud800' } }, { ext: { data: { k: '\udc00' } } });
    expect(query).toMatchObject({ app_name: 'A\ufffd', k: '\ufffd' });
  });
});

describe("a publisher's own keys", () => {
  test('are added in lower case: those of the imp first, then those of the page', () => {
    const query = queryOf(
      { site: { id: 's', ext: { data: { section: 'news', tier: 3, list: ['a'], deep: {} } } } },
      { ext: { Color: 'red', tier: 1, prebid: {}, data: { Section: 'top', color: 'blue' } } },
    );
    expect(query).toEqual({ section: 'top', color: 'blue', tier: '1' });
  });

  test('never replace a parameter of the platform, declared or not', () => {
    const data = { pos: 'top', ip: '203.0.113.1', IP: 'x', gdpr: 0, url: 'https://other.example/', w: 1 };
    expect(queryOf({ site: { id: 's', ext: { data } } }, { ext: { data } })).toEqual({});
  });

  test('OpenRTB 2.6, 3.2.7: `protocols` alone says which VAST versions a video imp supports', () => {
    const data = { v: '2.0', vast: '4.3', vast_version: '4.3' };
    const query = queryOf({}, { video: { mimes: ['video/mp4'], protocols: [3] }, ext: { data, vast: '4.3' } });
    expect(query).toEqual({ adtype: 'video', mimes: 'video/mp4', protocols: '3' });
  });

  test('are limited in number and length', () => {
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
    expect(Object.keys(queryOf({}, { ext: { data } }))).toHaveLength(100);
    expect(queryOf({}, { ext: { data: { a: 'x'.repeat(1025), ['n'.repeat(65)]: 'a', b: ' ' } } })).toEqual({});
  });

  test('may have any name', () => {
    const data = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, unknown>;
    const imp: Imp = { id: '1', ext: { data } };
    const query = queryFromBidRequest({ id: 'r', imp: [imp] }, imp);
    expect([query.get('__proto__'), query.get('constructor')]).toEqual(['a', 'b']);
  });
});

test('the part shared by all imps can be built once', () => {
  const request = minimal.pod;
  const shared = queryFromRequest(request);
  const size = shared.size;
  for (const imp of request.imp) {
    expect(queryFromBidRequest(request, imp, shared)).toEqual(queryFromBidRequest(request, imp));
  }
  expect(shared.size).toBe(size);
});
