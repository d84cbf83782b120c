import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { putMembers } from '#engine/snapshot/attachments.ts';
import { type ListEntity, type ListKey, listKey, type WantedMembers } from '#engine/lists/listSet.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { FetchContents } from './httpContents.ts';
import { readContents } from './readContents.ts';

/** Loads the list members that a snapshot needs into memory, with a copy on disk. */
export interface ListLoader {
  /** Loads the members on disk for the snapshot of the last run. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Loads the members that the current snapshot still needs, if any. Call it after every change. */
  refresh(snapshot: Snapshot): void;
  close(): Promise<void>;
}

/** Delay in milliseconds before a failed download is retried. */
const retryMs = 1000;

/** Creates the loader of a folder, which it creates if missing. */
export function createListLoader(deps: {
  folder: string;
  fetchContents: FetchContents;
  logger: Logger;
  /** Monotonic milliseconds. */
  now: () => number;
}): ListLoader {
  const { folder, logger } = deps;
  const closed = new AbortController();
  let latest: Snapshot | null = null;
  let isDirty = false;
  let isFailing = false;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Loads members from a file. Returns false when there is no such file or it is damaged. */
  const loadFile = async (key: ListKey, wanted: WantedMembers, hash: string): Promise<boolean> => {
    const set = await readContents(join(folder, fileName(wanted, hash)), wanted.kind, deps.now);
    if (!set) return false;
    // The snapshot may have changed by now.
    if (latest) putMembers(latest, key, { hash, set });
    return true;
  };
  const load = async (key: ListKey, wanted: WantedMembers): Promise<void> => {
    if (await loadFile(key, wanted, wanted.hash)) return;
    await deps.fetchContents(wanted, join(folder, fileName(wanted, wanted.hash)), closed.signal);
    if (!(await loadFile(key, wanted, wanted.hash))) throw new Error('its contents are damaged');
  };
  const loadAll = async (snapshot: Snapshot): Promise<number> => {
    let failures = 0;
    for (const [key, wanted] of [...snapshot.wantedMembers]) {
      if (closed.signal.aborted) break;
      if (latest?.wantedMembers.get(key)?.hash !== wanted.hash) continue;
      try {
        await load(key, wanted);
        isFailing = false;
      } catch (error) {
        failures += 1;
        if (!isFailing && !closed.signal.aborted) logger.warn(`list ${key} could not be loaded: ${errorText(error)}`);
        isFailing = true;
      }
    }
    return failures;
  };
  const loadPending = async (): Promise<void> => {
    let failures = 0;
    while (isDirty && !closed.signal.aborted) {
      isDirty = false;
      failures = latest ? await loadAll(latest) : 0;
    }
    if (latest) await deleteStale(folder, latest);
    if (failures > 0 && !closed.signal.aborted) {
      timer = setTimeout(start, retryMs);
      timer.unref();
    }
  };
  const start = (): void => {
    isDirty = true;
    if (working || closed.signal.aborted) return;
    clearTimeout(timer);
    working = loadPending()
      .catch((error: unknown) => logger.error(`lists could not be stored: ${errorText(error)}`))
      .finally(() => {
        working = null;
        // The snapshot changed after the last members were loaded, while stale files were deleted.
        if (isDirty) start();
      });
  };

  return {
    async restore(snapshot) {
      latest = snapshot;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = await readdir(folder);
      for (const [key, wanted] of [...snapshot.wantedMembers]) {
        if (await loadFile(key, wanted, wanted.hash)) continue;
        // Older members are better than none: newer ones replace them once they are downloaded.
        const older = names.map(parseFileName).find((each) => each?.entity === wanted.entity && each.id === wanted.id);
        if (older) await loadFile(key, wanted, older.hash);
      }
    },
    refresh(snapshot) {
      latest = snapshot;
      if (snapshot.wantedMembers.size > 0) start();
    },
    async close() {
      closed.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** Deletes files that no row refers to, unless newer members of the list are still being downloaded. */
async function deleteStale(folder: string, snapshot: Snapshot): Promise<void> {
  for (const name of await readdir(folder)) {
    const contents = parseFileName(name);
    if (!contents) continue;
    const { entity, id, hash } = contents;
    const isReferenced = snapshot.rows[entity].get(id)?.membersHash === hash;
    if (!isReferenced && !snapshot.wantedMembers.has(listKey(entity, id)))
      await rm(join(folder, name), { force: true });
  }
}

function fileName({ entity, id }: WantedMembers, hash: string): string {
  return `${entity}-${id}-${hash}.bin`;
}

function parseFileName(name: string): { entity: ListEntity; id: number; hash: string } | null {
  const match = /^(appList|creList|pubList)-(\d+)-([0-9a-f]{32})\.bin$/.exec(name);
  return match ? { entity: match[1] as ListEntity, id: Number(match[2]), hash: match[3] ?? '' } : null;
}
