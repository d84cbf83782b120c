import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of } from '#storage/backup/backupTarget.ts';
import { digestPostgres } from '#storage/backup/dumpPostgres.ts';
import { readFigures } from '#storage/backup/factFigures.ts';
import { readFactTables } from '#storage/backup/factTables.ts';
import type { Manifest, TableOfFacts } from '#storage/backup/manifest.ts';
import { nodeFolder } from '#events/adopt/nodeFolder.ts';
import { checkRestored } from '#runtime/restoreMark.ts';
import { lockDataDir } from '../../processes/lockDataDir.ts';
import { mainRoles } from '../../processes/startArguments.ts';
import { openInstallation, type OpenInstallation, type Settings } from './openInstallation.ts';

/** The result of a comparison. */
export interface Comparison {
  /** The compared contents, for people. */
  compared: string;
  /** A line for each difference. */
  differences: string[];
}

/**
 * Compares an installation that does not run with a backup: every row of every table of PostgreSQL, every table of
 * ClickHouse by day (number and digest of its rows, and the sum of every measure), every file of the node, and every file
 * of a creative.
 */
export async function compareBackup(
  settings: Settings,
  manifest: Manifest,
  print: (line: string) => void,
): Promise<Comparison> {
  const { DATA_DIR } = settings;
  checkRestored(DATA_DIR);
  if (!existsSync(join(DATA_DIR, 'loader')))
    throw new Error(`${DATA_DIR} has no installation: restore the backup first.`);
  await lockDataDir(DATA_DIR, mainRoles, print);
  const installation = await openInstallation(settings);
  try {
    const differences = [
      ...(await comparePostgres(installation, manifest)),
      ...(await compareFacts(installation, manifest)),
      ...(await compareFiles(DATA_DIR, manifest.files)),
      ...(await compareParts(DATA_DIR, manifest)),
      ...(await compareMedia(installation, manifest)),
    ];
    return { compared: describe(manifest), differences };
  } finally {
    await installation.close();
  }
}

async function comparePostgres({ databaseUrl }: OpenInstallation, { postgres }: Manifest): Promise<string[]> {
  const found = new Map((await digestPostgres(databaseUrl)).map((table) => [table.name, table]));
  return postgres.tables.flatMap(({ name, rows, digest }) => {
    const table = found.get(name);
    if (table?.digest === digest) return [];
    return [`${name}: ${table ? `${table.rows} rows` : 'no table'} instead of ${rows} rows, or other contents`];
  });
}

async function compareFacts({ clickhouse }: OpenInstallation, { clickhouse: backup }: Manifest): Promise<string[]> {
  const tables = new Map((await readFactTables(clickhouse)).map((table) => [table.name, table]));
  const differences: string[] = [];
  for (const { name, figures } of backup.tables) {
    const table = tables.get(name);
    differences.push(
      ...(table ? differencesOf(name, figures, await readFigures(clickhouse, table)) : [`${name}: no table`]),
    );
  }
  return differences;
}

/**
 * The days and figures of a table that differ.
 *
 * @internal Visible for its test.
 */
export function differencesOf(
  name: string,
  expected: TableOfFacts['figures'],
  found: TableOfFacts['figures'],
): string[] {
  const foundDays = new Map(found.map(({ day, figures }) => [day, figures]));
  const expectedDays = new Map(expected.map(({ day, figures }) => [day, figures]));
  return [...new Set([...expectedDays.keys(), ...foundDays.keys()])].toSorted().flatMap((day) => {
    const [ours, theirs] = [foundDays.get(day) ?? {}, expectedDays.get(day) ?? {}];
    return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
      .filter((figure) => ours[figure] !== theirs[figure])
      .map((figure) => `${name} ${day}: ${figure} is ${ours[figure] ?? 0} instead of ${theirs[figure] ?? 0}`);
  });
}

/** Files of other nodes, in their folders (`nodeFolder`). */
async function compareParts(dataDir: string, { nodes }: Manifest): Promise<string[]> {
  const differences: string[] = [];
  for (const { node, files } of nodes) {
    const found = await compareFiles(nodeFolder(dataDir, node), files);
    differences.push(...found.map((difference) => `${node}: ${difference}`));
  }
  return differences;
}

async function compareFiles(dataDir: string, files: Manifest['files']): Promise<string[]> {
  const differences: string[] = [];
  for (const { path, sha256 } of files) {
    const place = join(dataDir, path);
    if (!existsSync(place)) differences.push(`${path} is missing`);
    else if ((await sha256Of(place)) !== sha256) differences.push(`${path} has other contents`);
  }
  return differences;
}

async function compareMedia({ media }: OpenInstallation, manifest: Manifest): Promise<string[]> {
  const differences: string[] = [];
  for (const { name } of manifest.media) {
    const contents = await media.read(name);
    if (!contents) differences.push(`media ${name} is missing`);
    else if ((await sha256Of(contents)) !== name.slice(0, 64)) differences.push(`media ${name} has other contents`);
  }
  return differences;
}

function describe({ postgres, clickhouse, files, nodes, media }: Manifest): string {
  const rows = postgres.tables.reduce((sum, table) => sum + table.rows, 0);
  const figures = clickhouse.tables.flatMap((table) => table.figures.map((day) => Object.keys(day.figures).length));
  return (
    `${rows} rows of ${postgres.tables.length} tables, ${figures.reduce((sum, count) => sum + count, 0)} figures of ` +
    `${clickhouse.tables.length} tables of facts by day, ${[files, ...nodes.map((each) => each.files)].flat().length} files of ${1 + nodes.length} nodes, ${media.length} files of creatives`
  );
}
