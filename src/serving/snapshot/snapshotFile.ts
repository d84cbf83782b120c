import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { otherRowNames, servedEntities, type SnapshotMessage } from '#model/index.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { createSlicer } from '#runtime/createSlicer.ts';

/**
 * A snapshot on disk as lines of the feed: the kinds of rows that its writer knew, a complete state, and the changes
 * since.
 */
export interface SnapshotFile {
  /** Loads the stored state; an empty snapshot when there is none. An incomplete end is ignored. */
  load(): Promise<StoredSnapshot>;
  /** Queues changes that end with a version. They are written within `pauseMs`. */
  append(messages: readonly SnapshotMessage[]): void;
  /** Replaces the file by a complete state within `pauseMs`. */
  rewrite(snapshot: Snapshot): void;
  /** Writes what is queued. */
  close(): Promise<void>;
}

/** A state from disk. */
export interface StoredSnapshot {
  snapshot: Snapshot;
  /** Whether it may lack rows, because another release wrote it, which did not know kinds that this one knows. */
  isPartial: boolean;
}

/** The first line of a file. */
interface WriterLine {
  type: 'writer';
  rows: readonly string[];
}

const ownRows: readonly string[] = [...servedEntities, ...otherRowNames];

/** Changes that may follow a complete state before it is rewritten, in addition to its number of rows. */
const maxChangesBeforeRewrite = 1000;

/** Opens the file. `pauseMs` is the minimum time between two writes. Write errors go to `onError`. */
export function openSnapshotFile(
  path: string,
  options: { pauseMs: number; now: () => number; onError: (error: unknown) => void },
): SnapshotFile {
  let pendingMessages: SnapshotMessage[] = [];
  let toRewrite: Snapshot | null = null;
  let latest: Snapshot | null = null;
  // A file of another process may end within a line: the first change is written with the complete state.
  let isOwn = false;
  let appended = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  const schedule = () => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      writing = writing.then(write);
    }, options.pauseMs);
    timer.unref();
  };
  const write = async () => {
    const lines = pendingMessages;
    pendingMessages = [];
    const completeState = toRewrite;
    toRewrite = null;
    try {
      if (completeState) {
        // Changes during the write may or may not be included: the version is that of the start, and the changes are
        // appended after it.
        await writeSnapshot(path, completeState, completeState.version, options.now);
        isOwn = true;
        appended = 0;
      } else if (lines.length > 0) {
        await appendLines(path, lines);
        appended += lines.length;
        if (latest && appended > maxChangesBeforeRewrite + rowCount(latest)) {
          toRewrite = latest;
          schedule();
        }
      }
    } catch (error) {
      options.onError(error);
      // The file may lack changes now: a complete state fixes it.
      toRewrite = completeState ?? latest;
      isOwn = false;
      schedule();
    }
  };
  return {
    async load() {
      const stored = await read(path, options.now);
      latest = stored.snapshot;
      return stored;
    },
    append(messages) {
      if (isOwn) pendingMessages.push(...messages);
      else toRewrite = latest;
      schedule();
    },
    rewrite(snapshot) {
      latest = snapshot;
      toRewrite = snapshot;
      pendingMessages = [];
      schedule();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      await writing;
      await write();
    },
  };
}

function rowCount({ rows }: Snapshot): number {
  return Object.values(rows).reduce((sum, { size }) => sum + size, 0);
}

/** Bytes that are read at once: a millisecond or two of work. */
const readBufferBytes = 65_536;

async function read(path: string, now: () => number): Promise<StoredSnapshot> {
  const snapshot = emptySnapshot();
  let known: readonly string[] = [];
  const yieldIfDue = createSlicer(now);
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: readBufferBytes });
  const apply = (line: string) => {
    const message = JSON.parse(line) as SnapshotMessage | WriterLine;
    if (message.type === 'writer') known = message.rows;
    else applyMessage(snapshot, message);
  };
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const text = rest + chunk;
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        apply(text.slice(start, end));
        start = end + 1;
      }
      rest = text.slice(start);
      await yieldIfDue();
    }
    if (rest !== '') apply(rest);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // An unreadable line is the incomplete end of a write. Everything before it is a valid state.
    if (!isAbsent && !(error instanceof SyntaxError)) throw error;
  } finally {
    stream.destroy();
  }
  return { snapshot, isPartial: ownRows.some((name) => !known.includes(name)) };
}

async function appendLines(path: string, messages: readonly SnapshotMessage[]): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  } finally {
    await file.close();
  }
}

async function writeSnapshot(path: string, snapshot: Snapshot, version: number, now: () => number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await writeRows(file, snapshot, now);
    await file.appendFile(`${JSON.stringify({ type: 'version', version })}\n`);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Characters that are buffered before a write. */
const writeBufferLength = 262_144;

async function writeRows(file: FileHandle, snapshot: Snapshot, now: () => number): Promise<void> {
  const yieldIfDue = createSlicer(now);
  let text = `${JSON.stringify({ type: 'writer', rows: ownRows } satisfies WriterLine)}\n`;
  for (const [entity, rows] of Object.entries(snapshot.rows)) {
    for (const [id, row] of rows) {
      text += `${JSON.stringify({ type: 'row', entity, id, row })}\n`;
      if (text.length > writeBufferLength) {
        await file.appendFile(text);
        text = '';
      }
      await yieldIfDue();
    }
  }
  await file.appendFile(text);
}
