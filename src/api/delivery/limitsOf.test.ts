import { expect, test } from 'vitest';
import { limitsOf } from './limitsOf.ts';

const none = { impsTotal: null, impsPerDay: null, spendPerDay: null, reqsPerDay: null, limits: [] };

test('common caps and further ones have the same form', () => {
  const further = { metric: 'requests', period: 'hour', value: 7, pacing: 'even' } as const;
  expect(limitsOf({ ...none, impsTotal: 5, impsPerDay: 1, spendPerDay: '2.50', limits: [further] })).toEqual([
    { metric: 'impressions', period: 'lifetime', value: 5, pacing: 'asap' },
    { metric: 'impressions', period: 'day', value: 1, pacing: 'asap' },
    { metric: 'spend', period: 'day', value: 2.5, pacing: 'asap' },
    further,
  ]);
  expect(limitsOf({ ...none, reqsPerDay: 9 })).toEqual([
    { metric: 'requests', period: 'day', value: 9, pacing: 'asap' },
  ]);
  expect(limitsOf(none)).toEqual([]);
});
