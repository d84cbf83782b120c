import type { Limit } from '#model/index.ts';
import type { CappedRow } from '#storage/entities/capStore.ts';

/** The common caps, each in a field of its own, with their metric and period. */
const defaultPeriods = [
  { field: 'impsTotal', metric: 'impressions', period: 'lifetime' },
  { field: 'impsPerDay', metric: 'impressions', period: 'day' },
  { field: 'spendPerDay', metric: 'spend', period: 'day' },
  { field: 'reqsPerDay', metric: 'requests', period: 'day' },
] as const;

/** All caps of a row in one form. */
export function limitsOf(row: Pick<CappedRow, (typeof defaultPeriods)[number]['field'] | 'limits'>): Limit[] {
  const own = defaultPeriods.flatMap(({ field, metric, period }): Limit[] => {
    const value = row[field];
    return value === null ? [] : [{ metric, period, value: Number(value), pacing: 'asap' }];
  });
  return [...own, ...row.limits];
}
