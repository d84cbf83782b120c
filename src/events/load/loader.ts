import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '#runtime/log/describeError.ts';
import type { LoadCounts } from '../metrics/workerMetrics.ts';
import type { EventLog } from '../spool/eventLog.ts';
import type { FactStore } from './factStore.ts';
import type { FirstHits } from '../hits/firstHits.ts';
import { openLocalHits } from '../hits/localHits.ts';
import { insertSegment, type SegmentInserter } from './insertSegment.ts';
import { findSegments, readHits, removeSegment, type LoadSegment } from './loadSegment.ts';
import type { OnStep } from './loaderStep.ts';
import { createLock } from '../spool/lock.ts';
import { makeSegment, UnreadableInput, type SegmentMaker } from './makeSegment.ts';
import { requeueRejectedParts } from './rejectedParts.ts';
import { openSequence } from '../spool/sequence.ts';
import { settleSegment } from './settleSegment.ts';
import { createSignal } from './signal.ts';
import { listSpools, type SealedFile } from '../spool/spoolFiles.ts';

/**
 * Loads the spools of serving into ClickHouse, every record exactly once, whenever it may be killed. For a batch of
 * sealed files, in this order:
 *
 * 1. Read them, decide which hits are the first, build the rows. All in memory: a crash here loses nothing.
 * 2. Write the segment (rows, decisions, names of the inputs) into a draft folder, sync, rename. The rename is the
 *    commit point of the batch: before it the inputs are read and decided again, after it the segment counts and its
 *    inputs do not. A draft found at start is removed.
 * 3. Append the first hits to the journal, sync. Not before 2: hits of a batch that is read again would look like
 *    duplicates of themselves. Not after 5: the segment is their only copy until then. At start the hits of every
 *    segment are committed again, which changes nothing if they already were.
 * 4. Delete the inputs, sync their folders. Not after 6: an input that outlived its segment would be loaded again.
 *    At start the inputs of every segment are deleted again; names of spool files are never reused.
 * 5. Insert each part with its token. The store drops a repeated insert, in the facts and in every roll-up; one that
 *    was interrupted between them is completed. Count the rows; record the segment in `loaded_segments`.
 * 6. Remove the segment. A crash before that repeats 5, which changes nothing.
 *
 * A store whose tables are rebuilt loses the tokens of 5, so segments are loaded before tables change
 * (loadLeftovers.ts).
 *
 * Steps 1 to 4 of the next batch run in parallel with step 5 of this one, up to a few segments: while the store is
 * unavailable everything else waits in the spool.
 */
export interface Loader {
  /** Loads everything that is sealed now. Resolves when it is in the store, however long that takes. */
  drain(): Promise<void>;
  /** Runs work while this loader inserts nothing. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs work while this loader has no segment and reads no spool: every record is either in the spool or, with its hits
   * in the journals, in the store. Rejects when the store does not accept the segments before the signal fires.
   */
  whileEmpty<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Stops after the current insert. Unloaded segments stay for the next start. */
  stop(): Promise<void>;
}

export interface LoaderOptions {
  /** Folder whose subfolders are the spools of the serving processes. */
  spoolRoot: string;
  /** The loader's own folder. */
  stateDir: string;
  /** Name of this machine in the facts: stable and unique. */
  node: string;
  clickhouse: FactStore;
  log: EventLog;
  /** Decides which hits are the first. Default: this loader alone does. */
  hits?: FirstHits;
  /** Lifetime of tracking tokens. */
  lifetimeMs: number;
  /** Retention of raw facts in days. */
  factsDays?: number;
  /** Retention of the sources of events in days. */
  sourceDays?: number;
  now?: () => number;
  /** Interval between two looks at the spools. */
  intervalMs?: number;
  rowsPerPart?: number;
  /** Target bytes of spool files per batch. */
  batchBytes?: number;
  /** Counts what is loaded; absent where metrics are off. */
  counts?: LoadCounts;
  /** Called at each step that is reached; a crash right there must change nothing. */
  onStep?: OnStep;
}

const maxPending = 4;
const maxPauseMs = 10_000;
const unreadablePauseMs = 60_000;

/** The loader was stopped before it could finish. */
class LoaderStopped extends Error {
  override readonly name = 'LoaderStopped';
}

