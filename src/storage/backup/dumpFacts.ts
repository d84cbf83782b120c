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

type CopyClient = Pick<ClickHouse, 'query' | 'command' | 'readNative'>;

/** Maximum rows of a piece: what is read, compressed and stored at a time. */
const rowsPerPiece = 2_000_000;

/** Prepares copies of all tables: empty, and merging nothing. Drops those of an interrupted backup first. */
export async function prepareFactCopies(clickhouse: CopyClient): Promise<FactCopies> {
  await dropTablesOf(clickhouse, copyPrefix);
  const tables = await readFactTables(clickhouse);
  for (const { name } of tables) {
    await clickhouse.command(`CREATE TABLE ${copyPrefix}${name} AS ${name}`);
    await clickhouse.command(`ALTER TABLE ${copyPrefix}${name} MODIFY SETTING ${noMerges}`);
  }
  return {
    async take() {
      for (const { name } of tables) {
        await clickhouse.command(`ALTER TABLE ${copyPrefix}${name} ATTACH PARTITION ALL FROM ${name}`);
      }
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
        for (const { part, source, from, rows } of await readPieces(clickhouse, table)) {
          const earlierPiece = known.get(source);
          if (earlierPiece && objects.has(earlierPiece.object)) {
            pieces.push(earlierPiece);
            continue;
          }
          onProgress();
          const columns = table.columns.map(({ name }) => name).join(', ');
          const contents = await clickhouse.readNative(
            `SELECT ${columns} FROM ${copyPrefix}${table.name}
             WHERE _part = '${part}' AND _part_offset BETWEEN ${from} AND ${from + rowsPerPiece - 1}`,
          );
          pieces.push({ source, rows, object: await objects.write(contents) });
        }
        onProgress();
        dumped.push({
          name: table.name,
          pieces,
          figures: await readFigures(clickhouse, table, copyPrefix + table.name),
        });
      }
      return { migration: await readFactMigration(clickhouse), tables: dumped };
    },
    close: () => dropTablesOf(clickhouse, copyPrefix),
  };
}

interface Piece {
  part: string;
  /** The same for the same rows: the checksum of the part's files, and the first row. */
  source: string;
  from: number;
  rows: number;
}

/** The parts of a copy in pieces. */
async function readPieces(clickhouse: CopyClient, { name, columns }: FactTable): Promise<Piece[]> {
  const parts = await clickhouse.query<{ part: string; rows: string; hash: string }>(
    `SELECT name AS part, rows, hash_of_all_files AS hash FROM system.parts
     WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY name`,
    { table: copyPrefix + name },
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
