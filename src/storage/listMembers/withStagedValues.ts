import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';

/** Values that wait to be merged into a list: each once, in the column `value` of a table of their own. */
export interface StagedValues {
  table: SQL;
  /** Values that came, and those that no earlier one had named. */
  read: number;
  distinct: number;
}

const prefix = 'list_import_';

/**
 * Brings values into the database piece by piece, each in a transaction of its own, so that nobody waits for a slow
 * sender; hands over the table in which they stand, each once, and drops it. Memory holds one piece.
 */
export async function withStagedValues<T>(
  db: Database,
  chunks: AsyncIterable<readonly string[]>,
  now: Date,
  use: (staged: StagedValues) => Promise<T>,
): Promise<T> {
  // The time in the name tells what a process that died has left.
  const name = `${prefix}${now.getTime()}_${randomBytes(6).toString('hex')}`;
  const given = sql.identifier(`${name}_given`);
  const table = sql`${sql.identifier(name)}`;
  await db.execute(sql`create unlogged table ${given} (value text collate "C" not null)`);
  try {
    let read = 0;
    for await (const values of chunks) {
      await db.execute(sql`insert into ${given} select unnest(${sql.param(values)}::text[])`);
      read += values.length;
    }
    await db.execute(sql`create unlogged table ${table} as select distinct value from ${given} order by value`);
    // Without its size the merge would be planned badly.
    await db.execute(sql`analyze ${table}`);
    const { rows } = await db.execute(sql`select count(*)::integer as count from ${table}`);
    return await use({ table, read, distinct: Number(rows[0]?.['count']) });
  } finally {
    await db.execute(sql`drop table if exists ${given}, ${table}`);
  }
}

/** Drops what was left by processes that died within an import that began before a point in time. */
export async function dropAbandonedValues(db: Database, before: Date): Promise<void> {
  const { rows } = await db.execute(
    sql`select tablename from pg_tables where schemaname = current_schema() and tablename like ${`${prefix}%`}`,
  );
  for (const { tablename } of rows) {
    const name = String(tablename);
    const begun = Number(name.slice(prefix.length).split('_')[0]);
    if (begun < before.getTime()) await db.execute(sql`drop table if exists ${sql.identifier(name)}`);
  }
}
