import { reportedMarket } from '#engine/yield/dynamicFloorFor.ts';
import { nextFloor, cooldownAfterFalls, type FloorSums } from '#engine/yield/nextFloor.ts';
import { nanosFromUsd, usdFromNanos, type DynamicFloors, type Nanos } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { FlooredRow, FloorStore } from '#storage/entities/floorStore.ts';
import { readMarkets, type ChannelMarkets, type MarketMinute } from './readMarkets.ts';

/**
 * Optimizes dynamic floors, and remembers when each market's floor last changed, whichever process changed it: several
 * may optimize the same floors.
 */
export interface FloorOptimizer {
  /** Evaluates the recent requests once. Returns whether anything was published. */
  optimize(): Promise<boolean>;
}

interface FloorDeps {
  floors: FloorStore;
  facts: Pick<ClickHouse, 'query'>;
  now: () => Date;
}

const minuteMs = 60_000;
/** Older traffic is not representative. */
const windowMs = 60 * minuteMs;
/**
 * Servers receive a floor within seconds, and impressions follow their requests: the first minute after a change is
 * ignored.
 */
const settleMs = minuteMs;
/** Maximum markets per channel with a floor of their own: those with the most requests. */
const maxMarkets = 200;
/** Floors are published in steps of USD 0.0001. */
const grain: Nanos = 100_000;

/** Creates an optimizer without any memory: published floors stay until more is known. */
export function createFloorOptimizer({ floors, facts, now }: FloorDeps): FloorOptimizer {
  /** By channel and market. */
  const memories = new Map<string, MarketMemory>();
  /** The floors of channels after the last evaluation. */
  let known = new Map<number, DynamicFloors>();
  const remember = (id: number, before: DynamicFloors, after: DynamicFloors, at: number) => {
    for (const market of movedMarkets(before, after)) {
      const key = `${id} ${market}`;
      memories.set(key, updatedMemory(memories.get(key), before[market], after[market], at));
    }
  };
  return {
    async optimize() {
      const rows = await floors.flooredRows();
      const at = now().getTime();
      const from = at - windowMs;
      for (const [key, { changedAt, cooldownUntil }] of memories) {
        if (changedAt < from && cooldownUntil < at) memories.delete(key);
      }
      // Another process may have changed floors since: traffic before that is no evidence about them.
      for (const { id, dynamicFloors } of rows) remember(id, known.get(id) ?? dynamicFloors, dynamicFloors, at);
      known = new Map(rows.map(({ id, dynamicFloors }) => [id, dynamicFloors]));
      const dynamic = rows.filter(({ floorMode }) => floorMode === 'dynamic');
      const found =
        dynamic.length === 0 ? null : await readMarkets(facts, { rows: dynamic, from, until: at - settleMs });
      const changes = rows.flatMap((row) => {
        const markets = row.floorMode === 'dynamic' ? found?.get(row.id) : undefined;
        const memoryOf = (market: string) => {
          const { changedAt, cooldownUntil } = memories.get(`${row.id} ${market}`) ?? {
            changedAt: from,
            cooldownUntil: 0,
          };
          return { since: Math.max(from, changedAt) + settleMs, isInCooldown: at < cooldownUntil };
        };
        const dynamicFloors = markets ? floorsOf(row, markets, memoryOf) : {};
        return movedMarkets(row.dynamicFloors, dynamicFloors).length === 0 ? [] : [{ id: row.id, dynamicFloors }];
      });
      await floors.setFloors(changes);
      for (const { id, dynamicFloors } of changes) {
        remember(id, known.get(id) ?? dynamicFloors, dynamicFloors, at);
        known.set(id, dynamicFloors);
      }
      return changes.length > 0;
    },
  };
}

/** The memory of a market. Times are ms since the epoch. */
interface MarketMemory {
  /** Last change of its floor. */
  changedAt: number;
  /** Number of consecutive decreases, and the end of the resulting cooldown. */
  decreases: number;
  cooldownUntil: number;
}

function updatedMemory(
  { decreases, cooldownUntil }: MarketMemory = { changedAt: 0, decreases: 0, cooldownUntil: 0 },
  before: string | undefined,
  after: string | undefined,
  at: number,
): MarketMemory {
  const isFall = before !== undefined && (after === undefined || nanosOf(after) < nanosOf(before));
  if (isFall) return { changedAt: at, decreases: decreases + 1, cooldownUntil: at + cooldownAfterFalls(decreases + 1) };
  // A second increase shows that the first one held.
  return { changedAt: at, decreases: before === undefined ? decreases : 0, cooldownUntil };
}

/** The floors of a channel's markets that differ from its own. Markets without traffic in the last hour have none. */
function floorsOf(
  row: FlooredRow,
  { minutes, medians }: ChannelMarkets,
  memoryOf: (market: string) => { since: number; isInCooldown: boolean },
): DynamicFloors {
  const staticFloor = nanosOf(row.floor);
  const sizes = [...minutes].flatMap(([market, all]) => {
    return market.endsWith(' =') ? [] : [{ market, reqs: sumFrom(all, 0).reqs }];
  });
  sizes.sort((a, b) => b.reqs - a.reqs || (a.market < b.market ? -1 : 1));
  const floors = sizes.slice(0, maxMarkets).flatMap(({ market }): [string, string][] => {
    const known = row.dynamicFloors[market];
    const { since, isInCooldown } = memoryOf(market);
    const sums = (reported: string) => sumFrom(minutes.get(reported) ?? [], since);
    const next = nextFloor({
      floor: Math.max(staticFloor, known === undefined ? 0 : nanosOf(known)),
      staticFloor,
      upliftBasisPoints: Math.round(row.floorUplift * 100),
      highest: row.floorMax === null ? null : nanosOf(row.floorMax),
      treated: sums(reportedMarket(market, false)),
      control: sums(reportedMarket(market, true)),
      medianCpm: medians.get(market) ?? null,
      isInCooldown,
    });
    const rounded = Math.floor(next / grain) * grain;
    return rounded <= staticFloor ? [] : [[market, usdFromNanos(BigInt(rounded))]];
  });
  return Object.fromEntries(floors.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Sums whole minutes from a time on. */
function sumFrom(minutes: readonly MarketMinute[], since: number): FloorSums {
  const sums = { reqs: 0, slots: 0, imps: 0, rev: 0, revSquares: 0 };
  for (const { at, reqs, slots, imps, rev, revSquares } of minutes) {
    if (at < since) continue;
    sums.reqs += reqs;
    sums.slots += slots;
    sums.imps += imps;
    sums.rev += rev;
    sums.revSquares += revSquares;
  }
  return sums;
}

function movedMarkets(before: DynamicFloors, after: DynamicFloors): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter((market) => before[market] !== after[market]);
}

function nanosOf(usd: string): Nanos {
  return Number(nanosFromUsd(usd));
}
