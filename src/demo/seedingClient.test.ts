import { expect, test, vi } from 'vitest';
import type { ApiClient } from './apiClient.ts';
import { openSeedingClient } from './seedingClient.ts';

const tags = Array.from({ length: 1500 }, (_, index) => ({ id: index + 1, name: `Tag ${index + 1}` }));

function openClient() {
  const get = vi.fn((path: string) => {
    const page = Number(/page=(\d+)/.exec(path)?.[1]);
    return Promise.resolve({ rows: tags.slice((page - 1) * 1000, page * 1000), total: tags.length });
  });
  const post = vi.fn((_path: string, body: unknown) => Promise.resolve({ id: 9000, ...(body as object) }));
  const client = openSeedingClient({ get, post } as unknown as ApiClient);
  return { client, get, post };
}

test('a row is found by its name anywhere in the list, which is read once', async () => {
  const { client, get, post } = openClient();
  expect(await client.ensure('/api/demand/tags', { name: 'Tag 1200' })).toEqual(tags[1199]);
  expect(await client.ensure('/api/demand/tags', { name: 'Tag 3' })).toEqual(tags[2]);
  expect(get.mock.calls.map(([path]) => path)).toEqual([
    '/api/demand/tags?status=0,1,2&size=1000&page=1',
    '/api/demand/tags?status=0,1,2&size=1000&page=2',
  ]);
  expect(post).not.toHaveBeenCalled();
});

test('a missing row is created once, and names match exactly', async () => {
  const { client, post } = openClient();
  const row = { name: 'tag 3', rate: '2.40' };
  const created = await client.ensure('/api/demand/tags', row);
  expect(await client.ensure('/api/demand/tags', row)).toBe(created);
  expect(post.mock.calls).toEqual([['/api/demand/tags', row]]);
});

test('a list without statuses is requested without that filter', async () => {
  const { client, get } = openClient();
  expect(await client.rowsOf('/api/demand/waterfall', '')).toHaveLength(tags.length);
  expect(get.mock.calls[0]?.[0]).toBe('/api/demand/waterfall?size=1000&page=1');
});
