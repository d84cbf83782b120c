import { openPostgres } from '#storage/postgres.ts';
import { demoNetwork } from '../demoNetwork.ts';
import { storyOf } from './story.ts';

/** Maximum time from the start of the process to the installation of the demo's objects. */
const seedingMs = 600_000;

/**
 * Dates the log of a new demo as its story has it: everything was created at the start of the history, and floors were
 * raised later. Times are milliseconds since the epoch.
 */
export async function backdateLog(
  databaseUrl: string,
  { installedAt, start }: { installedAt: number; start: number },
): Promise<void> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  const raised = demoNetwork.channels.flatMap(({ name, formerFloor }) => (formerFloor === undefined ? [] : [name]));
  try {
    // Nothing but what this start created.
    const since = new Date(installedAt - seedingMs);
    await postgres.pool.query('UPDATE changes SET at = $1 WHERE at > $2', [new Date(start), since]);
    await postgres.pool.query(
      `UPDATE changes SET at = $1 WHERE entity = 'channel' AND action = 'updated' AND name = ANY ($2)`,
      [new Date(storyOf(installedAt).floorRaisedAt), raised],
    );
  } finally {
    await postgres.close();
  }
}
