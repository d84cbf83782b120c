import { startClickHouse } from '#storage/store/startClickHouse.ts';
import { startStore } from '#storage/store/startStore.ts';
import type { StoreAnswer, StoreOrder } from './spawnStore.ts';

/** Runs a store for a test until SIGTERM, or until the test process is gone. */
process.once('message', (order: StoreOrder) => {
  start(order).then(
    (store) => {
      tell({ type: 'ready', databaseUrl: store.databaseUrl, clickhouseUrl: store.clickhouseUrl });
      const stop = () => void store.close().finally(() => process.exit(0));
      process.once('SIGTERM', stop);
      process.once('disconnect', stop);
    },
    (error: unknown) => {
      tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
      process.disconnect?.();
      process.exit(1);
    },
  );
});

async function start(
  order: StoreOrder,
): Promise<{ databaseUrl: string; clickhouseUrl: string; close(): Promise<void> }> {
  if (order.part === 'all') return startStore(order);
  const clickhouse = await startClickHouse(order.dataDir, order.clickhouseUrl);
  return { databaseUrl: '', clickhouseUrl: clickhouse.clickhouseUrl, close: () => clickhouse.close() };
}

function tell(answer: StoreAnswer): void {
  process.send?.(answer);
}
