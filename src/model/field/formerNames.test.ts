import { expect, test } from 'vitest';
import { entityList } from '../index.ts';
import { formerNamesOf, underCurrentNames } from './formerNames.ts';

const formerNames = new Map([['before', 'now']]);

test('values under a former name are under the current one', () => {
  expect(underCurrentNames({ before: 1, other: 2 }, formerNames)).toEqual({ now: 1, other: 2 });
});

test('a former name stays where the current one is given too, so that it is refused', () => {
  expect(underCurrentNames({ now: 1, before: 2 }, formerNames)).toEqual({ now: 1, before: 2 });
  expect(underCurrentNames({ before: 2, now: null }, formerNames)).toEqual({ now: null, before: 2 });
});

test('values without a former name are not copied', () => {
  const values = { now: 1, toString: 2 };
  expect(underCurrentNames(values, formerNames)).toBe(values);
});

test('no former name is the name of another field', () => {
  for (const { fields } of entityList) {
    const names = Object.values(fields).flatMap((field) => field.formerNames ?? []);
    expect(names.filter((name, at) => name in fields || names.indexOf(name) < at)).toEqual([]);
    expect([...formerNamesOf(fields).keys()]).toEqual(names);
  }
});
