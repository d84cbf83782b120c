import type { WithoutInserts } from '#events/nightly/reconcileRollups.ts';

/** For stores into which nothing is inserted anyway, or what `loader` inserts. */
export function insertsNothing(loader?: { exclusively<T>(work: () => Promise<T>): Promise<T> }): WithoutInserts {
  const { signal } = new AbortController();
  return (work) => (loader ? loader.exclusively(() => work(signal)) : work(signal));
}
