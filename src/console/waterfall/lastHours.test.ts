import { expect, test } from 'vitest';
import { lastHoursAt } from './lastHours.ts';

test.each([
  ['2026-03-05T14:59:59.999Z', '2026-03-05T13:00:00.000Z'],
  ['2026-03-05T00:10:00.000Z', '2026-03-04T23:00:00.000Z'],
  ['2026-01-01T01:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('at %s the last hours began at %s', (now, since) => {
  expect(new Date(lastHoursAt(Date.parse(now)).since).toISOString()).toBe(since);
});

test('at every hour there is a zone whose day starts with the last hour and includes this one', () => {
  for (let hour = 0; hour < 48; hour += 1) {
    const now = Date.parse('2026-02-28T00:30:00.000Z') + hour * 3_600_000;
    const { since, offset, day } = lastHoursAt(now);
    expect(Math.abs(offset)).toBeLessThanOrEqual(12);
    const inZone = (ms: number) => new Date(ms + offset * 3_600_000).toISOString();
    expect(inZone(since)).toBe(`${day}T00:00:00.000Z`);
    expect(inZone(now).slice(0, 10)).toBe(day);
  }
});
