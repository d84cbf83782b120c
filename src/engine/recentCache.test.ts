import { expect, test } from 'vitest';
import { createRecentCache } from './recentCache.ts';

test('recently used values are cached, and others evicted', () => {
  const cache = createRecentCache<number>(3);
  for (const [value, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, value);
  expect(cache.get('a')).toBe(0);
  for (const key of ['e', 'f', 'g']) cache.set(key, 9);
  expect(cache.get('a')).toBe(0);
  expect(cache.get('b')).toBe(undefined);
  expect(cache.get('never')).toBe(undefined);
});

test('it never holds more than twice its capacity', () => {
  const cache = createRecentCache<string>(10);
  for (let index = 0; index < 1000; index += 1) {
    cache.set(String(index), 'value');
    cache.get(String(index - 7));
    expect(cache.size).toBeLessThanOrEqual(20);
  }
});

test('falsy values are cached too', () => {
  const cache = createRecentCache<string | null>(10);
  cache.set('key', null);
  expect(cache.get('key')).toBe(null);
});
