import { describe, expect, test } from 'vitest';
import { buildTcString, testVendor, type TcChoices } from '../../../tests/privacy/buildTcString.ts';
import { allowancesOf, type Allowances, type Vendor } from './allowances.ts';
import { createConsentReader } from './consentReader.ts';
import type { PrivacySignals } from './privacySignals.ts';
import { readPrivacy, type Privacy } from './readPrivacy.ts';
import { decodeTcf } from './tcfConsent.ts';

const silent: PrivacySignals = {
  gdpr: null,
  consent: '',
  usPrivacy: '',
  gpp: '',
  gppSid: [],
  hasGpc: false,
  isCoppa: false,
  isTrackingLimited: false,
};

/** The privacy of a request to which no law applies. */
const lawless: Privacy = {
  signals: silent,
  isGdpr: false,
  consent: null,
  isOptedOut: false,
  isChild: false,
  isKnownMinor: false,
};

const reader = createConsentReader({ size: 10 });

function privacyOf(signals: Partial<PrivacySignals>) {
  return readPrivacy({ ...silent, ...signals }, { isGpcEverywhere: true, isUs: null, reader });
}

/** Allowances as letters: r receive, i IDs, g precise location, p profiles, s sync. */
function lettersOf(allowances: Allowances): string {
  const { mayReceive, mayUseIds, mayUsePreciseGeo, mayProfile, maySync } = allowances;
  const letters = [mayReceive && 'r', mayUseIds && 'i', mayUsePreciseGeo && 'g', mayProfile && 'p', maySync && 's'];
  return letters.filter(Boolean).join('');
}

function allowed(signals: Partial<PrivacySignals>, vendor: Partial<Vendor> = {}): string {
  return lettersOf(allowancesOf(privacyOf(signals), { gvlId: testVendor, ...vendor }));
}

function underGdpr(choices: Partial<TcChoices>, vendor: Partial<Vendor> = {}): string {
  return allowed({ gdpr: true, consent: buildTcString(choices) }, vendor);
}

/** A vendor that needs consent for storage and profiles, and has a legitimate interest in the rest; all of it flexible. */
const interest: Partial<Vendor> = {
  declared: {
    consentPurposes: new Set([1, 3, 4]),
    interestPurposes: new Set([2, 7, 8, 9, 10]),
    flexiblePurposes: new Set([2, 7, 8, 9, 10]),
    specialFeatures: new Set([1]),
  },
};
const noId: Partial<Vendor> = { gvlId: null };
const yes = [testVendor];

describe('outside of every privacy law', () => {
  test('everything is allowed', () => {
    expect(allowed({})).toBe('rigps');
    expect(allowed({ gdpr: false, consent: buildTcString({ purposes: [] }) })).toBe('rigps');
    expect(allowed({ usPrivacy: '1YNN' }, noId)).toBe('rigps');
  });
});

