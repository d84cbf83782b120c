import { describe, expect, test } from 'vitest';
import type { DealTerms, ObservedDeal } from '#api/deals/dealsContract.ts';
import { dealPreset } from './dealPreset.ts';
import { dealPriceText } from './dealText.ts';

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

function buildOfferedDeal(overrides: Partial<DealTerms> | null, floorUsd: string | null = '5.40'): ObservedDeal {
  return {
    supplierId: 7,
    supplierName: 'Harbour',
    dealId: 'D-1',
    day: 1,
    week: 1,
    lastSeen: '2026-03-10T12:00:00.000Z',
    terms: overrides && { ...terms, ...overrides },
    floorUsd,
  };
}

describe('an offered deal is set up', () => {
  test('with its ID, supplier and floor in USD', () => {
    expect(dealPreset(buildOfferedDeal({}))).toEqual({
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
  ])('with terms %j as type %s', (overrides, type) => {
    expect(dealPreset(buildOfferedDeal(overrides))).toMatchObject({ type });
  });

  test('without a floor when the exchange rate of its currency is unknown', () => {
    expect(dealPreset(buildOfferedDeal({}, null))).not.toHaveProperty('floor');
  });
});

test.each([
  [{}, '€4.50 floor'],
  [{ at: 2, currency: 'USD' }, '$4.50 floor, second price'],
  [{ at: 3 }, '€4.50 fixed'],
  [{ floor: 0 }, 'No floor'],
  [{ floor: 0, at: 3 }, 'Fixed'],
])('terms of %j read %s', (overrides, words) => {
  expect(dealPriceText({ ...terms, ...overrides })).toBe(words);
});
