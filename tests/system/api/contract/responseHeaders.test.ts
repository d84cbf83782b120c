import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUnsubscription } from '#api/mail/unsubscribeToken.ts';
import { headersOf, httpsOnly, type HeaderContext } from '#runtime/headers/headersOf.ts';
import { responseHeaders, type ResponseKind } from '#runtime/headers/responseHeaders.ts';
import { governedHeaders } from '#tests/support/headers/governedHeaders.ts';
import { type ApiResponse, type Caller, password, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let root: Caller;
let folder: string;
let isFactStoreAway = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-headers-'));
  for (const path of ['assets', 'stage']) mkdirSync(join(folder, path));
  const page = '<!doctype html><head><script id="session" type="application/json">null</script></head>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(folder, 'stage', 'stage.html'), '<!doctype html>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  api = await startTestApi({
    consoleDir: folder,
    env: { CONSOLE_URL: 'https://console.example', ADS_URL: 'https://ads.example' },
    facts: { query: () => (isFactStoreAway ? Promise.reject(new Error('broken')) : Promise.resolve([])) },
  });
  root = await api.signIn('super');
});

afterAll(async () => {
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

const context: HeaderContext = { adsOrigin: 'https://ads.example' };

function expectKind(response: Pick<ApiResponse, 'headers'>, kind: ResponseKind, own: HeaderContext = context): void {
  expect(governedHeaders(response.headers)).toEqual({ ...headersOf(kind, own), [httpsOnly[0]]: httpsOnly[1] });
}

/** Calls by kind: signed in or not, method, path, status, and headers. */
const cases: readonly [ResponseKind, 'root' | 'anonymous', string, string, number, Record<string, string>?][] = [
  ['api', 'anonymous', 'GET', '/healthz', 200],
  ['api', 'anonymous', 'HEAD', '/healthz', 200],
  ['api', 'anonymous', 'GET', '/readyz', 200],
  ['api', 'root', 'GET', '/api/session', 200],
  ['api', 'root', 'GET', '/api/users', 200],
  ['api', 'anonymous', 'GET', '/api/users', 403],
  ['api', 'anonymous', 'GET', '/api/users', 401, { authorization: 'Bearer bhk_unknown' }],
  ['api', 'root', 'GET', '/api/users/999999', 404],
  ['api', 'root', 'GET', '/api/users?page=x', 400],
  ['api', 'anonymous', 'GET', '/api/nowhere', 404],
  ['api', 'root', 'DELETE', '/api/users', 405],
  ['api', 'root', 'POST', '/api/users', 415, { 'content-type': 'text/plain' }],
  ['api', 'root', 'POST', '/api/users', 400, { 'content-type': 'application/json' }],
  ['api', 'root', 'GET', '/api/%ff', 400],
  ['api', 'anonymous', 'GET', '/assets/none.js', 404],
  ['api', 'anonymous', 'POST', '/', 405],
  ['page', 'anonymous', 'GET', '/login', 200],
  ['page', 'anonymous', 'HEAD', '/login', 200],
  ['page', 'root', 'GET', '/users', 200],
  ['page', 'anonymous', 'GET', '/nowhere', 404],
  ['page', 'anonymous', 'GET', '/stage/none.html', 404],
  ['sharedPage', 'anonymous', 'GET', '/shared/abc', 200],
  ['sharedApi', 'anonymous', 'GET', '/api/shared/abc', 404],
  ['asset', 'anonymous', 'GET', '/assets/main-abc123.js', 200],
  ['asset', 'anonymous', 'HEAD', '/assets/main-abc123.js', 200],
  ['file', 'anonymous', 'GET', '/favicon.svg', 200],
  ['stage', 'anonymous', 'GET', '/stage/stage.html', 200],
];

describe('response headers of the console port are those of the table', () => {
  test.each(cases)('%s: %s %s %s %i', async (kind, who, method, path, status, headers) => {
    const response = await (who === 'root' ? root : api.anonymous)(method, path, undefined, headers);
    expect(response.status).toBe(status);
    expectKind(response, kind);
  });

  test('every kind of the port is asked', () => {
    const kinds = Object.entries(responseHeaders).flatMap(([kind, { port }]) => (port === 'console' ? kind : []));
    const asked = new Set<string>([...cases.map(([kind]) => kind), 'mailPage']);
    expect(kinds.filter((kind) => !asked.has(kind))).toEqual([]);
  });

  test('304 has the headers of its file', async () => {
    for (const [path, kind] of [
      ['/assets/main-abc123.js', 'asset'],
      ['/favicon.svg', 'file'],
    ] as const) {
      const { etag } = (await api.anonymous('GET', path)).headers;
      const known = await api.anonymous('GET', path, undefined, { 'if-none-match': String(etag) });
      expect(known.status).toBe(304);
      expectKind(known, kind);
    }
  });

  test('the unsubscribe page allows its own style only', async () => {
    const token = signUnsubscription(api.deps.config.secret, { reportId: 1, address: 'a@mail.example' });
    const page = await api.anonymous('GET', `/api/mail/stop/${token}`);
    const style = /'sha256-[^']+'/.exec(String(page.headers['content-security-policy']))?.[0] ?? '';
    expect(style).not.toBe('');
    expectKind(page, 'mailPage', { ...context, style });
  });

  test('a fault of ours and a sign-in have them too', async () => {
    isFactStoreAway = true;
    const failed = await root('POST', '/api/rrun', {
      startDate: '2026-01-01',
      endDate: '2026-01-02',
      metrics: ['reqs'],
    });
    isFactStoreAway = false;
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expectKind(failed, 'api');
    const signedIn = await api.anonymous('POST', '/api/auth/login', { login: 'super', password });
    expect(signedIn.status).toBe(200);
    expectKind(signedIn, 'api');
  });

  test('input that is not HTTP has them too', async () => {
    const { port } = new URL(await api.listen());
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      socket.on('data', (chunk) => (received += String(chunk)));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    const lines = text.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
    expectKind({ headers: Object.fromEntries(lines.map((line) => line.split(': '))) }, 'api');
  });
});
