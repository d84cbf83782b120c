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

/** Requests in a row, each of which takes this long and is followed by so long a rest; how many are shed. */
function requests(count: number, { workMs, idleMs = 0 }: { workMs: number; idleMs?: number }): number {
  let shed = 0;
  for (let request = 0; request < count; request += 1) {
    if (guard.isOverloaded()) shed += 1;
    now += workMs + idleMs;
    idle += idleMs;
  }
  return shed;
}

test('a loop that rests now and then is not overloaded, however much it does', () => {
  expect(requests(1000, { workMs: 9, idleMs: 1 })).toBe(0);
});

test('a few requests are no overload, however long they take', () => {
  expect(requests(10, { workMs: 100 })).toBe(0);
});

test('many that are quick are none', () => {
  expect(requests(50, { workMs: 1 })).toBe(0);
});

test('without a rest everything is shed after a while, until there is one', () => {
  expect(requests(1000, { workMs: 1 })).toBe(949);
  idle += 1;
  now += 1;
  expect(requests(50, { workMs: 1 })).toBe(0);
});

test('the time in which an event is fetched that is there already is no rest', () => {
  expect(requests(1000, { workMs: 1, idleMs: 0.01 })).toBeGreaterThan(940);
});

test('a time without requests is a rest', () => {
  requests(1000, { workMs: 1 });
  now += 60_000;
  idle += 60_000;
  expect(guard.isOverloaded()).toBe(false);
});

test('too many requests that wait for tags are an overload, until some are answered', () => {
  guard.enter();
  guard.enter();
  expect(guard.isOverloaded()).toBe(true);
  guard.leave();
  expect(guard.isOverloaded()).toBe(false);
});
