import type { ClickHouse } from '#storage/clickhouse.ts';

/** A store that drops the connection after every statement, once each. */
export interface ConnectionDrop {
  clickhouse: ClickHouse;
  /** Repeats interrupted work until it completes. Rethrows other errors. */
  untilDone(work: () => Promise<unknown>): Promise<void>;
  /** Number of interruptions so far. */
  cuts(): number;
}

/** Each statement is executed, but its response is lost; interrupted work continues from there. */
export function dropConnectionOnce(clickhouse: ClickHouse): ConnectionDrop {
  const tried = new Set<string>();
  return {
    clickhouse: {
      ...clickhouse,
      async command(sql) {
        await clickhouse.command(sql);
        if (tried.has(sql)) return;
        tried.add(sql);
        throw new Error('cut off');
      },
    },
    async untilDone(work) {
      for (;;) {
        try {
          await work();
          return;
        } catch (error) {
          if (!String(error).includes('cut off')) throw error;
        }
      }
    },
    cuts: () => tried.size,
  };
}
