/** Dimensions of running time, the finest first: the steps of a time axis. */
export const intervals = ['minute', 'minute15', 'hour', 'day', 'week', 'month', 'quarter'] as const;
export type Interval = (typeof intervals)[number];

/** Whether a dimension is a step of a time axis. */
export function isInterval(key: string): key is Interval {
  return (intervals as readonly string[]).includes(key);
}

/** Dimensions with another step of time in front; null = with none. */
export function withInterval<Key extends string>(dims: readonly Key[], interval: Key | null): Key[] {
  const rest = dims.filter((key) => !isInterval(key));
  return interval === null ? rest : [interval, ...rest];
}
