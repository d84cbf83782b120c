import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import type { Config } from '../../config.ts';

/** The servers of an installation; null where the store is embedded, which migrates when it starts. */
export interface Servers {
  postgres: Postgres | null;
  clickhouse: ClickHouse | null;
  close(): Promise<void>;
}

export type ServerSettings = Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'CLICKHOUSE_CLUSTER'>;

/** Opens the servers of settings. Connects on first use. */
export function openServers({ DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }: ServerSettings): Servers {
  const postgres = DATABASE_URL === undefined ? null : openPostgres(DATABASE_URL, { maxConnections: 2 });
  const clickhouse =
    CLICKHOUSE_URL === undefined ? null : openClickHouse(CLICKHOUSE_URL, { cluster: CLICKHOUSE_CLUSTER });
  return {
    postgres,
    clickhouse,
    close: async () => void (await Promise.all([postgres?.close(), clickhouse?.close()])),
  };
}