/** Starts loading: first the segments of an earlier run, then sealed files. The store need not be available yet. */
export async function startLoader(options: LoaderOptions): Promise<Loader> {
  const {
    spoolRoot,
    stateDir,
    log,
    now = Date.now,
    intervalMs = 500,
    onStep = () => undefined,
    batchBytes = 16 * 1024 * 1024,
    sourceDays = 3,
  } = options;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const hits = options.hits ?? openLocalHits({ dir: join(stateDir, 'hits'), lifetimeMs: options.lifetimeMs, now });
  const maker: SegmentMaker = {
    ...options,
    now,
    hits,
    sequence: openSequence(stateDir, now),
    rowsPerPart: options.rowsPerPart ?? 200_000,
    sourceDays,
    onStep,
  };
  const changed = createSignal();
  const stopping = new AbortController();
  const inserting = createLock();
  const reading = createLock();
  const inserter: SegmentInserter = {
    ...options,
    now,
    factsDays: options.factsDays ?? 30,
    sourceDays,
    onStep,
    pause: (attempt) => changed.pause(Math.min(maxPauseMs, 50 * 2 ** attempt), stopping.signal),
  };
  const pending = await recover(stateDir, hits, onStep);
  /** Inputs of the batch in progress. */
  let making: readonly SealedFile[] = [];
  /** Unreadable files and when they are retried: one bad sector must not block everything else. */
  const skippedUntil = new Map<string, number>();
  let isLaterLogged = false;

  const readOnce = async (): Promise<boolean> => {
    const startedAt = now();
    const { sealed, later, oldestBegunAt } = listSpools(spoolRoot);
    if (later.length > 0 && !isLaterLogged) log.error(laterText(later));
    isLaterLogged = later.length > 0;
    hits.prune(Math.min(startedAt, oldestBegunAt ?? startedAt));
    making = takeBatch(
      sealed.filter(({ path }) => (skippedUntil.get(path) ?? 0) <= startedAt),
      batchBytes,
    );
    if (making.length === 0) return false;
    const { segment, updates } = await makeSegment(maker, making);
    // The segment is committed: whatever fails from here on, its inputs are not read again.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await settleSegment(stateDir, segment, updates, hits, onStep);
        break;
      } catch (error) {
        if (attempt === 1) log.error(`Segment ${segment.dir} is waiting for the disk: ${errorText(error)}`);
        await inserter.pause(attempt);
      }
    }
    pending.push(segment);
    making = [];
    changed.notify();
    return true;
  };

  const readUntilStopped = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      let isBusy = false;
      try {
        if (pending.length < maxPending) isBusy = await reading.run(readOnce);
        failures = 0;
      } catch (error) {
        making = [];
        if (stopping.signal.aborted) return;
        failures += 1;
        if (error instanceof UnreadableInput) skippedUntil.set(error.path, now() + unreadablePauseMs);
        log.error(`Spool files could not be converted to segments: ${errorText(error)}`);
      }
      if (!isBusy) await changed.wait(Math.min(maxPauseMs, intervalMs * 2 ** failures), stopping.signal);
    }
  };

  const insertUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const segment = pending[0];
      if (!segment) {
        await changed.wait(intervalMs, stopping.signal);
        continue;
      }
      try {
        await inserting.run(() => {
          // It may have waited for long.
          stopping.signal.throwIfAborted();
          return insertSegment(inserter, segment);
        });
        await removeSegment(segment);
        onStep('segmentRemoved');
        pending.shift();
        changed.notify();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error(`Segment ${segment.dir} could not be loaded: ${errorText(error)}`);
        await changed.wait(maxPauseMs, stopping.signal);
      }
    }
  };

  const loops = Promise.all([readUntilStopped(), insertUntilStopped()]);

  return {
    async drain() {
      const files = new Set(listSpools(spoolRoot).sealed.map(({ path }) => path));
      for (const { path } of making) files.add(path);
      const segments = new Set(pending);
      const isDone = () =>
        !pending.some((segment) => segments.has(segment) || segment.manifest.inputs.some((path) => files.has(path))) &&
        !making.some(({ path }) => files.has(path)) &&
        ![...files].some((path) => existsSync(path));
      changed.notify();
      while (!isDone()) {
        if (stopping.signal.aborted) throw new LoaderStopped('The loader was stopped');
        await changed.wait(intervalMs, stopping.signal);
      }
    },
    exclusively: (work) => inserting.run(work),
    whileEmpty: (work, signal) =>
      reading.run(async () => {
        const given = AbortSignal.any([signal, stopping.signal]);
        while (pending.length > 0) {
          given.throwIfAborted();
          await changed.wait(intervalMs, given);
        }
        return inserting.run(work);
      }),
    async stop() {
      stopping.abort();
      await loops;
      await hits.close();
    },
  };
}

/** Explains why files stay in the spool. */
function laterText(files: readonly string[]): string {
  return `A later release wrote ${files[0]}${files.length > 1 ? ` and ${files.length - 1} others` : ''}, which this one cannot read: they wait in the spool for its worker`;
}

/** Brings the segments of an earlier run to the point before step 5. */
async function recover(stateDir: string, hits: FirstHits, onStep: OnStep): Promise<LoadSegment[]> {
  const segments = await findSegments(stateDir);
  for (const segment of segments) await settleSegment(stateDir, segment, readHits(segment), hits, onStep);
  return [...segments, ...(await requeueRejectedParts(stateDir))];
}

function takeBatch(sealed: readonly SealedFile[], batchBytes: number): SealedFile[] {
  const batch: SealedFile[] = [];
  let bytes = 0;
  for (const file of sealed) {
    if (batch.length > 0 && bytes + file.bytes > batchBytes) break;
    batch.push(file);
    bytes += file.bytes;
  }
  return batch;
}
