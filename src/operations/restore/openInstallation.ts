import { mkdirSync } from 'node:fs';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { startStore } from '#storage/store/startStore.ts';
import type { readEnvironment } from '../../config.ts';

export type Settings = ReturnType<typeof readEnvironment>;

/** The stores of an installation that does not run. */
export interface OpenInstallation {
  databaseUrl: string;
  postgres: Postgres;
  clickhouse: ClickHouse;
  media: MediaStore;
  close(): Promise<void>;
}

/** Time that the embedded PostgreSQL waits for us in a transaction: nothing else uses it. */
const idleInTransactionMs = 86_400_000;

/** Opens the stores, and runs the embedded ones in this process. The data folder must be locked. */
export async function openInstallation(settings: Settings): Promise<OpenInstallation> {
  const { DATA_DIR, DATABASE_URL, CLICKHOUSE_URL, MEDIA_URL } = settings;
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  const isEmbedded = DATABASE_URL === undefined || CLICKHOUSE_URL === undefined;
  const store = isEmbedded ? await startStore({ dataDir: DATA_DIR, idleInTransactionMs }) : null;
  const databaseUrl = DATABASE_URL ?? store?.databaseUrl ?? '';
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  const clickhouse = openClickHouse(CLICKHOUSE_URL ?? store?.clickhouseUrl ?? '');
  const media = await openMedia(DATA_DIR, MEDIA_URL);
  return {
    databaseUrl,
    postgres,
    clickhouse,
    media,
    async close() {
      await Promise.all([postgres.close(), clickhouse.close(), media.close()]);
      await store?.close();
    },
  };
}
