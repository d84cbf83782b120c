import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { personalTables } from './personalTables.ts';

/** Maximum rows of a table in an export; the log of a busy user may have more. */
export const maxRowsPerTable = 100_000;

/** Rows about a user by table; columns as in the database. */
export type PersonalData = Record<string, Record<string, unknown>[]>;

/**
 * Reads everything that is stored about a user: rows of `personalTables` that reference the user, and log entries about
 * the user. Secrets, files and results of reports are not in it.
 */
export async function readPersonalData(db: Database, userId: number): Promise<PersonalData> {
  const found: PersonalData = {};
  for (const [table, { userColumns = [], columns }] of Object.entries(personalTables)) {
    if (userColumns.length === 0) continue;
    const conditions = userColumns.map((column) => sql`${sql.identifier(column)} = ${userId}`);
    if (table === 'changes') conditions.push(aboutUser(userId));
    const names = [...new Set([...userColumns, ...columns])].map((column) => sql.identifier(column));
    const { rows } = await db.execute(sql`
      select ${sql.join(names, sql`, `)} from ${sql.identifier(table)}
      where ${sql.join(conditions, sql` or `)} order by 1 limit ${maxRowsPerTable}`);
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** The condition for log entries about a user, whoever wrote them. */
export function aboutUser(userId: number): SQL {
  return sql`(entity in ('user', 'manager', 'login') and row_id = ${userId})`;
}
