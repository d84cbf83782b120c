import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDiskMedia } from './openDiskMedia.ts';
import type { MediaStore } from './mediaStore.ts';

/** The part of a store that serving reads. */
export type MediaReader = Pick<MediaStore, 'stat' | 'read' | 'close'>;

/** Maximum concurrent fetches; further files are passed through without being cached. */
const maxFetches = 4;
/** Minimum interval between updates of a file's time of use, in milliseconds. */
const noteMs = 60_000;
/** Interval of trimming the folder, in milliseconds. */
const trimMs = 10_000;

/**
 * Reads a store through a cache folder on this machine with a maximum size in bytes, least recently used first out.
 * Several processes may share the folder. Reads never wait for it: an uncached file is passed through from the store
 * while it is fetched.
 */
export function cachedMedia(
  store: MediaStore,
  { folder, maxBytes, onRead }: { folder: string; maxBytes: number; onRead?: ((isHit: boolean) => void) | undefined },
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
      await mkdir(folder, { recursive: true });
      const stream = await store.read(name);
      if (!stream) return;
      await pipeline(stream, createWriteStream(path));
      await cache.put(name, path);
      await trim();
    } catch {
      // A file that cannot be cached is passed through as long as the store responds.
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
    // It may have been removed meanwhile.
    utimes(join(folder, name.slice(0, 2), name), time, time).catch(() => undefined);
  };
  return {
    stat: async (name) => (await cache.stat(name)) ?? store.stat(name),
    async read(name, range) {
      const own = await cache.read(name, range);
      onRead?.(own !== null);
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
