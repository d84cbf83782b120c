/** Time dimensions, finest first: the units of a time axis. */
export const intervals = ['minute', 'minute15', 'hour', 'day', 'week', 'month', 'quarter'] as const;
export type Interval = (typeof intervals)[number];

/** Whether a dimension is a unit of a time axis. */
export function isInterval(key: string): key is Interval {
  return (intervals as readonly string[]).includes(key);
}

/** The dimensions with their time unit replaced by another one, placed first; null = none. */
export function withInterval<Key extends string>(dims: readonly Key[], interval: Key | null): Key[] {
  const rest = dims.filter((key) => !isInterval(key));
  return interval === null ? rest : [interval, ...rest];
}
