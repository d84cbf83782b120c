import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { trackedEvents, type TrackedEvent } from '#model/index.ts';
import { syncFolder } from '../spool/diskSync.ts';
import { createServeMasks, type ServeMasks } from './serveMasks.ts';

/**
 * Records which events of which serves have been counted: among all hits of a (serve, event), the first one counts. In
 * memory by hour of serving, and on disk as journals by hour of loading.
 *
 * When may an hour be pruned? Serving verifies a hit by its own clock before writing it, so a valid hit on an ad of
 * hour H was *written* before H's end + lifetime. The loader may read it much later, after an outage. So H is pruned
 * not when the clock has passed that moment, but when every file begun before it has been read (`prune`). Backfilled
 * history is the exception: it is written long after the time that it declares. The hour of such hits is pruned a
 * lifetime after they were loaded.
 */
export interface FirstHits {
  /** Starts a batch. Nothing is stored until its updates are committed. */
  begin(): HitBatch;
  /** Stores updates in memory and on disk. Committing the same updates again changes nothing. */
  commit(updates: Buffer): void;
  /** Drops hours for which no file begun at `oldestUnread` (ms) or later can contain a valid hit. */
  prune(oldestUnread: number): void;
  /** Number of serves remembered. */
  size(): number;
  close(): void;
}

export interface HitBatch {
  /**
   * Whether this is the first hit of the event. `writtenAt` (ms): the earliest time at which it may have been written.
   */
  isFirst(hit: Hit, writtenAt: number): boolean;
  /** All first hits so far, for `commit`. */
  updates(): Buffer;
}

/** A valid hit. */
export interface Hit {
  serveId: string;
  event: TrackedEvent;
  servedAt: number;
  at: number;
}

/** Bytes of an update: hour of serving (u32, with two flags), serve ID (12 bytes), eight bits of the mask (1). */
const updateBytes = 17;
const backfilledFlag = 0x8000_0000;
/** The update has the upper eight bits: those of rare events. */
const upperFlag = 0x4000_0000;
const flags = backfilledFlag + upperFlag;
const hourMs = 3_600_000;
/** Tolerance for clock differences, and for clocks that are set back. */
const graceMs = 600_000;
const bitOfEvent = new Map(trackedEvents.map((event, number) => [event, 1 << number]));

interface HourOfServing {
  masks: ServeMasks;
  /** Hour of the last load of backfilled hits, 0 if none. */
  backfilledIn: number;
}

