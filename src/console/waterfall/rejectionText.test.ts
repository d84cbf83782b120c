import { expect, test } from 'vitest';
import { ApiError } from '../lib/problems.ts';
import { buildListRow } from '#tests/support/console/buildListRow.ts';
import { rejectionText } from './rejectionText.ts';

const rows = [buildListRow({ id: 4, tagName: 'Coffee' }), buildListRow({ id: 5, tagName: 'Bikes' })];
const changes = [
  { entity: 'waterfallRow', action: 'update', id: 4 },
  { entity: 'waterfallRow', action: 'update', id: 5 },
] as const;
const problem = (path: string, message: string) => ({ code: 'x', path, message });

test('a rejection names the rows at fault', () => {
  const error = new ApiError(409, 'both', [
    problem('changes.1.version', 'It has changed since'),
    problem('changes.0.values.tier', 'At most 20'),
  ]);
  expect(rejectionText(error, changes, rows)).toBe(
    'Bikes in Channel: It has changed since. Coffee in Channel: At most 20',
  );
});

test('a rejection of the whole set has its own message, and many problems are counted', () => {
  expect(rejectionText(new ApiError(0, 'No network'), changes, rows)).toBe('No network');
  const many = ['a', 'b', 'c', 'd', 'e'].map((message) => problem('', message));
  expect(rejectionText(new ApiError(422, 'all', many), changes, rows)).toBe('a. b. c, and 2 more');
});
