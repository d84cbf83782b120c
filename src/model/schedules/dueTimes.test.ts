import { describe, expect, test } from 'vitest';
import { dueTimes, lastDue, nextDue } from './dueTimes.ts';
import { scheduleLabel, type SchedulePattern } from './schedule.ts';
import { fixedZone, instantOf, isZone, offsetAt, zonedDay, zonedMinute, zoneText } from './zonedTime.ts';

const buildPattern = (overrides: Partial<SchedulePattern> = {}): SchedulePattern => ({
  repeats: 'daily',
  weekDays: [],
  monthDay: null,
  time: '08:00',
  zone: 'Europe/Berlin',
  startDate: null,
  endDate: null,
  ...overrides,
});
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));
const next = (overrides: Partial<SchedulePattern>, after: string, most = 3) =>
  dueTimes(buildPattern(overrides), Date.parse(after), most).map(iso);

describe('a daily schedule', () => {
  test('stays at its wall-clock time when daylight saving starts and ends', () => {
    expect(next({}, '2026-03-27T12:00Z')).toEqual(['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00']);
    expect(next({}, '2026-10-23T12:00Z')).toEqual(['2026-10-24T06:00', '2026-10-25T07:00', '2026-10-26T07:00']);
  });

  test('a skipped time is due right after the gap', () => {
    expect(next({ time: '02:30' }, '2026-03-28T12:00Z')).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ]);
    // Lord Howe Island moves its clock by half an hour.
    expect(next({ time: '02:15', zone: 'Australia/Lord_Howe' }, '2026-10-03T00:00Z', 1)).toEqual(['2026-10-03T15:30']);
  });

  test('a repeated time is due once, at its first occurrence', () => {
    expect(next({ time: '02:30' }, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    expect(iso(nextDue(buildPattern({ time: '02:30' }), Date.parse('2026-10-25T00:30Z')))).toBe('2026-10-26T01:30');
  });

  test('a day that a time zone skipped is due with the next one', () => {
    // Samoa had no 30 December 2011.
    const pattern = { zone: 'Pacific/Apia', time: '00:00' };
    expect(next(pattern, '2011-12-29T12:00Z', 2)).toEqual(['2011-12-30T10:00', '2011-12-31T10:00']);
  });

  test('respects its first and last day', () => {
    const bounds = { zone: 'UTC', startDate: '2026-05-01', endDate: '2026-05-02' };
    expect(next(bounds, '2026-01-01T00:00Z')).toEqual(['2026-05-01T08:00', '2026-05-02T08:00']);
    expect(nextDue(buildPattern(bounds), Date.parse('2026-05-02T08:00Z'))).toBeNull();
    expect(iso(lastDue(buildPattern(bounds), Date.parse('2026-09-01T00:00Z')))).toBe('2026-05-02T08:00');
    expect(lastDue(buildPattern(bounds), Date.parse('2026-05-01T07:59Z'))).toBeNull();
  });
});

test('a weekly schedule is due on its days', () => {
  const pattern = { repeats: 'weekly', weekDays: [5, 1], zone: 'UTC' } as const;
  // 22 November 2026 is a Sunday.
  expect(next(pattern, '2026-11-22T09:00Z')).toEqual(['2026-11-23T08:00', '2026-11-27T08:00', '2026-11-30T08:00']);
});

test('a monthly schedule is due on the last day of shorter months', () => {
  const pattern = { repeats: 'monthly', monthDay: 31, zone: 'UTC' } as const;
  expect(next(pattern, '2027-12-31T09:00Z', 4)).toEqual([
    '2028-01-31T08:00',
    '2028-02-29T08:00',
    '2028-03-31T08:00',
    '2028-04-30T08:00',
  ]);
  expect(next({ ...pattern, monthDay: 29 }, '2027-02-01T00:00Z', 2)).toEqual(['2027-02-28T08:00', '2027-03-29T08:00']);
});

/** Seeded pseudo-random numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/St_Johns',
  fixedZone(-12),
  fixedZone(12),
];

test.each(zones)(
  'in %s each day is due exactly once, and both directions agree, over any two years',
  (zone) => {
    const random = seeded(zone.length * 7919);
    for (let round = 0; round < 3; round += 1) {
      const minute = Math.floor(random() * 1440);
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const pattern = buildPattern({ zone, time });
      const start = Date.UTC(2024 + Math.floor(random() * 3), 0, 1 + Math.floor(random() * 365));
      const found = dueTimes(pattern, start, 380);
      const days = found.map((due) => zonedDay(zone, due));
      expect(new Set(days).size).toBe(days.length);
      for (const [index, due] of found.entries()) {
        const before = found[index - 1];
        if (before !== undefined) {
          expect(due - before).toBeGreaterThan(22 * 3_600_000);
          expect(due - before).toBeLessThan(26 * 3_600_000);
        }
        // Other than the wall-clock time only where the clock skips it.
        const shown = zonedMinute(zone, due).slice(11);
        if (shown !== time) expect(offsetAt(zone, due)).toBeGreaterThan(offsetAt(zone, due - 60_000));
        expect(lastDue(pattern, due)).toBe(due);
        expect(lastDue(pattern, due + 3_600_000)).toBe(due);
        expect(nextDue(pattern, due - 1)).toBe(due);
      }
    }
  },
  120_000,
);

test('zones are those of the IANA database, and fixed ones have readable names', () => {
  expect(['Europe/Berlin', 'UTC', 'Etc/GMT-2', 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true);
  expect(['', 'Mars/Base', '+02:00', 'Europe/Berlin; drop', 'a'.repeat(200)].some(isZone)).toBe(false);
  expect([fixedZone(2), fixedZone(-5), fixedZone(0)].map(zoneText)).toEqual(['UTC+2', 'UTC−5', 'UTC']);
  expect(zoneText('America/New_York')).toBe('America/New York');
  const noon = Date.UTC(2026, 6, 1, 12);
  for (let hours = -12; hours <= 12; hours += 1) expect(offsetAt(fixedZone(hours), noon)).toBe(hours * 60);
  expect(instantOf('Asia/Kolkata', '2026-01-01', 0)).toBe(Date.UTC(2026, 0, 1) - 5.5 * 3_600_000);
});

test('schedules read as sentences', () => {
  expect(scheduleLabel(buildPattern())).toBe('Daily 08:00 Europe/Berlin');
  expect(scheduleLabel(buildPattern({ repeats: 'weekly', weekDays: [5, 1] }))).toBe(
    'Weekly, Mon Fri, 08:00 Europe/Berlin',
  );
  expect(scheduleLabel(buildPattern({ repeats: 'monthly', monthDay: 31, zone: fixedZone(1) }))).toBe(
    'Monthly, day 31, 08:00 UTC+1',
  );
});
