import { startClickHouse } from '#storage/store/startClickHouse.ts';
import { startStore } from '#storage/store/startStore.ts';
import type { StoreMessage, StoreProcessOptions } from './spawnStore.ts';

/** Runs a store for a test until SIGTERM, or until the test process has ended. */
process.once('message', (order: StoreProcessOptions) => {
  start(order).then(
    (store) => {
      send({ type: 'ready', databaseUrl: store.databaseUrl, clickhouseUrl: store.clickhouseUrl });
      const stop = () => void store.close().finally(() => process.exit(0));
      process.once('SIGTERM', stop);
      process.once('disconnect', stop);
    },
    (error: unknown) => {
      send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
      process.disconnect?.();
      process.exit(1);
    },
  );
});

async function start(
  order: StoreProcessOptions,
): Promise<{ databaseUrl: string; clickhouseUrl: string; close(): Promise<void> }> {
  if (order.part === 'all') return startStore(order);
  const clickhouse = await startClickHouse(order.dataDir, order.clickhouseUrl);
  return { databaseUrl: '', clickhouseUrl: clickhouse.clickhouseUrl, close: () => clickhouse.close() };
}

function send(answer: StoreMessage): void {
  process.send?.(answer);
}
