import { asc } from 'drizzle-orm';
import type { CutoffKind, CutoffRow } from '#model/cutoff/cutoff.ts';
import type { Connection } from '../entities/database.ts';
import { cutoffs } from '../tables.ts';

/** Name of cut-offs in the snapshot feed. */
export const cutoffFeed = { name: 'cutoff', isServed: true } as const;

/** A cut-off's row in the snapshot feed. */
export function servedCutoff({ id, demandId, kind, object }: typeof cutoffs.$inferSelect): CutoffRow {
  return { id, demandId, kind: kind as CutoffKind, object };
}

/** All cut-offs, for a checkpoint. */
export async function readServedCutoffs(connection: Connection) {
  const rows = await connection.select().from(cutoffs).orderBy(asc(cutoffs.id));
  return rows.map((row) => ({ type: 'row' as const, entity: 'cutoff' as const, id: row.id, row: servedCutoff(row) }));
}
