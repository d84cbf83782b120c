import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOverloadGuard, type OverloadGuard } from './overload.ts';

let now = 0;
let guard: OverloadGuard;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = 0;
  guard = createOverloadGuard({ maxInFlight: 2, maxDelayMs: 50 }, () => now);
});
afterEach(() => {
  guard.close();
  vi.useRealTimers();
});

/** Turns of the event loop that each take this long. */
function turns(count: number, ms: number): void {
  for (let turn = 0; turn < count; turn += 1) {
    now += ms;
    vi.advanceTimersByTime(20);
  }
}

test('a quick loop is not overloaded', () => {
  turns(100, 21);
  expect(guard.isOverloaded()).toBe(false);
});

test('one long turn is no overload', () => {
  turns(10, 20);
  turns(1, 150);
  expect(guard.isOverloaded()).toBe(false);
});

test('long turns in a row are, until the loop is quick again', () => {
  turns(10, 120);
  expect(guard.isOverloaded()).toBe(true);
  turns(5, 20);
  expect(guard.isOverloaded()).toBe(false);
});

test('too many requests that wait for tags are, until some are answered', () => {
  guard.enter();
  guard.enter();
  expect(guard.isOverloaded()).toBe(true);
  guard.leave();
  expect(guard.isOverloaded()).toBe(false);
});
