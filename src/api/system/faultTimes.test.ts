import { expect, test } from 'vitest';
import { createFaultTimes } from './faultTimes.ts';

const fault = { code: 'disk_filling', tone: 'bad', object: '', since: null } as const;
const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 12, 0, second));

test('a condition without a time of its own lasts since it was first found, until it is over', () => {
  const times = createFaultTimes();
  const sinceOf = (second: number) => times.record([fault], at(second))[0]?.since;
  expect(sinceOf(0)).toBe(at(0).toISOString());
  expect(sinceOf(30)).toBe(at(0).toISOString());
  expect(times.record([], at(40))).toEqual([]);
  expect(sinceOf(50)).toBe(at(50).toISOString());
});

test('a condition with a time of its own has that one', () => {
  const times = createFaultTimes();
  expect(times.record([{ ...fault, since: at(7).getTime() }], at(50))).toEqual([
    { code: 'disk_filling', tone: 'bad', object: '', since: at(7).toISOString() },
  ]);
});
