import { readEnvironment } from '../../config.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import type { Operation } from '../operations.ts';
import { describePlan } from './describePlan.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { openServers } from './openServers.ts';
import { planMigrations } from './planMigrations.ts';

const usage = 'Usage: npm start -- migrate [--plan [--json]] [--workers-stopped]';
const flags = new Set(['--plan', '--json', '--workers-stopped']);

/**
 * Applies the pending migrations of the servers and ends; with `--plan`, prints what it would do. Refuses migrations
 * during which no worker may insert, unless `--workers-stopped` confirms that none does. Embedded stores migrate when
 * they start.
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
    const plan = await planMigrations(servers);
    if (args.includes('--plan')) {
      print(args.includes('--json') ? JSON.stringify(plan, null, 2) : describePlan(plan));
      return 0;
    }
    if (plan.needsStoppedWorkers && !args.includes('--workers-stopped')) {
      throw new Error(
        'These migrations need stopped workers. Stop the workers of all nodes, and add --workers-stopped. --plan shows the statements.',
      );
    }
    const { postgres, clickhouse } = servers;
    if (postgres)
      print(`PostgreSQL: ${await migratePostgres(postgres.pool, migrationFolders.postgres)} migrations applied`);
    if (clickhouse) {
      const sharedUrl = settings.DATABASE_URL;
      const done = await withServerLock(
        sharedUrl,
        (signal) => migrateClickHouse(clickhouse, migrationFolders.clickhouse, signal),
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
