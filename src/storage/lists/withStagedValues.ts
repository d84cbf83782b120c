import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';

/** Staged values for a merge into a list: each once, in the column `value` of a table of their own. */
export interface StagedValues {
  table: SQL;
  /** Number of values read, and of distinct ones. */
  read: number;
  distinct: number;
}

const prefix = 'list_import_';

/**
 * Stages values in the database chunk by chunk, each in its own transaction, so that a slow sender blocks no other
 * client; passes on the table, which contains each value once, and drops it. Memory holds one chunk.
 */
export async function withStagedValues<T>(
  db: Database,
  chunks: AsyncIterable<readonly string[]>,
  now: Date,
  use: (staged: StagedValues) => Promise<T>,
): Promise<T> {
  // The time in the name identifies tables left behind by a dead process.
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
    // Without statistics the merge would get a bad plan.
    await db.execute(sql`analyze ${table}`);
    const { rows } = await db.execute(sql`select count(*)::integer as count from ${table}`);
    return await use({ table, read, distinct: Number(rows[0]?.['count']) });
  } finally {
    await db.execute(sql`drop table if exists ${given}, ${table}`);
  }
}

/** Drops the tables of imports that began before a point in time and whose process died. */
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
