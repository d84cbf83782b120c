import type { FactStore } from '../load/factStore.ts';

/** A store that runs no further statement once the signal has fired: another node may have started by then. */
export function factsUntil(signal: AbortSignal, store: FactStore): FactStore {
  return {
    cluster: store.cluster,
    async query<T>(...args: Parameters<FactStore['query']>): Promise<T[]> {
      signal.throwIfAborted();
      return store.query<T>(...args);
    },
    command: async (sql) => {
      signal.throwIfAborted();
      return store.command(sql);
    },
    insertRows: async (table, rows, options) => {
      signal.throwIfAborted();
      return store.insertRows(table, rows, options);
    },
  };
}
