import { expect, test } from 'vitest';
import { limitMetrics, limitPeriods, type Limit } from '#model/index.ts';
import { limitText, nextLimit } from './limitText.ts';

test('a cap is formatted as text', () => {
  expect(limitText({ metric: 'impressions', period: 'hour', value: 1000, pacing: 'even' })).toBe(
    '1,000 impressions per hour, evenly',
  );
  expect(limitText({ metric: 'spend', period: 'lifetime', value: 2500.25, pacing: 'asap' })).toBe(
    '$2,500.25 revenue in total',
  );
});

test('a new cap has the next unused combination, until all are used', () => {
  const limits: Pick<Limit, 'metric' | 'period'>[] = [];
  expect(nextLimit(limits)).toEqual({ metric: 'impressions', period: 'hour', pacing: 'asap' });
  for (let next = nextLimit(limits); next; next = nextLimit(limits)) limits.push(next);
  expect(limits).toHaveLength(limitMetrics.length * limitPeriods.length);
  expect(new Set(limits.map(({ metric, period }) => `${metric} ${period}`)).size).toBe(limits.length);
});
