import { expect, test } from 'vitest';
import type { FinanceMonth } from '#api/finance/monthContract.ts';
import { type Entity, tag, type TagRow } from '#model/index.ts';
import { addressOf, createApi } from './api.ts';
import { PlainBody } from './apiCall.ts';

const anyEntity: Entity = tag;
const sent: string[] = [];
const { get, post, patch, getText } = createApi({
  fetch: (path, init) => {
    sent.push(`${init?.method} ${typeof path === 'string' ? path : ''}`);
    return Promise.resolve(Response.json({ rows: [] }));
  },
  onForbidden: () => undefined,
});

test('the path and its input determine the type of the response', async () => {
  const month: FinanceMonth = await get('/api/finance/months/{month}', { params: { month: '2026-10' } });
  const row: TagRow = await get('/api/{entity}/{id}', { entity: tag, params: { id: 7 } });
  const anyRow = await get('/api/{entity}/{id}', { entity: anyEntity, params: { id: 7 } });
  const name: string | undefined = anyRow.name;
  const { rows } = await get('/api/{entity}', { entity: tag, query: { status: '0,1', size: 50, q: '' } });
  const urls: string[] = rows.map(({ url }) => url);
  const changed: TagRow = await patch('/api/{entity}/{id}', { entity: tag, params: { id: 7 }, body: { name: 'a' } });
  const text: string = await getText('/api/config.yaml');
  expect([month, row, name, urls, changed, text]).toHaveLength(6);
  expect(sent.splice(0)).toEqual([
    'GET /api/finance/months/2026-10',
    'GET /api/demand/tags/7',
    'GET /api/demand/tags/7',
    'GET /api/demand/tags?status=0,1&size=50',
    'PATCH /api/demand/tags/7',
    'GET /api/config.yaml',
  ]);
});

test('path parameters are escaped so that they stay one segment', () => {
  expect(addressOf('/api/shared/{token}', { params: { token: 'a/b?c' } })).toBe('/api/shared/a%2Fb%3Fc');
  expect(addressOf('/api/{entity}/export.csv', { entity: tag, query: { columns: 'all' } })).toBe(
    '/api/demand/tags/export.csv?columns=all',
  );
});

test('a call that matches no route does not compile', async () => {
  await Promise.all([
    // @ts-expect-error no such path
    get('/api/finance/month/{month}', { params: { month: '2026-10' } }),
    // @ts-expect-error no such method
    patch('/api/finance/months/{month}', { params: { month: '2026-10' } }),
    // @ts-expect-error the month is missing
    get('/api/finance/months/{month}'),
    // @ts-expect-error a parameter that the path does not have
    get('/api/finance/months/{month}', { params: { month: '2026-10', id: 1 } }),
    // @ts-expect-error an undeclared value of the query
    get('/api/dashboard/alerts', { query: { mode: 'both' } }),
    // @ts-expect-error the body is missing
    post('/api/views'),
    // @ts-expect-error the body lacks its search
    post('/api/views', { body: { page: '/tags', name: 'mine' } }),
    // @ts-expect-error a body of another type
    post('/api/config', { body: new PlainBody('text/csv', '') }),
    // @ts-expect-error not a field of a tag
    post('/api/{entity}', { entity: tag, body: { title: 'a' } }),
    // @ts-expect-error the entity is missing
    get('/api/{entity}/{id}', { params: { id: 7 } }),
    // @ts-expect-error the response is a file
    get('/api/config.yaml'),
  ]);
  expect(sent.splice(0)).toHaveLength(11);
});
