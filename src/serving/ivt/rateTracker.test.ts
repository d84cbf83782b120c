import { expect, test } from 'vitest';
import { createRateTracker } from './rateTracker.ts';

const minuteMs = 60_000;
const start = 1_780_000_020_000 - (1_780_000_020_000 % minuteMs);
const limit = { limit: 10, windowMs: minuteMs, salt: 'salt' };

/** How many of a number of requests, a second apart, were one too many. */
function refusedOf(watch: ReturnType<typeof createRateTracker>, count: number, from: number, everyMs: number): number {
  let refused = 0;
  for (let index = 0; index < count; index += 1) if (watch.isTooFrequent('a', from + index * everyMs)) refused += 1;
  return refused;
}

test('what comes within the limit passes for ever', () => {
  expect(refusedOf(createRateTracker(limit), 600, start, minuteMs / 8)).toBe(0);
});

test('what comes faster is found from the first that is too many', () => {
  const watch = createRateTracker(limit);
  expect(refusedOf(watch, 10, start, 100)).toBe(0);
  expect(watch.isTooFrequent('a', start + 1100)).toBe(true);
  expect(watch.isTooFrequent('b', start + 1100)).toBe(false);
});

test('a window slides: the turn of a minute forgives nothing at once, a minute of silence all', () => {
  const watch = createRateTracker(limit);
  expect(refusedOf(watch, 10, start + 59_000, 10)).toBe(0);
  expect(watch.isTooFrequent('a', start + 60_100)).toBe(true);
  expect(watch.isTooFrequent('a', start + 105_000)).toBe(false);
  const other = createRateTracker(limit);
  refusedOf(other, 30, start, 100);
  expect(other.isTooFrequent('a', start + 2 * minuteMs)).toBe(false);
});

test('in a crowd of sources the busy ones stay known', () => {
  const watch = createRateTracker({ ...limit, sources: 64 });
  watch.isTooFrequent('busy', start);
  watch.isTooFrequent('busy', start);
  for (let round = 0; round < 12; round += 1) {
    watch.isTooFrequent('busy', start + round);
    for (let other = 0; other < 500; other += 1) watch.isTooFrequent(`${round} ${other}`, start + round);
  }
  expect(watch.isTooFrequent('busy', start + 100)).toBe(true);
});
