import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { liftTimeLimits } from '../liftTimeLimits.ts';
import { identifier, readMigration, readSequences, readTables, type CatalogTable } from './tablesOfPostgres.ts';
import type { Manifest, TableOfPostgres } from './manifest.ts';
import type { ObjectStore } from './objectStore.ts';

/** A snapshot of the database that is open. */
export interface PostgresSnapshot {
  /** Reads all of it as texts, one JSON array per row, and ends the snapshot. `onProgress` is called for each row. */
  dump(objects: ObjectStore, draftDir: string, onProgress?: () => void): Promise<Manifest['postgres']>;
  close(): Promise<void>;
}

/** Rows and digest of a table. */
export type TableDigest = Pick<TableOfPostgres, 'name' | 'rows' | 'digest'>;

/** Settings under which texts of values are the same on every server. */
const textSettings = { DateStyle: 'ISO, MDY', IntervalStyle: 'postgres', TimeZone: 'UTC', bytea_output: 'hex' };
/** Values as the server's texts. */
const asText = { getTypeParser: () => (text: string) => text };
const bytesPerFetch = 4 * 1024 * 1024;
const maxRowsPerFetch = 5000;
const modulus = 1n << 256n;
/** Conditions on rows of tables that describe a backup in progress: none is in progress in a restored installation. */
const conditions: Readonly<Record<string, string>> = {
  backup_runs: 'ended_at IS NOT NULL',
  backup_nodes: 'false',
  backup_chunks: 'false',
};

/**
 * Opens a snapshot: from here on, nothing that others change is seen. In the embedded store other clients wait until it
 * has been read.
 */
export async function openPostgresSnapshot(url: string): Promise<PostgresSnapshot> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await beginSnapshot(client);
    const tables = await readTables(client);
    return {
      async dump(objects, draftDir, onProgress = () => undefined) {
        const migration = await readMigration(client);
        const sequences = await readSequences(client);
        // All rows first: compressing and storing them can take longer than the embedded store waits for a client.
        const files: (TableDigest & { columns: string[]; path: string })[] = [];
        try {
          for (const table of tables) {
            const path = join(draftDir, `${files.length}.rows`);
            files.push({ ...(await writeTable(client, table, path, onProgress)), columns: namesOf(table), path });
          }
          await client.query('COMMIT');
          const dumped: TableOfPostgres[] = [];
          for (const { path, ...table } of files) {
            dumped.push({ ...table, object: await objects.write(createReadStream(path)) });
          }
          return { migration, sequences, tables: dumped };
        } finally {
          for (const { path } of files) await rm(path, { force: true });
        }
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Rows and digest of every table now. */
export async function digestPostgres(url: string): Promise<TableDigest[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await beginSnapshot(client);
    const digests: TableDigest[] = [];
    for (const table of await readTables(client)) digests.push(await readRows(client, table, () => undefined));
    await client.query('COMMIT');
    return digests;
  } finally {
    await client.end();
  }
}

/** Begins a transaction, whose first statement takes the snapshot. */
async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await liftTimeLimits(client);
  for (const [name, value] of Object.entries(textSettings)) {
    await client.query('SELECT set_config($1, $2, true)', [name, value]);
  }
}

async function writeTable(
  client: Client,
  table: CatalogTable,
  path: string,
  onProgress: () => void,
): Promise<TableDigest> {
  const file = createWriteStream(path, { mode: 0o600 });
  const digest = await readRows(client, table, async (line) => {
    onProgress();
    if (!file.write(line)) await once(file, 'drain');
  });
  file.end();
  await once(file, 'finish');
  return digest;
}

/** Passes the rows of a table on as lines and digests them. */
async function readRows(
  client: Client,
  table: CatalogTable,
  take: (line: string) => void | Promise<void>,
): Promise<TableDigest> {
  const columns = namesOf(table).map(identifier).join(', ');
  const condition = conditions[table.name] ?? 'true';
  await client.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT ${columns} FROM ${identifier(table.name)} WHERE ${condition}`,
  );
  let rows = 0;
  let bytes = 0;
  let sum = 0n;
  for (;;) {
    const size = rows === 0 ? 100 : Math.max(1, Math.min(maxRowsPerFetch, (bytesPerFetch * rows) / bytes));
    const found = await client.query<unknown[]>({
      text: `FETCH FORWARD ${Math.floor(size)} FROM backup`,
      rowMode: 'array',
      types: asText,
    });
    if (found.rows.length === 0) break;
    for (const row of found.rows) {
      const line = `${JSON.stringify(row)}\n`;
      sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
      rows += 1;
      bytes += line.length;
      await take(line);
    }
  }
  await client.query('CLOSE backup');
  return { name: table.name, rows, digest: (sum % modulus).toString(16).padStart(64, '0') };
}

function namesOf({ columns }: CatalogTable): string[] {
  return columns.map(({ name }) => name);
}
