import { expect, test } from 'vitest';
import { readCompare, writeCompare } from './compare.ts';

test('a comparison round-trips through the URL; invalid ones are null', () => {
  for (const text of ['previous', 'week', '2026-01-31']) expect(writeCompare(readCompare(text))).toBe(text);
  expect(['2026-02-30', 'later', '', undefined].map(readCompare)).toEqual([null, null, null, null]);
});
