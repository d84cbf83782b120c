import { sql } from 'drizzle-orm';
import { isPastEntity } from '#model/entity/pastRow.ts';
import type { Connection, Transaction } from '../entities/database.ts';
import type { Change } from '../entities/change.ts';
import { sameValue } from '../entities/sameValue.ts';
import { pastRows, snapshotVersion } from '../tables.ts';

/**
 * Stores the previous values of changed rows, in the transaction of the changes; `first` is the version of the first
 * change.
 */
export async function storePastRows(
  transaction: Transaction,
  entity: string,
  changes: readonly Change[],
  first: number,
): Promise<void> {
  if (!isPastEntity(entity)) return;
  const stored = changes.flatMap(({ id, row, before }, index) => {
    if (before === undefined) return [];
    const was = before === null ? null : difference(before, row);
    const owner = entity === 'demand' ? id : Number(Reflect.get((before ?? row) as object, 'demandId') ?? 0);
    return [{ until: first + index, entity, rowId: id, demandId: owner, before: was }];
  });
  if (stored.length > 0) await transaction.insert(pastRows).values(stored);
}

function difference(before: object, row: unknown): Record<string, unknown> {
  const now = (row ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => row === null || !sameValue(value, now[field])),
  );
}

/**
 * Prunes values that ended before a point in time (ISO 8601), and records the version from which the history is
 * complete. Returns their number.
 */
export async function prunePastRows(connection: Connection, before: string): Promise<number> {
  const { rows } = await connection.execute<{ pruned: number }>(sql`
    with gone as (delete from ${pastRows} where ${pastRows.at} < ${before} returning ${pastRows.until}),
    recorded as (
      update ${snapshotVersion} set history_from = greatest(history_from, (select max(until) from gone))
      where exists (select 1 from gone))
    select count(*)::integer as pruned from gone`);
  return rows[0]?.pruned ?? 0;
}
