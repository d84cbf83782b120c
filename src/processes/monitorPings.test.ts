import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { monitorPings, type PingMonitor } from './monitorPings.ts';

let watch: PingMonitor<string>;
let pinged: string[];
let frozen: string[];
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  [pinged, frozen, now] = [[], [], 0];
  watch = monitorPings(
    { everyMs: 10, maxUnanswered: 3 },
    { ping: (unit) => void pinged.push(unit), onFrozen: (unit) => void frozen.push(unit) },
    () => now,
  );
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** Lets rounds pass, each in its time. */
function pass(rounds: number, afterEachRound: () => void = () => undefined): void {
  for (let round = 0; round < rounds; round += 1) {
    now += 10;
    vi.advanceTimersByTime(10);
    afterEachRound();
  }
}

test('a process that answers is pinged on and on', () => {
  watch.add('api');
  pass(20, () => watch.answered('api'));
  expect(pinged).toHaveLength(20);
  expect(frozen).toEqual([]);
});

test('a process that leaves three pings unanswered is frozen, and reported once', () => {
  watch.add('api');
  pass(3);
  expect(frozen).toEqual([]);
  pass(10);
  expect(frozen).toEqual(['api']);
  expect(pinged).toHaveLength(3);
});

test('a process that is still starting, or gone, is not pinged', () => {
  watch.add('api');
  watch.remove('api');
  watch.answered('api');
  pass(10);
  expect([pinged, frozen]).toEqual([[], []]);
});

test('an answer in time starts the count again', () => {
  watch.add('api');
  pass(3);
  watch.answered('api');
  pass(3);
  expect(frozen).toEqual([]);
});

test('a pause of the watcher itself counts against nobody', () => {
  watch.add('api');
  pass(3);
  // Asleep for an hour, after which the timer fires at once, before the answers that waited are read.
  now += 3_600_000;
  vi.advanceTimersByTime(10);
  expect(frozen).toEqual([]);
  watch.answered('api');
  pass(3);
  expect(frozen).toEqual([]);
});
