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
import { syncFolder } from '../spool/diskSync.ts';
import { type FirstHits, hourOf, isBackfilled } from './firstHits.ts';
import { bitOf, createHitMasks } from './hitMasks.ts';

/**
 * Decides first hits on one machine: in memory by hour of serving, and on disk as journals by hour of loading. An hour
 * is pruned not when the clock has passed the end of its hits, but when every file begun before it has been read: the
 * loader may read a hit much later, after an outage. The hour of backfilled hits is pruned a lifetime after they were
 * loaded.
 */
export interface LocalHits extends FirstHits {
  /** Number of serves remembered. */
  size(): number;
}

/** Bytes of an update: hour of serving (u32, with two flags), serve ID (12 bytes), eight bits of the mask (1). */
const updateBytes = 17;
const backfilledFlag = 0x8000_0000;
/** The update has the upper eight bits: those of rare events. */
const upperFlag = 0x4000_0000;
const flags = backfilledFlag + upperFlag;

/** First hits as an update states them. */
export interface HitUpdate {
  hour: number;
  /** A view of 12 bytes. */
  serveId: Buffer;
  bits: number;
  isBackfilled: boolean;
}

/** Reads updates, as segments and journals hold them. */
export function* readUpdates(updates: Buffer): Generator<HitUpdate> {
  for (let at = 0; at + updateBytes <= updates.length; at += updateBytes) {
    const head = updates.readUInt32LE(at);
    const bits = updates[at + 16] ?? 0;
    // Zeros are left by a write during a power cut.
    if (bits === 0) continue;
    yield {
      hour: head & ~flags,
      serveId: updates.subarray(at + 4, at + 16),
      bits: (head & upperFlag) === 0 ? bits : bits << 8,
      isBackfilled: head >= backfilledFlag,
    };
  }
}

/** The journals in a folder: their paths and their hours of loading. */
export function listJournals(dir: string): { path: string; loadHour: number }[] {
  return readdirSync(dir).flatMap((name) => {
    const match = /^(\d+)\.hits$/.exec(name);
    return match ? [{ path: join(dir, name), loadHour: Number(match[1]) }] : [];
  });
}

/** Opens the journals in `dir`. `now` determines the hour of loading. */
export function openLocalHits({
  dir,
  lifetimeMs,
  now,
}: {
  dir: string;
  lifetimeMs: number;
  now: () => number;
}): LocalHits {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const masks = createHitMasks(lifetimeMs);
  const journals = new Map<number, { path: string; hours: Set<number> }>();
  let open: { hour: number; fd: number; size: number } | null = null;
  const scratch = Buffer.alloc(12);

  const remember = (updates: Buffer, loadHour: number): void => {
    const journal = journalOf(loadHour);
    for (const update of readUpdates(updates)) {
      masks.add(update.hour, update.serveId, update.bits, update.isBackfilled ? loadHour : 0);
      journal.hours.add(update.hour);
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

  for (const { path, loadHour } of listJournals(dir)) remember(readFileSync(path), loadHour);

  return {
    begin() {
      const pending = new Map<string, { hour: number; bits: number; isBackfilled: boolean }>();
      return Promise.resolve({
        isFirst(hit, file) {
          const { serveId, event, servedAt } = hit;
          const bit = bitOf(event);
          const hour = hourOf(servedAt);
          const known = pending.get(serveId);
          if (known && (known.bits & bit) !== 0) return false;
          if (masks.has(hour)) {
            scratch.write(serveId, 0, 'base64url');
            if ((masks.get(hour, scratch) & bit) !== 0) return false;
          }
          if (known) {
            known.bits |= bit;
            known.isBackfilled ||= isBackfilled(hit, file);
          } else {
            pending.set(serveId, { hour, bits: bit, isBackfilled: isBackfilled(hit, file) });
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
          for (const [serveId, each] of pending) {
            const head = each.isBackfilled ? each.hour + backfilledFlag : each.hour;
            if ((each.bits & 255) !== 0) write(head, serveId, each.bits & 255);
            if (each.bits > 255) write(head + upperFlag, serveId, each.bits >> 8);
          }
          return updates.subarray(0, at);
        },
      });
    },
    async commit(updates) {
      if (updates.length === 0) return;
      const loadHour = hourOf(now());
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
    release: () => undefined,
    prune(oldestUnread) {
      masks.prune(oldestUnread);
      const loadHour = hourOf(now());
      for (const [hour, journal] of journals) {
        if (hour >= loadHour || [...journal.hours].some((each) => masks.has(each))) continue;
        if (open?.hour === hour) {
          closeSync(open.fd);
          open = null;
        }
        unlinkSync(journal.path);
        journals.delete(hour);
      }
    },
    size: () => masks.size(),
    async close() {
      if (open) closeSync(open.fd);
      open = null;
    },
  };
}
