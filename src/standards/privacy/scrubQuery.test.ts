import { describe, expect, test } from 'vitest';
import type { Query } from '../readQuery.ts';
import type { Allowances } from './allowances.ts';
import { scrubQuery, allowedAddress } from './scrubQuery.ts';

const all: Allowances = {
  mayReceive: true,
  mayUseIds: true,
  mayUsePreciseGeo: true,
  mayProfile: true,
  maySync: true,
  isContextualOnly: false,
};

const adult = { isChild: false };
const child = { isChild: true };

const context = { url: 'https://pub.example/a', ua: 'Player/1', w: '640', cat: 'IAB1', gdpr: '1', consent: 'CPx' };
const ids = { did: 'id-1', ifa: 'id-2', did_type: 'aaid', user_id: 'id-3', uid: 'id-4', yob: '1980', gender: 'f' };
const interests = { user_keywords: 'cars', segments: '1,2' };
const exact = { ip: '203.0.113.9', lat: '52.379189', lon: '4.899431', zip: 'SW1A 1AA', latlong: '1.2345, -2.3456' };
const coarse = { ip: '203.0.113.0', lat: '52.38', lon: '4.9', zip: 'SW1A', latlong: '1.23,-2.35' };
const regions = { country: 'GB', city: 'London', region: 'ENG', dma: '501' };

function scrubbed(parameters: Readonly<Record<string, string>>, allowances: Partial<Allowances>, audience = adult) {
  return Object.fromEntries(scrubQuery(new Map(Object.entries(parameters)), { ...all, ...allowances }, audience));
}

describe('scrubQuery', () => {
  const everything = { ...context, ...ids, ...interests, ...exact, ...regions };

  test('returns the same parameters when nothing has to be removed', () => {
    const query: Query = new Map(Object.entries(everything));
    expect(scrubQuery(query, all, adult)).toBe(query);
    const plain: Query = new Map(Object.entries(context));
    expect(scrubQuery(plain, { ...all, mayUseIds: false, mayUsePreciseGeo: false, mayProfile: false }, child)).toBe(
      plain,
    );
  });

  test('does not change its input', () => {
    const query: Query = new Map(Object.entries(everything));
    scrubQuery(query, { ...all, mayUseIds: false }, child);
    expect(Object.fromEntries(query)).toEqual(everything);
  });

  test.each<[string, Partial<Allowances>, typeof adult, Readonly<Record<string, string>>]>([
    ['ids', { mayUseIds: false }, adult, { ...context, ...interests, ...exact, ...regions }],
    ['interests', { mayProfile: false }, adult, { ...context, ...ids, ...exact, ...regions }],
    ['exact places', { mayUsePreciseGeo: false }, adult, { ...context, ...ids, ...interests, ...coarse, ...regions }],
    [
      'all of it for a child',
      { mayUseIds: false, mayUsePreciseGeo: false, mayProfile: false },
      child,
      { ...context, ip: coarse.ip },
    ],
  ])('takes %s out', (_, allowances, audience, expected) => {
    expect(scrubbed(everything, allowances, audience)).toEqual(expected);
  });

  test('removes an unreadable location', () => {
    const malformed = { ip: 'localhost', lat: 'north', lon: ' ', latlong: '1,x', postal: '1012AB' };
    expect(scrubbed(malformed, { mayUsePreciseGeo: false })).toEqual({});
  });
});

describe('allowedAddress', () => {
  test('is complete where precise location is allowed', () => {
    expect(allowedAddress('203.0.113.9', all)).toBe('203.0.113.9');
    expect(allowedAddress('203.0.113.9', { ...all, mayUsePreciseGeo: false })).toBe('203.0.113.0');
    expect(allowedAddress('', { ...all, mayUsePreciseGeo: false })).toBe('');
  });
});
