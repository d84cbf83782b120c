import type { ClickHouse } from '#storage/clickhouse.ts';

/** A store from which work is cut off behind every statement, once each. */
export interface ConnectionDrop {
  clickhouse: ClickHouse;
  /** Repeats what is cut off until it ends. Passes other errors on. */
  untilDone(work: () => Promise<unknown>): Promise<void>;
  /** How often work was cut off so far. */
  cuts(): number;
}

/** Each statement is done, and its being done is not heard of; what was cut off in it before runs through. */
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
