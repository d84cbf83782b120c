import type { Limit } from '#model/index.ts';

/** The metric and period of a cap. */
export type LimitKey = `${Limit['metric']} ${Limit['period']}`;

/** Deliveries of an object in the current periods: counts, or nano-USD of spend. Missing = 0. */
export type Delivered = ReadonlyMap<LimitKey, number>;

export function keyOfLimit({ metric, period }: Pick<Limit, 'metric' | 'period'>): LimitKey {
  return `${metric} ${period}`;
}

/** The amount of a cap: a count, or nano-USD of spend. */
export function amountOf({ metric, value }: Pick<Limit, 'metric' | 'value'>): number {
  return metric === 'spend' ? Math.round(value * 1e9) : value;
}

/** Whether a cap is used up. */
export function isReached(limit: Limit, delivered: Delivered): boolean {
  return (delivered.get(keyOfLimit(limit)) ?? 0) >= amountOf(limit);
}
