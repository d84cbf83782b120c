import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

test('tasks beyond the limit of their key or of all are not started', async () => {
  const limit = createConcurrencyLimit({ perKey: 2, total: 3 });
  const started: string[] = [];
  const run = (key: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = limit.run(key, () => {
      started.push(key);
      return promise;
    });
    return { result, end: () => resolve(key) };
  };
  const first = run('a');
  run('a');
  expect(run('a').result).toBeNull();
  const other = run('b');
  expect(run('c').result).toBeNull();
  expect(started).toEqual(['a', 'a', 'b']);
  first.end();
  expect(await first.result).toBe('a');
  expect(run('a').result).not.toBeNull();
  other.end();
  await other.result;
  expect(run('c').result).not.toBeNull();
});

test('a task that failed runs no longer', async () => {
  const limit = createConcurrencyLimit({ perKey: 1, total: 1 });
  await expect(limit.run('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await limit.run('a', async () => 1)).toBe(1);
});
