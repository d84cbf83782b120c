import { expect, test } from 'vitest';
import { toStoredChange, ownCampaignsRow } from './ownCampaigns.ts';
import { planMove } from './tierMoves.ts';
import { groupByTier, blockerOf } from './waterfallModel.ts';
import { buildListRow } from '#tests/support/console/buildListRow.ts';

test('own campaigns are among the bidders of their tier, and no blocker applies to them', () => {
  const own = ownCampaignsRow(7, 2);
  const groups = groupByTier([buildListRow({ id: 1, tier: 1 }), buildListRow({ id: 2, tier: 2 }), own]);
  expect(groups.map(({ tier, rows }) => [tier, rows.map(({ id }) => id)])).toEqual([
    [1, [1]],
    [2, [0, 2]],
  ]);
  expect(blockerOf(own, 'channel')).toBeNull();
});

test('they move like other rows, and the channel stores their tier', () => {
  const rows = [buildListRow({ id: 1, tier: 1 }), ownCampaignsRow(7, 1)];
  const plan = planMove(rows, new Set([0]), { kind: 'new', before: null }) ?? [];
  const changes = plan.map(({ id, tier }) =>
    toStoredChange(7, { entity: 'waterfallRow', action: 'update', id, values: { tier } }),
  );
  expect(changes).toEqual([{ entity: 'channel', action: 'update', id: 7, values: { campaignTier: 2 } }]);
  expect(toStoredChange(7, { entity: 'waterfallRow', action: 'remove', id: 0 })).toEqual({
    ...{ entity: 'channel', action: 'update', id: 7 },
    values: { campaignTier: null },
  });
  const other = { entity: 'waterfallRow', action: 'remove', id: 1 } as const;
  expect(toStoredChange(7, other)).toBe(other);
});
