import { errorText } from '#runtime/log/describeError.ts';
import { readMigrationStates } from '#storage/migrations/migrationState.ts';
import { openServers, type ServerSettings } from '../migrate/openServers.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

/** Checks that servers that have been migrated have the tables of this version. Reads only. */
export async function checkMigrations(settings: ServerSettings): Promise<Finding[]> {
  const check = 'migrations';
  const servers = openServers(settings);
  const { postgres, clickhouse } = servers;
  if (postgres === null && clickhouse === null) return [passed(check, 'embedded stores migrate when they start')];
  const migrations = readMigrationStates();
  try {
    const states = await Promise.all([
      ...(postgres === null ? [] : [migrations.postgres(postgres.pool)]),
      ...(clickhouse === null ? [] : [migrations.clickhouse(clickhouse)]),
    ]);
    const conflicts = states.flatMap(({ conflict }) => conflict ?? []);
    if (conflicts.length > 0)
      return conflicts.map((conflict) => fault(check, conflict, 'Start the version that the tables belong to.'));
    const isNew = ({ pending, expected }: (typeof states)[number]) => pending.length === expected;
    const storesOf = (some: typeof states) => [
      ...new Set(some.flatMap(({ pending }) => pending.map(({ store }) => store))),
    ];
    const behind = states.filter((state) => !isNew(state));
    const count = behind.reduce((sum, { pending }) => sum + pending.length, 0);
    const names = count === 0 ? '' : ` in ${storesOf(behind).join(' and ')}`;
    const created = storesOf(states.filter(isNew)).join(' and ');
    const fix = 'Look at npm start -- migrate --plan, then run npm start -- migrate; a start applies them too.';
    const text = `${count} pending${names}${created === '' ? '' : `; the first start creates the tables in ${created}`}`;
    return [finding(check, count === 0, text, fix)];
  } catch (error) {
    return [unchecked(check, errorText(error))];
  } finally {
    await servers.close();
  }
}
