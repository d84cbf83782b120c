import type { Limit } from '#model/index.ts';

/** What a cap counts, and in which period. */
export type LimitKey = `${Limit['metric']} ${Limit['period']}`;

/** What an object has delivered in the current periods: counts, and nano-USD of spend. What is not there is 0. */
export type Delivered = ReadonlyMap<LimitKey, number>;

/** Names what a cap counts. */
export function keyOfLimit({ metric, period }: Pick<Limit, 'metric' | 'period'>): LimitKey {
  return `${metric} ${period}`;
}

/** What a cap allows: a count, or nano-USD of spend. */
export function amountOf({ metric, value }: Pick<Limit, 'metric' | 'value'>): number {
  return metric === 'spend' ? Math.round(value * 1e9) : value;
}

/** Whether a cap has been used up. */
export function isReached(limit: Limit, delivered: Delivered): boolean {
  return (delivered.get(keyOfLimit(limit)) ?? 0) >= amountOf(limit);
}