/** Opens the journals in `dir`. `now` determines the hour of loading. */
export function openFirstHits({
  dir,
  lifetimeMs,
  now,
}: {
  dir: string;
  lifetimeMs: number;
  now: () => number;
}): FirstHits {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const hours = new Map<number, HourOfServing>();
  const journals = new Map<number, { path: string; hours: Set<number> }>();
  let open: { hour: number; fd: number; size: number } | null = null;
  const scratch = Buffer.alloc(12);

  const remember = (updates: Buffer, loadHour: number): void => {
    const journal = journalOf(loadHour);
    for (let at = 0; at + updateBytes <= updates.length; at += updateBytes) {
      const head = updates.readUInt32LE(at);
      const bits = updates[at + 16] ?? 0;
      // Zeros are left by a write during a power cut.
      if (bits === 0) continue;
      const hour = head & ~flags;
      const mask = (head & upperFlag) === 0 ? bits : bits << 8;
      let known = hours.get(hour);
      if (!known) hours.set(hour, (known = { masks: createServeMasks(), backfilledIn: 0 }));
      if (head >= backfilledFlag) known.backfilledIn = Math.max(known.backfilledIn, loadHour);
      known.masks.add(updates.readUInt32LE(at + 4), updates.readUInt32LE(at + 8), updates.readUInt32LE(at + 12), mask);
      journal.hours.add(hour);
    }
  };

  const journalOf = (hour: number) => {
    let journal = journals.get(hour);
    if (!journal) journals.set(hour, (journal = { path: join(dir, `${hour}.hits`), hours: new Set() }));
    return journal;
  };

  const openJournal = (hour: number): { fd: number; size: number } => {
    if (open?.hour === hour) return open;
    if (open) closeSync(open.fd);
    open = null;
    const fd = openSync(journalOf(hour).path, 'a', 0o600);
    const { size } = fstatSync(fd);
    // A write interrupted by a crash may end within an update.
    const intactSize = size - (size % updateBytes);
    if (intactSize < size) ftruncateSync(fd, intactSize);
    syncFolder(dir);
    open = { hour, fd, size: intactSize };
    return open;
  };

  for (const name of readdirSync(dir)) {
    const match = /^(\d+)\.hits$/.exec(name);
    if (match) remember(readFileSync(join(dir, name)), Number(match[1]));
  }

  return {
    begin() {
      const pending = new Map<string, { hour: number; bits: number; isBackfilled: boolean }>();
      return {
        isFirst({ serveId, event, servedAt, at }, writtenAt) {
          const bit = bitOfEvent.get(event) ?? 0;
          const hour = Math.floor(servedAt / hourMs);
          const known = pending.get(serveId);
          if (known && (known.bits & bit) !== 0) return false;
          const masks = hours.get(hour)?.masks;
          if (masks) {
            scratch.write(serveId, 0, 'base64url');
            const mask = masks.get(scratch.readUInt32LE(0), scratch.readUInt32LE(4), scratch.readUInt32LE(8));
            if ((mask & bit) !== 0) return false;
          }
          const isBackfilled = writtenAt - at > hourMs;
          if (known) {
            known.bits |= bit;
            known.isBackfilled ||= isBackfilled;
          } else {
            pending.set(serveId, { hour, bits: bit, isBackfilled });
          }
          return true;
        },
        updates() {
          const updates = Buffer.alloc(2 * pending.size * updateBytes);
          let at = 0;
          const write = (head: number, serveId: string, bits: number) => {
            updates.writeUInt32LE(head, at);
            updates.write(serveId, at + 4, 'base64url');
            updates[at + 16] = bits;
            at += updateBytes;
          };
          for (const [serveId, { hour, bits, isBackfilled }] of pending) {
            const head = isBackfilled ? hour + backfilledFlag : hour;
            if ((bits & 255) !== 0) write(head, serveId, bits & 255);
            if (bits > 255) write(head + upperFlag, serveId, bits >> 8);
          }
          return updates.subarray(0, at);
        },
      };
    },
    commit(updates) {
      if (updates.length === 0) return;
      const loadHour = Math.floor(now() / hourMs);
      const journal = openJournal(loadHour);
      try {
        let done = 0;
        while (done < updates.length) done += writeSync(journal.fd, updates, done);
        fdatasyncSync(journal.fd);
        journal.size += updates.length;
      } catch (error) {
        ftruncateSync(journal.fd, journal.size);
        throw error;
      }
      remember(updates, loadHour);
    },
    prune(oldestUnread) {
      const loadHour = Math.floor(now() / hourMs);
      for (const [hour, { backfilledIn }] of hours) {
        const expiresAtMs = (Math.max(hour, backfilledIn) + 1) * hourMs + lifetimeMs + graceMs;
        if (oldestUnread > expiresAtMs) hours.delete(hour);
      }
      for (const [hour, journal] of journals) {
        if (hour >= loadHour || [...journal.hours].some((each) => hours.has(each))) continue;
        if (open?.hour === hour) {
          closeSync(open.fd);
          open = null;
        }
        unlinkSync(journal.path);
        journals.delete(hour);
      }
    },
    size: () => [...hours.values()].reduce((sum, { masks }) => sum + masks.size, 0),
    close() {
      if (open) closeSync(open.fd);
      open = null;
    },
  };
}
