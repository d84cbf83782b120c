import { describe, expect, test } from 'vitest';
import type { DealTerms, SeenDeal } from '#api/deals/dealsContract.ts';
import { dealPreset } from './dealPreset.ts';
import { priceWords } from './dealWords.ts';

const terms: DealTerms = {
  floor: 4.5,
  currency: 'EUR',
  at: 1,
  seats: [],
  adomains: [],
  forms: ['video'],
  isGuaranteed: false,
  isPrivate: false,
};

function seen(told: Partial<DealTerms> | null, floorUsd: string | null = '5.40'): SeenDeal {
  return {
    supplierId: 7,
    supplierName: 'Harbour',
    dealId: 'D-1',
    day: 1,
    week: 1,
    lastSeen: '2026-03-10T12:00:00.000Z',
    terms: told && { ...terms, ...told },
    floorUsd,
  };
}

describe('a deal that was seen is set up', () => {
  test('with its id, its supplier and its floor in dollars', () => {
    expect(dealPreset(seen({}))).toEqual({
      name: 'Harbour D-1',
      dealId: 'D-1',
      side: 'buy',
      supplierId: 7,
      type: 'private',
      floor: '5.40',
    });
  });

  test.each([
    [{ at: 2 }, 'private'],
    [{ at: 3 }, 'preferred'],
    [{ at: 3, isGuaranteed: true }, 'guaranteed'],
    [null, 'private'],
  ])('sold as %j it is %s', (told, type) => {
    expect(dealPreset(seen(told))).toMatchObject({ type });
  });

  test('without a floor where no rate of its currency is known', () => {
    expect(dealPreset(seen({}, null))).not.toHaveProperty('floor');
  });
});

test.each([
  [{}, '€4.50 floor'],
  [{ at: 2, currency: 'USD' }, '$4.50 floor, second price'],
  [{ at: 3 }, '€4.50 fixed'],
  [{ floor: 0 }, 'No floor'],
  [{ floor: 0, at: 3 }, 'Fixed'],
])('terms of %j are said as %s', (told, words) => {
  expect(priceWords({ ...terms, ...told })).toBe(words);
});
