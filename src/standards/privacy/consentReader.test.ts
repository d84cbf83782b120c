import { describe, expect, test } from 'vitest';
import { buildTcString } from '../../../tests/privacy/buildTcString.ts';
import { createConsentReader } from './consentReader.ts';

const strings = Array.from({ length: 8 }, (_, index) => buildTcString({ vendors: [index + 1] }));

function at(index: number): string {
  return strings[index] ?? '';
}

describe('createConsentReader', () => {
  test('decodes a cached string once', () => {
    const reader = createConsentReader({ size: 4 });
    const first = reader.tcf(at(0));
    expect(first?.hasVendorConsent(1)).toBe(true);
    expect(reader.tcf(at(0))).toBe(first);
    expect(createConsentReader({ size: 4 }).tcf(at(0))).not.toBe(first);
  });

  test('evicts strings that were not read recently', () => {
    const reader = createConsentReader({ size: 4 });
    const [hot, cold] = [reader.tcf(at(0)), reader.tcf(at(1))];
    for (const index of [2, 3, 4, 5, 6, 7]) {
      reader.tcf(at(index));
      expect(reader.tcf(at(0))).toBe(hot);
    }
    expect(reader.tcf(at(1))).not.toBe(cold);
    expect(reader.tcf(at(1))?.hasVendorConsent(2)).toBe(true);
  });

  test('caches unreadable strings, and caches GPP strings separately from TCF strings', () => {
    const reader = createConsentReader({ size: 2 });
    expect([reader.tcf('junk'), reader.tcf('junk'), reader.gpp('junk')]).toEqual([null, null, null]);
    const sections = reader.gpp('DBABTA~1YYN');
    expect(sections?.us.get(6)?.isOptedOut).toBe(true);
    expect(reader.gpp('DBABTA~1YYN')).toBe(sections);
  });

  test('does not cache unusually long strings', () => {
    const reader = createConsentReader({ size: 4 });
    const long = `${at(0)}.${'A'.repeat(5000)}`;
    const first = reader.tcf(long);
    expect(first?.hasVendorConsent(1)).toBe(true);
    expect(reader.tcf(long)).not.toBe(first);
  });
});
