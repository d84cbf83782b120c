import { expect, test } from 'vitest';
import { createSharedRuns } from './sharedRuns.ts';

function counted() {
  let ms = 0;
  let runs = 0;
  const shared = createSharedRuns<string[]>(
    () => new Date(ms),
    (answer) => answer.length,
  );
  return {
    ask: (key: string, rows = 1) =>
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

test('an answer is found once for all who ask at a time, and for a minute after', async () => {
  const { ask, wait, runs } = counted();
  const [one, other] = await Promise.all([ask('a'), ask('a')]);
  expect(one).toBe(other);
  wait(59_999);
  expect((await ask('a')).at).toBe(0);
  expect(runs()).toBe(1);
  wait(1);
  expect((await ask('a')).at).toBe(60_000);
  expect(runs()).toBe(2);
});

test('answers of other keys are their own', async () => {
  const { ask, runs } = counted();
  expect((await ask('a')).answer).toEqual(['a']);
  expect((await ask('b')).answer).toEqual(['b']);
  expect(runs()).toBe(2);
});

test('what could not be found is looked for again', async () => {
  const { ask, fail, runs } = counted();
  await expect(fail('a')).rejects.toThrow('away');
  expect((await ask('a')).answer).toEqual(['a']);
  expect(runs()).toBe(1);
});

test('where there are too many rows, those found first are dropped', async () => {
  const { ask, runs } = counted();
  await ask('a', 60_000);
  await ask('b', 60_000);
  await ask('b');
  expect(runs()).toBe(2);
  await ask('a');
  expect(runs()).toBe(3);
});
