import { openClickHouse } from '#storage/clickhouse.ts';
import { describeFactSchema } from '#storage/factSchema/factSchema.ts';
import type { FactRow } from './factRows.ts';
import { partToken } from './insertSegment.ts';
import { createNativeBlock } from './nativeBlock.ts';

/** Inserts facts that were already summed, without a spool. */
export interface FactBatches {
  /**
   * Inserts rows as one batch, of at most one block of ClickHouse. A batch counts once, however often it is inserted:
   * its number identifies it.
   */
  insert(batch: number, rows: readonly FactRow[]): Promise<void>;
  close(): Promise<void>;
}

const columnTypes: ReadonlyMap<string, string> = describeFactSchema().tables.get('facts')?.columns ?? new Map();

/** Opens the store for batches of a source: its rows have `node` as their node, and `epoch` sets its batches apart. */
export function openFactBatches(clickhouseUrl: string, { node, epoch }: { node: string; epoch: number }): FactBatches {
  const clickhouse = openClickHouse(clickhouseUrl);
  return {
    async insert(batch, rows) {
      if (rows.length === 0) return;
      const block = createNativeBlock(columnTypes);
      const source = { node, seq: batch };
      for (const row of rows) block.add(source, row);
      const { columns } = block;
      await clickhouse.insertRows('facts', Buffer.concat(block.take()), {
        token: partToken(node, epoch, batch),
        columns,
      });
    },
    close: () => clickhouse.close(),
  };
}
