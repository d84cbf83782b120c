import { sql } from 'drizzle-orm';
import type { Entity } from '#model/index.ts';
import { storePastRows } from '../pastRows/storePastRows.ts';
import { withServedSecrets } from '../sealing/servedSecrets.ts';
import { outbox, snapshotVersion } from '../tables.ts';
import type { Transaction } from './database.ts';
import type { Change } from './change.ts';

const rowsPerInsert = 1000;

/**
 * Publishes changes to serving, in their transaction. Incrementing the version is a lock until commit, so that versions
 * have no gaps and become visible in order; it comes last in a transaction, so that the lock is short and no two
 * transactions can wait for each other. Returns the version after the changes; null for an entity that is not served.
 */
export async function publishChanges(
  transaction: Transaction,
  entity: Pick<Entity, 'name' | 'isServed'>,
  changes: readonly Change[],
): Promise<number | null> {
  if (!entity.isServed || changes.length === 0) return null;
  const served = await withServedSecrets(transaction, entity, changes);
  const [raised] = await transaction
    .insert(snapshotVersion)
    .values({ id: 1, version: changes.length, historyFrom: 0 })
    .onConflictDoUpdate({
      target: snapshotVersion.id,
      set: {
        version: sql`${snapshotVersion.version} + ${changes.length}`,
        historyFrom: sql`coalesce(${snapshotVersion.historyFrom}, ${snapshotVersion.version})`,
      },
    })
    .returning({ version: snapshotVersion.version });
  if (!raised) throw new Error('the snapshot version was not raised');
  const before = raised.version - changes.length;
  for (let start = 0; start < changes.length; start += rowsPerInsert) {
    await transaction.insert(outbox).values(
      served.slice(start, start + rowsPerInsert).map((change, index) => ({
        version: before + start + index + 1,
        entity: entity.name,
        rowId: change.id,
        row: change.row,
      })),
    );
  }
  for (let start = 0; start < changes.length; start += rowsPerInsert) {
    const part = changes.slice(start, start + rowsPerInsert);
    await storePastRows(transaction, entity.name, part, before + start + 1);
  }
  return raised.version;
}
