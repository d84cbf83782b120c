import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDiskMedia } from './diskMedia.ts';
import type { MediaStore } from './mediaStore.ts';

/** The part of a store that serving reads. */
export type MediaReader = Pick<MediaStore, 'stat' | 'read' | 'close'>;

/** Files that are fetched at a time; what comes beside them is passed on without being kept. */
const maxFetches = 4;
/** How often a file that is read is noted as used, in milliseconds. */
const noteMs = 60_000;
/** How often the folder is looked through for what is too much, in milliseconds. */
const trimMs = 10_000;

/**
 * Reads a store by way of a folder on this machine, which keeps what is asked for, up to so many bytes: what was not asked
 * for longest goes first. Several processes may share the folder. Nobody waits for it: a file that it has not is passed on
 * from the store while it is fetched.
 */
export function cachedMedia(
  store: MediaStore,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): MediaReader {
  const cache = openDiskMedia(folder);
  const fetching = new Map<string, Promise<void>>();
  const notedAt = new Map<string, number>();
  let trimmedAt = 0;

  const fetchFile = async (name: string) => {
    const path = join(folder, `${randomUUID()}.part`);
    try {
      const { bytes = 0 } = (await store.stat(name)) ?? {};
      if (bytes > maxBytes / 2) return;
      const stream = await store.read(name);
      if (!stream) return;
      await mkdir(folder, { recursive: true });
      await pipeline(stream, createWriteStream(path));
      await cache.put(name, path);
      await trim();
    } catch {
      // What cannot be kept is passed on from the store as long as that answers.
    } finally {
      await rm(path, { force: true });
      fetching.delete(name);
    }
  };
  const trim = async () => {
    const now = Date.now();
    if (now - trimmedAt < trimMs) return;
    trimmedAt = now;
    const files = [];
    for await (const file of cache.list()) files.push(file);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files.toSorted((a, b) => a.putAt - b.putAt)) {
      if (bytes <= maxBytes) break;
      await cache.remove(file.name);
      bytes -= file.bytes;
    }
  };
  const noteUse = (name: string) => {
    const now = Date.now();
    if (now - (notedAt.get(name) ?? 0) < noteMs) return;
    if (notedAt.size > 10_000) notedAt.clear();
    notedAt.set(name, now);
    const time = new Date(now);
    // It may have gone meanwhile.
    utimes(join(folder, name.slice(0, 2), name), time, time).catch(() => undefined);
  };
  return {
    stat: async (name) => (await cache.stat(name)) ?? store.stat(name),
    async read(name, range) {
      const own = await cache.read(name, range);
      if (own) {
        noteUse(name);
        return own;
      }
      if (!fetching.has(name) && fetching.size < maxFetches) fetching.set(name, fetchFile(name));
      return store.read(name, range);
    },
    async close() {
      await Promise.all(fetching.values());
      await store.close();
    },
  };
}
