import { expect, test } from 'vitest';
import { winWaitMs } from './leaseTerms.ts';
import { createNoticeTimes } from './noticeTimes.ts';

const maxWaitMs = 300_000;
const start = 1_772_452_800_000;

/** Notice times of supplier 1 after `count` bills, one second apart; `slow` are the delays of slow ones. */
function recordNotices(count: number, slow: Readonly<Record<number, number>> = {}) {
  const times = createNoticeTimes();
  for (let index = 0; index < count; index += 1) {
    const now = start + index * 1000;
    times.record(1, 'billed', now - (slow[index] ?? 20_000), now);
  }
  return (now: number) => times.waitFor(1, 'billed', maxWaitMs, now);
}

test('the wait for a supplier is the maximum until it has sent enough notices for long enough', () => {
  expect(createNoticeTimes().waitFor(1, 'billed', maxWaitMs, start)).toBe(maxWaitMs);
  expect(recordNotices(29)(start + maxWaitMs)).toBe(maxWaitMs);
  expect(recordNotices(30)(start + maxWaitMs - 1)).toBe(maxWaitMs);
  expect(recordNotices(30)(start + maxWaitMs)).toBe(2 * 20_000 + 1000);
  expect(recordNotices(100)(start + maxWaitMs)).toBe(1.5 * 20_000 + 1000);
});

test('then its slowest notice counts, with a margin, for at most a thousand further notices', () => {
  expect(recordNotices(200, { 150: 60_000 })(start + maxWaitMs)).toBe(91_000);
  expect(recordNotices(200, { 150: 250_000 })(start + maxWaitMs)).toBe(maxWaitMs);
  expect(recordNotices(999, { 150: 60_000 })(start + 1_000_000)).toBe(91_000);
  expect(recordNotices(1150, { 150: 60_000 })(start + 1_200_000)).toBe(31_000);
});

test('no wait is shorter than a notice forwarded by another process needs', () => {
  expect(
    recordNotices(200, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, 100])))(start + maxWaitMs),
  ).toBe(winWaitMs);
});

test('suppliers and kinds of notices are measured separately', () => {
  const times = createNoticeTimes();
  for (let index = 0; index < 200; index += 1)
    times.record(1, 'won', start + index * 1000 - 4000, start + index * 1000);
  expect(times.waitFor(1, 'won', winWaitMs, start + maxWaitMs)).toBe(7000);
  expect(times.waitFor(1, 'billed', maxWaitMs, start + maxWaitMs)).toBe(maxWaitMs);
  expect(times.waitFor(2, 'won', winWaitMs, start + maxWaitMs)).toBe(winWaitMs);
});
