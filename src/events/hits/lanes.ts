import { errorText } from '#runtime/log/describeError.ts';
import {
  LaneLost,
  type DecidedClaim,
  type HitClaim,
  type HitStore,
  type LoggedHits,
  type OwnedLane,
} from '#storage/hits/hitStore.ts';
import { laneCount } from '#storage/hits/hitTables.ts';
import type { WorkerCensus } from '#storage/nodes/nodeStore.ts';
import { createSignal } from '../load/signal.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { hourOf, lastHourToPrune } from './firstHits.ts';
import { decodeEntries, encodeCounted, encodeEntries, type HitEntry } from './hitEntries.ts';
import { createHitMasks, type HitMasks } from './hitMasks.ts';

/**
 * The lanes for which this worker decides. All workers share them evenly; the lanes of one that stops or is not seen for
 * ten seconds are taken by others. A decision is made in memory and stored in one transaction, with an entry of the log;
 * the transaction fails when the lane has been taken meanwhile. So at any time the log has all decisions that anyone may
 * have read, and the next worker of a lane restores its memory from it.
 */
export interface Lanes {
  /** Looks for claims now instead of at the next interval. */
  decideSoon(): void;
  /** Numbers of the lanes for which this worker decides. */
  owned(): number[];
  /** Gives all lanes up. */
  close(): Promise<void>;
}

export interface LaneOptions {
  node: string;
  store: HitStore;
  census(): Promise<WorkerCensus>;
  lifetimeMs: number;
  log: EventLog;
  now: () => number;
  /** Interval between two looks for claims. */
  decideMs?: number;
  /** Interval at which lanes are confirmed, taken and given up. */
  shareMs?: number;
}

interface LaneInMemory extends OwnedLane {
  masks: HitMasks;
}

const claimsPerDecision = 400;
const pruneMs = 60_000;
const maxPauseMs = 5000;

