import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { watchProgress, watchTarget } from './watchProgress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);
const noSignal = new AbortController().signal;

test('work without progress is given up, and its later steps fail', async () => {
  const progress = watchProgress(noSignal, Date.now);
  const running = expect(progress.run(never)).rejects.toThrow('There was no progress for 60 s');
  await vi.advanceTimersByTimeAsync(800_000);
  progress.step(60_000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(progress.isGivenUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  await running;
  expect(progress.isGivenUp()).toBe(true);
  expect(() => progress.step()).toThrow('There was no progress');
});

test('work is given up when its lock is lost', async () => {
  const lost = new AbortController();
  const progress = watchProgress(lost.signal, Date.now);
  const running = expect(progress.run(never)).rejects.toThrow('lost');
  lost.abort(new Error('The lock was lost'));
  expect(() => progress.step()).toThrow('lost');
  await vi.advanceTimersByTimeAsync(1000);
  await running;
});

test('a target that hangs is given up after two minutes', async () => {
  const progress = watchProgress(noSignal, Date.now);
  const target = watchTarget({ read: () => never } as unknown as BackupTarget, progress);
  const running = expect(progress.run(target.read('backups/any'))).rejects.toThrow('for 120 s');
  await vi.advanceTimersByTimeAsync(122_000);
  await running;
});
