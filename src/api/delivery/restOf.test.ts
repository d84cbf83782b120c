import { describe, expect, test } from 'vitest';
import type { CappedRow } from '#storage/entities/capStore.ts';
import { dayStart, forGood, nothingDelivered, restOf } from './restOf.ts';

const now = Date.parse('2026-03-10T22:30:00Z');
const row = (caps: Partial<CappedRow>): CappedRow => {
  return {
    id: 1,
    demandId: 1,
    timezone: 0,
    cappedUntil: null,
    impsPerDay: null,
    impsTotal: null,
    spendPerDay: null,
    reqsPerDay: null,
    ...caps,
  };
};

test.each([
  [0, '2026-03-10T00:00:00.000Z'],
  [2, '2026-03-10T22:00:00.000Z'],
  [12, '2026-03-10T12:00:00.000Z'],
  [-12, '2026-03-10T12:00:00.000Z'],
  [-5, '2026-03-10T05:00:00.000Z'],
])('the day of zone %i began at %s', (timezone, start) => {
  expect(new Date(dayStart(now, timezone)).toISOString()).toBe(start);
});

describe('an object rests', () => {
  test('until midnight of its account once a day has had its part', () => {
    const delivered = { ...nothingDelivered, impsToday: 100, reqsToday: 7, revToday: 2_500_000_000 };
    expect(restOf(row({ impsPerDay: 100, timezone: 2 }), delivered, now)).toBe('2026-03-11T22:00:00.000Z');
    expect(restOf(row({ reqsPerDay: 7 }), delivered, now)).toBe('2026-03-11T00:00:00.000Z');
    expect(restOf(row({ spendPerDay: '2.50' }), delivered, now)).toBe('2026-03-11T00:00:00.000Z');
  });

  test('for good once it has had all', () => {
    expect(restOf(row({ impsTotal: 5, impsPerDay: 1 }), { ...nothingDelivered, impsTotal: 5 }, now)).toBe(forGood);
  });

  test('not while any of it is left, and not without caps', () => {
    const delivered = { ...nothingDelivered, impsToday: 99, impsTotal: 99, revToday: 2_499_999_999 };
    expect(restOf(row({ impsPerDay: 100, impsTotal: 100, spendPerDay: '2.50' }), delivered, now)).toBeNull();
    expect(restOf(row({}), { reqsToday: 1e9, impsToday: 1e9, revToday: 1e15, impsTotal: 1e9 }, now)).toBeNull();
  });
});
