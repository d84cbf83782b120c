import { asc, gt, sql } from 'drizzle-orm';
import { type EntityName, entityList, type SnapshotMessage } from '#model/index.ts';
import { readServedCutoffs } from '../cutoffs/servedCutoffs.ts';
import { readServedAdsTxt } from '../adsTxt/servedAdsTxt.ts';
import { outbox, snapshotVersion } from '../tables.ts';
import { servedSecrets } from '../sealing/servedSecrets.ts';
import { tableOf } from '../tableOf.ts';
import { readServedTrafficLists } from '../trafficLists/servedTrafficLists.ts';
import { readServedWatches } from '../watches/servedWatches.ts';
import type { Connection, Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { rowOf, visibleColumns } from './selection.ts';

type RowMessage = Extract<SnapshotMessage, { type: 'row' }>;

/**
 * Changes after a version, in order; `version` is that of the last. Unknown when they cannot be listed without a gap.
 */
export type ChangesSince = { type: 'changes'; rows: RowMessage[]; version: number } | { type: 'unknown' };

/** The version of the last change; 0 before the first. */
export async function readSnapshotVersion(connection: Connection): Promise<number> {
  const [row] = await connection.select({ version: snapshotVersion.version }).from(snapshotVersion);
  return row?.version ?? 0;
}

/**
 * Reads at most `limit` changes after a version. Unknown when the version is in the future, or when later changes were
 * pruned.
 */
export async function readChangesSince(connection: Connection, since: number, limit = 1000): Promise<ChangesSince> {
  const current = await readSnapshotVersion(connection);
  if (since === current) return { type: 'changes', rows: [], version: since };
  if (since > current) return { type: 'unknown' };
  const changes = await connection
    .select()
    .from(outbox)
    .where(gt(outbox.version, since))
    .orderBy(asc(outbox.version))
    .limit(limit);
  if (changes[0]?.version !== since + 1) return { type: 'unknown' };
  return {
    type: 'changes',
    rows: changes.map(({ entity, rowId, row }) => ({ type: 'row', entity, id: rowId, row }) as RowMessage),
    version: changes.at(-1)?.version ?? since,
  };
}

/** Every served row as of one version, read in one transaction with a consistent view. */
export async function readCheckpoint(db: Database): Promise<{ rows: RowMessage[]; version: number }> {
  return db.transaction(
    async (transaction) => {
      const version = await readSnapshotVersion(transaction);
      const rows: RowMessage[] = [];
      for (const entity of entityList) {
        if (!entity.isServed) continue;
        const name = entity.name as EntityName;
        const table = tableOf(name);
        const stored = await transaction
          .select({ ...visibleColumns(table), ...servedSecrets(table) })
          .from(table.table)
          .orderBy(asc(columnNamed(table, 'id')));
        for (const selected of stored) {
          const row = rowOf(name, selected);
          rows.push({ type: 'row', entity: entity.name, id: row.id, row } as RowMessage);
        }
      }
      rows.push(
        ...(await readServedAdsTxt(transaction)),
        ...(await readServedWatches(transaction)),
        ...(await readServedTrafficLists(transaction)),
        ...(await readServedCutoffs(transaction)),
      );
      return { rows, version };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Prunes changes made before a point in time (ISO 8601), but never one after a change that stays. Returns their number. */
export async function pruneOutbox(connection: Connection, before: string): Promise<number> {
  const pruned = await connection.execute(sql`
    delete from ${outbox} where ${outbox.version} <
      coalesce((select min(remaining.version) from ${outbox} remaining where remaining.at >= ${before}),
               (select max(last.version) + 1 from ${outbox} last))`);
  return pruned.rowCount ?? 0;
}
