import { expect, test } from 'vitest';
import { readStartArguments } from './startArguments.ts';

test('without arguments, all roles start', () => {
  expect(readStartArguments([])).toEqual({ roles: ['serving', 'api', 'worker'] });
});

test('named roles start, each once and in a fixed order', () => {
  expect(readStartArguments(['worker', 'serving', 'worker'])).toEqual({ roles: ['serving', 'worker'] });
});

test('every argument that is no role is reported', () => {
  expect(() => readStartArguments(['serving', 'ads', 'store'])).toThrow(
    'Unknown: ads, store. Roles are serving, api, worker.',
  );
});
