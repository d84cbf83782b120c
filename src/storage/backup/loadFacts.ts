import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClickHouse } from '../clickhouse.ts';
import { stringLiteral } from '../store/sqlText.ts';
import { draftPrefix, dropTablesOf, readFactTables } from './factTables.ts';
import type { Manifest } from './manifest.ts';
import type { ObjectStore } from './objectStore.ts';

/** The store that is filled. `draftDir`: a folder that it can read, if it is embedded; null for a server. */
export interface FactLoading {
  clickhouse: Pick<ClickHouse, 'query' | 'command' | 'writeNative'>;
  draftDir: string | null;
}

/**
 * Loads the tables of a backup into empty tables that their migrations have created. Each is filled beside its table and
 * then moved into it, so that no view counts its rows again.
 */
export async function loadFacts(
  { clickhouse, draftDir }: FactLoading,
  { tables }: Manifest['clickhouse'],
  objects: ObjectStore,
): Promise<void> {
  await dropTablesOf(clickhouse, draftPrefix);
  const known = new Set((await readFactTables(clickhouse)).map(({ name }) => name));
  for (const { name, pieces } of tables) {
    if (!known.has(name)) throw new Error(`The migrations create no table ${name} in ClickHouse.`);
    const draft = draftPrefix + name;
    await clickhouse.command(`CREATE TABLE ${draft} AS ${name}`);
    for (const { object } of pieces) {
      const rows = await objects.read(object);
      if (draftDir === null) {
        await clickhouse.writeNative(draft, rows);
        continue;
      }
      const path = join(draftDir, 'rows.native');
      await pipeline(rows, createWriteStream(path, { mode: 0o600 }));
      await clickhouse.command(
        `INSERT INTO ${draft} FROM INFILE ${stringLiteral(path)} SETTINGS insert_deduplicate = 0 FORMAT Native`,
      );
      await rm(path);
    }
    await clickhouse.command(`ALTER TABLE ${name} ATTACH PARTITION ALL FROM ${draft}`);
    await clickhouse.command(`DROP TABLE ${draft} SYNC`);
  }
}
