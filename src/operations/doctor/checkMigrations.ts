import { errorText } from '#runtime/log/describeError.ts';
import { openServers, type ServerSettings } from '../migrate/openServers.ts';
import { pendingMigrations } from '../migrate/pendingMigrations.ts';
import { finding, passed, unchecked, type Finding } from './finding.ts';

/** Checks that the servers have the tables of this version. Reads only. */
export async function checkMigrations(settings: ServerSettings): Promise<Finding[]> {
  const check = 'migrations';
  if (settings.DATABASE_URL === undefined && settings.CLICKHOUSE_URL === undefined) {
    return [passed(check, 'embedded stores migrate when they start')];
  }
  const servers = openServers(settings);
  try {
    const pending = await pendingMigrations(servers);
    const fix = 'Look at npm start -- migrate --plan, then run npm start -- migrate; a start applies them too.';
    return [finding(check, pending.length === 0, `${pending.length} pending`, fix)];
  } catch (error) {
    return [unchecked(check, errorText(error))];
  } finally {
    await servers.close();
  }
}
