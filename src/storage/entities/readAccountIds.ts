import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';

/** IDs of all accounts, archived ones too. */
export async function readAccountIds(db: Database): Promise<number[]> {
  const accounts = tableOf('demand');
  const rows = await db.select({ id: columnNamed(accounts, 'id') }).from(accounts.table);
  return rows.map(({ id }) => Number(id));
}
