import { expect, test } from 'vitest';
import { createRateTracker } from './rateTracker.ts';

const minuteMs = 60_000;
const start = 1_780_000_020_000 - (1_780_000_020_000 % minuteMs);
const limit = { limit: 10, windowMs: minuteMs, salt: 'salt' };

/** The number of requests, `everyMs` apart, that exceeded the limit. */
function refusedOf(
  tracker: ReturnType<typeof createRateTracker>,
  count: number,
  from: number,
  everyMs: number,
): number {
  let refused = 0;
  for (let index = 0; index < count; index += 1) if (tracker.isTooFrequent('a', from + index * everyMs)) refused += 1;
  return refused;
}

test('requests within the limit always pass', () => {
  expect(refusedOf(createRateTracker(limit), 600, start, minuteMs / 8)).toBe(0);
});

test('faster requests are found from the first that exceeds the limit', () => {
  const tracker = createRateTracker(limit);
  expect(refusedOf(tracker, 10, start, 100)).toBe(0);
  expect(tracker.isTooFrequent('a', start + 1100)).toBe(true);
  expect(tracker.isTooFrequent('b', start + 1100)).toBe(false);
});

test('a window slides: the turn of a minute clears nothing, a minute of silence clears everything', () => {
  const tracker = createRateTracker(limit);
  expect(refusedOf(tracker, 10, start + 59_000, 10)).toBe(0);
  expect(tracker.isTooFrequent('a', start + 60_100)).toBe(true);
  expect(tracker.isTooFrequent('a', start + 105_000)).toBe(false);
  const other = createRateTracker(limit);
  refusedOf(other, 30, start, 100);
  expect(other.isTooFrequent('a', start + 2 * minuteMs)).toBe(false);
});

test('among many sources the busy ones stay tracked', () => {
  const tracker = createRateTracker({ ...limit, sources: 64 });
  tracker.isTooFrequent('busy', start);
  tracker.isTooFrequent('busy', start);
  for (let round = 0; round < 12; round += 1) {
    tracker.isTooFrequent('busy', start + round);
    for (let other = 0; other < 500; other += 1) tracker.isTooFrequent(`${round} ${other}`, start + round);
  }
  expect(tracker.isTooFrequent('busy', start + 100)).toBe(true);
});
