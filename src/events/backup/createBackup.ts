import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { prepareFactCopies, type FactCopies } from '#storage/backup/dumpFacts.ts';
import { openPostgresSnapshot, type PostgresSnapshot } from '#storage/backup/dumpPostgres.ts';
import {
  listBackups,
  manifestName,
  nameOfBackup,
  readManifest,
  writeManifest,
  type Manifest,
} from '#storage/backup/manifest.ts';
import { createMeter, openObjects, readStart, type ObjectStore } from '#storage/backup/objectStore.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import type { Loader } from '../load/loader.ts';
import { linkStateFiles, type StateFile } from './stateFiles.ts';

/** The installation of which a backup is made. */
export interface BackupSource {
  dataDir: string;
  databaseUrl: string;
  clickhouse: ClickHouse;
  media: MediaStore;
  loader: Pick<Loader, 'whileEmpty'>;
  node: string;
  /** The secrets in force, the current one first. */
  secrets: readonly string[];
}

/** The result of a backup. */
export interface BackupReport {
  name: string;
  /** Time in ms during which the loader stood still. */
  pausedMs: number;
  elapsedMs: number;
  /** Bytes that were not in the target yet. */
  bytesPut: number;
  /** Bytes of all contents of the backup. */
  bytes: number;
}

/** Maximum time in ms until the loader has loaded its segments. */
const maxWaitMs = 600_000;

/**
 * Makes a backup while the installation runs, as of one moment, the cut:
 *
 * 1. Wait until the loader has loaded its segments, and hold it. Now a record is either in the spool, or in ClickHouse
 *    and its hit in the journals. No segment is in between: a restored store would not recognize its token.
 * 2. Link the files of spool and loader, and note their sizes. Ad serving continues to write: what it acknowledged before
 *    is in the first bytes of these files.
 * 3. Copy the tables of ClickHouse as links to their parts, and open a snapshot of PostgreSQL. Let the loader go.
 * 4. Read all of it. The manifest is written last: before that there is no backup.
 */
export async function createBackup(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const startedAt = performance.now();
  const draftDir = join(source.dataDir, 'backup-draft');
  rmSync(draftDir, { recursive: true, force: true });
  mkdirSync(draftDir, { recursive: true, mode: 0o700 });
  let snapshot: PostgresSnapshot | null = null;
  let copies: FactCopies | null = null;
  try {
    const earlier = await readNewest(target);
    const objects = openObjects(target, await sizesIn(target), draftDir);
    const prepared = await prepareFactCopies(source.clickhouse);
    copies = prepared;
    const { files, cutAt, pausedMs, opened } = await source.loader.whileEmpty(async () => {
      const heldAt = performance.now();
      const at = new Date();
      const linked = await linkStateFiles(source.dataDir, join(draftDir, 'links'));
      await prepared.take();
      const postgres = await openPostgresSnapshot(source.databaseUrl);
      return { files: linked, cutAt: at, pausedMs: performance.now() - heldAt, opened: postgres };
    }, AbortSignal.timeout(maxWaitMs));
    snapshot = opened;
    const postgres = await opened.dump(objects, draftDir);
    const storedFiles = [...(await storeFiles(objects, files)), ...(await storeSecrets(objects, source.secrets))];
    const clickhouse = await prepared.dump(objects, earlier);
    const media = await storeMedia(source.media, objects, draftDir);
    const name = nameOfBackup(cutAt);
    const manifest: Manifest = {
      format: 1,
      version: productVersion(),
      cutAt: cutAt.toISOString(),
      endedAt: new Date().toISOString(),
      node: source.node,
      postgres,
      clickhouse,
      files: storedFiles,
      media,
    };
    await putManifest(target, name, manifest, draftDir);
    const bytes = bytesOf(manifest);
    return { name, pausedMs, elapsedMs: performance.now() - startedAt, bytesPut: objects.bytesPut(), bytes };
  } finally {
    await snapshot?.close().catch(() => undefined);
    await copies?.close().catch(() => undefined);
    await rm(draftDir, { recursive: true, force: true });
  }
}

/** The newest backup, whose facts need not be read again; null when there is none that can be read. */
async function readNewest(target: BackupTarget): Promise<Manifest | null> {
  const newest = (await listBackups(target)).at(-1);
  return newest ? readManifest(target, newest.name).catch(() => null) : null;
}

async function sizesIn(target: BackupTarget): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const folder of ['objects', 'media'] as const) {
    for await (const { name, bytes } of target.list(folder)) sizes.set(name, bytes);
  }
  return sizes;
}

async function storeFiles(objects: ObjectStore, files: readonly StateFile[]): Promise<Manifest['files']> {
  const stored: Manifest['files'] = [];
  for (const { path, linkPath, bytes } of files) {
    const meter = createMeter();
    const object = await objects.write(readStart(linkPath, bytes).compose(meter.stream));
    stored.push({ path, sha256: meter.sha256(), bytes, object });
  }
  return stored;
}

/** The secrets as files of the data folder, also where they are set in the environment. */
async function storeSecrets(objects: ObjectStore, secrets: readonly string[]): Promise<Manifest['files']> {
  const [current = '', ...previous] = secrets;
  const contents: [string, string][] = [['secret', current]];
  if (previous.length > 0) contents.push(['secret.previous', `${previous.join('\n')}\n`]);
  return Promise.all(
    contents.map(async ([path, text]) => ({
      path,
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: text.length,
      object: await objects.write(Readable.from([text])),
    })),
  );
}

/** Files that are added or deleted meanwhile are not used by any creative of the snapshot. */
async function storeMedia(media: MediaStore, objects: ObjectStore, draftDir: string): Promise<Manifest['media']> {
  const stored: Manifest['media'] = [];
  for await (const { name, bytes } of media.list()) {
    const path = join(draftDir, randomUUID());
    const target = `media/${name}`;
    if (!objects.hasFile(target, bytes)) {
      const contents = await media.read(name);
      if (!contents) continue;
      await pipeline(contents, createMeter(name.slice(0, 64)).stream, createWriteStream(path, { mode: 0o600 }));
      await objects.putFile(target, path, name.slice(0, 64));
      await rm(path);
    }
    stored.push({ name, bytes });
  }
  return stored;
}

async function putManifest(target: BackupTarget, name: string, manifest: Manifest, draftDir: string): Promise<void> {
  const text = writeManifest(manifest);
  const path = join(draftDir, 'manifest');
  await writeFile(path, text, { mode: 0o600 });
  await target.put(manifestName(name), path, createHash('sha256').update(text).digest('hex'));
}

function bytesOf({ postgres, clickhouse, files, media }: Manifest): number {
  const objects = [...postgres.tables, ...clickhouse.tables.flatMap(({ pieces }) => pieces), ...files];
  return [...objects.map(({ object }) => object.bytes), ...media.map(({ bytes }) => bytes)].reduce((a, b) => a + b, 0);
}
