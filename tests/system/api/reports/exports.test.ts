import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inactiveText } from '#api/session/readCurrentUser.ts';
import { csvFile } from '#api/exports/csvFile.ts';
import type { ReportExport } from '#api/exports/exportContract.ts';
import { startExports, type RunningExports } from '#api/exports/startExports.ts';
import { streamReport } from '#api/exports/streamReport.ts';
import type { ExportReportDeps } from '#api/exports/exportReportDeps.ts';
import { planFor } from '#api/reports/planFor.ts';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { sessionConfig } from '#api/session/sessionConfig.ts';
import { sessionUser } from '#api/session/sessionUser.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { spawnStore, type StoreProcess } from '../../../stores/spawnStore.ts';
import { fullOrReduced } from '../../../support/fullOrReduced.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { usedMemoryBytes } from './usedMemoryBytes.ts';
import { type ApiResponse, type Caller, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const migrations = join(import.meta.dirname, '../../../../migrations/clickhouse');
/** Rows of the largest report. */
const many = fullOrReduced(1_000_000, 100_000);
const day = { startDate: '2026-11-01', endDate: '2026-11-01', offset: 0 };
/** A row for each of many sites, on a day of their own. */
const sites = {
  startDate: '2026-10-01',
  endDate: '2026-10-01',
  offset: 0,
  dimensions: ['day', 'channel', 'site'],
  metrics: ['reqs', 'cost'],
  sort: [{ key: 'site', dir: 'asc' }],
};

let folder: string;
let store: StoreProcess;
let clickhouse: ClickHouse;
let api: TestApi;
let acme: TestAccount;
let other: TestAccount;
let demand: Caller;
let neighbour: Caller;
const runners: RunningExports[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-exports-'));
  store = await spawnStore({ dataDir: folder, part: 'clickhouse' });
  clickhouse = openClickHouse(store.urls.clickhouseUrl);
  await migrateClickHouse(clickhouse, migrations);
  api = await startTestApi({ facts: clickhouse });
  acme = await buildAccount(api, 'Acme');
  other = await buildAccount(api, 'Other');
  demand = await api.signIn(acme.logins.demand);
  neighbour = await api.signIn(other.logins.demand);
  const place = { demandId: acme.demandId, channelId: acme.ids.channel, subpublisherId: acme.ids.subpublisher };
  const served = { ...place, calls: 1, reqs: 1, opps: 1, cost: 1_234_567_891, at: Date.UTC(2026, 10, 1, 12) };
  const facts = [
    buildFact({ ...served, site: '=cmd|calc' }),
    buildFact({ ...served, site: 'quoted ",site.example' }),
    buildFact({ ...served, site: 'news.example', channelId: 999_999 }),
    buildFact({ ...served, demandId: other.demandId, site: 'secret.example' }),
  ];
  await clickhouse.insertRows('facts', factLines(facts), { token: 'traffic' });
  // In parts: the views that fill the roll-ups hold each in memory.
  for (let from = 0; from < many; from += 100_000) {
    await clickhouse.command(`
      INSERT INTO facts (at, demandId, channelId, subpublisherId, kind, verdict, site, calls, reqs, cost)
      SELECT toDateTime64('2026-10-01 12:00:00', 3, 'UTC'), ${acme.demandId}, ${acme.ids.channel},
        ${acme.ids.subpublisher}, 'serve', 'counted', concat('site', toString(number), '.example'), 1, 1, number
      FROM numbers(${from}, 100000)`);
  }
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
});

