import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { monitorPings, type PingMonitor } from './monitorPings.ts';

let monitor: PingMonitor<string>;
let pinged: string[];
let frozen: string[];
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  [pinged, frozen, now] = [[], [], 0];
  monitor = monitorPings(
    { everyMs: 10, maxUnanswered: 3 },
    { ping: (unit) => void pinged.push(unit), onFrozen: (unit) => void frozen.push(unit) },
    () => now,
  );
});
afterEach(() => {
  monitor.stop();
  vi.useRealTimers();
});

/** Lets ping rounds pass. */
function pass(rounds: number, afterEachRound: () => void = () => undefined): void {
  for (let round = 0; round < rounds; round += 1) {
    now += 10;
    vi.advanceTimersByTime(10);
    afterEachRound();
  }
}

test('a process that responds is pinged repeatedly', () => {
  monitor.add('api');
  pass(20, () => monitor.answered('api'));
  expect(pinged).toHaveLength(20);
  expect(frozen).toEqual([]);
});

test('a process that leaves three pings unanswered is frozen, and reported once', () => {
  monitor.add('api');
  pass(3);
  expect(frozen).toEqual([]);
  pass(10);
  expect(frozen).toEqual(['api']);
  expect(pinged).toHaveLength(3);
});

test('a process that is still starting, or has exited, is not pinged', () => {
  monitor.add('api');
  monitor.remove('api');
  monitor.answered('api');
  pass(10);
  expect([pinged, frozen]).toEqual([[], []]);
});

test('a response in time resets the count', () => {
  monitor.add('api');
  pass(3);
  monitor.answered('api');
  pass(3);
  expect(frozen).toEqual([]);
});

test('a pause of the monitor itself is not counted', () => {
  monitor.add('api');
  pass(3);
  // The machine sleeps for an hour. Then the timer fires at once, before waiting replies are read.
  now += 3_600_000;
  vi.advanceTimersByTime(10);
  expect(frozen).toEqual([]);
  monitor.answered('api');
  pass(3);
  expect(frozen).toEqual([]);
});
