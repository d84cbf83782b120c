import { readMigrationStates, type PendingMigration } from '#storage/migrations/migrationState.ts';
import type { Servers } from './openServers.ts';

/**
 * The migrations that the servers lack, in the order in which they are applied. Throws an Error if this release cannot
 * run on the tables of a server.
 */
export async function pendingMigrations({ postgres, clickhouse }: Servers): Promise<PendingMigration[]> {
  const migrations = readMigrationStates();
  const states = await Promise.all([
    ...(postgres === null ? [] : [migrations.postgres(postgres.pool)]),
    ...(clickhouse === null ? [] : [migrations.clickhouse(clickhouse)]),
  ]);
  const conflicts = states.flatMap(({ conflict }) => conflict ?? []);
  if (conflicts.length > 0) throw new Error(conflicts.join('\n'));
  return states.flatMap(({ pending }) => pending);
}
