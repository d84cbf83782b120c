import { expect, test } from 'vitest';
import type { SafeStorage } from '../../lib/storage.ts';
import { mayReload } from './chunkReload.ts';

function buildMemory(): Pick<SafeStorage, 'get' | 'set'> {
  const values = new Map<string, string>();
  return { get: (key) => values.get(key) ?? null, set: (key, value) => values.set(key, value).size > 0 };
}

test('[ROUTE-05] the first failed chunk reloads the page', () => {
  expect(mayReload(buildMemory(), 1_000_000)).toBe(true);
});

test('[ROUTE-05] a second failure within 60 seconds does not', () => {
  const memory = buildMemory();
  mayReload(memory, 1_000_000);
  expect(mayReload(memory, 1_059_999)).toBe(false);
});

test('[ROUTE-05] after 60 seconds it may reload again', () => {
  const memory = buildMemory();
  mayReload(memory, 1_000_000);
  expect(mayReload(memory, 1_060_000)).toBe(true);
});

test('storage that is blocked means no reload', () => {
  expect(mayReload({ get: () => null, set: () => false }, 1)).toBe(false);
});
