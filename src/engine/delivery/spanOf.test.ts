import { describe, expect, test } from 'vitest';
import { limitPeriods } from '#model/index.ts';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { endOfTime, spanOf } from './spanOf.ts';

const hourMs = 3_600_000;
const zones = Array.from({ length: 25 }, (_, index) => index - 12);
const text = (ms: number) => new Date(ms).toISOString();

describe('the periods of caps', () => {
  test.each([
    ['minute', 0, '2026-03-10T22:30:00.000Z', '2026-03-10T22:31:00.000Z'],
    ['hour', 5, '2026-03-10T22:00:00.000Z', '2026-03-10T23:00:00.000Z'],
    ['day', 0, '2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z'],
    ['day', 2, '2026-03-10T22:00:00.000Z', '2026-03-11T22:00:00.000Z'],
    ['day', 12, '2026-03-10T12:00:00.000Z', '2026-03-11T12:00:00.000Z'],
    ['day', -12, '2026-03-10T12:00:00.000Z', '2026-03-11T12:00:00.000Z'],
    // 10 March 2026 was a Tuesday.
    ['week', 0, '2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z'],
    ['week', -5, '2026-03-09T05:00:00.000Z', '2026-03-16T05:00:00.000Z'],
    ['month', 0, '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['month', 3, '2026-02-28T21:00:00.000Z', '2026-03-31T21:00:00.000Z'],
  ] as const)('a %s at UTC offset %i is from %s to %s', (period, zone, start, end) => {
    const span = spanOf(period, Date.parse('2026-03-10T22:30:30Z'), zone);
    expect([text(span.start), text(span.end)]).toEqual([start, end]);
  });

  test('months match the calendar in all years, including leap years and the turn of the year', () => {
    for (let month = 0; month < 12 * 140; month += 1) {
      const [start, end] = [Date.UTC(1970, month, 1), Date.UTC(1970, month + 1, 1)];
      expect(spanOf('month', start, 0)).toEqual({ start, end });
      expect(spanOf('month', end - 1, 0)).toEqual({ start, end });
    }
  });

  test('a lifetime never ends', () => {
    expect(spanOf('lifetime', Date.parse('2026-03-10'), 7)).toEqual({ start: 0, end: endOfTime });
  });

  test.each(zones)(
    'at UTC offset %i every moment is in one period of each kind, which starts by the local clock',
    (zone) => {
      const traffic = randomTraffic(zone + 100);
      for (let round = 0; round < 150; round += 1) {
        const now = Date.UTC(2024, 0, 1) + traffic.below(4 * 365 * 24) * hourMs + traffic.below(3) * 1_799_999;
        for (const period of limitPeriods.filter((each) => each !== 'lifetime')) {
          const { start, end } = spanOf(period, now, zone);
          expect(start <= now && now < end, `${period} at ${text(now)}`).toBe(true);
          expect(spanOf(period, start, zone)).toEqual({ start, end });
          expect(spanOf(period, end - 1, zone)).toEqual({ start, end });
          expect(spanOf(period, end, zone).start).toBe(end);
          const local = new Date(start + zone * hourMs);
          const clock = text(local.getTime()).slice(11);
          if (period === 'minute') expect(clock).toMatch(/:00\.000Z$/);
          else if (period === 'hour') expect(clock).toMatch(/:00:00\.000Z$/);
          else expect(clock).toBe('00:00:00.000Z');
          if (period === 'week') expect(local.getUTCDay()).toBe(1);
          if (period === 'month') expect(local.getUTCDate()).toBe(1);
        }
      }
    },
  );
});
