import { describe, expect, test } from 'vitest';
import { buildDeal } from '#tests/support/engine/buildBuying.ts';
import { dealOfFacts } from './dealOfFacts.ts';

const dealId = 'D-1';
const deals = [
  buildDeal({ id: 1, dealId, supplierId: 7 }),
  buildDeal({ id: 2, dealId }),
  buildDeal({ id: 3, dealId, side: 'sell' }),
  buildDeal({ id: 4, dealId: 'other', supplierId: 7 }),
];

describe('the deal of facts', () => {
  test.each([
    ['that of its supplier, if it has one', 1, 7, dealId, 1],
    ['the one of any supplier, for other suppliers', 1, 8, dealId, 2],
    ['the one that we sell under, for our channels', 1, 0, dealId, 3],
    ['none for another account', 2, 7, dealId, undefined],
    ['none under another id', 1, 7, 'd-1', undefined],
    ['none for a supplier with whom the id is not agreed', 1, 8, 'other', undefined],
  ])('is %s', (_, demandId, supplierId, requestedDealId, id) => {
    expect(dealOfFacts(deals)({ demandId, supplierId, dealId: requestedDealId })).toBe(id);
  });

  test('is the one on the sell side, when none on the buy side has the id', () => {
    expect(dealOfFacts([buildDeal({ id: 3, dealId, side: 'sell' })])({ demandId: 1, supplierId: 7, dealId })).toBe(3);
  });
});
