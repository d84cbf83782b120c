import { openPostgres } from '#storage/postgres.ts';
import { demoNetwork } from '../demoNetwork.ts';
import { storyOf } from './story.ts';

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
    await postgres.pool.query('UPDATE changes SET at = $1', [new Date(start)]);
    await postgres.pool.query(
      `UPDATE changes SET at = $1 WHERE entity = 'channel' AND action = 'updated' AND name = ANY ($2)`,
      [new Date(storyOf(installedAt).floorRaisedAt), raised],
    );
  } finally {
    await postgres.close();
  }
}
