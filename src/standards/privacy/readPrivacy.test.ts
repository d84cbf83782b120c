import { GppModel } from '@iabgpp/cmpapi';
import { describe, expect, test } from 'vitest';
import { buildTcString, testVendor } from '../../../tests/privacy/buildTcString.ts';
import { createConsentReader, type ConsentReader } from './consentReader.ts';
import type { PrivacySignals } from './privacySignals.ts';
import { readPrivacy, type PrivacyOptions } from './readPrivacy.ts';

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

function read(signals: Partial<PrivacySignals>, options: Partial<PrivacyOptions> = {}) {
  const reader = createConsentReader({ size: 10 });
  return readPrivacy({ ...silent, ...signals }, { isGpcEverywhere: false, isUs: null, reader, ...options });
}

/** A GPP string of sections, each given by its fields or, for embedded strings, its text. */
function gpp(sections: Readonly<Record<string, Readonly<Record<string, unknown>> | string>>): string {
  const model = new GppModel();
  for (const [name, content] of Object.entries(sections)) {
    if (typeof content === 'string') model.decodeSection(name, content);
    else for (const [field, value] of Object.entries(content)) model.setFieldValue(name, field, value);
  }
  return model.encode();
}

const consent = buildTcString();
const withTcf = gpp({ tcfeuv2: consent });

describe('the GDPR', () => {
  test.each<[string, Partial<PrivacySignals>, boolean]>([
    ['the flag', { gdpr: true }, true],
    ['the flag, against a string', { gdpr: false, consent }, false],
    ['section 2 of GPP', { gpp: withTcf, gppSid: [2] }, true],
    ['section 2 of GPP, against the flag', { gdpr: false, gpp: withTcf, gppSid: [2] }, true],
    ['a TCF string alone', { consent }, true],
    ['a TCF string alone that cannot be read', { consent: 'CPx' }, false],
    ['a GPP string whose section 2 does not apply', { gpp: withTcf, gppSid: [7] }, false],
    ['nothing', {}, false],
  ])('applies by %s', (_, signals, expected) => {
    expect(read(signals).isGdpr).toBe(expected);
  });

  test.each<[string, Partial<PrivacySignals>, boolean]>([
    ['the TCF string', { gdpr: true, consent }, true],
    ['GPP, where there is no TCF string', { gdpr: true, gpp: withTcf, gppSid: [2] }, true],
    ['GPP, where the flag says that its section applies', { gdpr: true, gpp: withTcf }, true],
    ['GPP, where the TCF string cannot be read', { gdpr: true, consent: 'CPx', gpp: withTcf }, true],
    ['no section that does not apply', { gpp: withTcf, gppSid: [7] }, false],
    ['no string', { gdpr: true }, false],
    ['no string that cannot be read', { gdpr: true, consent: 'CPx', gpp: 'DBx', gppSid: [2] }, false],
  ])('takes consent from %s', (_, signals, isThere) => {
    expect(read(signals).consent?.hasVendorConsent(testVendor)).toBe(isThere ? true : undefined);
  });

  test('prefers the TCF string to the one in GPP', () => {
    const other = buildTcString({ vendors: [20], disclosed: [20] });
    const { consent: chosen } = read({ gdpr: true, consent: other, gpp: withTcf, gppSid: [2] });
    expect(chosen?.hasVendorConsent(20)).toBe(true);
    expect(chosen?.hasVendorConsent(testVendor)).toBe(false);
  });
});

