import { asc, gt, sql } from 'drizzle-orm';
import type { WatchKind, WatchRow } from '#model/index.ts';
import type { Connection } from '../entities/database.ts';
import { watches } from '../tables.ts';

/** Name of watches in the snapshot feed. */
export const watchFeed = { name: 'watch', isServed: true } as const;

/** A watch's row in the snapshot feed. */
export function servedWatch({ id, demandId, kind, object, until }: typeof watches.$inferSelect): WatchRow {
  return { id, demandId, kind: kind as WatchKind, object, until: new Date(until).getTime() };
}

/** The running watches, for a checkpoint. */
export async function readServedWatches(connection: Connection) {
  const rows = await connection
    .select()
    .from(watches)
    .where(gt(watches.until, sql`now()`))
    .orderBy(asc(watches.id));
  return rows.map((row) => ({ type: 'row' as const, entity: 'watch' as const, id: row.id, row: servedWatch(row) }));
}
