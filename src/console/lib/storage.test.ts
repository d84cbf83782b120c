import { expect, test } from 'vitest';
import { guardStorage } from './storage.ts';

/** An in-memory Storage that holds `room` characters. */
function buildStorage(room = 1_000): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

test('values are stored, listed by prefix and removed', () => {
  const inner = buildStorage();
  const storage = guardStorage(() => inner);
  expect(storage.set('list:tags', 'a')).toBe(true);
  expect(storage.setJson('list:channels', 5)).toBe(true);
  storage.set('theme', 'dark');
  expect(storage.keys('list:')).toEqual(['list:tags', 'list:channels']);
  storage.remove('list:tags');
  expect(storage.get('list:tags')).toBeNull();
  expect(storage.getJson('list:channels', numberOf)).toBe(5);
});

test('a stored value that fails its check reads as null', () => {
  const inner = buildStorage();
  const storage = guardStorage(() => inner);
  storage.set('count', 'not json');
  expect(storage.getJson('count', numberOf)).toBeNull();
  storage.setJson('count', 'five');
  expect(storage.getJson('count', numberOf)).toBeNull();
});

test('full storage refuses a write without throwing', () => {
  const inner = buildStorage(3);
  const storage = guardStorage(() => inner);
  expect(storage.set('a', 'long value')).toBe(false);
  expect(storage.setJson('a', [1, 2, 3])).toBe(false);
});

test('blocked storage reads as empty', () => {
  const storage = guardStorage(() => {
    throw new Error('SecurityError');
  });
  expect(storage.get('a')).toBeNull();
  expect(storage.keys()).toEqual([]);
  expect(storage.set('a', 'b')).toBe(false);
  storage.remove('a');
});
