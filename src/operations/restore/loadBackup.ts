import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nodeFolder } from '#events/adopt/nodeFolder.ts';
import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { loadFacts } from '#storage/backup/loadFacts.ts';
import { loadPostgres } from '#storage/backup/loadPostgres.ts';
import type { Manifest } from '#storage/backup/manifest.ts';
import { holderOf, isLocked } from '#storage/lockFile.ts';
import { createMeter, openObjects, type ObjectStore } from '#storage/backup/objectStore.ts';
import { hasTables } from '#storage/backup/tablesOfPostgres.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse, readMigrations } from '#storage/clickhouseMigrations.ts';
import { lastMigrationOf, migratePostgres } from '#storage/migratePostgres.ts';
import { uploadsFolder } from '#storage/media/openMedia.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { restoreMark } from '#runtime/restoreMark.ts';
import { lockDataDir } from '../../processes/lockDataDir.ts';
import { mainRoles } from '../../processes/startArguments.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { openInstallation, type OpenInstallation, type Settings } from './openInstallation.ts';

/**
 * Loads a backup into an empty installation. While it does, a mark in DATA_DIR prevents any start; a restore that was
 * interrupted begins again from nothing. Throws an Error as `checkEmpty` does, before anything is written.
 */
export async function loadBackup(
  settings: Settings,
  target: BackupTarget,
  manifest: Manifest,
  print: (line: string) => void,
): Promise<void> {
  const { DATA_DIR } = settings;
  await lockDataDir(DATA_DIR, mainRoles, print);
  const isRepeated = await checkEmpty(settings, manifest);
  if (isRepeated) {
    print('Starting again: an earlier restore was interrupted');
    for (const name of contentsOf(DATA_DIR)) rmSync(join(DATA_DIR, name), { recursive: true, force: true });
  }
  const mark = join(DATA_DIR, restoreMark);
  writeFileSync(mark, serversOf(settings), { flush: true });
  const draftDir = join(DATA_DIR, 'restore-draft');
  mkdirSync(draftDir, { mode: 0o700 });
  const installation = await openInstallation(settings);
  try {
    const objects = openObjects(target, new Map(), draftDir);
    print('Loading ClickHouse');
    await loadClickHouse(settings, installation, manifest, objects, draftDir);
    print('Loading PostgreSQL');
    await migratePostgres(installation.postgres.pool, migrationFolders.postgres, manifest.postgres.migration);
    await loadPostgres(installation.databaseUrl, manifest.postgres, objects);
    print('Writing files');
    for (const file of manifest.files) await writeFileOf(DATA_DIR, file, objects);
    for (const { node, files } of manifest.nodes) {
      for (const file of files) await writeFileOf(nodeFolder(DATA_DIR, node), file, objects);
    }
    for (const { name } of manifest.media) await loadMedia(DATA_DIR, name, target, installation);
  } finally {
    await installation.close();
  }
  await rm(draftDir, { recursive: true });
  await rm(mark);
}

/**
 * Checks, without changing anything, that a backup can be loaded there. Returns whether an interrupted restore is
 * repeated. Throws an Error when the installation is not empty, has no servers for a backup of several nodes, or the backup
 * is of a newer version.
 */
export async function checkEmpty(settings: Settings, manifest: Manifest): Promise<boolean> {
  const { DATA_DIR, DATABASE_URL, CLICKHOUSE_URL } = settings;
  await checkVersion(manifest);
  if (manifest.nodes.length > 0 && (DATABASE_URL === undefined || CLICKHOUSE_URL === undefined)) {
    throw new Error(
      `The backup is of ${1 + manifest.nodes.length} nodes, which decide in PostgreSQL which hits count. Set DATABASE_URL and CLICKHOUSE_URL to restore it.`,
    );
  }
  const mark = join(DATA_DIR, restoreMark);
  const isRepeated = existsSync(mark);
  const [content] = contentsOf(DATA_DIR);
  if (!isRepeated && content !== undefined) {
    const holder = holderIn(DATA_DIR);
    const stop = holder === null ? '' : `Stop ${holder}, which runs on it, and `;
    const move = `${holder === null ? 'Move' : 'move'} the folder away, or set DATA_DIR to an empty one.`;
    throw new Error(
      `${DATA_DIR} is not empty (${content}). A backup is restored into an empty installation only. ${stop}${move} Nothing was changed.`,
    );
  }
  // Only the servers that the interrupted restore has begun to fill may have contents.
  if (!isRepeated || readFileSync(mark, 'utf8') !== serversOf(settings)) await checkServers(settings);
  return isRepeated;
}

