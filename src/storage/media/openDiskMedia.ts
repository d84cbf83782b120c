import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mediaName, type MediaStore, type StoredMedia } from './mediaStore.ts';

/**
 * A media store in a folder, in subfolders by the first two digits of the names. Files to be put must be on its file
 * system.
 */
export function openDiskMedia(folder: string): MediaStore {
  const pathOf = (name: string) => {
    if (!mediaName.test(name)) throw new RangeError(`not a file name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async put(name, path) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true });
      await sync(path);
      const now = new Date();
      await utimes(path, now, now);
      await rename(path, target);
      await sync(dirname(target));
    },
    async stat(name) {
      const found = await statOf(pathOf(name));
      return found && { bytes: found.size, putAt: found.mtimeMs };
    },
    async read(name, range) {
      const path = pathOf(name);
      // A file that is removed while it is read is read to its end.
      const handle = await open(path, 'r').catch(unlessMissing);
      return handle ? handle.createReadStream(range) : null;
    },
    list: () => listOf(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
    close: async () => undefined,
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statOf(path: string) {
  return stat(path).catch(unlessMissing);
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

async function* listOf(folder: string): AsyncGenerator<StoredMedia> {
  const shards = (await readdir(folder).catch(unlessMissing)) ?? [];
  for (const shard of shards.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await readdir(join(folder, shard))) {
      const found = mediaName.test(name) ? await statOf(join(folder, shard, name)) : null;
      if (found) yield { name, bytes: found.size, putAt: found.mtimeMs };
    }
  }
}
