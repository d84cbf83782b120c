import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { prepareFactCopies, type FactCopies } from '#storage/backup/dumpFacts.ts';
import { openPostgresSnapshot, type PostgresSnapshot } from '#storage/backup/dumpPostgres.ts';
import { sizesOf } from '#storage/backup/findDamage.ts';
import {
  bytesOfManifest,
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
import { collectParts } from './collectParts.ts';
import { cutNodes, type CutNodes } from './cutNodes.ts';
import { linkStateFiles, type StateFile } from './stateFiles.ts';
import { draftFolder } from './draftFolder.ts';
import type { Progress } from './watchProgress.ts';

/** The installation of which a backup is made. */
export interface BackupSource {
  dataDir: string;
  databaseUrl: string;
  clickhouse: ClickHouse;
  media: MediaStore;
  nodes: CutNodes;
  /** The secrets in force, the current one first. */
  secrets: readonly string[];
  progress: Progress;
}

/** The result of a backup. */
export interface BackupReport {
  name: string;
  /** Longest time in ms for which a loader stood still. */
  pausedMs: number;
  elapsedMs: number;
  /** Bytes that were not in the target yet. */
  bytesPut: number;
  /** Bytes of all contents of the backup. */
  bytes: number;
  /** Number of nodes whose spools it has. */
  nodes: number;
  /** Nodes that do not run: what they have not loaded is not in the backup. */
  missingNodes: string[];
}

/** Time in ms in which a migration or reconciliation ends. */
const maxWaitMs = 4 * 3_600_000;

/**
 * Makes a backup while the installation runs, as of one moment, the cut:
 *
 * 1. Wait until the loaders of all nodes have loaded their segments, and pause them (`cutNodes`). Now a record is either in a
 *    spool, or in ClickHouse and its hit in the journals. No segment is in between: a restored store would not recognize
 *    its token.
 * 2. Every node links the files of its spool and loader, and notes their sizes. Ad serving continues to write: what it
 *    acknowledged before is in the first bytes of these files.
 * 3. Copy the tables of ClickHouse as links to their parts, and open a snapshot of PostgreSQL. Let the loaders go.
 * 4. Read all of it, with what other nodes send. The manifest is written last: before that there is no backup.
 *
 * `target` reports progress. Once the backup was given up for lack of it, nothing more is written or dropped.
 */
export async function createBackup(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const startedAt = performance.now();
  const { progress, nodes } = source;
  const draftDir = join(source.dataDir, draftFolder, nodes.backup);
  await mkdir(draftDir, { recursive: true, mode: 0o700 });
  let snapshot: PostgresSnapshot | null = null;
  let copies: FactCopies | null = null;
  try {
    const earlier = await readNewest(target);
    const objects = openObjects(target, await sizesOf(target), draftDir);
    const linkDir = join(draftDir, 'links');
    // Another node may be migrating or reconciling.
    progress.step(maxWaitMs);
    const cut = await cutNodes(nodes, {
      async prepare() {
        progress.step();
        await snapshot?.close();
        snapshot = null;
        await rm(linkDir, { recursive: true, force: true });
        return (copies = await prepareFactCopies(source.clickhouse));
      },
      async take(copied) {
        progress.step();
        const files = await linkStateFiles(source.dataDir, linkDir);
        await copied.take();
        const opened = (snapshot = await openPostgresSnapshot(source.databaseUrl));
        return { files, opened, copied };
      },
    });
    const { cutAt } = cut;
    const { files, opened, copied } = cut.taken;
    const onProgress = () => progress.step();
    const parts = nodes.pauses
      ? await collectParts(
          { pauses: nodes.pauses, backup: nodes.backup, onProgress },
          cut.others,
          join(draftDir, 'nodes'),
        )
      : [];
    const postgres = await opened.dump(objects, draftDir, onProgress);
    const storedFiles = [...(await storeFiles(objects, files)), ...(await storeSecrets(objects, source.secrets))];
    const storedParts: Manifest['nodes'] = [];
    for (const part of parts) storedParts.push({ node: part.node, files: await storeFiles(objects, part.files) });
    const clickhouse = await copied.dump(objects, earlier, onProgress);
    const media = await storeMedia(source.media, objects, draftDir);
    const name = nameOfBackup(cutAt);
    const manifest: Manifest = {
      format: 2,
      version: productVersion(),
      cutAt: cutAt.toISOString(),
      endedAt: new Date().toISOString(),
      node: nodes.node,
      postgres,
      clickhouse,
      files: storedFiles,
      nodes: storedParts,
      missingNodes: cut.missing,
      media,
    };
    await putManifest(target, name, manifest, draftDir);
    return {
      name,
      pausedMs: Math.max(cut.pausedMs, ...parts.map(({ pausedMs }) => pausedMs)),
      elapsedMs: performance.now() - startedAt,
      bytesPut: objects.bytesPut(),
      bytes: bytesOfManifest(manifest),
      nodes: 1 + parts.length,
      missingNodes: cut.missing,
    };
  } finally {
    await closeAll(snapshot, progress.isGivenUp() ? null : copies);
    await rm(draftDir, { recursive: true, force: true });
  }
}

/** After a backup was given up, the copies may be those of the next one. */
async function closeAll(snapshot: PostgresSnapshot | null, copies: FactCopies | null): Promise<void> {
  await snapshot?.close().catch(() => undefined);
  await copies?.close().catch(() => undefined);
}

/** The newest backup, whose facts need not be read again; null when there is none that can be read. */
async function readNewest(target: BackupTarget): Promise<Manifest | null> {
  const newest = (await listBackups(target)).at(-1);
  return newest ? readManifest(target, newest.name).catch(() => null) : null;
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