/** The process that runs roles on a folder; null if none does. */
function holderIn(dataDir: string): string | null {
  const isRunning = mainRoles.some((role) => isLocked(join(dataDir, 'locks', `${role}.parent`)));
  return isRunning ? holderOf(join(dataDir, 'parent.lock')) : null;
}

function contentsOf(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !isHarmless(name)) : [];
}

/** Identifies the servers without their passwords, as the mark of a restore names them. */
function serversOf({ DATABASE_URL = '', CLICKHOUSE_URL = '' }: Settings): string {
  const digests = [DATABASE_URL, CLICKHOUSE_URL].map((url) => createHash('sha256').update(url).digest('hex'));
  return `${digests.join('\n')}\n`;
}

/** Entries of a folder that belong to no installation: locks, a mounted disk's own folder, and our mark. */
function isHarmless(name: string): boolean {
  return name.endsWith('.lock') || ['locks', 'lost+found', restoreMark].includes(name);
}

async function checkVersion({ version, postgres, clickhouse }: Manifest): Promise<void> {
  const ours = (await readMigrations(migrationFolders.clickhouse)).at(-1)?.version ?? 0;
  if (postgres.migration > lastMigrationOf(migrationFolders.postgres) || clickhouse.migration > ours) {
    throw new Error(
      `The backup was made by a newer version${version === undefined ? '' : ` (${version})`} than this one (${productVersion()}). Restore it with that version.`,
    );
  }
}

/** Throws an Error when a server has tables already. */
async function checkServers({ DATABASE_URL, CLICKHOUSE_URL }: Settings): Promise<void> {
  if (DATABASE_URL !== undefined && (await hasTables(DATABASE_URL))) {
    throw new Error('The database of DATABASE_URL has tables. A backup is restored into an empty one only.');
  }
  if (CLICKHOUSE_URL === undefined) return;
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  try {
    if ((await tablesOf(clickhouse)).length > 0) {
      throw new Error('The database of CLICKHOUSE_URL has tables. A backup is restored into an empty one only.');
    }
  } finally {
    await clickhouse.close();
  }
}

/** Tables and views, views first. */
async function tablesOf(clickhouse: OpenInstallation['clickhouse']): Promise<string[]> {
  const rows = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY engine LIKE '%View' DESC, name`,
  );
  return rows.map(({ name }) => name);
}

async function loadClickHouse(
  { CLICKHOUSE_URL }: Settings,
  { clickhouse }: OpenInstallation,
  manifest: Manifest,
  objects: ObjectStore,
  draftDir: string,
): Promise<void> {
  // Those of a restore that was interrupted: before the first one there were none.
  for (const name of await tablesOf(clickhouse)) await clickhouse.command(`DROP TABLE IF EXISTS ${name} SYNC`);
  await migrateClickHouse(clickhouse, migrationFolders.clickhouse, undefined, manifest.clickhouse.migration);
  const loading = { clickhouse, draftDir: CLICKHOUSE_URL === undefined ? draftDir : null };
  await loadFacts(loading, manifest.clickhouse, objects);
}

async function writeFileOf(
  dataDir: string,
  { path, sha256, object }: Manifest['files'][number],
  objects: ObjectStore,
): Promise<void> {
  const place = resolve(dataDir, path);
  if (!place.startsWith(resolve(dataDir) + sep)) throw new Error(`${path} is not in the data folder.`);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const file = createWriteStream(place, { mode: 0o600, flush: true });
  await pipeline(await objects.read(object), createMeter(sha256).stream, file);
}

async function loadMedia(
  dataDir: string,
  name: string,
  target: BackupTarget,
  { media }: OpenInstallation,
): Promise<void> {
  const contents = await target.read(`media/${name}`);
  if (!contents) throw new Error(`The backup is incomplete: media/${name} is missing.`);
  const uploads = uploadsFolder(dataDir);
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  const path = join(uploads, name);
  await pipeline(contents, createMeter(name.slice(0, 64)).stream, createWriteStream(path, { mode: 0o600 }));
  await media.put(name, path);
}
