/** Numbers per packed impression: two of its key, its serve, and its second. */
export const numbersPerImpression = 4;

/** An impression of one object by one viewer. */
export interface LoggedImpression {
  /** Viewer and object: 64 bits, evenly distributed. */
  keyLow: number;
  keyHigh: number;
  /** Distinguishes the serves of one key: 32 bits. */
  serve: number;
  /** Seconds since the epoch. */
  second: number;
}

/**
 * Impressions by viewer and object, in memory of a fixed size: the oldest generation is discarded first. A packed
 * impression is four 32-bit numbers.
 */
export interface ImpressionLog {
  /** Start and end of the stored impressions, counted since the log was opened. */
  readonly start: number;
  readonly end: number;
  /** Adds an impression; false when it is a duplicate or beyond retention. */
  add(impression: LoggedImpression): boolean;
  /** Impressions of a key after a second. */
  count(keyLow: number, keyHigh: number, afterSecond: number): number;
  /** Packed impressions from a position on: at most `limit`, and at least one where there are any. */
  read(from: number, limit: number): Uint32Array;
}

/** The capacity of a log. */
export interface LogSize {
  /** Impressions per generation; a power of two. */
  generation: number;
  generations: number;
  /** Retention in seconds. */
  seconds: number;
}

/** Two million impressions in 50 MB, of up to 31 days: the longest period of frequency caps plus one day. */
export const defaultSize: LogSize = { generation: 131_072, generations: 16, seconds: 31 * 86_400 };

/** Consecutive impressions, with an index by key. */
interface Generation {
  start: number;
  count: number;
  /** The latest second in it. */
  latest: number;
  packed: Uint32Array;
  /** By the low bits of a key: position of the latest impression, counted from 1. */
  heads: Int32Array;
  /** Position of the previous one with the same low bits. */
  before: Int32Array;
}

export function createImpressionLog({
  generation: size,
  generations: maxGenerations,
  seconds,
}: LogSize = defaultSize): ImpressionLog {
  const generations: Generation[] = [];
  let end = 0;
  let latest = 0;

  const open = (): Generation => {
    const opened = {
      start: end,
      count: 0,
      latest: 0,
      packed: new Uint32Array(size * numbersPerImpression),
      heads: new Int32Array(size),
      before: new Int32Array(size),
    };
    generations.push(opened);
    return opened;
  };
  const evictOldest = () => {
    const [oldest] = generations;
    if (oldest && (generations.length > maxGenerations || oldest.latest < latest - seconds)) generations.shift();
  };
  /** Position of the next impression of a key, backwards from a position; 0 when there is none. */
  const find = ({ packed, before }: Generation, from: number, keyLow: number, keyHigh: number): number => {
    for (let place = from; place > 0; place = before[place - 1] ?? 0) {
      const at = (place - 1) * numbersPerImpression;
      if (packed[at] === keyLow && packed[at + 1] === keyHigh) return place;
    }
    return 0;
  };
  const isLogged = ({ keyLow, keyHigh, serve }: LoggedImpression): boolean => {
    for (const each of generations) {
      let place = find(each, each.heads[keyLow & (size - 1)] ?? 0, keyLow, keyHigh);
      while (place > 0) {
        if (each.packed[(place - 1) * numbersPerImpression + 2] === serve) return true;
        place = find(each, each.before[place - 1] ?? 0, keyLow, keyHigh);
      }
    }
    return false;
  };

  return {
    get start() {
      return generations[0]?.start ?? end;
    },
    get end() {
      return end;
    },
    add(impression) {
      const { keyLow, second } = impression;
      if (second < latest - seconds || isLogged(impression)) return false;
      let last = generations.at(-1);
      if (!last || last.count === size) last = open();
      last.packed.set(pack(impression), last.count * numbersPerImpression);
      last.before[last.count] = last.heads[keyLow & (size - 1)] ?? 0;
      last.count += 1;
      last.heads[keyLow & (size - 1)] = last.count;
      last.latest = Math.max(last.latest, second);
      latest = Math.max(latest, second);
      end += 1;
      evictOldest();
      return true;
    },
    count(keyLow, keyHigh, afterSecond) {
      let count = 0;
      for (let index = generations.length - 1; index >= 0; index -= 1) {
        const each = generations[index];
        if (!each || each.latest <= afterSecond) continue;
        let place = find(each, each.heads[keyLow & (size - 1)] ?? 0, keyLow, keyHigh);
        while (place > 0) {
          if ((each.packed[(place - 1) * numbersPerImpression + 3] ?? 0) > afterSecond) count += 1;
          place = find(each, each.before[place - 1] ?? 0, keyLow, keyHigh);
        }
      }
      return count;
    },
    read(from, wanted) {
      const holder = generations.find(({ start, count }) => from < start + count);
      if (!holder) return new Uint32Array(0);
      const first = Math.max(0, from - holder.start);
      const past = Math.min(holder.count, first + wanted);
      return holder.packed.slice(first * numbersPerImpression, past * numbersPerImpression);
    },
  };
}

/** Adds packed impressions to a log. Server clocks differ slightly: times after `now` (ms) count as now. */
export function addPacked(log: ImpressionLog, packed: Uint32Array, now: number): void {
  const latest = Math.floor(now / 1000);
  for (let at = 0; at + numbersPerImpression <= packed.length; at += numbersPerImpression) {
    const [keyLow = 0, keyHigh = 0, serve = 0, second = 0] = packed.subarray(at, at + numbersPerImpression);
    log.add({ keyLow, keyHigh, serve, second: Math.min(second, latest) });
  }
}

/** An impression in packed form. */
export function pack({ keyLow, keyHigh, serve, second }: LoggedImpression): number[] {
  return [keyLow, keyHigh, serve, second];
}
