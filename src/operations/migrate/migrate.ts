import { readEnvironment } from '../../config.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { migrateBesideWorkers } from '#storage/migrations/migrateBesideWorkers.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import type { Operation } from '../operations.ts';
import { describePlan } from './describePlan.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { openServers } from './openServers.ts';
import { planMigrations } from './planMigrations.ts';

const usage = 'Usage: npm start -- migrate [--plan [--json]]';
const flags = new Set(['--plan', '--json']);

/**
 * Applies the pending migrations of the servers and ends; with `--plan`, prints what it would do. Embedded stores migrate
 * when they start.
 */
export const migrate: Operation = async (args, env) => {
  const unknown = args.filter((each) => !flags.has(each));
  if (unknown.length > 0) throw new Error(`Unknown argument: ${unknown.join(' ')}. ${usage}`);
  const settings = readEnvironment(env, { isDemo: false });
  if (settings.DATABASE_URL === undefined && settings.CLICKHOUSE_URL === undefined) {
    throw new Error(
      'Embedded stores migrate when they start. Set DATABASE_URL, CLICKHOUSE_URL or both to migrate servers.',
    );
  }
  const servers = openServers(settings);
  try {
    if (args.includes('--plan')) {
      const plan = await planMigrations(servers);
      print(args.includes('--json') ? JSON.stringify(plan, null, 2) : describePlan(plan));
      return 0;
    }
    const { postgres, clickhouse } = servers;
    if (postgres)
      print(`PostgreSQL: ${await migratePostgres(postgres.pool, migrationFolders.postgres)} migrations applied`);
    if (clickhouse) {
      const databaseUrl = settings.DATABASE_URL;
      const done = await withServerLock(
        databaseUrl,
        (signal) =>
          migrateBesideWorkers(clickhouse, migrationFolders.clickhouse, {
            databaseUrl,
            signal,
            onWait: () => print('Waiting until the workers of all nodes have loaded what they have begun'),
          }),
        () => print('Waiting for the worker of a node, which is starting or reconciling'),
      );
      print(`ClickHouse: ${done.length} migrations applied`);
    }
    return 0;
  } finally {
    await servers.close();
  }
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
