import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MigrationState, MigrationStates } from '#storage/migrations/migrationState.ts';
import type { Postgres } from '#storage/postgres.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { Config } from '../../config.ts';
import type { SystemStore } from './systemContract.ts';

/** The databases of the API. */
export interface ReadStores {
  postgres: Pick<Postgres, 'pool'>;
  clickhouse: Pick<ClickHouse, 'query'>;
  config: Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL'>;
  migrations: MigrationStates;
}

/** Time after which ClickHouse counts as unavailable. */
const timeoutMs = 2000;

/** Reads versions, response times and migrations of both databases. Throws if PostgreSQL does not respond. */
export async function readStores({ postgres, clickhouse, config, migrations }: ReadStores): Promise<SystemStore[]> {
  const [ofPostgres, ofClickHouse] = await Promise.all([
    readPostgres(postgres.pool, migrations),
    withTimeout(timeoutMs, readClickHouse(clickhouse, migrations)).catch(() => null),
  ]);
  return [
    { store: 'postgres', isEmbedded: config.DATABASE_URL === undefined, ...ofPostgres },
    { store: 'clickhouse', isEmbedded: config.CLICKHOUSE_URL === undefined, ...(ofClickHouse ?? unavailable) },
  ];
}

type StoreState = Omit<SystemStore, 'store' | 'isEmbedded'>;

const unavailable: StoreState = {
  version: null,
  responseMs: null,
  migrationsApplied: null,
  migrationsExpected: null,
};

async function readPostgres(pool: Postgres['pool'], migrations: MigrationStates): Promise<StoreState> {
  const begun = performance.now();
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const responseMs = Math.round(performance.now() - begun);
  return stateOf(rows[0]?.version, responseMs, await migrations.postgres(pool));
}

async function readClickHouse(clickhouse: Pick<ClickHouse, 'query'>, migrations: MigrationStates): Promise<StoreState> {
  const begun = performance.now();
  const options = { signal: AbortSignal.timeout(timeoutMs) };
  const [row] = await clickhouse.query<{ version: string }>('SELECT version() AS version', {}, options);
  const responseMs = Math.round(performance.now() - begun);
  return stateOf(row?.version, responseMs, await migrations.clickhouse(clickhouse));
}

function stateOf(version: string | undefined, responseMs: number, { expected, pending }: MigrationState): StoreState {
  // Distributions add their name: 17.5 (Debian 17.5-1.pgdg120+1).
  const [number = ''] = (version ?? '').split(' ');
  return { version: number, responseMs, migrationsApplied: expected - pending.length, migrationsExpected: expected };
}
