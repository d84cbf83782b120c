import { describe, expect, test } from 'vitest';
import { buildListRow, type Overrides } from '#tests/support/console/buildListRow.ts';
import {
  groupByTier,
  blockerOf,
  insertionPointIn,
  tieShares,
  type WaterfallListRow,
  type WaterfallSide,
} from './waterfallModel.ts';

test('rows are sorted by tier, within it by highest rate, then by name', () => {
  const groups = groupByTier([
    buildListRow({ id: 1, tier: 2 }),
    buildListRow({ id: 2, rate: '9.50' }),
    buildListRow({ id: 3, rate: '10.00', tagName: 'B' }),
    buildListRow({ id: 4, rate: '10.00', tagName: 'A' }),
  ]);
  expect(groups.map((group) => [group.tier, group.rows.map((row) => row.id)])).toEqual([
    [1, [4, 3, 2]],
    [2, [1]],
  ]);
});

test('in a tier bidders come first, whatever the rates of the others', () => {
  const [tier] = groupByTier([
    buildListRow({ id: 1, rate: '9.50', tagName: 'A' }),
    buildListRow({ id: 2, integration: 'RTB', rate: '0.00', tagName: 'C' }),
    buildListRow({ id: 3, integration: 'PreBid', rate: '5.00', tagName: 'D' }),
  ]);
  expect(tier?.rows.map((row) => row.id)).toEqual([2, 3, 1]);
});

describe('the blocker of a row', () => {
  const wordsOf = (row: WaterfallListRow, side: WaterfallSide) => {
    const found = blockerOf(row, side);
    return found && `${found.text} → ${found.entity} ${found.field}`;
  };

  test.each<[Overrides, string | null]>([
    [{}, null],
    [{ tagStatus: 0 }, 'Tag paused → tag status'],
    [{ advertiserStatus: 2 }, 'Advertiser archived → advertiser status'],
    [{ rate: '0.99' }, 'Below floor → tag rate'],
    [{ rate: '0.99', floor: '0.50' }, null],
    [{ rate: '1.50', floor: '1.60' }, 'Below floor → tag rate'],
    [{ rate: '0.10', rateModel: 'dynamic' }, null],
    [{ rate: '0.00', integration: 'RTB' }, null],
    [{ rate: '0.00', integration: 'PreBid', tagStatus: 0 }, 'Tag paused → tag status'],
    [{ tagPauseReason: 'scheduled' }, 'Scheduled → tag startsOn'],
    [{ tagPauseReason: 'capped' }, 'Capped → tag impsPerDay'],
    [{ channelStatus: 0 }, null],
  ])('%j: %s, with the field that changes it', (overrides, blocker) => {
    expect(wordsOf(buildListRow(overrides), 'channel')).toBe(blocker);
  });

  test('on the side of a tag the channel can be the blocker too', () => {
    expect(wordsOf(buildListRow({ channelStatus: 0 }), 'tag')).toBe('Channel paused → channel status');
  });
});

test('among equal rates the weights decide, as shares of the rows that can win', () => {
  const shares = tieShares([
    buildListRow({ id: 1, weight: 30 }),
    buildListRow({ id: 2, weight: 10 }),
    buildListRow({ id: 3, weight: 60, isEnabled: false }),
    buildListRow({ id: 4, weight: 60, tagStatus: 0 }),
    buildListRow({ id: 5, rate: '3.00' }),
    buildListRow({ id: 6, integration: 'RTB' }),
  ]);
  expect([...shares]).toEqual([
    [1, 0.75],
    [2, 0.25],
  ]);
});

test('a row is inserted into a tier by its rate', () => {
  const tier = [buildListRow({ id: 1, rate: '9.00' }), buildListRow({ id: 2, rate: '3.00' })];
  expect(insertionPointIn(tier, buildListRow({ id: 7, rate: '9.50' }))).toBe(1);
  expect(insertionPointIn(tier, buildListRow({ id: 7, rate: '5.00' }))).toBe(2);
  expect(insertionPointIn(tier, buildListRow({ id: 7, rate: '1.00' }))).toBeNull();
});
