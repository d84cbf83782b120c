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
import { findDamagedBackups, sizesOf } from '#storage/backup/findDamage.ts';
import {
  bytesOfManifest,
  isAhead,
  listBackups,
  manifestName,
  nameOfBackup,
  readManifest,
  writeManifest,
  type Manifest,
} from '#storage/backup/manifest.ts';
import { AlteredContents, createMeter, openObjects, readStart, type ObjectStore } from '#storage/backup/objectStore.ts';
import { verifyShare } from '#storage/backup/verifyContents.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import { collectParts } from './collectParts.ts';
import { cutNodes, type CutNodes } from './cutNodes.ts';
import { linkStateFiles, separateNodes, type StateFile } from './stateFiles.ts';
import { draftFolder } from './draftFolder.ts';
import type { Progress } from './watchProgress.ts';

/** The installation of which a backup is made. */
export interface BackupSource {
  dataDir: string;
  databaseUrl: string;
  clickhouse: ClickHouse;
  media: MediaStore;
  nodes: CutNodes;
  /** ID of the installation. */
  installation: string;
  /** Whether another backup, by its ID, is over. */
  isGone: (backup: string) => Promise<boolean>;
  /** The secrets in force, the current one first. */
  secrets: readonly string[];
  progress: Progress;
}

/** The result of a backup. */
export interface BackupReport {
  name: string;
  /** ID of the installation. */
  installation: string;
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
  /** Creative files that are damaged in the installation: the backup lacks them. */
  missingMedia: string[];
  /** Number of damaged contents of the target that were written again. */
  repaired: number;
  /** Names of backups in the target that cannot be restored as a whole, because contents are damaged or missing. */
  damaged: string[];
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
 * Before the cut, a share of the contents of `target` is verified (`verifyShare`): damaged ones are written again if this
 * backup has them too, and otherwise removed, so that no later backup uses them. `target` reports progress. Once the backup
 * was given up for lack of it, nothing more is written, and only its own copies are dropped.
 */
export async function createBackup(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const startedAt = performance.now();
  const { progress, nodes } = source;
  const owner = { backup: nodes.backup, checkIsMaker: () => progress.step(), isGone: source.isGone };
  const draftDir = join(source.dataDir, draftFolder, nodes.backup);
  await mkdir(draftDir, { recursive: true, mode: 0o700 });
  let snapshot: PostgresSnapshot | null = null;
  let copies: FactCopies | null = null;
  try {
    const earlier = await readNewest(target);
    const sizes = await sizesOf(target);
    const onProgress = () => progress.step();
    const { damaged, verifiedTo } = await verifyShare({ target, sizes, after: earlier?.verifiedTo ?? '', onProgress });
    // They are written again if this backup has them.
    for (const name of damaged) sizes.delete(name);
    const objects = openObjects(target, sizes, draftDir);
    const linkDir = join(draftDir, 'links');
    // Another node may be migrating or reconciling.
    progress.step(maxWaitMs);
    const cut = await cutNodes(nodes, {
      async prepare() {
        progress.step();
        await snapshot?.close();
        snapshot = null;
        await rm(linkDir, { recursive: true, force: true });
        return (copies = await prepareFactCopies(source.clickhouse, owner));
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
    const parts = nodes.pauses
      ? await collectParts(
          { pauses: nodes.pauses, backup: nodes.backup, onProgress },
          cut.others,
          join(draftDir, 'nodes'),
        )
      : [];
    const postgres = await opened.dump(objects, draftDir, onProgress);
    const [own, ...others] = separateNodes([{ node: nodes.node, files }, ...parts]);
    const storedFiles = [
      ...(await storeFiles(objects, own?.files ?? [])),
      ...(await storeSecrets(objects, source.secrets)),
    ];
    const storedParts: Manifest['nodes'] = [];
    for (const other of others) storedParts.push({ node: other.node, files: await storeFiles(objects, other.files) });
    const clickhouse = await copied.dump(objects, earlier, onProgress);
    const media = await storeMedia(source.media, objects, draftDir);
    // No later backup may use them.
    for (const each of damaged) if (!sizes.has(each)) await target.remove(each);
    const name = nameOfBackup(cutAt);
    const manifest: Manifest = {
      format: 3,
      installation: source.installation,
      version: productVersion(),
      cutAt: cutAt.toISOString(),
      endedAt: new Date().toISOString(),
      node: nodes.node,
      postgres,
      clickhouse,
      files: storedFiles,
      nodes: storedParts,
      missingNodes: cut.missing,
      media: media.stored,
      verifiedTo,
    };
    await putManifest(target, name, manifest, draftDir);
    return {
      name,
      installation: source.installation,
      pausedMs: Math.max(cut.pausedMs, ...parts.map(({ pausedMs }) => pausedMs)),
      elapsedMs: performance.now() - startedAt,
      bytesPut: objects.bytesPut(),
      bytes: bytesOfManifest(manifest),
      nodes: 1 + parts.length,
      missingNodes: cut.missing,
      missingMedia: media.damaged,
      repaired: damaged.filter((each) => sizes.has(each)).length,
      damaged: await findDamagedBackups(target, sizes),
    };
  } finally {
    await closeAll([snapshot, copies]);
    await rm(draftDir, { recursive: true, force: true });
  }
}

async function closeAll(opened: readonly (PostgresSnapshot | FactCopies | null)[]): Promise<void> {
  for (const each of opened) await each?.close().catch(() => undefined);
}

/** The newest backup, whose facts need not be read again; null when there is none that can be read. */
async function readNewest(target: BackupTarget): Promise<Manifest | null> {
  const newest = (await listBackups(target)).findLast(({ name }) => !isAhead(name, Date.now()));
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
async function storeMedia(
  media: MediaStore,
  objects: ObjectStore,
  draftDir: string,
): Promise<{ stored: Manifest['media']; damaged: string[] }> {
  const stored: Manifest['media'] = [];
  const damaged: string[] = [];
  for await (const { name, bytes } of media.list()) {
    const path = join(draftDir, randomUUID());
    const target = `media/${name}`;
    if (!objects.hasFile(target, bytes)) {
      const contents = await media.read(name);
      if (!contents) continue;
      const isWhole = await pipeline(
        contents,
        createMeter(name.slice(0, 64)).stream,
        createWriteStream(path, { mode: 0o600 }),
      ).then(() => true, unlessAltered);
      if (isWhole) await objects.putFile(target, path, name.slice(0, 64));
      else damaged.push(name);
      await rm(path, { force: true });
      if (!isWhole) continue;
    }
    stored.push({ name, bytes });
  }
  return { stored, damaged };
}

function unlessAltered(error: unknown): false {
  if (error instanceof AlteredContents) return false;
  throw error;
}

async function putManifest(target: BackupTarget, name: string, manifest: Manifest, draftDir: string): Promise<void> {
  const text = writeManifest(manifest);
  const path = join(draftDir, 'manifest');
  await writeFile(path, text, { mode: 0o600 });
  await target.put(manifestName(name), path, createHash('sha256').update(text).digest('hex'));
}
