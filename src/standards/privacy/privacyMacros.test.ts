import { describe, expect, test } from 'vitest';
import { fillVastMacros } from '../macros.ts';
import { readQuery } from '../readQuery.ts';
import { viewerMacros } from '../viewerMacros.ts';
import { allowancesOf } from './allowances.ts';
import { createConsentReader } from './consentReader.ts';
import { privacyMacros } from './privacyMacros.ts';
import { signalsFromQuery } from './privacySignals.ts';
import { readPrivacy } from './readPrivacy.ts';
import { scrubQuery, allowedAddress } from './scrubQuery.ts';

const strings =
  'g=${GDPR}&c=${GDPR_CONSENT_755}&u=${US_PRIVACY}&s=${GPP_STRING_755}&i=${GPP_SID}&vc=[GDPRCONSENT]&vr=[REGULATIONS]&vs=[GPPSTRING]&vi=[GPPSECTIONID]';

function filled(url: string): string {
  return fillVastMacros(strings, privacyMacros(signalsFromQuery(readQuery(url), {})));
}

describe('privacyMacros', () => {
  test('pass the strings on as received', () => {
    expect(filled('/?gdpr=1&consent=CPx.IDA&us_privacy=1yNN&gpp=DBABLA~BVQ.QA&gpp_sid=7_8&coppa=1')).toBe(
      'g=1&c=CPx.IDA&u=1yNN&s=DBABLA~BVQ.QA&i=7,8&vc=CPx.IDA&vr=gdpr,coppa&vs=DBABLA~BVQ.QA&vi=7,8',
    );
  });

  test('are unknown without signals', () => {
    expect(filled('/')).toBe('g=&c=&u=&s=&i=&vc=-1&vr=-1&vs=-1&vi=-1');
  });

  test('distinguish no from unknown', () => {
    expect(filled('/?gdpr=0')).toContain('g=0&');
  });

  test('include the GDPR where GPP says that it applies', () => {
    expect(filled('/?gpp=DBABMA~CPx&gpp_sid=2')).toContain('vr=gdpr&');
  });
});

describe('the macros of a tag', () => {
  const url = 'https://d.example/?i=[IFA]&t=[IFATYPE]&a=[DEVICEIP]&l=[LATLONG]&c=[GDPRCONSENT]';
  const moment = { timestamp: '2026-01-02T03:04:05.000Z', random: 0, serveId: 's', serverSide: '1' } as const;

  function filledFor(text: string): string {
    const query = readQuery(`/?did=ab-cd&did_type=aaid&lat=52.379189&lon=4.899431&${text}`);
    const reader = createConsentReader({ size: 2 });
    const privacy = readPrivacy(signalsFromQuery(query, {}), { isGpcEverywhere: true, isUs: null, reader });
    const allowances = allowancesOf(privacy, { gvlId: null });
    const viewer = {
      site: '',
      page: undefined,
      address: allowedAddress('203.0.113.9', allowances),
      agent: undefined,
      isIdWithheld: !allowances.mayUseIds,
    };
    return fillVastMacros(url, viewerMacros(scrubQuery(query, allowances, privacy), viewer, moment)).slice(18);
  }

  test('include everything where nothing forbids it', () => {
    expect(filledFor('')).toBe('?i=ab-cd&t=aaid&a=203.0.113.9&l=52.379189,4.899431&c=-1');
  });

  test('withhold the ID from a vendor without legal basis, and round the location to a kilometer', () => {
    expect(filledFor('gdpr=1&consent=CPx')).toBe('?i=-2&t=-2&a=203.0.113.0&l=52.38,4.9&c=CPx');
    expect(filledFor('us_privacy=1YYN')).toBe('?i=-2&t=-2&a=203.0.113.0&l=52.38,4.9&c=-1');
  });

  test("never include a child's location", () => {
    expect(filledFor('coppa=1')).toBe('?i=-2&t=-2&a=203.0.113.0&l=-1&c=-1');
  });
});