describe('an opt-out', () => {
  const out = gpp({ usnat: { SaleOptOut: 1 } });
  const stays = gpp({ usnat: { SaleOptOut: 2 } });
  const mixed = gpp({ uspv1: '1YYN', usca: { SaleOptOut: 2 } });
  test.each<[string, Partial<PrivacySignals>, boolean]>([
    ['by US Privacy', { usPrivacy: '1YYN' }, true],
    ['by US Privacy in small letters', { usPrivacy: '1yyn' }, true],
    ['not by US Privacy that says no', { usPrivacy: '1YNN' }, false],
    ['not by US Privacy that does not apply', { usPrivacy: '1---' }, false],
    ['not by an invalid string', { usPrivacy: 'Y' }, false],
    ['by GPP', { gpp: out, gppSid: [7] }, true],
    ['not by GPP that does not apply', { gpp: out, gppSid: [] }, false],
    ['not by a section of GPP that does not apply', { gpp: mixed, gppSid: [8] }, false],
    ['by any section of GPP that applies', { gpp: mixed, gppSid: [6, 8] }, true],
    ['by GPP, against US Privacy', { gpp: out, gppSid: [7], usPrivacy: '1YNN' }, true],
    ['not by US Privacy, against GPP', { gpp: stays, gppSid: [7], usPrivacy: '1YYN' }, false],
    ['by US Privacy where GPP has no US section', { gpp: withTcf, gppSid: [2], usPrivacy: '1YYN' }, true],
    ['by US Privacy where the section that applies is missing', { gpp: out, gppSid: [8], usPrivacy: '1YYN' }, true],
    ['not by a section that is missing', { gpp: out, gppSid: [8], usPrivacy: '1YNN' }, false],
    ['by a section of GPP that applies and cannot be read', { gpp: 'DBABLA~x', gppSid: [7] }, true],
    ['by a GPP string that applies and cannot be read', { gpp: 'junk', gppSid: [7] }, true],
    ['not by a GPP string that cannot be read and does not apply', { gpp: 'junk', gppSid: [] }, false],
    ['not by sections without a GPP string', { gppSid: [7] }, false],
    ['not by limited tracking', { isTrackingLimited: true }, false],
  ])('is made %s', (_, signals, expected) => {
    expect(read(signals).isOptedOut).toBe(expected);
  });

  test.each<[boolean, boolean | null, boolean]>([
    [false, true, true],
    [false, null, true],
    [false, false, false],
    [true, false, true],
  ])('is made by Global Privacy Control (everywhere: %s, in the US: %s): %s', (isGpcEverywhere, isUs, expected) => {
    expect(read({ hasGpc: true }, { isGpcEverywhere, isUs }).isOptedOut).toBe(expected);
    expect(read({ hasGpc: false }, { isGpcEverywhere, isUs }).isOptedOut).toBe(false);
  });

  test('follows from Global Privacy Control even where GPP says no', () => {
    expect(read({ hasGpc: true, gpp: stays, gppSid: [7] }, { isUs: true }).isOptedOut).toBe(true);
    const optedOut = gpp({ usnat: { SaleOptOut: 2, GpcSegmentIncluded: true, Gpc: true } });
    expect(read({ gpp: optedOut, gppSid: [7] }, { isUs: true }).isOptedOut).toBe(true);
  });
});

describe('a child', () => {
  const children = 'KnownChildSensitiveDataConsents';
  test.each<[string, Partial<PrivacySignals>, boolean, boolean]>([
    ['COPPA', { isCoppa: true }, true, true],
    ['a section without consent', { gpp: gpp({ usca: { [children]: [0, 1] } }), gppSid: [8] }, true, true],
    ['a section with consent', { gpp: gpp({ usca: { [children]: [2, 0] } }), gppSid: [8] }, false, true],
    ['a section without the question', { gpp: gpp({ usca: { [children]: [0, 0] } }), gppSid: [8] }, false, false],
    ['a section that does not apply', { gpp: gpp({ usca: { [children]: [1, 1] } }), gppSid: [7] }, false, false],
  ])('is known by %s', (_, signals, isChild, isKnownMinor) => {
    const privacy = read(signals);
    expect([privacy.isChild, privacy.isKnownMinor]).toEqual([isChild, isKnownMinor]);
  });
});

describe('reading', () => {
  test('is lazy and happens once', () => {
    const calls: string[] = [];
    const real = createConsentReader({ size: 1 });
    const reader: ConsentReader = {
      tcf: (text) => (calls.push('tcf'), real.tcf(text)),
      gpp: (text) => (calls.push('gpp'), real.gpp(text)),
    };
    const privacy = read({ gdpr: true, consent, gpp: withTcf, gppSid: [7] }, { reader });
    expect(privacy.isGdpr).toBe(true);
    expect(calls).toEqual([]);
    expect([privacy.consent, privacy.consent, privacy.isOptedOut, privacy.isChild]).toHaveLength(4);
    expect(calls).toEqual(['tcf', 'gpp']);
  });
});
