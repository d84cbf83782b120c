import { beforeEach, expect, test } from 'vitest';
import { createOverloadGuard, type OverloadGuard } from './overload.ts';

let now = 0;
let idle = 0;
let guard: OverloadGuard;

beforeEach(() => {
  now = 1000;
  idle = 900;
  guard = createOverloadGuard({ maxInFlight: 2, maxBusyMs: 50, maxBurst: 10 }, { now: () => now, idle: () => idle });
});

/** Sends `count` requests in a row, each followed by idle time. Returns the number that were shed. */
function requests(count: number, { workMs, idleMs = 0 }: { workMs: number; idleMs?: number }): number {
  let shed = 0;
  for (let request = 0; request < count; request += 1) {
    if (guard.isOverloaded()) shed += 1;
    now += workMs + idleMs;
    idle += idleMs;
  }
  return shed;
}

test('a loop with occasional idle time is not overloaded, however busy it is', () => {
  expect(requests(1000, { workMs: 9, idleMs: 1 })).toBe(0);
});

test('a few requests are not an overload, however long they take', () => {
  expect(requests(10, { workMs: 100 })).toBe(0);
});

test('many quick requests are not an overload', () => {
  expect(requests(50, { workMs: 1 })).toBe(0);
});

test('without idle time everything is shed after a while, until the loop is idle again', () => {
  expect(requests(1000, { workMs: 1 })).toBe(949);
  idle += 1;
  now += 1;
  expect(requests(50, { workMs: 1 })).toBe(0);
});

test('the time for fetching a waiting event is not idle time', () => {
  expect(requests(1000, { workMs: 1, idleMs: 0.01 })).toBeGreaterThan(940);
});

test('a period without requests is idle time', () => {
  requests(1000, { workMs: 1 });
  now += 60_000;
  idle += 60_000;
  expect(guard.isOverloaded()).toBe(false);
});

test('too many requests waiting for tags are an overload, until some are answered', () => {
  guard.enter();
  guard.enter();
  expect(guard.isOverloaded()).toBe(true);
  guard.leave();
  expect(guard.isOverloaded()).toBe(false);
});
