import { expect, test } from 'vitest';
import { rateStatesOf } from './rateStates.ts';

const setAt = { updatedAt: '2026-06-01T12:00:00.000Z' };
const at = (instant: string) => rateStatesOf(setAt, Date.parse(instant));

test('a rate without a change for two weeks is stale', () => {
  expect(at('2026-06-15T11:59:59Z')).toEqual([]);
  expect(at('2026-06-15T12:00:00Z')).toEqual([{ code: 'stale', text: 'Last updated 14 days ago.', fix: 'perUsd' }]);
  expect(at('2026-09-01T00:00:00Z')).toMatchObject([{ text: 'Last updated 91 days ago.' }]);
});
