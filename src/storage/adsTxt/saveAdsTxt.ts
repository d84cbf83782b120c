import { eq } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { sameValue } from '../entities/sameValue.ts';
import { adsTxtApps, adsTxtFiles } from '../tables.ts';
import type { AppResult, FileResult } from './adsTxtNames.ts';
import { appFeed, fileFeed, servedApp, servedFile } from './servedAdsTxt.ts';

/** Stores the outcome of an attempt to read a file, and publishes it to serving when that makes a difference. */
export async function saveFile(
  db: Database,
  id: number,
  { content, readAt, ...attempt }: FileResult,
  systems: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const [before] = await transaction.select().from(adsTxtFiles).where(eq(adsTxtFiles.id, id)).for('update');
    if (!before) return;
    const values = {
      ...attempt,
      ...(content ? { ...content, systems, lost: lostSellers(before, content.sellers, systems) } : {}),
      ...(readAt ? { readAt } : {}),
    };
    await transaction.update(adsTxtFiles).set(values).where(eq(adsTxtFiles.id, id));
    const row = servedFile({ ...before, ...values });
    if (!sameValue(servedFile(before), row)) await publishChanges(transaction, fileFeed, [{ id, row }]);
  });
}

/**
 * The sellers that an earlier reading listed and the last one does not, in our present advertising systems: the
 * lines of a system that was given up are not lost.
 */
function lostSellers(
  before: Pick<typeof adsTxtFiles.$inferSelect, 'sellers' | 'lost'>,
  listed: readonly string[],
  systems: string,
): string[] {
  const own = systems.split(' ');
  const known = new Set([...(before.sellers as string[]), ...(before.lost as string[])]);
  return [...known].filter((seller) => !listed.includes(seller) && own.includes(seller.split(' ')[0] ?? ''));
}

/** Stores the hosts of an app's file, and publishes them to serving when they changed. */
export async function saveApp(db: Database, id: number, result: AppResult): Promise<void> {
  await db.transaction(async (transaction) => {
    const [before] = await transaction.select().from(adsTxtApps).where(eq(adsTxtApps.id, id)).for('update');
    if (!before) return;
    await transaction.update(adsTxtApps).set(result).where(eq(adsTxtApps.id, id));
    const row = servedApp({ ...before, ...result });
    if (!sameValue(servedApp(before), row)) await publishChanges(transaction, appFeed, [{ id, row }]);
  });
}
