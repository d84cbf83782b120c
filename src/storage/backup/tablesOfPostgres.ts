import { Client, type ClientBase } from 'pg';

/** A table of the database as its catalog describes it. */
export interface CatalogTable {
  name: string;
  /** Names and types of the columns that are stored; generated ones are not. */
  columns: { name: string; type: string }[];
}

/** The tables of the current schema, without those of extensions and of the history of migrations. */
export async function readTables(client: ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<{ name: string; columns: CatalogTable['columns'] }>(
    `SELECT c.relname AS name,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                     ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

/** The sequences that have given a number, with the last one. */
export async function readSequences(client: ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return rows;
}

/** The time of the last migration, in milliseconds; 0 when there is none. */
export async function readMigration(client: ClientBase): Promise<number> {
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') AS name`);
  if ((found[0] as { name: string | null }).name === null) return 0;
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT max(created_at)::text AS at FROM drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.at ?? 0);
}

/** Whether the current schema of a database has tables. */
export async function hasTables(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await readTables(client)).length > 0;
  } finally {
    await client.end();
  }
}

/** A name in SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
