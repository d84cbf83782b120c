import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '#model/buying/bundleManifest.ts';
import type { MediaFile } from '#model/index.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';
import type { MediaStore } from './mediaStore.ts';

const dayMs = 86_400_000;
/** Retention of files without a creative, in days: removed ones may be wanted again, and caches refer to their URLs. */
const retentionDays = 7;

/**
 * Deletes files without a creative (archived creatives count) a week after they were last put, and uploads whose
 * process died. Returns the number of files deleted from the store.
 */
export async function deleteUnusedMedia(
  db: Database,
  { media, uploads, now }: { media: MediaStore; uploads: string; now: number },
): Promise<number> {
  await deleteAbandonedUploads(uploads, now);
  const isOld = ({ putAt }: { putAt: number }) => putAt < now - retentionDays * dayMs;
  const old: string[] = [];
  for await (const file of media.list()) if (isOld(file)) old.push(file.name);
  if (old.length === 0) return 0;
  // Files are listed before names in use are read: an upload puts its file before its creative names it.
  const named = await namesInUse(db, media);
  let removed = 0;
  for (const name of old) {
    if (named.has(name)) continue;
    const found = await media.stat(name);
    if (!found || !isOld(found)) continue;
    await media.remove(name);
    removed += 1;
  }
  return removed;
}

/** The files of all creatives, and those in their bundles. */
async function namesInUse(db: Database, media: MediaStore): Promise<Set<string>> {
  const creatives = tableOf('creative');
  const rows = await db.select({ files: columnNamed(creatives, 'files') }).from(creatives.table);
  const names = new Set(rows.flatMap(({ files }) => (files as MediaFile[]).map(({ file }) => file)));
  for (const name of [...names].filter((each) => !each.includes('.'))) {
    const stream = await media.read(name);
    if (!stream) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    const manifest = readManifest(Buffer.concat(chunks).toString('utf8'));
    for (const file of Object.values(manifest?.files ?? {})) names.add(file);
  }
  return names;
}

async function deleteAbandonedUploads(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now - dayMs) await rm(path, { force: true });
  }
}
