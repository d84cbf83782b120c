import { TCString } from '@iabtechlabtcf/core';
import { describe, expect, test } from 'vitest';
import { buildTcString, buildTcStringWithPublisher, testVendor } from '../../../tests/privacy/buildTcString.ts';
import { decodeTcf, type TcfConsent } from './tcfConsent.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bits as base64url. */
function encode(bits: string): string {
  return (bits.match(/.{1,6}/g) ?? []).map((six) => alphabet[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
}

function decode(text: string): string {
  return Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(6, '0')).join('');
}

function bits(value: number, count: number): string {
  return value.toString(2).padStart(count, '0');
}

/** A string whose core segment is replaced from some bit on. */
function withCore(text: string, at: number, written: string): string {
  const [core = '', ...segments] = text.split('.');
  const old = decode(core);
  return [encode(old.slice(0, at) + written + old.slice(at + written.length)), ...segments].join('.');
}

const kinds = ['forbidden', 'consent', 'interest'] as const;

function read(text: string): TcfConsent {
  const consent = decodeTcf(text);
  if (!consent) throw new Error('not read');
  return consent;
}

/** Numbers in [0, 1), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function some(random: () => number, last: number, share: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1).filter(() => random() < share);
}

/** A core segment that allows no vendor anything, up to its restrictions, and a segment of disclosed vendors. */
const [fullString = '', shown = ''] = buildTcString().split('.');
const emptyCore = `${decode(fullString).slice(0, 213)}${bits(0, 16)}0${bits(0, 16)}0`;

describe('decodeTcf', () => {
  test.each(Array.from({ length: 24 }, (_, index) => index))(
    'reads strings of the IAB library as the library does (%i)',
    (seed) => {
      const random = createRandom(seed + 1);
      // Sparse sets are written as ranges, dense ones bit by bit.
      const share = seed % 3 === 0 ? 0.01 : seed % 3 === 1 ? 0.5 : 0.98;
      const last = seed % 2 === 0 ? 60 : 1200;
      const text = buildTcString({
        specialFeatures: some(random, 2, 0.5),
        purposes: some(random, 10, 0.5),
        interests: some(random, 10, 0.5),
        vendors: some(random, last, share),
        vendorInterests: some(random, last, share),
        disclosed: [1, ...some(random, last, share)],
        restrictions: kinds.map((kind, index) => ({ purpose: 2 + index, kind, vendors: some(random, last, share) })),
      });
      const expected = TCString.decode(text);
      const consent = read(text);
      expect(consent.policyVersion).toBe(5);
      for (let id = 0; id <= 26; id += 1) {
        expect(consent.hasPurposeConsent(id)).toBe(expected.purposeConsents.has(id));
        expect(consent.hasPurposeInterest(id)).toBe(expected.purposeLegitimateInterests.has(id));
        expect(consent.hasSpecialFeature(id)).toBe(expected.specialFeatureOptins.has(id));
      }
      for (let id = 1; id <= last + 5; id += 1) {
        expect(consent.hasVendorConsent(id)).toBe(expected.vendorConsents.has(id));
        expect(consent.hasVendorInterest(id)).toBe(expected.vendorLegitimateInterests.has(id));
        expect(consent.isDisclosed(id)).toBe(expected.vendorsDisclosed.has(id));
        const rules = expected.publisherRestrictions.getRestrictions(id);
        for (let purpose = 1; purpose <= 5; purpose += 1) {
          const rule = rules.find(({ purposeId }) => purposeId === purpose);
          expect(consent.restrictionOf(purpose, id)).toBe(rule ? kinds[rule.restrictionType] : null);
        }
      }
    },
  );

  test('reads a string with its segments in another order', () => {
    expect(read(buildTcStringWithPublisher()).isDisclosed(testVendor)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no base64url', 'CP*'],
    ['a word', 'undefined'],
    ['version 1', withCore(buildTcString(), 0, bits(1, 6))],
    ['version 3', withCore(buildTcString(), 0, bits(3, 6))],
    ['one with global scope', withCore(buildTcString(), 138, '0')],
    ['a core that ends early', buildTcString().slice(0, 30)],
    [
      'a core that ends within its vendors',
      `${buildTcString({ vendors: [1, 1200] })
        .split('.')[0]
        ?.slice(0, 40)}`,
    ],
    ['a list of disclosed vendors that ends early', buildTcString({ disclosed: [1, 1200] }).slice(0, -3)],
    [
      'a bit field of disclosed vendors that ends early',
      `${buildTcString().split('.')[0]}.${encode(`001${bits(900, 16)}0`)}`,
    ],
    ['more restrictions than there are', `${encode(`${emptyCore}${bits(5, 12)}`)}.${shown}`],
    ['more ranges than there are', withCore(buildTcString(), 213 + 16, `1${bits(4095, 12)}`)],
  ])('refuses %s', (_, text) => {
    expect(decodeTcf(text)).toBeNull();
  });

  const before = new Date('2026-02-28T00:00:00Z');
  const after = new Date('2026-03-01T00:00:00Z');
  test.each([
    ['TCF 2.3', 5, before, false],
    ['TCF 2.2 of before March 2026', 4, before, true],
    ['TCF 2.2 of March 2026', 4, after, false],
    ['TCF 2.0', 2, new Date('2022-01-01T00:00:00Z'), true],
  ])('of %s without the vendors shown', (_, policyVersion, lastUpdated, isValid) => {
    const text = buildTcString({ policyVersion, created: lastUpdated, lastUpdated, disclosed: null });
    expect(decodeTcf(text) !== null).toBe(isValid);
    // The library accepts them all: this rule is ours.
    expect(TCString.decode(text).version).toBe(2);
    const empty = buildTcString({ policyVersion, created: lastUpdated, lastUpdated, disclosed: [] });
    expect(decodeTcf(empty)?.isDisclosed(testVendor)).toBe(isValid ? true : undefined);
  });

  test('ignores dates, CMP and language', () => {
    const text = buildTcString({ created: new Date('2019-01-01T00:00:00Z') });
    for (const [at, written] of [
      [78, bits(0, 12)],
      [108, bits(4095, 12)],
    ] as const) {
      expect(decodeTcf(withCore(text, at, written))?.hasVendorConsent(testVendor)).toBe(true);
    }
  });

  test('reads contradictory restrictions as no consent', () => {
    const one = (type: number) => `${bits(2, 6)}${bits(type, 2)}${bits(1, 12)}0${bits(7, 16)}`;
    const text = (...types: number[]) =>
      `${encode(emptyCore + bits(types.length, 12) + types.map(one).join(''))}.${shown}`;
    expect(read(text(1)).restrictionOf(2, 7)).toBe('consent');
    expect(read(text(1, 1)).restrictionOf(2, 7)).toBe('consent');
    expect(read(text(1, 2)).restrictionOf(2, 7)).toBe('forbidden');
    expect(read(text(2, 0)).restrictionOf(2, 7)).toBe('forbidden');
    expect(read(text(3)).restrictionOf(2, 7)).toBeNull();
    expect(read(text(1)).restrictionOf(3, 7)).toBeNull();
    expect(read(text(1)).restrictionOf(2, 8)).toBeNull();
  });

  test('reads thousands of ranges of every vendor without expanding them', () => {
    const ranges = `${bits(65_535, 16)}1${bits(4000, 12)}${`1${bits(1, 16)}${bits(65_535, 16)}`.repeat(4000)}`;
    const core = emptyCore.slice(0, 213);
    const consent = read(`${encode(`${core}${ranges}${bits(0, 16)}0${bits(0, 12)}`)}.${shown}`);
    expect(consent.hasVendorConsent(65_535)).toBe(true);
    expect(consent.hasVendorInterest(1)).toBe(false);
  });
});
