import { expect, test } from 'vitest';
import { createSharedReportCache } from './sharedReportCache.ts';

function counted() {
  let ms = 0;
  let runs = 0;
  const shared = createSharedReportCache<string[]>(
    () => new Date(ms),
    (result) => result.length,
  );
  return {
    getResult: (key: string, rows = 1) =>
      shared.read(key, async () => {
        runs += 1;
        return Array.from({ length: rows }, () => key);
      }),
    fail: (key: string) => shared.read(key, () => Promise.reject(new Error('away'))),
    wait: (waitedMs: number) => {
      ms += waitedMs;
    },
    runs: () => runs,
  };
}

test('a result is computed once for all concurrent readers, and cached for a minute', async () => {
  const { getResult, wait, runs } = counted();
  const [one, other] = await Promise.all([getResult('a'), getResult('a')]);
  expect(one).toBe(other);
  wait(59_999);
  expect((await getResult('a')).at).toBe(0);
  expect(runs()).toBe(1);
  wait(1);
  expect((await getResult('a')).at).toBe(60_000);
  expect(runs()).toBe(2);
});

test('each key has its own result', async () => {
  const { getResult, runs } = counted();
  expect((await getResult('a')).result).toEqual(['a']);
  expect((await getResult('b')).result).toEqual(['b']);
  expect(runs()).toBe(2);
});

test('a failed result is not cached', async () => {
  const { getResult, fail, runs } = counted();
  await expect(fail('a')).rejects.toThrow('away');
  expect((await getResult('a')).result).toEqual(['a']);
  expect(runs()).toBe(1);
});

test('when there are too many rows, the oldest results are dropped', async () => {
  const { getResult, runs } = counted();
  await getResult('a', 60_000);
  await getResult('b', 60_000);
  await getResult('b');
  expect(runs()).toBe(2);
  await getResult('a');
  expect(runs()).toBe(3);
});
