import { and, eq, ne } from 'drizzle-orm';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';

/** The accounts that have observed creatives removed when they are no longer seen. */
export async function accountsWithCreativePruning(db: Database): Promise<number[]> {
  const accounts = tableOf('demand');
  const column = (field: string) => columnNamed(accounts, field);
  const rows = await db
    .select({ id: column('id') })
    .from(accounts.table)
    .where(and(eq(column('delOldCreatives'), true), ne(column('status'), 2)));
  return rows.map(({ id }) => Number(id));
}
