import { expect, test } from 'vitest';
import { attachEdit, attachLabel } from './attachEdit.ts';
import { buildListRow } from '#tests/support/console/buildListRow.ts';

test('attached and detached rows are one edit, from either side', () => {
  const added = new Map([
    [7, 'Coffee'],
    [8, 'Bikes'],
  ]);
  const leaving = [buildListRow({ id: 3, tagName: 'Travel' })];
  expect(attachEdit({ side: 'channel', id: 2, tier: 4, added, leaving })).toEqual({
    message: '2 tags attached in tier 4, Travel detached',
    changes: [
      { entity: 'waterfallRow', action: 'create', values: { channelId: 2, tagId: 7, tier: 4 } },
      { entity: 'waterfallRow', action: 'create', values: { channelId: 2, tagId: 8, tier: 4 } },
      { entity: 'waterfallRow', action: 'remove', id: 3 },
    ],
  });
  expect(attachEdit({ side: 'tag', id: 2, tier: 1, added: new Map([[9, 'Home']]), leaving: [] })).toEqual({
    message: 'Home attached in tier 1',
    changes: [{ entity: 'waterfallRow', action: 'create', values: { channelId: 9, tagId: 2, tier: 1 } }],
  });
});

test('the button’s label lists its changes', () => {
  expect([attachLabel(0, 0), attachLabel(3, 0), attachLabel(0, 1), attachLabel(3, 1)]).toEqual([
    'Attach',
    'Attach 3',
    'Detach 1',
    'Attach 3, detach 1',
  ]);
});