describe('under the GDPR', () => {
  test.each<[string, Partial<TcChoices>, Partial<Vendor>, string]>([
    ['everything', {}, {}, 'rigps'],
    ['no purpose', { purposes: [] }, {}, 'g'],
    ['no special feature', { specialFeatures: [] }, {}, 'rips'],
    ['the other special feature', { specialFeatures: [2] }, {}, 'rips'],
    ['purpose 1 alone', { purposes: [1], specialFeatures: [] }, {}, 's'],
    ['purpose 2 alone', { purposes: [2], specialFeatures: [] }, {}, 'ri'],
    ['purposes 2 and 3', { purposes: [2, 3], specialFeatures: [] }, {}, 'ri'],
    ['purposes 2 and 4', { purposes: [2, 4], specialFeatures: [] }, {}, 'ri'],
    ['purposes 2, 3 and 4', { purposes: [2, 3, 4], specialFeatures: [] }, {}, 'rip'],
    ['purpose 7 alone', { purposes: [7], specialFeatures: [] }, {}, 'i'],
    ['purpose 10 alone', { purposes: [10], specialFeatures: [] }, {}, 'i'],
    ['no vendor', { vendors: [] }, {}, ''],
    ['another vendor', { vendors: [20], vendorInterests: [20], disclosed: [10, 20] }, {}, ''],
    ['a vendor that was not disclosed', { disclosed: [20] }, {}, ''],
    ['everything, to no vendor of the list', {}, noId, 'r'],
    ['nothing, to no vendor of the list', { purposes: [], vendors: [] }, noId, 'r'],
  ])('consent to %s', (_, choices, vendor, expected) => {
    expect(underGdpr(choices, vendor)).toBe(expected);
  });

  const byInterest: Partial<TcChoices> = { purposes: [], vendors: [], specialFeatures: [1] };
  test.each<[string, Partial<TcChoices>, Partial<Vendor>, string]>([
    ['counts for those who declare it', byInterest, interest, 'ri'],
    ['does not count for others', byInterest, {}, ''],
    ['needs the vendor', { ...byInterest, vendorInterests: [] }, interest, ''],
    ['needs the purpose', { ...byInterest, interests: [] }, interest, ''],
    ['can be that of measurement alone', { ...byInterest, interests: [7] }, interest, 'i'],
    ['adds to consent', { purposes: [1], interests: [2], specialFeatures: [] }, interest, 'ris'],
  ])('legitimate interest %s', (_, choices, vendor, expected) => {
    expect(underGdpr(choices, vendor)).toBe(expected);
  });

  const declaredOf = (more: Partial<Vendor['declared']>): Partial<Vendor> => ({
    declared: { ...(interest.declared as NonNullable<Vendor['declared']>), ...more },
  });
  const none = new Set<number>();
  const all = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const onlyConsent = { consentPurposes: all, interestPurposes: none };
  test.each<[string, Partial<TcChoices>, Partial<Vendor>, string]>([
    [
      'nothing but the viewer’s consent, has no basis',
      {},
      declaredOf({ consentPurposes: none, interestPurposes: none }),
      'g',
    ],
    ['purpose 2 only, uses no profiles and stores nothing', {}, declaredOf({ consentPurposes: none }), 'rig'],
    ['no special feature, receives no precise location', {}, declaredOf({ specialFeatures: none }), 'rips'],
    ['consent, has no legitimate interest', { purposes: [1] }, declaredOf(onlyConsent), 'gs'],
    ['legitimate interest, cannot use consent', { interests: [] }, declaredOf({ flexiblePurposes: none }), 'igps'],
    [
      'consent without flexibility, cannot use the legitimate interest that a publisher demands',
      { restrictions: [{ purpose: 2, kind: 'interest', vendors: yes }] },
      declaredOf({ ...onlyConsent, flexiblePurposes: none }),
      'igps',
    ],
    [
      'consent with flexibility, can',
      { restrictions: [{ purpose: 2, kind: 'interest', vendors: yes }] },
      declaredOf(onlyConsent),
      'rigps',
    ],
    [
      'legitimate interest without flexibility, cannot use the consent that a publisher demands',
      { restrictions: [{ purpose: 2, kind: 'consent', vendors: yes }] },
      declaredOf({ flexiblePurposes: none }),
      'igps',
    ],
    [
      'flexible profiles, needs consent even so',
      { restrictions: [{ purpose: 3, kind: 'interest', vendors: yes }] },
      declaredOf({ flexiblePurposes: all }),
      'rigs',
    ],
  ])('TCF 2.3, Global Vendor List: a vendor that declares %s', (_, choices, vendor, expected) => {
    expect(underGdpr(choices, vendor)).toBe(expected);
  });

  test('legitimate interest is never a basis for storage and profiles', () => {
    const read = decodeTcf(buildTcString(byInterest));
    const consent = read && { ...read, hasPurposeInterest: () => true };
    const privacy: Privacy = { ...lawless, isGdpr: true, consent };
    expect(lettersOf(allowancesOf(privacy, { gvlId: testVendor, ...interest }))).toBe('ri');
  });

  test.each<[string, Partial<TcChoices>, Partial<Vendor>, string]>([
    ['forbids a purpose', { restrictions: [{ purpose: 2, kind: 'forbidden', vendors: yes }] }, interest, 'igps'],
    ['forbids it to others', { restrictions: [{ purpose: 2, kind: 'forbidden', vendors: [20] }] }, {}, 'rigps'],
    ['forbids profiles', { restrictions: [{ purpose: 4, kind: 'forbidden', vendors: yes }] }, {}, 'rigs'],
    [
      'demands the consent that is there',
      { restrictions: [{ purpose: 2, kind: 'consent', vendors: yes }] },
      {},
      'rigps',
    ],
    [
      'demands the consent that is missing',
      { purposes: [1], interests: [2], restrictions: [{ purpose: 2, kind: 'consent', vendors: yes }] },
      interest,
      'gs',
    ],
    [
      'demands the legitimate interest that is there',
      { purposes: [], restrictions: [{ purpose: 2, kind: 'interest', vendors: yes }] },
      interest,
      'rig',
    ],
    [
      'demands a legitimate interest that is objected to',
      { interests: [], restrictions: [{ purpose: 2, kind: 'interest', vendors: yes }] },
      interest,
      'igps',
    ],
    [
      'demands a legitimate interest that the vendor does not declare',
      { restrictions: [{ purpose: 2, kind: 'interest', vendors: yes }] },
      {},
      'igps',
    ],
  ])('a publisher %s', (_, choices, vendor, expected) => {
    expect(underGdpr(choices, vendor)).toBe(expected);
  });

  test.each<[string, Partial<PrivacySignals>]>([
    ['no string', { gdpr: true }],
    ['a string that cannot be read', { gdpr: true, consent: 'CPx' }],
    ['a string of 2.3 without disclosed vendors', { gdpr: true, consent: buildTcString({ disclosed: null }) }],
    ['a string with global scope', { gdpr: true, consent: buildTcString({ isServiceSpecific: false }) }],
  ])('%s allows nothing, and context alone to vendors without an id', (_, signals) => {
    expect(allowed(signals)).toBe('');
    expect(allowed(signals, interest)).toBe('');
    expect(allowed(signals, noId)).toBe('r');
  });
});

