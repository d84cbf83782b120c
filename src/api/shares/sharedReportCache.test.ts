import { expect, test } from 'vitest';
import { createSharedReportCache } from './sharedReportCache.ts';

function counted() {
  let ms = 0;
  let runs = 0;
  const shared = createSharedReportCache<string[]>(
    () => new Date(ms),
    (answer) => answer.length,
  );
  return {
    getAnswer: (key: string, rows = 1) =>
      shared.answer(key, async () => {
        runs += 1;
        return Array.from({ length: rows }, () => key);
      }),
    fail: (key: string) => shared.answer(key, () => Promise.reject(new Error('away'))),
    wait: (waitedMs: number) => {
      ms += waitedMs;
    },
    runs: () => runs,
  };
}

test('an answer is computed once for all concurrent readers, and cached for a minute', async () => {
  const { getAnswer, wait, runs } = counted();
  const [one, other] = await Promise.all([getAnswer('a'), getAnswer('a')]);
  expect(one).toBe(other);
  wait(59_999);
  expect((await getAnswer('a')).at).toBe(0);
  expect(runs()).toBe(1);
  wait(1);
  expect((await getAnswer('a')).at).toBe(60_000);
  expect(runs()).toBe(2);
});

test('each key has its own answer', async () => {
  const { getAnswer, runs } = counted();
  expect((await getAnswer('a')).answer).toEqual(['a']);
  expect((await getAnswer('b')).answer).toEqual(['b']);
  expect(runs()).toBe(2);
});

test('a failed answer is not cached', async () => {
  const { getAnswer, fail, runs } = counted();
  await expect(fail('a')).rejects.toThrow('away');
  expect((await getAnswer('a')).answer).toEqual(['a']);
  expect(runs()).toBe(1);
});

test('when there are too many rows, the oldest answers are dropped', async () => {
  const { getAnswer, runs } = counted();
  await getAnswer('a', 60_000);
  await getAnswer('b', 60_000);
  await getAnswer('b');
  expect(runs()).toBe(2);
  await getAnswer('a');
  expect(runs()).toBe(3);
});
