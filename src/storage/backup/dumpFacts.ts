import type { ClickHouse } from '../clickhouse.ts';
import { noMerges } from '../noMerges.ts';
import { copyPrefix, dropTablesOf, readFactMigration, readFactTables, type FactTable } from './factTables.ts';
import { readFigures } from './factFigures.ts';
import type { Manifest, TableOfFacts } from './manifest.ts';
import type { ObjectStore } from './objectStore.ts';

/** Copies of all tables, which share their files until the tables change. */
export interface FactCopies {
  /** Makes the copies of now. Takes milliseconds per table. */
  take(): Promise<void>;
  /** Reads them. Pieces that an earlier backup has are not read again. `onProgress` is called before each piece. */
  dump(objects: ObjectStore, earlier: Manifest | null, onProgress?: () => void): Promise<Manifest['clickhouse']>;
  /** Drops the copies. */
  close(): Promise<void>;
}

/** The backup for which copies are made. */
export interface CopyOwner {
  /** Its ID, a UUID, which is part of the names of its copies: no other backup writes into them. */
  backup: string;
  /** Called before each statement that creates or fills a copy. Throws once another node may make backups. */
  checkIsMaker: () => void;
  /** Whether another backup, by its ID, has ended or its maker is gone, so that its copies are dropped. */
  isGone: (backup: string) => Promise<boolean>;
}

type CopyClient = Pick<ClickHouse, 'query' | 'command' | 'readNative'>;

/** Maximum rows of a piece: what is read, compressed and stored at a time. */
const rowsPerPiece = 2_000_000;
/** The name of a copy, with the groups of the ID of its backup. */
const copyName = /^_backup_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_/;

/** Prepares copies of all tables: empty, and merging nothing. Drops those of interrupted backups first. */
export async function prepareFactCopies(clickhouse: CopyClient, owner: CopyOwner): Promise<FactCopies> {
  const prefix = copyPrefixOf(owner.backup);
  await dropLeftovers(clickhouse, owner);
  const tables = await readFactTables(clickhouse);
  const run = (sql: string) => {
    owner.checkIsMaker();
    return clickhouse.command(sql);
  };
  for (const { name } of tables) {
    await run(`CREATE TABLE ${prefix}${name} AS ${name}`);
    await run(`ALTER TABLE ${prefix}${name} MODIFY SETTING ${noMerges}`);
  }
  return {
    async take() {
      for (const { name } of tables) await run(`ALTER TABLE ${prefix}${name} ATTACH PARTITION ALL FROM ${name}`);
    },
    async dump(objects, earlier, onProgress = () => undefined) {
      const dumped: TableOfFacts[] = [];
      for (const table of tables) {
        const known = new Map(
          earlier?.clickhouse.tables
            .find(({ name }) => name === table.name)
            ?.pieces.map((piece) => [piece.source, piece]),
        );
        const pieces: TableOfFacts['pieces'] = [];
        for (const { part, source, from, rows } of await readPieces(clickhouse, table, prefix)) {
          const earlierPiece = known.get(source);
          if (earlierPiece && objects.has(earlierPiece.object)) {
            pieces.push(earlierPiece);
            continue;
          }
          onProgress();
          const columns = table.columns.map(({ name }) => name).join(', ');
          const contents = await clickhouse.readNative(
            `SELECT ${columns} FROM ${prefix}${table.name}
             WHERE _part = '${part}' AND _part_offset BETWEEN ${from} AND ${from + rowsPerPiece - 1}`,
          );
          pieces.push({ source, rows, object: await objects.write(contents) });
        }
        onProgress();
        dumped.push({
          name: table.name,
          pieces,
          figures: await readFigures(clickhouse, table, prefix + table.name),
        });
      }
      return { migration: await readFactMigration(clickhouse), tables: dumped };
    },
    close: () => dropTablesOf(clickhouse, prefix),
  };
}

function copyPrefixOf(backup: string): string {
  return `${copyPrefix}${backup.replaceAll('-', '')}_`;
}

/** Drops the copies of an earlier attempt, and of other backups whose makers are gone. */
async function dropLeftovers(clickhouse: CopyClient, { backup, checkIsMaker, isGone }: CopyOwner): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})',
    { prefix: copyPrefix },
  );
  const makers = new Map<string, string>();
  for (const { name } of found) {
    const [prefix = name, ...parts] = copyName.exec(name) ?? [];
    makers.set(prefix, parts.join('-'));
  }
  for (const [prefix, maker] of makers) {
    // Earlier versions used names without an ID.
    if (maker !== '' && maker !== backup && !(await isGone(maker))) continue;
    checkIsMaker();
    await dropTablesOf(clickhouse, prefix);
  }
}

interface Piece {
  part: string;
  /** The same for the same rows: the checksum of the part's files, and the first row. */
  source: string;
  from: number;
  rows: number;
}

/** The parts of a copy in pieces. */
async function readPieces(clickhouse: CopyClient, { name, columns }: FactTable, prefix: string): Promise<Piece[]> {
  const parts = await clickhouse.query<{ part: string; rows: string; hash: string }>(
    `SELECT name AS part, rows, hash_of_all_files AS hash FROM system.parts
     WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY name`,
    { table: prefix + name },
  );
  return parts.flatMap(({ part, rows, hash }) =>
    Array.from({ length: Math.ceil(Number(rows) / rowsPerPiece) }, (_, number) => ({
      part,
      source: `${hash}:${columns.length}:${number}`,
      from: number * rowsPerPiece,
      rows: Math.min(rowsPerPiece, Number(rows) - number * rowsPerPiece),
    })),
  );
}
