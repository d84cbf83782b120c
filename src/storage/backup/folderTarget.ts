import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { targetName, type BackupTarget } from './backupTarget.ts';

/**
 * A target in a folder, which it creates when something is put; the folder around it must exist. Its files can be read by this user only.
 */
export function openFolderTarget(place: string): BackupTarget {
  const root = resolve(place);
  const pathOf = (name: string) => {
    if (!targetName.test(name)) throw new RangeError(`not a name in a backup: ${name}`);
    return join(root, name);
  };
  return {
    async put(name, path) {
      const target = pathOf(name);
      // Not recursively, which never ends where a file system refuses folders as if the one around them were missing.
      await mkdir(root, { mode: 0o700 }).catch(unlessExisting);
      await mkdir(dirname(target), { mode: 0o700 }).catch(unlessExisting);
      const draft = `${target}.${randomUUID()}.draft`;
      try {
        await copyFile(path, draft, constants.COPYFILE_EXCL);
        await sync(draft);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await sync(dirname(target));
    },
    async read(name) {
      const handle = await open(pathOf(name), 'r').catch(unlessMissing);
      return handle ? handle.createReadStream() : null;
    },
    async *list(folder) {
      for (const name of (await readdir(join(root, folder)).catch(unlessMissing)) ?? []) {
        const found = name.endsWith('.draft') ? null : await stat(join(root, folder, name)).catch(unlessMissing);
        if (found) yield { name: `${folder}/${name}`, bytes: found.size, putAt: found.mtimeMs };
      }
    },
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

function unlessExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
