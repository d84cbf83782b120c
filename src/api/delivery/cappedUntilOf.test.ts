import { describe, expect, test } from 'vitest';
import { keyOfLimit, type LimitKey } from '#engine/delivery/limits.ts';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { limitMetrics, limitPeriods, type Limit } from '#model/index.ts';
import { cappedUntilOf } from './cappedUntilOf.ts';

const at = { now: Date.parse('2026-03-10T22:30:30Z'), zoneHours: 0 };
const limit = (overrides: Partial<Limit>): Limit => {
  return { metric: 'impressions', period: 'day', value: 100, pacing: 'asap', ...overrides };
};
const delivered = (...amounts: [LimitKey, number][]) => new Map(amounts);

describe('an object is capped', () => {
  test.each([
    ['minute', 0, '2026-03-10T22:31:00.000Z'],
    ['hour', 0, '2026-03-10T23:00:00.000Z'],
    ['day', 0, '2026-03-11T00:00:00.000Z'],
    ['day', 2, '2026-03-11T22:00:00.000Z'],
    ['week', 0, '2026-03-16T00:00:00.000Z'],
    ['month', -3, '2026-04-01T03:00:00.000Z'],
    ['lifetime', 0, '9999-12-31T00:00:00.000Z'],
  ] as const)('until the end of the %s in zone %i once its cap is reached', (period, zoneHours, end) => {
    const had = delivered([`impressions ${period}`, 100]);
    expect(cappedUntilOf([limit({ period })], had, { ...at, zoneHours })).toBe(end);
  });

  test('by requests, impressions, and spend in dollars', () => {
    const end = '2026-03-11T00:00:00.000Z';
    expect(cappedUntilOf([limit({ metric: 'requests', value: 7 })], delivered(['requests day', 7]), at)).toBe(end);
    const spend = limit({ metric: 'spend', value: 2.5 });
    expect(cappedUntilOf([spend], delivered(['spend day', 2_500_000_000]), at)).toBe(end);
    expect(cappedUntilOf([spend], delivered(['spend day', 2_499_999_999]), at)).toBeNull();
  });

  test('until the latest end among its reached caps', () => {
    const limits = [limit({ period: 'minute', value: 1 }), limit({ period: 'week', value: 50 }), limit({ value: 10 })];
    const had = delivered(['impressions minute', 2], ['impressions day', 20], ['impressions week', 50]);
    expect(cappedUntilOf(limits, had, at)).toBe('2026-03-16T00:00:00.000Z');
    expect(cappedUntilOf(limits, had.set('impressions week', 49), at)).toBe('2026-03-11T00:00:00.000Z');
  });

  test('neither below its cap nor without caps', () => {
    expect(cappedUntilOf([limit({})], delivered(['impressions day', 99]), at)).toBeNull();
    expect(cappedUntilOf([limit({})], delivered(), at)).toBeNull();
    expect(cappedUntilOf([], delivered(['impressions day', 1e9]), at)).toBeNull();
  });
});

const intervalMs = 2000;
const stepMs = 500;

interface Hit {
  at: number;
  amounts: Record<Limit['metric'], number>;
}

/** The count of each cap in its current period. */
function countOf(
  hits: readonly Hit[],
  limits: readonly Limit[],
  now: number,
  zoneHours: number,
): Map<LimitKey, number> {
  const counted = new Map<LimitKey, number>();
  for (const each of limits) {
    const { start } = spanOf(each.period, now, zoneHours);
    const inPeriod = hits.filter((hit) => hit.at >= start && hit.at <= now);
    counted.set(
      keyOfLimit(each),
      inPeriod.reduce((sum, { amounts }) => sum + amounts[each.metric], 0),
    );
  }
  return counted;
}

test('random traffic exceeds no cap by more than the traffic of one measuring interval', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const traffic = randomTraffic(seed);
    const zoneHours = traffic.below(25) - 12;
    // Around midnight in the zone, including Mondays and first days of a month.
    const midnight =
      Date.UTC(2026, traffic.below(12), traffic.below(2) === 0 ? 1 : 1 + traffic.below(28)) - zoneHours * 3_600_000;
    const price = 1 + traffic.below(3_000_000);
    const limits = limitPeriods.flatMap((period) =>
      limitMetrics
        .filter(() => traffic.below(3) === 0)
        .map((metric) => limit({ metric, period, value: (1 + traffic.below(400)) * (metric === 'spend' ? 1e-3 : 1) })),
    );
    const perStep = 0.1 + 5 * traffic.next();
    const hits: Hit[] = [];
    let cappedUntil: string | null = null;
    let measuredAt = -Infinity;
    /** The highest count between two measurements. */
    const mostOfInterval = { requests: 0, impressions: 0, spend: 0 };
    let interval = { requests: 0, impressions: 0, spend: 0 };
    for (let now = midnight - 90_000; now < midnight + 90_000; now += stepMs) {
      if (now - measuredAt >= intervalMs) {
        cappedUntil = cappedUntilOf(limits, countOf(hits, limits, now, zoneHours), { now, zoneHours });
        measuredAt = now;
        interval = { requests: 0, impressions: 0, spend: 0 };
      }
      if (cappedUntil !== null && now < Date.parse(cappedUntil)) continue;
      const requests = traffic.arrivals(perStep);
      const impressions = traffic.below(requests + 1);
      // After the measurement: the next one includes it.
      hits.push({ at: now + 1, amounts: { requests, impressions, spend: impressions * price } });
      for (const metric of limitMetrics) {
        interval[metric] += hits.at(-1)?.amounts[metric] ?? 0;
        mostOfInterval[metric] = Math.max(mostOfInterval[metric], interval[metric]);
      }
      const counted = countOf(hits, limits, now + 1, zoneHours);
      for (const each of limits) {
        const cap = each.metric === 'spend' ? each.value * 1e9 : each.value;
        expect(counted.get(keyOfLimit(each)), `seed ${seed}: ${keyOfLimit(each)}`).toBeLessThan(
          cap + mostOfInterval[each.metric] + 1e-3,
        );
      }
    }
    expect(hits.length).toBeGreaterThan(0);
  }
});
