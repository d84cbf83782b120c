import { expect, test } from 'vitest';
import { createRateLimiter } from './rateLimiter.ts';

function open(processes = 1) {
  const clock = { now: 0 };
  return { clock, limiter: createRateLimiter({ now: () => clock.now, processes: () => processes }) };
}

/** The number of calls that pass in `seconds` at `perSecond` calls per second, with a limit of `limit`. */
function passed(limit: number, perSecond: number, seconds: number, processes = 1): number {
  const { clock, limiter } = open(processes);
  let count = 0;
  for (let call = 0; call < perSecond * seconds; call += 1) {
    clock.now = (call / perSecond) * 1000;
    if (limiter.take('tag', 1, limit)) count += 1;
  }
  return count;
}

test('calls up to the limit pass, and a short burst', () => {
  expect(passed(100, 1000, 10)).toBeGreaterThanOrEqual(1000);
  expect(passed(100, 1000, 10)).toBeLessThanOrEqual(1026);
  expect(passed(1, 50, 20)).toBeGreaterThanOrEqual(20);
  expect(passed(1, 50, 20)).toBeLessThanOrEqual(21);
});

test('all traffic within the limit passes', () => {
  expect(passed(100, 90, 10)).toBe(900);
});

test('each of several processes passes its share, even below one call per second', () => {
  expect(passed(100, 1000, 10, 4)).toBeLessThanOrEqual(257);
  expect(passed(100, 1000, 10, 4)).toBeGreaterThanOrEqual(250);
  expect(passed(1, 50, 80, 4)).toBeLessThanOrEqual(21);
  expect(passed(1, 50, 80, 4)).toBeGreaterThanOrEqual(20);
});

test('every tag and every channel has its own limit, and without a limit all calls pass', () => {
  const { limiter } = open();
  for (let id = 1; id <= 500; id += 1) {
    for (const kind of ['tag', 'channel'] as const) {
      expect(limiter.take(kind, id, 1)).toBe(true);
      expect(limiter.take(kind, id, 1)).toBe(false);
    }
    expect(limiter.take('tag', id, null)).toBe(true);
  }
});

test('a changed limit applies at once', () => {
  const { clock, limiter } = open();
  for (let call = 0; call < 10; call += 1) limiter.take('tag', 1, 8);
  clock.now += 100;
  expect(limiter.take('tag', 1, 8)).toBe(false);
  clock.now += 10;
  expect(limiter.take('tag', 1, 1000)).toBe(true);
});
