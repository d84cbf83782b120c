import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { currentFactValue, formerFactValues } from '#model/fact/formerFactValues.ts';
import { syncFolderAsync, writeDurably } from '../spool/diskSync.ts';
import type { FactStore } from './factStore.ts';
import { rejectedDir, unverifiedDir } from './insertSegment.ts';
import { findSegments, partPath } from './loadSegment.ts';

/** Columns that earlier versions wrote into rows under other names, and what they are called now. */
const renamedColumns = {
  facts: { door: 'integration', sightings: 'observations', scanFee: 'verificationFee' },
  traces: { door: 'integration', weight: 'sampleWeight' },
} as const;

type RenamedTable = keyof typeof renamedColumns;

/** Former values of columns, as rows contain them. */
const formerPairs = [...formerFactValues].flatMap(([column, values]) =>
  [...values.keys()].map((value) => `"${column}":"${value}"`),
);

/**
 * Renames the columns in rows that an earlier version prepared and that are not loaded, as far as the store's tables have
 * them under their present names: the store ignores columns that it does not know. Former values become
 * the current ones. The loader must not run. Returns how many files were rewritten; doing it again changes nothing.
 */
export async function renameFormerColumns(clickhouse: FactStore, stateDir: string): Promise<number> {
  const files = await filesOf(stateDir);
  if (files.length === 0) return 0;
  const known = await clickhouse.query<{ table: string; name: string }>(
    `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND table IN ('facts', 'traces')`,
  );
  let rewritten = 0;
  for (const { path, table } of files) {
    const names = Object.entries(renamedColumns[table]).filter(([, name]) =>
      known.some((column) => column.table === table && column.name === name),
    );
    if (await rewrite(path, new Map(names))) rewritten += 1;
  }
  return rewritten;
}

/**
 * Whether the migration that renames columns was interrupted when the columns were renamed and the views still read the
 * former names: facts then accept no rows until it has ended.
 */
export async function isRenameInterrupted(clickhouse: FactStore): Promise<boolean> {
  const [state] = await clickhouse.query<{ renamed: string; migrated: string }>(
    `SELECT
       (SELECT count() FROM system.columns
        WHERE database = currentDatabase() AND table = 'facts' AND name = 'integration') AS renamed,
       (SELECT count() FROM system.columns
        WHERE database = currentDatabase() AND table = 'verification_days') AS migrated`,
  );
  return Number(state?.renamed) > 0 && Number(state?.migrated) === 0;
}

/** The files with rows that wait to be loaded: parts of segments, and parts that were set aside. */
async function filesOf(stateDir: string): Promise<{ path: string; table: RenamedTable }[]> {
  const setAside = [rejectedDir, unverifiedDir].flatMap((folder) => {
    const dir = join(stateDir, folder);
    const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.ndjson')) : [];
    return names.map((name) => ({ path: join(dir, name), table: 'facts' as const }));
  });
  const segments = await findSegments(stateDir);
  const parts = segments.flatMap((segment) =>
    segment.manifest.parts
      // Earlier versions wrote JSON only.
      .filter(({ format }) => !format)
      .map((part) => ({
        path: partPath(segment, part),
        table: part.table === 'traces' ? ('traces' as const) : ('facts' as const),
      })),
  );
  return [...parts.filter(({ path }) => existsSync(path)), ...setAside];
}

async function rewrite(path: string, names: ReadonlyMap<string, string>): Promise<boolean> {
  const text = readFileSync(path, 'utf8');
  const former = [...formerPairs, ...[...names.keys()].map((name) => `"${name}":`)];
  if (!former.some((part) => text.includes(part))) return false;
  const renamed = text
    .split('\n')
    .map((line) => (line === '' ? line : renamedRow(line, names)))
    .join('\n');
  if (renamed === text) return false;
  const draft = `${path}.draft`;
  await writeDurably(draft, renamed);
  await rename(draft, path);
  await syncFolderAsync(dirname(path));
  return true;
}

/** Names and values of the row's own keys alone: the account's parameters may have any. */
function renamedRow(line: string, names: ReadonlyMap<string, string>): string {
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.map(([name, value]) => [names.get(name) ?? name, currentFactValue(name, value)])),
  );
}
