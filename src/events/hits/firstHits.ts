import type { TrackedEvent } from '#model/index.ts';

/**
 * Decides which hits count: among all hits of a (serve, event), the first one. An installation on one machine decides
 * in its loader (localHits.ts); one on several, whose hits can reach any of them, decides in PostgreSQL (sharedHits.ts).
 */
export interface FirstHits {
  /**
   * Starts a batch of spool files. The decisions are final for the store when the batch's segment is committed; a batch
   * that is read again, in any composition, gets the same ones. Resolves when its hits are decided.
   */
  begin(files: readonly HitFile[]): Promise<HitBatch>;
  /** Stores updates of a batch, of this or an earlier run. Committing the same updates again changes nothing. */
  commit(updates: Buffer): Promise<void>;
  /** Reports that the files are deleted, because their segment is committed. */
  release(paths: readonly string[]): void;
  /** Drops hours for which no file begun at `oldestUnread` (ms) or later can contain a valid hit. */
  prune(oldestUnread: number): void;
  close(): Promise<void>;
}

/** A spool file of a batch. */
export interface HitFile {
  path: string;
  /** When it was created, in ms: the earliest time at which its hits may have been written. */
  begunAt: number;
  /** Reads its valid hits, in order. */
  hits(): Iterable<Hit>;
}

/** A batch of files whose hits are decided. */
export interface HitBatch {
  /** Whether this is the first hit of its event. To be called once for each hit, in the order of the files. */
  isFirst(hit: Hit, file: HitFile): boolean;
  /** All first hits so far that `commit` has to store with the segment. */
  updates(): Buffer;
}

/** A valid hit. */
export interface Hit {
  /** 12 bytes, base64url. */
  serveId: string;
  event: TrackedEvent;
  /** When the ad was served, in ms. */
  servedAt: number;
  /** When it was received, in ms. */
  at: number;
}

const hourMs = 3_600_000;
/** Tolerance for clock differences, and for clocks that are set back. */
const graceMs = 600_000;

/** The hour of a time in ms since the epoch. */
export function hourOf(at: number): number {
  return Math.floor(at / hourMs);
}

/**
 * Whether a hit belongs to backfilled history: it was written long after the time that it declares, so its hour of
 * serving does not limit how long it must be remembered.
 */
export function isBackfilled(hit: Hit, file: HitFile): boolean {
  return file.begunAt - hit.at > hourMs;
}

/**
 * The first time, in ms, at which no valid hit on an ad of this hour can be written any more. Serving verifies a hit by
 * its own clock before writing it, so a valid one is written within the lifetime of its token; it may be read much later.
 */
export function endOfHits(hour: number, lifetimeMs: number): number {
  return (hour + 1) * hourMs + lifetimeMs + graceMs;
}

/** The last hour whose hits need not be remembered once every file begun before `oldestUnread` (ms) has been read. */
export function lastHourToPrune(oldestUnread: number, lifetimeMs: number): number {
  return hourOf(oldestUnread - lifetimeMs - graceMs - 1) - 1;
}
