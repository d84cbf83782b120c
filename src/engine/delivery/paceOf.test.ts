import { describe, expect, test } from 'vitest';
import type { Limit } from '#model/index.ts';
import type { LimitKey } from './limits.ts';
import { paceOf, type Pace, type PaceMeasurement } from './paceOf.ts';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { spanOf } from './spanOf.ts';

const everyMs = 2000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zoneHours = -5;
/** Midnight in that time zone. */
const midnight = Date.parse('2026-03-10T05:00:00Z');

const even = (overrides: Partial<Limit>): Limit => {
  return { metric: 'impressions', period: 'day', value: 1000, pacing: 'even', ...overrides };
};

const measurement = (overrides: Partial<PaceMeasurement>): PaceMeasurement => {
  const given = {
    limits: [],
    delivered: new Map(),
    now: midnight,
    zoneHours,
    endsAt: Infinity,
    share: 1,
    isServing: true,
  };
  return { ...given, ...overrides };
};

/** A tag's traffic over the hours of a day, relative to its mean. */
const shapes = {
  'the same at all hours': () => 1,
  'that rises and falls over the day': (hour: number) => 1 + 0.8 * Math.sin(((hour - 8) / 24) * 2 * Math.PI),
  'that begins in the morning': (hour: number) => (hour < 6 ? 0.0001 : 4 / 3),
} as const;

/**
 * Simulates a tag with these caps. Returns its deliveries at each quarter of a period, as parts of that period's cap.
 * Its traffic would deliver `spare` times the cap. Measurements come every two seconds, four seconds late; a reached
 * cap stops it.
 */
function simulate(
  limit: Limit,
  { spare, shape, seed }: { spare: number; shape: keyof typeof shapes; seed: number },
): number[] {
  const traffic = randomTraffic(seed);
  const { start, end } = spanOf(limit.period, midnight, zoneHours);
  const price = limit.metric === 'spend' ? 2_500_000 : 1;
  const amount = limit.metric === 'spend' ? limit.value * 1e9 : limit.value;
  const perTick = (amount / price / (end - start)) * everyMs * spare;
  const history: number[] = [];
  const quarters: number[] = [];
  let pace: Pace | null = null;
  let share = 1;
  let count = 0;
  let isCapped = false;
  for (let now = start + everyMs; now < end; now += everyMs) {
    const hour = ((now - midnight + dayMs) / hourMs) % 24;
    if (!isCapped) count += traffic.arrivals(perTick * shapes[shape](hour) * share);
    history.push(count);
    const measured = history.at(-3) ?? 0;
    const delivered = new Map<LimitKey, number>([
      [`impressions ${limit.period}`, measured],
      [`${limit.metric} ${limit.period}`, measured * price],
    ]);
    pace = paceOf(measurement({ limits: [limit], delivered, now, share, isServing: !isCapped }), pace);
    isCapped = measured * price >= amount;
    // As published: two decimals of a percent, and only after a change by a quarter.
    if (pace.share === 1 || Math.abs(pace.share - share) > 0.25 * share)
      share = Math.round(pace.share * 10_000) / 10_000;
    if (now + everyMs >= start + ((end - start) / 4) * (quarters.length + 1)) quarters.push((count * price) / amount);
  }
  return quarters;
}

