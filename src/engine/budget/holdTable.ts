import type { Nanos } from '#model/index.ts';

/** What became of a bid so far: offered, won, or its impression billed and not counted yet. */
export type HoldState = 'bid' | 'won' | 'billed';

/** Money that one ad may still cost. */
export interface Hold {
  /** Names the ad among all of the installation. */
  adId: string;
  campaignId: number;
  price: Nanos;
  state: HoldState;
  /** When it was bid, in milliseconds since the epoch. */
  bidAt: number;
  /** When it ends, of holds that are not billed. */
  endsAt: number;
  /** Until when the impression may come, once it is won. */
  until: number;
  /** When it was billed; 0 before. */
  billedAt: number;
}

/** All that a node holds: found by ad, and dropped when their time is over. */
export interface HoldTable {
  get(adId: string): Hold | undefined;
  put(hold: Hold): void;
  remove(adId: string): void;
  /** Takes out the holds whose time is over at `now`. */
  takeEnded(now: number): Hold[];
  /** Takes out those that were billed up to a time. */
  takeBilled(upTo: number): Hold[];
  all(): Iterable<Hold>;
}

/** An empty table. */
export function createHoldTable(): HoldTable {
  const holds = new Map<string, Hold>();
  // By the second in which they end. A hold that ends at another time now is passed over.
  const ending = new Map<number, string[]>();
  let sweptTo = Infinity;
  let billed: Hold[] = [];

  return {
    get: (adId) => holds.get(adId),
    put(hold) {
      holds.set(hold.adId, hold);
      if (hold.state === 'billed') {
        billed.push(hold);
        return;
      }
      const second = Math.ceil(hold.endsAt / 1000);
      const found = ending.get(second);
      if (found) found.push(hold.adId);
      else ending.set(second, [hold.adId]);
      sweptTo = Math.min(sweptTo, second);
    },
    remove: (adId) => void holds.delete(adId),
    takeEnded(now) {
      const ended: Hold[] = [];
      const last = Math.floor(now / 1000);
      const seconds = last - sweptTo > ending.size ? [...ending.keys()].filter((each) => each <= last) : null;
      const sweep = (second: number) => {
        for (const adId of ending.get(second) ?? []) {
          const hold = holds.get(adId);
          if (!hold || hold.state === 'billed' || hold.endsAt > now) continue;
          holds.delete(adId);
          ended.push(hold);
        }
        ending.delete(second);
      };
      if (seconds) for (const second of seconds) sweep(second);
      else for (let second = sweptTo; second <= last; second += 1) sweep(second);
      if (sweptTo <= last) sweptTo = ending.size === 0 ? Infinity : last + 1;
      return ended;
    },
    takeBilled(upTo) {
      const taken: Hold[] = [];
      billed = billed.filter((hold) => {
        if (holds.get(hold.adId) !== hold) return false;
        if (hold.billedAt > upTo) return true;
        holds.delete(hold.adId);
        taken.push(hold);
        return false;
      });
      return taken;
    },
    all: () => holds.values(),
  };
}