afterAll(async () => {
  await api.close();
  await clickhouse.close();
  await store.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the export worker, as each process of the API has it. */
function startRunner(facts: ExportReportDeps['facts'] = clickhouse): RunningExports {
  const { deps } = api;
  const reports = { ...deps.reports, facts };
  const runner = startExports({ ...deps, reports, log: { error: () => undefined } });
  runners.push(runner);
  return runner;
}

const exportOf = (answer: ApiResponse) => answer.body as ReportExport;
const order = (request: object, more: object = {}) => ({
  name: 'Sites',
  ivt: false,
  format: 'csv',
  request,
  ...more,
});

async function requestExport(call: Caller, request: object, more: object = {}): Promise<number> {
  const answer = await call('POST', '/api/exports', order(request, more));
  expect(answer.status, answer.text).toBe(202);
  return exportOf(answer).id;
}

async function stateOf(call: Caller, id: number): Promise<ReportExport> {
  return exportOf(await call('GET', `/api/exports/${id}`));
}

/** Waits until an export has ended. */
async function ended(call: Caller, id: number): Promise<ReportExport> {
  await expect
    .poll(async () => (await stateOf(call, id)).state, { timeout: 200_000, interval: 100 })
    .not.toMatch(/queued|running/);
  return stateOf(call, id);
}

async function newestReport(call: Caller): Promise<SavedReport> {
  const [newest] = (await call('GET', '/api/savedReports')).body as SavedReport[];
  if (!newest) throw new Error('nothing is saved');
  return newest;
}

const chunksOf = async (id: number) =>
  Number((await api.sql(`select count(*) n from report_export_chunks where export_id = ${id}`))[0]?.['n']);

describe('the file of an export', () => {
  test('CSV has every row with exact figures, names, totals and the question, and no executable formula', async () => {
    startRunner();
    const filters = [{ dim: 'channel', op: 'in', values: [acme.ids.channel, 999_999] }];
    const request = { ...day, dimensions: ['day', 'channel', 'site'], metrics: ['reqs', 'cost'], filters };
    const sort = [{ key: 'site', dir: 'asc' }];
    const done = await ended(demand, await requestExport(demand, { ...request, sort }, { name: 'Müller / día' }));
    expect(done).toMatchObject({ state: 'done', rowCount: 3, error: null });
    const report = await newestReport(demand);
    expect(report).toMatchObject({ name: 'Müller / día', kind: 'file', file: true, format: 'csv', rowCount: 3 });
    expect(report.byteCount).toBe(done.byteCount);
    const file = await demand('GET', `/api/savedFile/${report.id}`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(Buffer.byteLength(file.text)).toBe(done.byteCount);
    expect(file.text.startsWith('\uFEFF')).toBe(true);
    const channel = `${acme.ids.channel},Acme channel`;
    const lines = file.text.slice(1).split('\r\n');
    expect(lines.slice(0, 7)).toEqual([
      'Day (UTC),Channel ID,Channel,Site,Requests,Supply cost (USD)',
      `2026-11-01,${channel},'=cmd|calc,1,1.234567891`,
      '2026-11-01,999999,#999999,news.example,1,1.234567891',
      `2026-11-01,${channel},"quoted "",site.example",1,1.234567891`,
      'Totals,,,,3,3.703703673',
      'Report: Müller / día',
      'Date range: 2026-11-01 to 2026-11-01; UTC',
    ]);
    expect(lines[7]).toBe('"Filter: Channel is Acme channel, 999999"');
    expect(lines[8]).toMatch(/^"Run at \d{4}-\d\d-\d\d \d\d:\d\d, UTC"$/);
    // A colleague of another account gets neither the export nor its file.
    expect((await neighbour('GET', `/api/savedFile/${report.id}`)).status).toBe(404);
    expect((await neighbour('GET', `/api/exports/${done.id}`)).status).toBe(404);
  });

  test('XLSX has dates and numbers as such, and a totals row', async () => {
    startRunner();
    const request = {
      ...day,
      dimensions: ['hour', 'day', 'month', 'channel', 'site'],
      metrics: ['reqs', 'cost', 'fill'],
      sort: [{ key: 'site', dir: 'asc' }],
    };
    await ended(demand, await requestExport(demand, request, { format: 'xlsx' }));
    const report = await newestReport(demand);
    expect(report).toMatchObject({ format: 'xlsx', rowCount: 3 });
    const url = await api.listen();
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ login: acme.logins.demand, password: 'correct horse battery' }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const file = await fetch(`${url}/api/savedFile/${report.id}`, { headers: { cookie } });
    expect(file.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(file.headers.get('content-disposition')).toContain('Sites.xlsx');
    const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()));
    const rows = sheet?.data ?? [];
    expect(rows[0]).toEqual([
      'Hour (UTC)',
      'Day (UTC)',
      'Month (UTC)',
      'Channel ID',
      'Channel',
      'Site',
      'Requests',
      'Supply cost (USD)',
      'Fill',
    ]);
    expect(rows[1]).toEqual([
      new Date('2026-11-01T12:00:00Z'),
      new Date('2026-11-01T00:00:00Z'),
      new Date('2026-11-01T00:00:00Z'),
      acme.ids.channel,
      'Acme channel',
      '=cmd|calc',
      1,
      1.234567891,
      0,
    ]);
    expect(rows[4]).toEqual(['Totals', null, null, null, null, null, 3, 3.703703673, 0]);
    expect(rows[5]?.[0]).toBe('Report: Sites');
  });

  // `clickhouse.test.ts` tests with an endless response that the store streams.
  test('many rows take no more memory than a tenth of them', async () => {
    const { reports, sessions, config } = api.deps;
    const [row] = await api.sql(`select id from users where login = '${acme.logins.demand}'`);
    const principal = await sessions.readUser(Number(row?.['id']));
    const user = sessionUser(principal!, sessionConfig(config, ''));
    const planned = planFor(user, sites, reports);
    if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
    const { plan } = planned;
    const write = async (most: number) => {
      let peak = 0;
      const signal = new AbortController().signal;
      let [rows, bytes, pieces] = [0, 0, 0];
      const onRows = (count: number) => {
        rows += count;
      };
      for await (const part of csvFile(streamReport(reports, { user, plan, most, signal }), () => [], onRows)) {
        bytes += part.length;
        pieces += 1;
        if (pieces % fullOrReduced(100, 10) === 0) {
          peak = Math.max(peak, usedMemoryBytes());
        }
      }
      expect(rows).toBe(most);
      expect(peak).toBeGreaterThan(0);
      return { peak, bytes };
    };
    const tenth = await write(many / 10);
    const fullFile = await write(many);
    expect(fullFile.bytes).toBeGreaterThan(50 * many);
    // As rows in memory they would take 300 bytes each.
    expect(fullFile.peak - tenth.peak).toBeLessThan(fullOrReduced(32, 16) * 1024 * 1024);
  });
});

describe('the queue of exports', () => {
  test('an invalid question is refused with the place of every fault, and nothing is queued', async () => {
    const bad = await demand('POST', '/api/exports', order({ ...day, metrics: ['reqs', 'nonsense'] }));
    expect(bad.status).toBe(422);
    expect(problemsOf(bad)).toEqual(['request.metrics.1: unknown_metric']);
    const malformed = await demand('POST', '/api/exports', { name: ' ', ivt: 1, format: 'pdf', request: {} });
    expect(malformed.status).toBe(400);
    expect(problemsOf(malformed).map((each) => each.split(':')[0])).toEqual([
      'name',
      'ivt',
      'request.startDate',
      'request.endDate',
      'request.metrics',
      'format',
    ]);
  });

  test('a user has at most five under way, and those of one account do not block another', async () => {
    const request = { ...day, metrics: ['reqs'] };
    const mine: number[] = [];
    for (let at = 0; at < 5; at += 1) mine.push(await requestExport(demand, request));
    const sixth = await demand('POST', '/api/exports', order(request));
    expect(sixth.status).toBe(429);
    expect(problemsOf(sixth)).toEqual([': too_many_exports']);
    expect(sixth.body).toMatchObject({ problems: [{ fix: { label: 'Saved reports', href: '/reports' } }] });
    const theirs = await requestExport(neighbour, request);
    const { exports, now } = api.deps;
    const claims = [];
    for (let at = 0; at < 3; at += 1) claims.push(await exports.claim('test', now().toISOString()));
    const taken = claims.map((claim) => claim?.id);
    expect(taken).toContain(theirs);
    expect(taken.indexOf(theirs)).toBeLessThan(2);
    for (const claim of claims) if (claim) await exports.release(claim);
    for (const id of mine) expect((await demand('POST', `/api/exports/${id}/cancel`)).status).toBe(200);
    await neighbour('POST', `/api/exports/${theirs}/cancel`);
  });

  test('two processes write each export once', async () => {
    const ids = [];
    for (let at = 0; at < 4; at += 1)
      ids.push(await requestExport(demand, { ...day, metrics: ['reqs'] }, { name: `Once ${at}` }));
    startRunner();
    startRunner();
    for (const id of ids) expect(await ended(demand, id)).toMatchObject({ state: 'done' });
    const saved = (await demand('GET', '/api/savedReports')).body as SavedReport[];
    expect(
      saved
        .filter(({ name }) => name.startsWith('Once'))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Once 0', 'Once 1', 'Once 2', 'Once 3']);
  });

  test('a canceled export ends at once, stores nothing, and can be deleted', async () => {
    startRunner();
    const before = (await newestReport(demand)).id;
    const id = await requestExport(demand, sites);
    await expect.poll(() => chunksOf(id), { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    expect(exportOf(await demand('POST', `/api/exports/${id}/cancel`)).state).toBe('canceled');
    await expect.poll(() => clickhouse.query(running)).toEqual([]);
    await Promise.all(runners.splice(0).map((runner) => runner.close()));
    expect(await chunksOf(id)).toBe(0);
    expect((await newestReport(demand)).id).toBe(before);
    expect((await neighbour('DELETE', `/api/exports/${id}`)).status).toBe(404);
    expect((await demand('DELETE', `/api/exports/${id}`)).status).toBe(200);
    expect((await demand('GET', `/api/exports/${id}`)).status).toBe(404);
  });

  test('a restart starts an interrupted export again, and the file has every row once', async () => {
    const first = startRunner();
    const id = await requestExport(demand, sites);
    await expect.poll(() => chunksOf(id), { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    await first.close();
    expect(await stateOf(demand, id)).toMatchObject({ state: 'queued', rowCount: 0 });
    expect(await chunksOf(id)).toBe(0);
    startRunner();
    expect(await ended(demand, id)).toMatchObject({ state: 'done', rowCount: many });
    const file = await demand('GET', `/api/savedFile/${(await newestReport(demand)).id}`);
    const lines = file.text.split('\r\n').filter((line) => line.startsWith('2026-10-01,'));
    expect(new Set(lines).size).toBe(many);
    expect(lines).toHaveLength(many);
  });

  test('an export of a dead process is continued by another, and fails permanently after three attempts', async () => {
    const { exports, now } = api.deps;
    const id = await requestExport(demand, { ...day, metrics: ['reqs'] });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const claim = await exports.claim(`dead ${attempt}`, now().toISOString());
      expect(claim).toMatchObject({ id, attempt });
      await exports.putChunk(claim!, 0, Buffer.from('left over'));
      api.moveClock(60_000);
      const before = new Date(now().getTime() - 30_000).toISOString();
      await exports.requeueLost(before, { maxAttempts: 3, now: now().toISOString() });
      expect(await exports.heartbeat(claim!, { rowCount: 1, byteCount: 1 }, now().toISOString())).toBe(false);
    }
    const failed = await stateOf(demand, id);
    expect(failed).toMatchObject({ state: 'failed', error: 'The file could not be written after 3 attempts' });
    expect(await chunksOf(id)).toBe(0);
  });

  test('it is written with the current rights of its user, and a suspended user gets nothing', async () => {
    const id = await requestExport(demand, { ...day, metrics: ['reqs'] });
    const root = await api.signIn('super');
    const [user] = await api.sql(`select id from users where login = '${acme.logins.demand}'`);
    expect((await root('PATCH', `/api/users/${String(user?.['id'])}`, { status: 0 })).status).toBe(200);
    startRunner();
    const row = async () => (await api.sql(`select state, error from report_exports where id = ${id}`))[0];
    await expect.poll(async () => (await row())?.['state'], { timeout: 20_000 }).toBe('failed');
    expect((await row())?.['error']).toBe(inactiveText);
    await root('PATCH', `/api/users/${String(user?.['id'])}`, { status: 1 });
    demand = await api.signIn(acme.logins.demand);
  });

  test('a truncated response is not stored as a file: the export starts again', async () => {
    let streams = 0;
    const breaking: ExportReportDeps['facts'] = {
      query: (sql, params, options) => clickhouse.query(sql, params, options),
      async *stream<T>(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<T[]> {
        streams += 1;
        for await (const rows of clickhouse.stream<T>(sql, params, signal)) {
          yield rows;
          if (streams === 1) throw new Error('aborted');
        }
      },
    };
    startRunner(breaking);
    const id = await requestExport(demand, { ...day, metrics: ['reqs'] });
    await expect.poll(() => streams, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await stateOf(demand, id)).state).toBe('running');
    api.moveClock(60_000);
    expect(await ended(demand, id)).toMatchObject({ state: 'done' });
    expect(streams).toBe(2);
  });

  test('files expire after their retention, with the reports saved of them', async () => {
    startRunner();
    const id = await requestExport(demand, { ...day, metrics: ['reqs'] });
    await ended(demand, id);
    const report = await newestReport(demand);
    const retentionMs = Date.parse(report.expiresAt ?? '') - Date.parse(report.dt);
    expect(Math.round(retentionMs / 86_400_000)).toBe(30);
    await api.deps.exports.prune(new Date(api.deps.now().getTime() + 1000).toISOString());
    expect((await demand('GET', `/api/savedFile/${report.id}`)).status).toBe(404);
    expect((await demand('GET', '/api/exports')).body).toEqual([]);
    expect(await chunksOf(id)).toBe(0);
  });
});

/** Number of exports that the store is reading for. */
const running = `SELECT query FROM system.processes WHERE query LIKE '%hourly_inventory%' AND query NOT LIKE '%system.processes%'`;
