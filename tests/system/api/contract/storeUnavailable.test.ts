import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiRole } from '#api/startApiRole.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readConfig } from '../../../../src/config.ts';
import { freePort } from '../../../e2e/freePort.ts';
import { openTestPostgres } from '../../../stores/openTestPostgres.ts';
import { spawnStore, type StoreProcess } from '../../../stores/spawnStore.ts';
import { password } from '../startTestApi.ts';

let dataDir: string;
let store: StoreProcess;
let api: { close(): Promise<void> };
let url: string;
let cookie: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-away-'));
  store = await spawnStore({ dataDir, part: 'all' });
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port, ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' };
  api = await startApiRole(readConfig(env, { isDemo: false }), store.urls);
  url = `http://127.0.0.1:${port}`;
  const answer = await signIn();
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
});

afterAll(async () => {
  await api.close();
  await store.stop('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const signIn = () => send('POST', '/api/auth/login', { login: 'admin', password });

const send = (method: string, path: string, body?: object) =>
  fetch(`${url}${path}`, {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const report = { startDate: '2026-11-01', endDate: '2026-11-02', offset: 0, metrics: ['imps'] };

test('while the store is unavailable every call gets a time to retry, and afterwards everything works', async () => {
  expect((await send('GET', '/api/demands')).status).toBe(200);
  await store.stop('SIGKILL');
  // The first calls use broken connections of the pool, the later ones find no server to connect to.
  for (let round = 0; round < 3; round += 1) {
    const answers = [
      await send('GET', '/api/demands'),
      await send('POST', '/api/demands', { name: 'North' }),
      await send('POST', '/api/rrun', report),
      await signIn(),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ problems: [{ code: 'store_unavailable', path: '' }] });
      expect(text).not.toMatch(/ECONN|ENOENT|PGSQL|select|Connection/);
    }
  }
  store = await spawnStore({ dataDir, part: 'all', clickhouseUrl: store.urls.clickhouseUrl });
  const answer = await send('GET', '/api/demands');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ rows: [], total: 0 });
});

test('a server that shuts down during a statement is unavailable; one that refuses the statement is not', async () => {
  const server = await openTestPostgres('postgres');
  const postgres = openPostgres(server.url);
  const refused: unknown = await postgres.db.execute(sql`select 1 / 0`).catch((error: unknown) => error);
  const running = postgres.db.execute(sql`select pg_sleep(60)`).catch((error: unknown) => error);
  const transaction = postgres.db
    .transaction((open) => open.execute(sql`select pg_sleep(60)`))
    .catch((error: unknown) => error);
  await expect
    .poll(async () => {
      const { rows } = await postgres.pool.query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`);
      return rows.length;
    })
    .toBe(2);
  await server.close();
  const later: unknown = await postgres.db.execute(sql`select 1`).catch((error: unknown) => error);
  expect([await running, await transaction, later].map(isStoreUnavailable)).toEqual([true, true, true]);
  expect(isStoreUnavailable(refused)).toBe(false);
  await postgres.close();
});
