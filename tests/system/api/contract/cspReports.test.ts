import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportsPerMinute } from '#api/cspReports/cspReportRoutes.ts';
import { cspReportContract } from '#api/cspReports/cspReportContract.ts';
import type { SystemState } from '#api/system/systemContract.ts';
import { responseHeaders } from '#runtime/headers/responseHeaders.ts';
import { maxKinds, otherKinds } from '#storage/system/cspReportStore.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const { path } = cspReportContract.record;
let api: TestApi;
let root: Caller;
const lines: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ env: { LOG_LEVEL: 'info', TRUST_PROXY: '1' }, write: (line) => lines.push(line) });
  root = await api.signIn('super');
});
beforeEach(() => api.sql('delete from csp_reports; delete from login_attempts'));
afterAll(() => api?.close());

/** Sends a report as a browser does, from an address. */
async function report(blocked: string, address = '198.51.100.7'): Promise<number> {
  const { statusCode } = await api.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/csp-report',
      origin: 'https://console.example',
      host: 'console.example',
      'x-forwarded-for': address,
    },
    payload: JSON.stringify({
      'csp-report': {
        'document-uri': 'https://console.example/shared/token',
        'effective-directive': 'img-src',
        'blocked-uri': blocked,
      },
    }),
  });
  return statusCode;
}

async function listed(): Promise<SystemState['cspReports']> {
  return ((await root('GET', '/api/admin/system')).body as SystemState).cspReports;
}

test('pages declare the address', () => {
  expect(responseHeaders.page.headers['content-security-policy']).toContain(`report-uri ${path}`);
});

test('reports are counted by directive and origin, and listed on the system page; nothing else is stored or logged', async () => {
  const before = lines.length;
  for (const blocked of ['https://cdn.example/a.js?user=7', 'https://cdn.example/b.js', 'inline'])
    expect(await report(blocked)).toBe(200);
  const found = await listed();
  expect(found.map(({ directive, blocked, reports }) => `${directive} ${blocked} ${reports}`).toSorted()).toEqual([
    'img-src https://cdn.example 2',
    'img-src inline 1',
  ]);
  expect(JSON.stringify(await api.sql('select * from csp_reports'))).not.toMatch(/token|user=7|198\.51/);
  expect(lines.slice(before)).toEqual([]);
});

test('what is no report, too large or of another type is refused', async () => {
  const send = async (type: string, payload: string) =>
    (await api.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })).statusCode;
  expect(await send('application/csp-report', '{"x":1}')).toBe(400);
  expect(await send('application/csp-report', `["${'x'.repeat(20_000)}"]`)).toBe(413);
  expect(await send('application/json', '{}')).toBe(415);
  const foreign = { 'content-type': 'application/csp-report', origin: 'https://evil.example', host: 'console.example' };
  expect((await api.inject({ method: 'POST', url: path, headers: foreign, payload: '{}' })).statusCode).toBe(403);
  expect(await listed()).toEqual([]);
});

test('an address can send some per minute; then others still can', async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent < reportsPerMinute.address + 2; sent += 1) statuses.push(await report('inline'));
  expect(statuses.slice(-3)).toEqual([200, 429, 429]);
  expect(await report('inline', '203.0.113.9')).toBe(200);
  expect((await listed())[0]?.reports).toBe(reportsPerMinute.address + 1);
});

test('kinds beyond the limit are counted together, known ones apart', async () => {
  const at = new Date().toISOString();
  for (let kind = 0; kind < maxKinds; kind += 1)
    await api.deps.cspReports.record({ directive: 'img-src', blocked: `https://h${kind}.example` }, at);
  const later = new Date(Date.now() + 1000).toISOString();
  for (const blocked of ['https://new.example', 'https://newer.example', 'https://h3.example'])
    await api.deps.cspReports.record({ directive: 'img-src', blocked }, later);
  const rows = await api.deps.cspReports.list(1000);
  expect(rows).toHaveLength(maxKinds + 1);
  expect(rows.find(({ directive }) => directive === otherKinds.directive)?.reports).toBe(2);
  expect(rows.find(({ blocked }) => blocked === 'https://h3.example')?.reports).toBe(2);
  expect(await api.deps.cspReports.prune(later)).toBe(maxKinds - 1);
});