/** Starts to take lanes and to decide. PostgreSQL need not be available yet. */
export function startLanes(options: LaneOptions): Lanes {
  const { node, store, log, now, lifetimeMs, decideMs = 100, shareMs = 2000 } = options;
  const owned = new Map<number, LaneInMemory>();
  const stopping = new AbortController();
  const claimed = createSignal();
  let prunedAt = now();
  let failures = 0;
  let confirmedAt = -Infinity;
  let sharedAt = -Infinity;

  const load = async (lanes: readonly OwnedLane[]): Promise<void> => {
    for (const lane of lanes) {
      const masks = createHitMasks(lifetimeMs);
      for await (const page of store.readLog(lane.lane)) {
        for (const logged of page) remember(masks, logged);
        await goOn();
      }
      owned.set(lane.lane, { ...lane, masks });
    }
  };

  /** While a lane is loaded, which may take minutes, the others are confirmed and decided. */
  const goOn = async (): Promise<void> => {
    if (performance.now() - confirmedAt < shareMs) return;
    confirmedAt = performance.now();
    await store.extendLanes(node);
    let isBusy = true;
    while (isBusy) isBusy = await decide();
  };

  /** Confirms, takes and gives up lanes, so that every running worker has its part. */
  const share = async (): Promise<void> => {
    const held = await store.extendLanes(node);
    confirmedAt = performance.now();
    for (const lane of owned.keys()) if (!held.some((each) => each.lane === lane)) owned.delete(lane);
    const census = await options.census();
    const target = Math.ceil(laneCount / Math.max(1, census.running));
    const unknown = held.filter(({ lane, epoch }) => owned.get(lane)?.epoch !== epoch).map(({ lane }) => lane);
    const surplus = held.slice(target).map(({ lane }) => lane);
    for (const lane of [...unknown, ...surplus]) owned.delete(lane);
    if (surplus.length > 0) await store.releaseLanes(node, surplus);
    await load(
      await store.retakeLanes(
        node,
        unknown.filter((lane) => !surplus.includes(lane)),
      ),
    );
    if (held.length < target) await load(await store.takeLanes(node, target - held.length));
    if (census.unreadSince !== null && now() - prunedAt > pruneMs) {
      prunedAt = now();
      for (const { masks } of owned.values()) masks.prune(census.unreadSince);
      const hour = lastHourToPrune(census.unreadSince, lifetimeMs) + 1;
      await store.pruneLog(node, hour);
      for (const lane of owned.values()) lane.prunedTo = Math.max(lane.prunedTo, hour);
    }
  };

  /** Decides what is claimed. Returns whether there was anything. */
  const decide = async (): Promise<boolean> => {
    if (owned.size === 0) return false;
    const claims = await store.openClaims([...owned.keys()], claimsPerDecision);
    if (claims.length === 0) return false;
    const decidedIn = hourOf(now());
    const decisions = [...Map.groupBy(claims, ({ lane }) => lane)].flatMap(([number, ofLane]) => {
      const lane = owned.get(number);
      return lane ? [{ lane, ...decideLane(lane, ofLane, decidedIn) }] : [];
    });
    const logged = decisions.flatMap((each) => each.logged ?? []);
    const pruned = decisions.reduce((sum, each) => sum + each.pruned, 0);
    if (pruned > 0)
      log.error(`The hits of ${pruned} ads do not count: their node was away until others had pruned their hour`);
    await store.decide(
      node,
      decisions.map(({ lane }) => lane),
      { claims: decisions.flatMap((each) => each.claims), logged },
    );
    for (const { lane, logged: added } of decisions) if (added) remember(lane.masks, added);
    return true;
  };

  /** Runs a step. After a failure it may be unknown what was stored: then the memory of all lanes is restored. */
  const attempt = async (step: () => Promise<unknown>): Promise<boolean> => {
    try {
      const result = await step();
      if (failures > 0) log.info('First hits are decided again');
      failures = 0;
      return result === true;
    } catch (error) {
      sharedAt = -Infinity;
      if (error instanceof LaneLost) return false;
      owned.clear();
      if (failures === 0) log.warn(`First hits cannot be decided at the moment: ${errorText(error)}`);
      failures += 1;
      return false;
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (performance.now() - sharedAt >= shareMs) {
        sharedAt = performance.now();
        await attempt(share);
      }
      const isBusy = await attempt(decide);
      if (!isBusy) await claimed.wait(Math.min(maxPauseMs, decideMs * 2 ** failures), stopping.signal);
    }
  };
  const running = run();

  return {
    decideSoon: () => claimed.notify(),
    owned: () => [...owned.keys()],
    async close() {
      stopping.abort();
      await running;
      await store
        .releaseLanes(
          node,
          Array.from({ length: laneCount }, (_, lane) => lane),
        )
        .catch((error: unknown) => log.warn(`Lanes could not be given up: ${errorText(error)}`));
    },
  };
}

function remember(masks: HitMasks, { hits, decidedIn }: LoggedHits): void {
  for (const { hour, serveId, bits, isBackfilled } of decodeEntries(hits)) {
    masks.add(hour, serveId, bits, isBackfilled ? decidedIn : 0);
  }
}

/** Decides the claims of a lane in order, without changing its memory. */
function decideLane(
  { lane, masks, prunedTo }: LaneInMemory,
  claims: readonly HitClaim[],
  decidedIn: number,
): { claims: DecidedClaim[]; logged: LoggedHits | null; pruned: number } {
  const firsts: HitEntry[] = [];
  const pending = new Map<string, number>();
  let lastHour = 0;
  let pruned = 0;
  const decided = claims.map((claim) => {
    const counted: number[] = [];
    for (const entry of decodeEntries(claim.hits)) {
      const { hour, serveId, isBackfilled } = entry;
      const key = serveId.toString('latin1');
      const before = pending.get(key) ?? 0;
      // It is unknown which hits of a pruned hour have counted: the claim's node was away for too long.
      const isPruned = hour < prunedTo && !isBackfilled;
      if (isPruned) pruned += 1;
      const bits = isPruned ? 0 : entry.bits & ~(before | masks.get(hour, serveId));
      counted.push(bits);
      if (bits === 0) continue;
      pending.set(key, before | bits);
      firsts.push({ ...entry, bits });
      lastHour = Math.max(lastHour, isBackfilled ? decidedIn : hour);
    }
    return { ...claim, counted: encodeCounted(counted) };
  });
  const logged = firsts.length === 0 ? null : { lane, hits: encodeEntries(firsts), lastHour, decidedIn };
  return { claims: decided, logged, pruned };
}
