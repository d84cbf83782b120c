import { expect, test } from 'vitest';
import { guardStorage, type SafeStorage } from '../lib/storage.ts';
import { claimStoredLists, clearClientStore, endActingUrl } from './clientStore.ts';

function buildStorage(values: Record<string, string>): SafeStorage {
  const items = new Map(Object.entries(values));
  return guardStorage(() => ({
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }));
}

test('[NAV-15] ending impersonation clears the lists and forms of that user only', () => {
  const storage = buildStorage({
    'list:tags': '[]',
    'draft:7:tag:new': '{}',
    'draft:70:tag:new': '{}',
    'draft:1:demand:2': '{}',
  });
  clearClientStore(storage, { id: 7 });
  expect(storage.keys()).toEqual(['draft:70:tag:new', 'draft:1:demand:2']);
});

test('lists that another user left in the tab are removed, the user’s own stay', () => {
  const storage = buildStorage({});
  claimStoredLists(storage, { id: 7 });
  storage.set('list:tags', '[]');
  claimStoredLists(storage, { id: 7 });
  expect(storage.get('list:tags')).toBe('[]');
  claimStoredLists(storage, { id: 8 });
  expect(storage.get('list:tags')).toBeNull();
  storage.set('list:tags', '[]');
  claimStoredLists(storage, null);
  expect(storage.keys()).toEqual([]);
  storage.set('list:tags', '[]');
  claimStoredLists(storage, null);
  expect(storage.keys()).toEqual([]);
});

test('[NAV-15] [CALL-07] the URLs that start and end impersonation', () => {
  expect(endActingUrl(1)).toBe('/api/switch?type=admin&id=1');
});
