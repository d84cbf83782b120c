import { Client } from 'pg';
import { liftTimeLimits } from '../liftTimeLimits.ts';
import type { Manifest, TableOfPostgres } from './manifest.ts';
import type { ObjectStore } from './objectStore.ts';
import { identifier, readTables, type CatalogTable } from './tablesOfPostgres.ts';

const bytesPerInsert = 4 * 1024 * 1024;
const maxRowsPerInsert = 2000;

/**
 * Loads the tables of a backup into a database that its migrations have created, in one transaction: either all is there
 * or nothing. What the migrations wrote into tables is replaced. Foreign keys are checked at the end.
 */
export async function loadPostgres(
  url: string,
  { tables, sequences }: Manifest['postgres'],
  objects: ObjectStore,
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    await liftTimeLimits(client);
    const catalog = new Map((await readTables(client)).map((table) => [table.name, table]));
    const foreignKeys = await readForeignKeys(client);
    for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    await client.query(`TRUNCATE ${[...catalog.keys()].map(identifier).join(', ')}`);
    for (const table of tables) await loadTable(client, table, catalog.get(table.name), objects);
    for (const { name, value } of sequences) await client.query('SELECT setval($1, $2)', [identifier(name), value]);
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** The foreign keys of the current schema, as names in SQL. */
async function readForeignKeys(client: Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`,
  );
  return rows;
}

async function loadTable(
  client: Client,
  { name, columns, rows, object }: TableOfPostgres,
  inCatalog: CatalogTable | undefined,
  objects: ObjectStore,
): Promise<void> {
  if (!inCatalog) throw new Error(`The migrations create no table ${name} in PostgreSQL.`);
  const types = new Map(inCatalog.columns.map((column) => [column.name, column.type]));
  const unknown = columns.filter((column) => !types.has(column));
  if (unknown.length > 0) throw new Error(`The migrations create no ${name}.${unknown[0]}.`);
  const list = columns.map(identifier).join(', ');
  const values = columns.map((column, at) => `c${at}::${types.get(column)}`).join(', ');
  const texts = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const aliases = columns.map((_, at) => `c${at}`).join(', ');
  const statement = {
    name: `restore ${name}`,
    text: `INSERT INTO ${identifier(name)} (${list}) OVERRIDING SYSTEM VALUE
           SELECT ${values} FROM unnest(${texts}) AS r(${aliases})`,
  };
  let batch: (string | null)[][] = [];
  let bytes = 0;
  let loaded = 0;
  const insert = async () => {
    if (batch.length > 0) {
      await client.query({ ...statement, values: columns.map((_, at) => batch.map((row) => row[at] ?? null)) });
    }
    loaded += batch.length;
    [batch, bytes] = [[], 0];
  };
  for await (const line of linesOf(await objects.read(object))) {
    batch.push(JSON.parse(line) as (string | null)[]);
    bytes += line.length;
    if (bytes > bytesPerInsert || batch.length >= maxRowsPerInsert) await insert();
  }
  await insert();
  if (loaded !== rows) throw new Error(`${name} has ${loaded} rows instead of ${rows} in the backup.`);
}

/** The lines of a stream. JSON has no line breaks; fails when the stream does. */
async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
