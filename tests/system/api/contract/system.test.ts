import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemState } from '#api/system/systemContract.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { openTestDatabase } from '../../../stores/openTestDatabase.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, password, startTestApi, type TestApi } from '../startTestApi.ts';

const path = '/api/admin/system';
const version = productVersion();

let api: TestApi;
let account: TestAccount;
let root: Caller;
let isClickHouseAway = false;

beforeAll(async () => {
  const database = await openTestDatabase();
  api = await startTestApi({
    database,
    env: { DATABASE_URL: database.url, CLICKHOUSE_URL: 'http://facts.example:8123' },
    facts: {
      query: <T>(sql: string) => {
        if (isClickHouseAway) return Promise.reject(new Error('connect ECONNREFUSED'));
        return Promise.resolve((sql.includes('version()') ? [{ version: '26.7.1.1' }] : []) as T[]);
      },
    },
  });
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
  const now = Date.now();
  await api.sql(`insert into worker_nodes (node, run, version, facts, started_at, seen_at, unread_since, left_at) values
    ('running', 'a', '${version}', 'server', now() - interval '2 hours', now(), ${now}, null),
    ('stopped', 'b', '${version}', 'server', now() - interval '2 hours', now() - interval '1 hour', ${now - 3_700_000}, null),
    ('left', 'c', '${version}', 'server', now() - interval '2 hours', now() - interval '1 day', ${now}, now() - interval '1 day'),
    ('gone', 'd', '${version}', 'server', now() - interval '20 days', now() - interval '9 days', ${now}, now() - interval '9 days'),
    ('older', 'e', '0.0.1', 'server', now() - interval '30 minutes', now(), ${now}, null)`);
  await api.sql(`insert into hit_lanes (lane, node) select lane, 'running' from generate_series(0, 6) lane`);
});

afterAll(() => api?.close());

async function read(): Promise<SystemState> {
  const { status, body } = await root('GET', path);
  expect(status).toBe(200);
  return body as SystemState;
}

const codesOf = ({ faults }: SystemState) => faults.map(({ code, object }) => `${code} ${object}`.trim());

describe('the state of the platform', () => {
  test('nodes are running, stopped or left, with their lanes; those that left long ago are not listed', async () => {
    const { nodes } = await read();
    expect(nodes.map(({ node, state, lanes }) => [node, state, lanes])).toEqual([
      ['left', 'left', 0],
      ['older', 'running', 0],
      ['running', 'running', 7],
      ['stopped', 'stopped', 0],
    ]);
  });

  test('a stopped node and another version are degraded, each since its own time', async () => {
    const state = await read();
    expect(codesOf(state)).toEqual(expect.arrayContaining(['node_stopped stopped', 'mixed_versions']));
    const sinceOf = (code: string) => state.faults.find((fault) => fault.code === code)?.since;
    expect(sinceOf('node_stopped')).toBe(state.nodes.find(({ node }) => node === 'stopped')?.seenAt);
    expect(sinceOf('mixed_versions')).toBe(state.nodes.find(({ node }) => node === 'older')?.startedAt);
  });

  test('stores have their versions and migrations, queues are empty, and the disk has its size', async () => {
    const { stores, queues, disk, serving } = await read();
    const [postgres, clickhouse] = stores;
    expect(postgres).toMatchObject({ store: 'postgres', isEmbedded: false, version: expect.stringMatching(/^\d+/) });
    expect(postgres?.migrationsExpected).toBeGreaterThan(0);
    expect(clickhouse).toMatchObject({ store: 'clickhouse', isEmbedded: false, version: '26.7.1.1' });
    expect(queues.map(({ queue, waiting }) => [queue, waiting])).toEqual([
      ['exports', 0],
      ['mails', 0],
      ['schedules', 0],
      ['claims', 0],
    ]);
    expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
    expect(serving).toMatchObject({ count: 0, oldestVersion: null });
  });

  test('ClickHouse that does not respond is degraded since the first time that it did not', async () => {
    isClickHouseAway = true;
    const first = await read();
    api.moveClock(60_000);
    const second = await read();
    isClickHouseAway = false;
    const sinceOf = ({ faults }: SystemState) => faults.find(({ code }) => code === 'clickhouse_unavailable')?.since;
    expect(sinceOf(first)).toBe(first.at);
    expect(sinceOf(second)).toBe(first.at);
    expect(second.stores[1]).toMatchObject({ version: null, responseMs: null });
    expect(codesOf(await read())).not.toContain('clickhouse_unavailable ClickHouse');
  });

  test('claims that are undecided for too long are a fault', async () => {
    await api.sql(`insert into hit_claims (node, file, lane, hits, claimed_at)
      select 'older', '0/a', lane, '', now() - interval '10 minutes' from generate_series(0, 2) lane`);
    const state = await read();
    expect(state.queues.at(-1)).toMatchObject({ queue: 'claims', waiting: 1 });
    expect(codesOf(state)).toContain('claims_waiting');
    await api.sql('delete from hit_claims');
  });
});

describe('removing a node', () => {
  const remove = (node: string) => root('DELETE', `${path}/nodes/${node}`);

  test('a node that runs, has left or does not exist stays as it is', async () => {
    expect(await remove('running')).toMatchObject({ status: 409, body: { problems: [{ code: 'node_running' }] } });
    expect(await remove('left')).toMatchObject({ status: 409, body: { problems: [{ code: 'node_left' }] } });
    expect((await remove('none')).status).toBe(404);
    expect((await remove('x'.repeat(101))).status).toBe(400);
  });

  test('a stopped node has left then, which is in the log, until its worker starts again', async () => {
    expect((await api.deps.nodes.census()).unreadSince).toBeLessThan(Date.now() - 3_600_000);
    expect((await remove('stopped')).status).toBe(200);
    const state = await read();
    expect(state.nodes.find(({ node }) => node === 'stopped')).toMatchObject({ state: 'left' });
    expect(codesOf(state)).not.toContain('node_stopped stopped');
    expect((await api.deps.nodes.census()).unreadSince).toBeGreaterThan(Date.now() - 3_600_000);
    const [entry] = (await api.deps.log.list({ scope: 'all', entities: ['node'] }, { page: 1, size: 1 })).rows;
    expect(entry).toMatchObject({ action: 'deleted', name: 'stopped', demandId: null });
    expect(entry?.userId).toBeGreaterThan(0);
    await api.deps.nodes.register({
      node: 'stopped',
      run: 'f',
      version,
      facts: 'server',
      unreadSince: Date.now(),
      host: 'one',
      folder: '/data',
      place: '',
    });
    expect((await read()).nodes.find(({ node }) => node === 'stopped')).toMatchObject({ state: 'running' });
  });

  test('[USER-03] is for the super admin; other admins read the state, and users of accounts do not', async () => {
    await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
    const admin = await api.signIn('admin');
    expect((await admin('GET', path)).status).toBe(200);
    expect((await admin('DELETE', `${path}/nodes/stopped`)).status).toBe(403);
    for (const login of Object.values(account.logins)) {
      const call = await api.signIn(login);
      expect((await call('GET', path)).status, login).toBe(403);
      expect((await call('DELETE', `${path}/nodes/stopped`)).status, login).toBe(403);
    }
    expect((await api.anonymous('GET', path)).status).toBe(403);
  });
});
