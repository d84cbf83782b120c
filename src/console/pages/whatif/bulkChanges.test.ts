import { expect, test } from 'vitest';
import { tag } from '#model/index.ts';
import { changesOfBulk } from '../../entities/bulk/changeLines.ts';
import { bulkChangesOf } from './bulkChanges.ts';

test('the previewed changes are tried by row, without those that cannot be replayed and rows with an error', () => {
  const row = (id: number, fields: { field: string; from: unknown; to: unknown }[], isValid = true) => ({
    id,
    name: `Tag ${id}`,
    fields,
    problem: isValid ? null : { code: 'too_low', message: 'Too low', path: 'floor' },
  });
  const shown = changesOfBulk('tag', {
    changed: 2,
    batch: null,
    previewDigest: 'a',
    seen: 'a',
    results: [
      row(1, [
        { field: 'floor', from: '1.00', to: '2.00' },
        { field: 'name', from: 'Tag', to: 'Tag 1' },
      ]),
      row(2, [
        { field: 'floor', from: '3.00', to: '4.00' },
        { field: 'rate', from: '5.00', to: '6.00' },
      ]),
      row(3, [{ field: 'floor', from: '1.00', to: '-1.00' }], false),
      row(4, []),
    ],
  });
  expect(bulkChangesOf(tag as Parameters<typeof bulkChangesOf>[0], shown)).toEqual({
    changes: [
      { entity: 'tag', id: 1, values: { floor: '2.00' } },
      { entity: 'tag', id: 2, values: { floor: '4.00', rate: '6.00' } },
    ],
    names: new Map([
      [1, 'Tag 1'],
      [2, 'Tag 2'],
    ]),
    others: ['Name'],
  });
});
