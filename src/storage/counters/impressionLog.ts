/** Numbers that make up an impression in packed form: two of its key, its serve, and its second. */
export const numbersPerImpression = 4;

/** An impression of something by somebody. */
export interface LoggedImpression {
  /** Who saw what: 64 bits, spread evenly. */
  keyLow: number;
  keyHigh: number;
  /** Tells the serves of one key apart: 32 bits. */
  serve: number;
  /** Seconds since the epoch. */
  second: number;
}

/**
 * Impressions by who saw what, in memory of a fixed size: the oldest are forgotten first, in generations. Packed, they are
 * four 32-bit numbers each.
 */
export interface ImpressionLog {
  /** Where what is kept begins and ends, in impressions since the log was opened. */
  readonly start: number;
  readonly end: number;
  /** Adds an impression; false when it is there already, or too old to be kept. */
  add(impression: LoggedImpression): boolean;
  /** How many impressions a key has had after a second. */
  count(keyLow: number, keyHigh: number, afterSecond: number): number;
  /** Some packed impressions from a place on: at most `most`, at least one where there are any. */
  read(from: number, maxGenerations: number): Uint32Array;
}

/** How much a log keeps. */
export interface LogSize {
  /** Impressions of a generation; a power of two. */
  generation: number;
  generations: number;
  /** How long impressions are kept at most. */
  seconds: number;
}

/** Two million impressions in 50 MB, of up to 31 days: the longest time that frequency caps look back, and a day. */
export const defaultSize: LogSize = { generation: 131_072, generations: 16, seconds: 31 * 86_400 };

/** Impressions that came one after the other, and where those of a key are. */
interface Generation {
  start: number;
  count: number;
  /** The latest second in it. */
  latest: number;
  packed: Uint32Array;
  /** By the low bits of a key: the place of the last impression, counted from 1. */
  heads: Int32Array;
  /** The place of the one before with the same low bits. */
  before: Int32Array;
}

/** An empty log. */
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
  /** The place of the next impression of a key from a place on, backwards; 0 when there is none. */
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

/** Adds packed impressions to a log. Clocks of servers differ a little: what lies ahead of `now` (ms) is of now. */
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