describe('vendors receive only the context', () => {
  test.each<[string, Partial<PrivacySignals>]>([
    ['by US Privacy', { usPrivacy: '1YYN' }],
    ['by Global Privacy Control', { hasGpc: true }],
    ['by COPPA', { isCoppa: true }],
    ['by limited tracking', { isTrackingLimited: true }],
    ['by a GPP section that cannot be read', { gpp: 'DBABLA~x', gppSid: [7] }],
  ])('as required %s, whatever the consent', (_, signals) => {
    expect(allowed(signals)).toBe('r');
    expect(allowed({ ...signals, gdpr: true, consent: buildTcString() })).toBe('r');
    expect(allowed({ ...signals, gdpr: true, consent: buildTcString({ purposes: [1] }) })).toBe('');
    expect(allowancesOf(privacyOf(signals), { gvlId: null }).isContextualOnly).toBe(true);
  });

  test('which is marked so where neither IDs nor profiles may be used', () => {
    expect(allowancesOf(privacyOf({}), { gvlId: null }).isContextualOnly).toBe(false);
    expect(allowancesOf(privacyOf({ gdpr: true }), { gvlId: null }).isContextualOnly).toBe(true);
  });

  test('but all except profiles for a minor with parental consent', () => {
    expect(lettersOf(allowancesOf({ ...lawless, isKnownMinor: true }, { gvlId: null }))).toBe('rigs');
  });
});

describe('the result', () => {
  test('is one object for all vendors with the same allowances', () => {
    const privacy = privacyOf({ gdpr: true, consent: buildTcString({ vendors: [10, 20], disclosed: [10, 20] }) });
    const [one, other] = [10, 20].map((gvlId) => allowancesOf(privacy, { gvlId }));
    expect(one).toBe(other);
    expect(allowancesOf(privacy, { gvlId: 30 })).not.toBe(one);
    expect(allowancesOf(privacyOf({}), { gvlId: null })).toBe(one);
    expect(Object.isFrozen(one)).toBe(true);
  });
});
