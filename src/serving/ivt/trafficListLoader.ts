import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseAgentList } from '#engine/ivt/agentList.ts';
import { createDataCenterListReader } from '#engine/ivt/dataCenterList.ts';
import { linesOf } from '#engine/ivt/linesOf.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { type ServedListKind, servedListKinds, type TrafficListRow } from '#model/lists/trafficList.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import { readVendorVersions } from '#standards/privacy/vendorList.ts';
import type { ListLoader } from '../lists/listLoader.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';
import { type FetchedLists, noFetchedLists } from './fetchedLists.ts';

/** Loads the fetched lists that the snapshot names into memory, with a copy on disk for the next start. */
export interface TrafficListLoader extends ListLoader {
  /** The lists in memory: while a newer one is loaded, the older one. */
  lists(): FetchedLists;
}

/** Delay in milliseconds before a failed download is retried. */
const retryMs = 5000;
const idleTimeoutMs = 30_000;

/** Creates the loader of a folder, which it creates if missing. `now` is monotonic, in ms. */
export function createTrafficListLoader(deps: {
  folder: string;
  plane: Pick<ControlPlane, 'read'>;
  logger: Logger;
  now: () => number;
}): TrafficListLoader {
  const { folder, plane, logger } = deps;
  const closed = new AbortController();
  const loaded = new Map<ServedListKind, string>();
  let lists = noFetchedLists;
  let latest: Snapshot | null = null;
  let working: Promise<void> | null = null;
  let isDirty = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  const pathOf = ({ kind, digest }: Pick<TrafficListRow, 'kind' | 'digest'>) => join(folder, `${kind}-${digest}.txt`);
  const put = async (kind: ServedListKind, digest: string, text: string) => {
    const list = await readers[kind](text, createSlicer(deps.now));
    lists = { ...lists, [kind]: list };
    loaded.set(kind, digest);
  };
  /** The contents on disk; null where they are missing, or damaged: such a file is removed. */
  const readStored = async (row: TrafficListRow): Promise<string | null> => {
    const path = pathOf(row);
    try {
      if ((await digestOf(path)) === row.digest) return await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    }
    await rm(path, { recursive: true, force: true });
    return null;
  };
  const download = async ({ kind, digest }: TrafficListRow) => {
    const path = pathOf({ kind, digest });
    try {
      const contents = plane.read(`/internal/trafficLists/${kind}/${digest}`, { signal: closed.signal, idleTimeoutMs });
      await pipeline(contents, createWriteStream(`${path}.new`, { mode: 0o600 }), { signal: closed.signal });
      await rename(`${path}.new`, path);
    } finally {
      await rm(`${path}.new`, { force: true });
    }
  };
  const load = async (row: TrafficListRow): Promise<void> => {
    if (loaded.get(row.kind) === row.digest) return;
    let text = await readStored(row);
    if (text === null) {
      await download(row);
      text = await readStored(row);
    }
    if (text === null) throw new Error(`the contents of ${row.kind} are damaged`);
    await put(row.kind, row.digest, text);
  };
  const rowOf = (kind: ServedListKind) =>
    [...(latest?.rows.trafficList.values() ?? [])].find((row) => row.kind === kind);
  const loadAll = async (): Promise<void> => {
    while (isDirty && !closed.signal.aborted) {
      isDirty = false;
      for (const kind of servedListKinds) {
        const row = rowOf(kind);
        if (row) await load(row);
        else if (loaded.delete(kind)) lists = { ...lists, [kind]: noFetchedLists[kind] };
      }
    }
    isFailing = false;
    const names = new Set([...loaded].map(([kind, digest]) => `${kind}-${digest}.txt`));
    for (const name of await readdir(folder)) if (!names.has(name)) await rm(join(folder, name), { force: true });
  };
  const start = (): void => {
    isDirty = true;
    if (working || closed.signal.aborted) return;
    clearTimeout(timer);
    working = loadAll()
      .catch((error: unknown) => {
        if (closed.signal.aborted) return;
        if (!isFailing) logger.warn(`a fetched list could not be loaded: ${errorText(error)}`);
        isFailing = true;
        timer = setTimeout(start, retryMs);
        timer.unref();
      })
      .finally(() => {
        working = null;
        if (isDirty && !isFailing) start();
      });
  };

  return {
    lists: () => lists,
    async restore(snapshot) {
      latest = snapshot;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const row of snapshot.rows.trafficList.values()) {
        // A list that cannot be read is loaded again once the feed is followed: ad serving starts without it.
        try {
          const text = await readStored(row);
          if (text !== null) await put(row.kind, row.digest, text);
        } catch (error) {
          logger.warn(`a stored list could not be read: ${errorText(error)}`);
        }
      }
    },
    refresh(snapshot) {
      latest = snapshot;
      const isCurrent = servedListKinds.every((kind) => rowOf(kind)?.digest === loaded.get(kind));
      if (!isCurrent) start();
    },
    async close() {
      closed.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** SHA-256 of a file, in hexadecimal, read in chunks so that ads are not blocked. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The readers of lists. Lists of any length are read without blocking ads. */
const readers: {
  [Kind in ServedListKind]: (
    text: string,
    yieldIfDue: () => Promise<void> | undefined,
  ) => FetchedLists[Kind] | Promise<FetchedLists[Kind]>;
} = { robots: parseAgentList, dataCenters: readDataCenters, vendors: readVendorVersions };

async function readDataCenters(text: string, yieldIfDue: () => Promise<void> | undefined) {
  const reader = createDataCenterListReader();
  for (const line of linesOf(text)) {
    reader.readLine(line);
    await yieldIfDue();
  }
  return reader.build();
}
