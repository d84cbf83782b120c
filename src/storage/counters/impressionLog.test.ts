import { describe, expect, test } from 'vitest';
import {
  addPacked,
  createImpressionLog,
  numbersPerImpression,
  defaultSize,
  type ImpressionLog,
  type LoggedImpression,
} from './impressionLog.ts';

/** The same numbers for the same seed (mulberry32). */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const size = { generation: 16, generations: 4, seconds: 1000 };

const impression = (overrides: Partial<LoggedImpression>): LoggedImpression => {
  return { keyLow: 1, keyHigh: 1, serve: 1, second: 1_000_000, ...overrides };
};

function readAll(log: ImpressionLog, most = 7): number[][] {
  const found: number[][] = [];
  for (let from = log.start; from < log.end;) {
    const packed = log.read(from, most);
    for (let at = 0; at < packed.length; at += numbersPerImpression) {
      found.push([...packed.subarray(at, at + numbersPerImpression)]);
    }
    from += packed.length / numbersPerImpression;
  }
  return found;
}

describe('a log of impressions', () => {
  test('counts like a plain list, in any order and with duplicates', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const pickBelow = seededRandom(seed);
      const log = createImpressionLog({ generation: 64, generations: 8, seconds: 100_000 });
      const plain: LoggedImpression[] = [];
      let now = 1_000_000;
      for (let round = 0; round < 450; round += 1) {
        now += pickBelow(20);
        const each = impression({
          // Keys that share their low bits, their low number or their high one.
          keyLow: (pickBelow(3) * 64 + pickBelow(2)) >>> 0,
          keyHigh: pickBelow(2) === 0 ? 4_294_967_295 : pickBelow(2),
          serve: pickBelow(40),
          second: now - pickBelow(5),
        });
        const isKnown = plain.some(
          ({ keyLow, keyHigh, serve }) => keyLow === each.keyLow && keyHigh === each.keyHigh && serve === each.serve,
        );
        expect(log.add(each)).toBe(!isKnown);
        if (!isKnown) plain.push(each);
        const after = now - pickBelow(3000);
        const count = plain.filter(
          ({ keyLow, keyHigh, second }) => keyLow === each.keyLow && keyHigh === each.keyHigh && second > after,
        ).length;
        expect(log.count(each.keyLow, each.keyHigh, after)).toBe(count);
      }
      expect(readAll(log)).toEqual(plain.map((each) => [each.keyLow, each.keyHigh, each.serve, each.second]));
    }
  });

  test('discards the oldest generation when it is full', () => {
    const log = createImpressionLog(size);
    for (let serve = 0; serve < 100; serve += 1) log.add(impression({ serve }));
    expect(log.end).toBe(100);
    // Six generations of sixteen and four more: the three before the last are still there.
    expect(log.start).toBe(48);
    expect(log.count(1, 1, 0)).toBe(52);
    expect(readAll(log).map(([, , serve]) => serve)).toEqual(Array.from({ length: 52 }, (_, index) => 48 + index));
    expect(log.read(3, 5)[2]).toBe(48);
    expect(log.read(100, 5)).toHaveLength(0);
  });

  test('discards impressions beyond its retention, and rejects new ones of that age', () => {
    const log = createImpressionLog(size);
    for (let serve = 0; serve < 20; serve += 1) log.add(impression({ serve }));
    log.add(impression({ serve: 20, second: 1_001_000 }));
    expect(log.start).toBe(0);
    // The second generation also contains a younger one.
    log.add(impression({ serve: 21, second: 1_001_001 }));
    expect(log.start).toBe(16);
    expect(log.add(impression({ serve: 99, second: 1_000_000 }))).toBe(false);
  });

  test('accepts packed impressions, and treats future ones as of now', () => {
    const log = createImpressionLog(size);
    addPacked(log, Uint32Array.from([5, 6, 7, 1000, 5, 6, 8, 5000, 1, 2]), 2_000_500);
    expect(readAll(log)).toEqual([
      [5, 6, 7, 1000],
      [5, 6, 8, 2000],
    ]);
  });

  test('stores two million impressions in 50 MB', () => {
    const bytes = defaultSize.generation * defaultSize.generations * (numbersPerImpression * 4 + 4 + 4);
    expect(defaultSize.generation * defaultSize.generations).toBe(2_097_152);
    expect(bytes).toBeLessThanOrEqual(52 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    const log = createImpressionLog();
    for (let viewer = 0; viewer < 1_000_000; viewer += 1) {
      log.add(impression({ keyLow: Math.imul(viewer, 0x9e37_79b1) >>> 0, keyHigh: viewer }));
    }
    expect(log.count(Math.imul(999_999, 0x9e37_79b1) >>> 0, 999_999, 0)).toBe(1);
    expect(log.start).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(26 * 1024 * 1024);
  });
});
