import { describe, expect, test } from 'vitest';
import { groupByTier, hindranceOf, type WaterfallListRow } from './waterfallModel.ts';

interface Overrides extends Partial<WaterfallListRow> {
  rate?: string;
  rateModel?: 'fixed' | 'dynamic';
  tagStatus?: 0 | 1 | 2;
  advertiserStatus?: 0 | 1 | 2;
  tagName?: string;
}

function buildRow({
  rate = '2.00',
  rateModel = 'fixed',
  tagStatus = 1,
  advertiserStatus = 1,
  tagName = 'Tag',
  ...rest
}: Overrides): WaterfallListRow {
  return {
    id: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    channelId: 1,
    tagId: 1,
    tier: 1,
    weight: 50,
    floor: null,
    isEnabled: true,
    tag: {
      name: tagName,
      uid: 'a',
      status: tagStatus,
      source: 'url',
      rateModel,
      rate,
      advertiserId: 1,
      advertiserName: 'Adv',
      advertiserStatus,
    },
    channel: { name: 'Channel', uid: 'b', status: 1, environment: 'web', floor: '1.00' },
    ...rest,
  };
}

test('rows come by tier, the dearest of a tier first, then by name', () => {
  const groups = groupByTier([
    buildRow({ id: 1, tier: 2 }),
    buildRow({ id: 2, rate: '9.50' }),
    buildRow({ id: 3, rate: '10.00', tagName: 'B' }),
    buildRow({ id: 4, rate: '10.00', tagName: 'A' }),
  ]);
  expect(groups.map((group) => [group.tier, group.rows.map((row) => row.id)])).toEqual([
    [1, [4, 3, 2]],
    [2, [1]],
  ]);
});

describe('what stands in the way of a row', () => {
  test.each<[Overrides, string | null]>([
    [{}, null],
    [{ tagStatus: 0 }, 'Tag paused'],
    [{ advertiserStatus: 2 }, 'Advertiser archived'],
    [{ rate: '0.99' }, 'Below floor'],
    [{ rate: '0.99', floor: '0.50' }, null],
    [{ rate: '1.50', floor: '1.60' }, 'Below floor'],
    [{ rate: '0.10', rateModel: 'dynamic' }, null],
  ])('%j: %s', (overrides, hindrance) => {
    expect(hindranceOf(buildRow(overrides))).toBe(hindrance);
  });
});
