import { expect, test } from 'vitest';
import { buildListRow } from '#tests/support/console/buildListRow.ts';
import { withChanges } from './withChanges.ts';

test('changes apply before they are stored, and unchanged rows stay the same objects', () => {
  const rows = [buildListRow({ id: 1 }), buildListRow({ id: 2 }), buildListRow({ id: 3 })];
  const after = withChanges(rows, [
    { entity: 'waterfallRow', action: 'update', id: 2, values: { tier: 4, floor: '1.50' } },
    { entity: 'waterfallRow', action: 'remove', id: 3 },
    { entity: 'waterfallRow', action: 'create', values: { channelId: 1, tagId: 9 } },
  ]);
  expect(after).toEqual([rows[0], { ...rows[1], tier: 4, floor: '1.50' }]);
  expect(after[0]).toBe(rows[0]);
});
