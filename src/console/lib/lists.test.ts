import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { NamedItem } from '#api/entities/sharedListContract.ts';
import { indexList } from './lists.ts';
import { clearStoredLists, listNamed, listNames, pathOfList, readStoredList, setList, storeList } from './lists.ts';
import { guardStorage, type SafeStorage } from './storage.ts';

/** A SafeStorage over a map that holds `room` characters. */
function buildStorage(entries = new Map<string, string>(), room = Number.POSITIVE_INFINITY): SafeStorage {
  return guardStorage(() => ({
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }));
}

const blocked = guardStorage(() => {
  throw new DOMException('blocked', 'SecurityError');
});

const items: NamedItem[] = [
  { id: 1, name: 'One', uid: 'abc', status: 0 },
  { id: 2, name: 'Two' },
];

describe('shared lists', () => {
  test('[LIST-01] every list has a name and a path', () => {
    expect(Object.fromEntries(listNames.map((name) => [name, pathOfList(name)]))).toEqual({
      tags: '/api/demand/tags/list',
      tagNames: '/api/demand/tagnames/list',
      channels: '/api/demand/channels/list',
      channelNames: '/api/demand/channelNames/list',
      adexchanges: '/api/demand/adexchanges/list',
      deals: '/api/demand/deals/list',
      campaigns: '/api/demand/campaigns/list',
      creatives: '/api/demand/creatives/list',
      targetings: '/api/demand/targetings/list',
      appLists: '/api/demand/applists/list',
      creLists: '/api/demand/crelists/list',
      pubLists: '/api/demand/publists/list',
      advertisers: '/api/demand/advs/list',
      demands: '/api/demands/list',
      subpublishers: '/api/demand/subs/list',
      suppliers: '/api/demand/sups/list',
      reports: '/api/savedReports',
      IVTs: '/api/demand/ivts/list',
      roles: '/api/demand/roles/list',
    });
  });

  test('a list is also found by the name of its entity', () => {
    expect(['tag', 'appList', 'ivt', 'channelNames', 'nothing'].map(listNamed)).toEqual([
      'tags',
      'appLists',
      'IVTs',
      'channelNames',
      undefined,
    ]);
  });

  test('[LIST-03] a stored list is restored with only the names and counts of its items', () => {
    const storage = buildStorage();
    const full = items.map((item) => ({ ...item, rate: '2.50', createdAt: '2026-01-01' }));
    storeList(storage, 'tags', full);
    expect(readStoredList(storage, 'tags')).toEqual(items);
    expect(storage.get('list:tags')).not.toContain('createdAt');
    storeList(storage, 'creLists', [{ id: 3, name: 'Ads', creCount: 4 }]);
    expect(readStoredList(storage, 'creLists')).toEqual([{ id: 3, name: 'Ads', creCount: 4 }]);
  });

  test('[LIST-03] setting a list to null removes its stored copy, and the loaded one', () => {
    const storage = buildStorage();
    const queryClient = new QueryClient();
    setList(queryClient, 'tags', items, storage);
    setList(queryClient, 'channels', items, storage);
    expect(queryClient.getQueryData(['names', 'tags'])).toEqual(items);
    setList(queryClient, 'tags', null, storage);
    expect(readStoredList(storage, 'tags')).toBeNull();
    expect(queryClient.getQueryData(['names', 'tags'])).toBeUndefined();
    expect(readStoredList(storage, 'channels')).toEqual(items);
  });

  test('a list that does not fit is not stored, and its old copy is removed', () => {
    const entries = new Map<string, string>();
    storeList(buildStorage(entries), 'tags', items);
    storeList(buildStorage(entries, 10), 'tags', [{ id: 3, name: 'Three' }]);
    expect(readStoredList(buildStorage(entries), 'tags')).toBeNull();
  });

  test('blocked storage stores nothing and throws nothing', () => {
    storeList(blocked, 'tags', items);
    expect(readStoredList(blocked, 'tags')).toBeNull();
    clearStoredLists(blocked);
  });

  test('a malformed stored copy counts as none', () => {
    const storage = buildStorage(new Map([['list:tags', '[{"id":"x"}]']]));
    expect(readStoredList(storage, 'tags')).toBeNull();
  });

  test('clearing removes every list and nothing else', () => {
    const storage = buildStorage(new Map([['theme', 'dark']]));
    for (const name of listNames) storeList(storage, name, items);
    clearStoredLists(storage);
    expect(storage.keys()).toEqual(['theme']);
  });
});

test('[LIST-02] a list is read by ID; status is a number, 1 where it or the item is missing', () => {
  const index = indexList([...items, { id: 3, name: 'Three', status: '0' as unknown as 0 }]);
  expect(index.get(1)).toEqual({ id: 1, name: 'One', uid: 'abc', status: 0 });
  expect([1, 2, 3, 99].map(index.statusOf)).toEqual([0, 1, 0, 1]);
});
