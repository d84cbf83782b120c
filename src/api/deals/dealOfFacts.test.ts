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

describe('facts belong', () => {
  test.each([
    ['of its supplier to the deal with it', 1, 7, dealId, 1],
    ['of another supplier to the deal with any', 1, 8, dealId, 2],
    ['of a channel to the deal that we sell under', 1, 0, dealId, 3],
    ['of another account to none', 2, 7, dealId, undefined],
    ['under another id to none', 1, 7, 'd-1', undefined],
    ['of a supplier with whom the id is not agreed to none', 1, 8, 'other', undefined],
  ])('%s', (_, demandId, supplierId, requestedDealId, id) => {
    expect(dealOfFacts(deals)({ demandId, supplierId, dealId: requestedDealId })).toBe(id);
  });

  test('of a supplier to the deal on the sell side, when none on the buy side has that id', () => {
    expect(dealOfFacts([buildDeal({ id: 3, dealId, side: 'sell' })])({ demandId: 1, supplierId: 7, dealId })).toBe(3);
  });
});
