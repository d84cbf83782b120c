import { expect, test } from 'vitest';
import { readClosedMonth } from './monthState.ts';
import { buildStatement } from './statement.ts';

const statement = buildStatement([]);
const formerName = 'untold';

test('months that the previous release closed have their amount without a breakdown under its name of now', () => {
  const { unitemized: _, ...rest } = statement;
  const record = JSON.parse(JSON.stringify({ statement: { ...rest, [formerName]: '3.20' }, parts: {} }));
  expect(readClosedMonth(record)).toEqual({ statement: { ...statement, unitemized: '3.20' }, parts: {} });
});

test('months that were closed before there was a breakdown stay without that amount, as do those of now with it', () => {
  const { unitemized: _, ...rest } = statement;
  expect(readClosedMonth({ statement: rest, parts: {} }).statement).not.toHaveProperty('unitemized');
  expect(readClosedMonth({ statement, parts: {} })).toEqual({ statement, parts: {} });
});