describe('a tag whose cap is spread evenly over the day', () => {
  const stories = Object.keys(shapes).flatMap((shape) =>
    [3, 30, 1000].flatMap((spare) =>
      [200, 20_000, 500_000].map((value) => ({ shape: shape as keyof typeof shapes, spare, value })),
    ),
  );

  test.each(stories)('ends it between 95 and 100 % of $value, with $spare times the traffic, $shape', (story) => {
    const [first = 0, half = 0, third = 0, fullPeriod = 0] = simulate(even({ value: story.value }), {
      ...story,
      seed: 7,
    });
    expect(fullPeriod).toBeGreaterThan(0.95);
    expect(fullPeriod).toBeLessThanOrEqual(1);
    if (story.shape !== 'the same at all hours') return;
    expect(Math.abs(first - 0.25)).toBeLessThan(0.08);
    expect(Math.abs(half - 0.5)).toBeLessThan(0.08);
    expect(Math.abs(third - 0.75)).toBeLessThan(0.08);
  });

  test('does so for a budget as well', () => {
    const quarters = simulate(even({ metric: 'spend', value: 100 }), {
      spare: 20,
      shape: 'the same at all hours',
      seed: 3,
    });
    expect(quarters[3]).toBeGreaterThan(0.95);
    expect(quarters[3]).toBeLessThanOrEqual(1);
    expect(Math.abs((quarters[1] ?? 0) - 0.5)).toBeLessThan(0.05);
  });

  test('takes all traffic where it does not suffice', () => {
    const quarters = simulate(even({ value: 20_000 }), { spare: 0.5, shape: 'the same at all hours', seed: 5 });
    expect(quarters[3]).toBeGreaterThan(0.48);
  });

  test('does so in an hour too', () => {
    for (const seed of [1, 2, 3]) {
      const value = 2000;
      const quarters = simulate(even({ value, period: 'hour' }), { spare: 20, shape: 'the same at all hours', seed });
      expect(quarters[3]).toBeGreaterThan(0.95);
      expect(quarters[3]).toBeLessThanOrEqual(1 + 2 / value);
    }
  });
});

describe('the pace', () => {
  const shareFor = (overrides: Partial<PaceMeasurement>, before: Pace | null = null) =>
    paceOf(measurement(overrides), before).share;

  test('is 1 without evenly paced caps, and for a lifetime cap without an end date', () => {
    expect(shareFor({})).toBe(1);
    expect(shareFor({ limits: [even({ pacing: 'asap' })] })).toBe(1);
    expect(shareFor({ limits: [even({ period: 'lifetime' })] })).toBe(1);
  });

  test('starts low without data, and stays unchanged after a restart', () => {
    expect(shareFor({ limits: [even({})] })).toBe(0.02);
    expect(shareFor({ limits: [even({})], share: 0.3 })).toBe(0.3);
    expect(shareFor({ limits: [even({ period: 'lifetime' })], endsAt: midnight + dayMs })).toBe(0.02);
  });

  test('is 0 once the cap is used up', () => {
    expect(shareFor({ limits: [even({})], delivered: new Map([['impressions day', 1000]]) })).toBe(0);
  });

  test('is the lowest that any cap requires', () => {
    const limits = [even({ value: 1e9 }), even({ metric: 'spend', value: 1 })];
    const spent = new Map<LimitKey, number>([['spend day', 1e9]]);
    expect(shareFor({ limits, delivered: spent })).toBe(0);
  });

  test('grows until something is delivered, and ignores times when the tag cannot serve', () => {
    const first = paceOf(measurement({ limits: [even({})] }), null);
    const later = { limits: [even({})], now: midnight + everyMs, share: 0.02 };
    expect(shareFor(later, first)).toBe(0.04);
    expect(shareFor({ ...later, isServing: false }, first)).toBe(0.02);
  });

  test('spreads the remaining amount over the flight where that ends earlier', () => {
    const limits = [even({ value: 86_400 })];
    const noon = {
      limits,
      delivered: new Map<LimitKey, number>([['impressions day', 20_000]]),
      now: midnight + dayMs / 2,
    };
    const before = paceOf(measurement({ ...noon, share: 0.5 }), null);
    const next = (endsAt: number) => {
      const delivered = new Map<LimitKey, number>([['impressions day', 20_020]]);
      return shareFor({ ...noon, now: noon.now + everyMs, delivered, share: 0.5, endsAt }, before);
    };
    // Ten per second come with half of the traffic: 20 with all of it, and 66,000 are left for six or twelve hours.
    expect(next(Infinity)).toBeCloseTo(66_000 / 43_200 / 20, 2);
    expect(next(midnight + (dayMs / 4) * 3)).toBeCloseTo(66_000 / 21_600 / 20, 2);
  });
});
