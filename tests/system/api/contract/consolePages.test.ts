import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleRoutes } from '#api/consoleRoutes.ts';
import type { PageSession } from '#api/page/pageSession.ts';
import { hasPage } from '#model/entity/entityPages.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
/** Responses of the fact store; a test can replace them by a fault. */
let answerFacts: () => Promise<never[]> = () => Promise.resolve([]);
const consoleDir = mkdtempSync(join(tmpdir(), 'bidhouse-console-'));

beforeAll(async () => {
  mkdirSync(join(consoleDir, 'assets'));
  writeFileSync(
    join(consoleDir, 'index.html'),
    '<!doctype html><head><script id="session" type="application/json">null</script></head><div id="root"></div>',
  );
  writeFileSync(join(consoleDir, 'assets', 'main-abc123.js'), `export const big = "${'console '.repeat(1000)}";`);
  writeFileSync(join(consoleDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  api = await startTestApi({ consoleDir, isDemo: true, facts: { query: () => answerFacts() } });
});

afterAll(async () => {
  await api.close();
  rmSync(consoleDir, { recursive: true, force: true });
});

function sessionIn(html: string): PageSession {
  return JSON.parse(/<script id="session"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '') as PageSession;
}

describe('the pages of the console', () => {
  test('the server knows the same pages as the console', () => {
    const source = readFileSync(new URL('../../../../src/console/consolePages.ts', import.meta.url), 'utf8');
    const paths = [...source.matchAll(/^ {4}path: '([^']+)'/gm)].map((match) =>
      match[1]?.replace('{-$id}', '{id?}').replace('$id', '{id}').replace('$token', '{token}'),
    );
    expect(new Set(paths)).toEqual(new Set(consoleRoutes));
  });

  test('[ROUTE-07] every route returns the page, with or without an id', async () => {
    const { DATABASE_EDITION: edition = null } = api.deps.config;
    for (const route of consoleRoutes.filter((each) => hasPage(edition, each))) {
      const path = route.replace('/{id?}', '').replace('{id}', '7').replace('{token}', 'abc');
      expect((await api.anonymous('GET', path)).status, route).toBe(200);
      if (route.includes('{id?}'))
        expect((await api.anonymous('GET', route.replace('{id?}', '7?saved=1'))).status).toBe(200);
    }
    expect((await api.anonymous('GET', '/campaigns/new')).status).toBe(200);
  });

  test('[ROUTE-03] an unknown route returns 404 with the same page', async () => {
    for (const path of [
      '/nowhere',
      '/tags/7',
      '/report/1/2',
      '/report/new',
      '/campaigns/x',
      '/index.html',
      '/%ff',
      '/..%2f..%2fetc/passwd',
    ]) {
      const answer = await api.anonymous('GET', path);
      expect([400, 404], path).toContain(answer.status);
      expect(answer.text, path).not.toContain('root:');
    }
    expect((await api.anonymous('GET', '/nowhere')).text).toContain('<div id="root">');
  });

  test('[SESS-03] the page contains the user, and on the demo network its logins', async () => {
    expect(sessionIn((await api.anonymous('GET', '/login')).text)).toMatchObject({
      user: null,
      isDemo: true,
      demoLogins: [
        { login: 'admin' },
        { login: 'demand' },
        { login: 'manager' },
        { login: 'sub' },
        { login: 'adv' },
        { login: 'sdk' },
      ],
    });
    const call = await api.signIn('super');
    expect(sessionIn((await call('GET', '/')).text).user).toMatchObject({ uid: 'super' });
  });

  test('a name cannot inject markup into the page', async () => {
    const root = await api.signIn('super');
    const name = '</script><script>alert(1)</script><!-- $& $1';
    const demandId = idOf(await root('POST', '/api/demands', { name: 'x' }));
    await root('POST', '/api/users', { name, login: 'x', password, type: 'demand', demandId });
    const { text } = await (await api.signIn('x'))('GET', '/');
    expect(text).not.toContain('<script>alert');
    expect(sessionIn(text).user?.name).toBe(name);
  });

  test('a page may only load its own files, and is shown in no frame', async () => {
    const { headers } = await api.anonymous('GET', '/');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test('files are compressed, and cached permanently when their name contains their hash', async () => {
    const asset = await api.anonymous('GET', '/assets/main-abc123.js', undefined, { 'accept-encoding': 'br' });
    expect(asset.status).toBe(200);
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await api.anonymous('GET', '/favicon.svg')).headers['cache-control']).toBe('public, max-age=300');
    expect((await api.anonymous('GET', '/assets/old-chunk.js')).status).toBe(404);
    expect(
      (await api.anonymous('GET', '/api/openapi.json', undefined, { 'accept-encoding': 'gzip' })).headers[
        'content-encoding'
      ],
    ).toBe('gzip');
  });
});

test('health and readiness report whether the process and its stores respond', async () => {
  expect((await api.anonymous('GET', '/healthz')).body).toEqual({ status: 'ok', version: productVersion() });
  expect((await api.anonymous('GET', '/readyz')).body).toEqual({
    status: 'ok',
    checks: { postgres: 'ok', clickhouse: 'ok' },
  });
  answerFacts = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const away = await api.anonymous('GET', '/readyz');
  // No call waits for a hanging store, which is queried once for any number of calls.
  let requestCount = 0;
  let release = () => {};
  answerFacts = () => {
    requestCount += 1;
    return new Promise((resolve) => {
      release = () => resolve([]);
    });
  };
  const hanging = await Promise.all([api.anonymous('GET', '/readyz'), api.anonymous('GET', '/readyz')]);
  answerFacts = () => Promise.resolve([]);
  release();
  expect(away.status).toBe(503);
  expect(away.body).toEqual({ status: 'not ready', checks: { postgres: 'ok', clickhouse: 'cannot be reached' } });
  for (const answer of hanging) {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ status: 'not ready', checks: { postgres: 'ok', clickhouse: 'does not respond' } });
  }
  expect(requestCount).toBe(1);
});

test('readiness reads what the product needs: a database that lacks any of its tables is not ready', async () => {
  const found = await api.sql(`select table_name from information_schema.tables where table_schema = 'public'`);
  const names = found.map((row) => String(row['table_name']));
  expect(names).toEqual(expect.arrayContaining(['users', 'sessions', 'changes', 'login_attempts', 'waterfall_rows']));
  for (const name of names) {
    await api.sql(`alter table "${name}" rename to table_gone`);
    const answer = await api.anonymous('GET', '/readyz');
    await api.sql(`alter table table_gone rename to "${name}"`);
    expect(answer.body, name).toEqual({
      status: 'not ready',
      checks: { postgres: 'cannot be read', clickhouse: 'ok' },
    });
    expect(answer.status, name).toBe(503);
  }
  expect((await api.anonymous('GET', '/readyz')).status).toBe(200);
});
