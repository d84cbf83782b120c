import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorText } from '#runtime/log/describeError.ts';
import type { DecidedClaim, HitClaim, HitStore, LoggedHits } from '#storage/hits/hitStore.ts';
import { laneOf } from '#storage/hits/laneOf.ts';
import { createSignal } from '../load/signal.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { type FirstHits, type HitFile, hourOf, isBackfilled } from './firstHits.ts';
import { countedAt, decodeEntries, encodeEntries, type HitEntry } from './hitEntries.ts';
import { bitOf } from './hitMasks.ts';
import { listJournals, readUpdates } from './localHits.ts';

export interface SharedHitsOptions {
  /** Name of the node whose files are loaded. */
  node: string;
  store: HitStore;
  /** Called when something is claimed that this process may decide itself. */
  onClaimed: () => void;
  /** Whether a spool file exists, given as slot and name. */
  isInSpool: (file: string) => boolean;
  log: EventLog;
  now: () => number;
  /** Fires when waiting for decisions is in vain. */
  stop: AbortSignal;
}

/** The events that count as bits (`bitOf`), by file and serve ID. */
type CountedByFile = Map<string, Map<string, number>>;

const firstPollMs = 10;
const maxPollMs = 250;
const maxPauseMs = 5000;

/**
 * Decides first hits together with the workers of other nodes, to which hits of the same ads may come. The hits of each
 * spool file are claimed in PostgreSQL, by lane; the lane's worker (lanes.ts) decides once and for all. A file that is
 * read again finds what was decided, until its segment is committed and the claims are deleted: at the next batch, or at
 * the next start. Names of spool files are never reused.
 */
export function openSharedHits({ node, store, onClaimed, isInSpool, log, now, stop }: SharedHitsOptions): FirstHits {
  const released = new Set<string>();
  const never = createSignal();
  let isCleared = false;

  const clear = async (): Promise<void> => {
    if (!isCleared) {
      for (const file of await store.claimedFiles(node)) if (!isInSpool(file)) released.add(file);
      isCleared = true;
    }
    const files = [...released];
    if (files.length === 0) return;
    await store.deleteClaims(node, files);
    for (const file of files) released.delete(file);
  };

  /** Claims and waits for the decisions. Resolves with the events that count, by file and serve. */
  const countedOf = async (claims: readonly HitClaim[]): Promise<CountedByFile> => {
    await clear();
    await store.claim(claims);
    onClaimed();
    const files = [...new Set(claims.map(({ file }) => file))];
    for (let pollMs = firstPollMs; ; pollMs = Math.min(maxPollMs, 2 * pollMs)) {
      await never.pause(pollMs, stop);
      const { stored, decided } = await store.countClaims(node, files);
      if (stored < claims.length) {
        // A server that took over may lack what the former one had acknowledged.
        await store.claim(claims);
        onClaimed();
      } else if (decided === stored) return readCounted(await store.readDecided(node, files));
    }
  };

  return {
    async begin(files) {
      const claims: HitClaim[] = [];
      for (const file of files) {
        claims.push(...claimsOf(node, file));
        // A concurrent insert can send its bytes meanwhile.
        await nextTurn();
      }
      let counted: CountedByFile = new Map();
      for (let attempt = 1; claims.length > 0; attempt += 1) {
        try {
          counted = await countedOf(claims);
          break;
        } catch (error) {
          stop.throwIfAborted();
          if (attempt === 1) log.warn(`First hits cannot be claimed at the moment: ${errorText(error)}`);
          await never.pause(Math.min(maxPauseMs, 100 * 2 ** attempt), stop);
        }
      }
      return {
        isFirst({ serveId, event }, file) {
          const ofFile = counted.get(fileKey(file.path));
          const bits = ofFile?.get(serveId) ?? 0;
          const bit = bitOf(event);
          if ((bits & bit) === 0) return false;
          ofFile?.set(serveId, bits & ~bit);
          return true;
        },
        updates: () => Buffer.alloc(0),
      };
    },
    async commit(updates) {
      if (updates.length > 0) await store.importHits(loggedOf(updates, hourOf(now())));
    },
    release(paths) {
      for (const path of paths) released.add(fileKey(path));
    },
    prune: () => undefined,
    close: () => clear().catch(() => undefined),
  };
}

/**
 * Moves the journals that this node wrote while it decided alone, in folder `dir`, to PostgreSQL. Repeating it after a
 * crash changes nothing.
 */
export async function importJournals(dir: string, store: HitStore): Promise<void> {
  for (const { path, loadHour } of existsSync(dir) ? listJournals(dir) : []) {
    await store.importHits(loggedOf(readFileSync(path), loadHour));
    unlinkSync(path);
  }
}

/** The name of a spool file within its node: slot and name. */
function fileKey(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}

function claimsOf(node: string, file: HitFile): HitClaim[] {
  const entries = new Map<string, HitEntry>();
  for (const hit of file.hits()) {
    const known = entries.get(hit.serveId);
    if (known) {
      known.bits |= bitOf(hit.event);
      known.isBackfilled ||= isBackfilled(hit, file);
      continue;
    }
    entries.set(hit.serveId, {
      hour: hourOf(hit.servedAt),
      isBackfilled: isBackfilled(hit, file),
      serveId: Buffer.from(hit.serveId, 'base64url'),
      bits: bitOf(hit.event),
    });
  }
  return [...Map.groupBy(entries.values(), ({ serveId }) => laneOf(serveId))].map(([lane, ofLane]) => ({
    node,
    file: fileKey(file.path),
    lane,
    hits: encodeEntries(ofLane),
  }));
}

function readCounted(claims: readonly DecidedClaim[]): CountedByFile {
  const byFile: CountedByFile = new Map();
  for (const { file, hits, counted } of claims) {
    let ofFile = byFile.get(file);
    if (!ofFile) byFile.set(file, (ofFile = new Map()));
    let index = 0;
    for (const { serveId } of decodeEntries(hits)) {
      const bits = countedAt(counted, index);
      if (bits !== 0) ofFile.set(serveId.toString('base64url'), bits);
      index += 1;
    }
  }
  return byFile;
}

/** Updates of a segment or journal as entries of the log. */
function loggedOf(updates: Buffer, decidedIn: number): LoggedHits[] {
  const byLane = Map.groupBy(readUpdates(updates), ({ serveId }) => laneOf(serveId));
  return [...byLane].map(([lane, entries]) => ({
    lane,
    hits: encodeEntries(entries),
    lastHour: entries.reduce((last, each) => Math.max(last, each.isBackfilled ? decidedIn : each.hour), 0),
    decidedIn,
  }));
}
