import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSnapshotNotifier } from './snapshotNotifier.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;
const { signal } = new AbortController();

test('polls become rare while nothing changes, and frequent again after a change', async () => {
  let version = 1;
  const readVersion = vi.fn(async () => version);
  const notifier = startSnapshotNotifier(readVersion);
  const waiting = notifier.wait(1, 10 * minuteMs, signal);
  await vi.advanceTimersByTimeAsync(minuteMs);
  const quiet = readVersion.mock.calls.length;
  expect(quiet).toBeGreaterThan(90);
  expect(quiet).toBeLessThan(110);
  version = 2;
  await vi.advanceTimersByTimeAsync(2000);
  await waiting;
  readVersion.mockClear();
  const next = notifier.wait(2, 10 * minuteMs, signal);
  await vi.advanceTimersByTimeAsync(1000);
  expect(readVersion.mock.calls.length).toBeGreaterThan(1);
  notifier.close();
  await next;
});

test('a change of this process is found at once, however rare the polls are', async () => {
  let version = 1;
  const notifier = startSnapshotNotifier(async () => version);
  let isAwake = false;
  const waiting = notifier.wait(1, 10 * minuteMs, signal).then(() => {
    isAwake = true;
  });
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(isAwake).toBe(false);
  version = 2;
  notifier.notify();
  await vi.advanceTimersByTimeAsync(1);
  expect(isAwake).toBe(true);
  await waiting;
  notifier.close();
});
