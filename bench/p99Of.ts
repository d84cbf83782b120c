/** The median. */
export function p50Of(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The 99th percentile. */
export function p99Of(values: readonly number[]): number {
  return quantile(values, 0.99);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
