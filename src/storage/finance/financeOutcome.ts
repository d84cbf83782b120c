import { asc, inArray } from 'drizzle-orm';
import type { Fault, PageLink } from '#model/index.ts';
import type { Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';

/** The result of an action: done, rejected in the current state, or no object to act on. */
export type FinanceOutcome<Value> =
  | { type: 'done'; value: Value }
  | { type: 'refused'; faults: Fault[] }
  | { type: 'missing' };

export function done<Value>(value: Value): FinanceOutcome<Value> {
  return { type: 'done', value };
}

/** A rejection for one reason, with the page where that can be fixed. */
export function rejected(
  code: string,
  message: string,
  path = '',
  fix?: PageLink,
): { type: 'refused'; faults: Fault[] } {
  return { type: 'refused', faults: [{ code, message, path, ...(fix ? { fix } : {}) }] };
}

/**
 * Locks accounts, in the order of their ids, so that actions on their months run one after the other. Returns those
 * that exist.
 */
export async function lockAccounts(transaction: Transaction, ids: readonly number[]): Promise<number[]> {
  const { table } = tableOf('demand');
  const id = columnNamed(tableOf('demand'), 'id');
  const rows = await transaction
    .select({ id })
    .from(table)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update');
  return rows.map((row) => Number(row.id));
}
