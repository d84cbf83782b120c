import type { ClickHouse } from '../clickhouse.ts';
import { clickhouseMigrationState, migrateClickHouse, readMigrations } from '../clickhouseMigrations.ts';
import { withServerLock } from '../withServerLock.ts';
import { describeStatement } from './describeStatement.ts';

export interface MigrateOptions {
  /** The PostgreSQL server that the nodes share; undefined where there is one node. */
  databaseUrl: string | undefined;
  /** Ends the run before the next statement. */
  signal: AbortSignal;
  /** Called when workers of other nodes still have something to insert. */
  onWait: () => void;
}

/**
 * Applies the migrations of a folder to the facts that nodes share, and returns their names. If rows that workers insert
 * meanwhile would be missing or count twice, it waits until none inserts, and they wait until it is done
 * (`shareInsertLock`). One caller at a time (`withServerLock`, `tables`).
 */
export async function migrateBesideWorkers(
  clickhouse: ClickHouse,
  folder: string,
  { databaseUrl, signal, onWait }: MigrateOptions,
): Promise<string[]> {
  const { pending } = await clickhouseMigrationState(clickhouse, await readMigrations(folder));
  const statements = pending.flatMap((migration) => migration.statements);
  if (!statements.some((sql) => describeStatement('ClickHouse', sql).pausesInserts))
    return migrateClickHouse(clickhouse, folder, signal);
  return withServerLock(
    databaseUrl,
    (lost) => migrateClickHouse(clickhouse, folder, AbortSignal.any([signal, lost])),
    onWait,
    'inserts',
  );
}
