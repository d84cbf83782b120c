import { expect, test } from 'vitest';
import { objectOf } from './useObjectChanges.ts';

const narrowed = (...filters: Parameters<typeof objectOf>[0]['filters']) => objectOf({ filters });

test('the object of a report is the only one that its filters name', () => {
  expect(narrowed({ dim: 'channel', op: 'in', values: [3] })).toEqual({ entity: 'channel', id: 3 });
  expect(narrowed({ dim: 'site', op: 'in', values: ['x'] }, { dim: 'tag', op: 'in', values: [4] })).toEqual({
    entity: 'tag',
    id: 4,
  });
});

test('several objects, none, or an account are not the object of a report', () => {
  expect(narrowed()).toBeNull();
  expect(narrowed({ dim: 'channel', op: 'in', values: [3, 4] })).toBeNull();
  expect(narrowed({ dim: 'channel', op: 'not_in', values: [3] })).toBeNull();
  expect(narrowed({ dim: 'channel', op: 'in', values: [0] })).toBeNull();
  expect(narrowed({ dim: 'account', op: 'in', values: [1] })).toBeNull();
  expect(narrowed({ dim: 'channel', op: 'in', values: [3] }, { dim: 'tag', op: 'in', values: [4] })).toBeNull();
});
