import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FactReader } from '#api/reports/runReport.ts';
import { normalizeReport, planReport, toSql, type ReportRow } from '#reports/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { password } from '../api/startTestApi.ts';
import { buildFact, factLines } from './buildFacts.ts';
import { openReportApi, type ReportApi } from './openReportApi.ts';

const days = { startDate: '2026-11-01', endDate: '2026-11-02', offset: 0 };
let world: ReportApi;
let { api, acme, other, clickhouse } = {} as ReportApi;
/** Proxy between the API and the store, so that a test can replace the report's statement. */
let facts: FactReader;

beforeAll(async () => {
  world = await openReportApi((store) => ({
    query: (sql, params, options) => (facts ?? store).query(sql, params, options),
  }));
  ({ api, acme, other, clickhouse } = world);
  facts = clickhouse;
});
afterAll(() => world.close());

/** Signs in; returns a function that runs reports. */
async function reporterOf(login: string): Promise<(body: object) => Promise<{ status: number; body: ReportRow[] }>> {
  const cookie = await world.cookieOf(login);
  return async (body) => {
    const answer = await world.inject({
      method: 'POST',
      url: '/api/rrun',
      headers: { host: 'console.example', cookie },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json<ReportRow[]>() };
  };
}

describe('POST /api/rrun', () => {
  test('[CALL-05] [HELP-02] the last element of the simplest report has the system cost', async () => {
    const report = await reporterOf(acme.logins.demand);
    const { startDate, endDate } = days;
    expect(await report({ startDate, endDate, metrics: ['systemCost'], limit: 1 })).toEqual({
      status: 200,
      body: [{ systemCost: '0.0000025' }],
    });
  });

  test('[HELP-03] the system cost is refused to an account that may not see it, and nothing else is', async () => {
    const report = await reporterOf(other.logins.demand);
    expect(await report({ ...days, metrics: ['profit', 'systemCost'] })).toMatchObject({
      status: 422,
      body: { problems: [{ code: 'unknown_metric', path: 'metrics.1' }] },
    });
    expect((await report({ ...days, metrics: ['profit'] })).body).toEqual([{ profit: '0.0034975' }]);
    expect((await (await reporterOf('super'))({ ...days, metrics: ['systemCost'] })).status).toBe(200);
  });

  test('[REF-07] partners are exact with any number of objects that have one', async () => {
    const viewer = buildViewer({ demandId: acme.demandId });
    const normalized = normalizeReport({ ...days, dimensions: ['partner'], metrics: ['imps', 'rev'] }, viewer);
    const planned = normalized.ok ? planReport(normalized.request, viewer) : null;
    if (!planned?.ok) throw new Error('not planned');
    const rowsWith = async (others: number) => {
      const ids = Array.from({ length: others }, (_, index): [number, string] => [1_000_000 + index, 'rubicon']);
      const partners = { tag: new Map([[acme.ids.tag, 'ix'], ...ids]) };
      const { sql, params } = toSql({ ...planned.plan, partners });
      return clickhouse.query<Record<string, unknown>>(sql, params, { lane: 'report' });
    };
    const few = await rowsWith(0);
    expect(few.map((row) => row['d_partner'])).toContain('ix');
    // Twice the statement that the store takes by default.
    expect(await rowsWith(50_000)).toEqual(few);
  });

  test('[HELP-01] the marketplace report has the revenue of each partner, and direct sales beside them', async () => {
    const report = await reporterOf(acme.logins.demand);
    const day = { startDate: '2026-11-04', endDate: '2026-11-04', offset: 0 };
    const metrics = ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'];
    const sort = [{ key: 'rev_m', dir: 'desc' }];
    expect((await report({ ...day, dimensions: ['marketplace_name'], metrics, sort, limit: null })).body).toEqual([
      { marketplace_name: 'Exchange A', rev_m: '0.002', rev_md: '0.0017', imps: 1, reqs: 2, opps: 1, fill: 0.5 },
      { marketplace_name: '', rev_m: '0.00', rev_md: '0.00', imps: 1, reqs: 1, opps: 1, fill: 1 },
      { marketplace_name: null, rev_m: '0.002', rev_md: '0.0017', imps: 2, reqs: 3, opps: 2, fill: 0.666667 },
    ]);
    const filters = [{ dim: 'marketplace_name', op: 'not_in', values: [''] }];
    expect((await report({ ...day, metrics: ['rev'], filters })).body).toEqual([{ rev: '0.002' }]);
    expect((await report({ ...day, dimensions: ['channel'], metrics: ['rev_md', 'calls'] })).body).toMatchObject([
      { channel: acme.ids.channel, rev_md: '0.0017', calls: 0 },
      { rev_md: '0.0017' },
    ]);
  });

  test('a manager sees the facts of its partners only, and no filter widens that', async () => {
    const owner = await api.signIn(acme.logins.demand);
    const managerOf = async (login: string, scope: object) => {
      const made = await owner('POST', '/api/demand/managers', {
        name: login,
        login,
        password,
        managerRole: 'readonly',
        ...scope,
      });
      expect(made.status).toBe(201);
      return reporterOf(login);
    };
    const range = { startDate: '2026-11-01', endDate: '2026-11-04', offset: 0 };
    const byAdvertiser = await managerOf('acme-adv-manager', { scopeAdvertiserIds: [acme.ids.advertiser] });
    expect((await byAdvertiser({ ...range, metrics: ['rev', 'reqs'] })).body).toEqual([{ rev: '0.002', reqs: 3 }]);
    const filters = [{ dim: 'marketplace_name', op: 'in', values: ['Exchange A'] }];
    expect((await byAdvertiser({ ...range, metrics: ['rev', 'reqs'], filters })).body).toEqual([
      { rev: '0.00', reqs: 0 },
    ]);
    expect((await byAdvertiser({ ...range, metrics: ['calls'] })).status).toBe(422);
    const bySubpublisher = await managerOf('acme-sub-manager', { scopeSubpublisherIds: [acme.ids.subpublisher] });
    expect((await bySubpublisher({ ...range, metrics: ['calls'] })).body).toEqual([{ calls: 2 }]);
    expect((await bySubpublisher({ ...range, metrics: ['systemCost'] })).status).toBe(200);
  });

  test('an account groups and filters by its own parameters, and never by those of others', async () => {
    const owner = await api.signIn(acme.logins.demand);
    const profile = (await owner('GET', '/api/demand/info')).body as object;
    expect((await owner('PUT', '/api/demand/info', { ...profile, tagParams: ['Genre', 'ad-slot'] })).status).toBe(200);
    const { demandId, ids } = acme;
    const place = { demandId, channelId: ids.channel, at: Date.UTC(2026, 10, 6, 12) };
    const impression = { ...place, kind: 'event', event: 'impression', imps: 1, tagId: ids.tag } as const;
    const rows = [
      buildFact({ ...place, calls: 1, reqs: 1, opps: 1, params: { genre: 'News', 'ad-slot': '1' } }),
      buildFact({ ...place, calls: 1, reqs: 1, params: { genre: 'sport' } }),
      buildFact({ ...place, calls: 1, reqs: 1 }),
      buildFact({ ...impression, rev: 2_000_000, params: { genre: 'News', 'ad-slot': '1' } }),
      buildFact({ ...impression, verdict: 'duplicate', imps: 0, params: { genre: 'News' } }),
    ];
    await clickhouse.insertRows('facts', factLines(rows), { token: 'parameters' });
    const report = await reporterOf(acme.logins.demand);
    const day = { startDate: '2026-11-06', endDate: '2026-11-06', offset: 0 };
    const sort = [{ key: 'param.genre', dir: 'asc' }];
    const byGenre = { ...day, dimensions: ['param.genre'], metrics: ['reqs', 'imps', 'fill'], sort };
    expect((await report(byGenre)).body).toEqual([
      { 'param.genre': '', reqs: 1, imps: 0, fill: 0 },
      { 'param.genre': 'News', reqs: 1, imps: 1, fill: 1 },
      { 'param.genre': 'sport', reqs: 1, imps: 0, fill: 0 },
      { 'param.genre': null, reqs: 3, imps: 1, fill: 0.333333 },
    ]);
    const filters = [{ dim: 'param.ad-slot', op: 'in', values: ['1'] }];
    expect(
      (await report({ ...day, dimensions: ['tag', 'param.genre'], metrics: ['imps', 'rev'], filters })).body,
    ).toMatchObject([{ tag: ids.tag, 'param.genre': 'News', imps: 1, rev: '0.002' }, { imps: 1 }]);
    expect(await (await reporterOf(other.logins.demand))(byGenre)).toMatchObject({
      status: 422,
      body: { problems: [{ code: 'unknown_dimension', path: 'dimensions.0' }, { code: 'not_a_column' }] },
    });
    expect((await (await reporterOf(acme.logins.sub))(byGenre)).status).toBe(422);
    expect((await (await reporterOf('super'))(byGenre)).body).toHaveLength(4);
  });

  test('ids are returned with their names, unknown ones without', async () => {
    const report = await reporterOf(acme.logins.demand);
    const answer = await report({ ...days, dimensions: ['channel', 'subpublisher'], metrics: ['reqs', 'rev', 'fill'] });
    expect(answer.body).toEqual([
      {
        channel: acme.ids.channel,
        channel_name: 'Acme channel',
        subpublisher: acme.ids.subpublisher,
        subpublisher_name: 'Acme sub-publisher',
        reqs: 2,
        rev: '0.0015',
        fill: 0.5,
      },
      { channel: 999_999, channel_name: null, subpublisher: 0, subpublisher_name: null, reqs: 1, rev: '0.00', fill: 0 },
      {
        channel: null,
        channel_name: null,
        subpublisher: null,
        subpublisher_name: null,
        reqs: 3,
        rev: '0.0015',
        fill: 0.333333,
      },
    ]);
  });

  test('no filter reaches the facts of another account', async () => {
    for (const login of [acme.logins.demand, acme.logins.sub]) {
      const report = await reporterOf(login);
      const filters = [{ dim: 'channel', op: 'in', values: [other.ids.channel] }];
      const answer = await report({ ...days, dimensions: ['channel'], metrics: ['imps'], filters });
      expect(answer.body).toEqual([{ channel: null, channel_name: null, imps: 0 }]);
    }
  });

  test('a sub-publisher sees its own channels and its payable', async () => {
    const report = await reporterOf(acme.logins.sub);
    const answer = await report({ ...days, dimensions: ['channel'], metrics: ['reqs', 'cost'] });
    expect(answer.body).toEqual([
      { channel: acme.ids.channel, channel_name: 'Acme channel', reqs: 2, cost: '0.00075' },
      { channel: null, channel_name: null, reqs: 2, cost: '0.00075' },
    ]);
    expect((await report({ ...days, metrics: ['rev'] })).status).toBe(422);
  });

  test('an advertiser sees the calls to its own tags and its spend', async () => {
    const report = await reporterOf(acme.logins.adv);
    const answer = await report({ ...days, dimensions: ['tag'], metrics: ['reqs', 'rev', 'timeout_rate'] });
    expect(answer.body[0]).toEqual({
      tag: acme.ids.tag,
      tag_name: 'Acme tag',
      reqs: 2,
      rev: '0.0015',
      timeout_rate: 0.5,
    });
    expect((await report({ ...days, metrics: ['cost'] })).status).toBe(422);
  });

  test('an admin sees all accounts by name, or the one in its filter', async () => {
    const report = await reporterOf('super');
    const all = await report({ ...days, dimensions: ['account'], metrics: ['rev'] });
    expect(all.body.map((row) => [row['account_name'], row['rev']])).toEqual([
      ['Other', '0.007'],
      ['Acme', '0.0015'],
      [null, '0.0085'],
    ]);
    const filters = [{ dim: 'account', op: 'in', values: [acme.demandId] }];
    expect((await report({ ...days, metrics: ['rev'], filters })).body).toEqual([{ rev: '0.0015' }]);
  });

  test('an invalid question is refused with every fault', async () => {
    const report = await reporterOf(acme.logins.demand);
    const { status, body } = await report({ ...days, metrics: ['nonsense'], dimensions: ['account', 'day'] });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      problems: [
        { code: 'unknown_dimension', path: 'dimensions.0' },
        { code: 'unknown_metric', path: 'metrics.0' },
      ],
    });
    expect((await report({ ...days, metrics: ['calls'], dimensions: ['tag'] })).body).toMatchObject({
      problems: [{ code: 'metric_not_available', path: 'metrics.0' }],
    });
  });

  test('logins without reports and callers without a session are refused', async () => {
    expect((await (await reporterOf(acme.logins.sdk))({ ...days, metrics: ['imps'] })).status).toBe(403);
    const answer = await world.inject({ method: 'POST', url: '/api/rrun', payload: { ...days, metrics: ['imps'] } });
    expect(answer.statusCode).toBe(403);
  });

  test('a report that takes too much time or memory is refused with an explanation', async () => {
    const report = await reporterOf(acme.logins.demand);
    for (const [settings, code] of [
      ['max_execution_time = 0.2', 'report_too_long'],
      ['max_memory_usage = 1000000', 'report_too_large'],
    ]) {
      facts = {
        query: (_sql, _params, options) =>
          clickhouse.query(`SELECT uniqExact(number) FROM numbers(1000000000) SETTINGS ${settings}`, {}, options),
      };
      const { status, body } = await report({ ...days, metrics: ['imps'] });
      expect(status).toBe(422);
      expect(body).toMatchObject({ problems: [{ code }] });
    }
    facts = clickhouse;
  });

  test('before the tables exist, or while the store is unavailable, the response is a time to retry', async () => {
    const report = await reporterOf(acme.logins.demand);
    try {
      for (const table of ['tables_to_come', 'nowhere.facts', '(SELECT to_come FROM facts)']) {
        facts = { query: (_sql, _params, options) => clickhouse.query(`SELECT * FROM ${table}`, {}, options) };
        expect(await report({ ...days, metrics: ['imps'] })).toMatchObject({
          status: 503,
          body: { problems: [{ code: 'reports_not_ready', path: '' }] },
        });
      }
      const away = openClickHouse('http://127.0.0.1:1');
      facts = away;
      expect(await report({ ...days, metrics: ['imps'] })).toMatchObject({
        status: 503,
        body: { problems: [{ code: 'store_unavailable' }] },
      });
      await away.close();
    } finally {
      facts = clickhouse;
    }
  });

  test('the statement is canceled when the caller disconnects', async () => {
    const mark = 'abandoned by its caller';
    const running = async () => {
      const [row] = await clickhouse.query<{ n: string }>(
        `SELECT count() AS n FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
      );
      return Number(row?.n);
    };
    facts = {
      query: (_sql, _params, options) =>
        clickhouse.query(`SELECT '${mark}', sum(sipHash64(number)) FROM numbers(1000000000000)`, {}, options),
    };
    const url = await api.listen();
    const cookie = await world.cookieOf(acme.logins.demand);
    const caller = new AbortController();
    const left = fetch(`${url}/api/rrun`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...days, metrics: ['imps'] }),
      signal: caller.signal,
    }).catch((error: unknown) => String(error));
    await expect.poll(running, { timeout: 10_000 }).toBe(1);
    caller.abort();
    expect(await left).toContain('abort');
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
    facts = clickhouse;
  });
});

describe('GET /api/reports/fields', () => {
  test('lists what the role may use, under its labels', async () => {
    const read = async (login: string) => {
      const headers = { host: 'console.example', cookie: await world.cookieOf(login) };
      return (await world.inject({ method: 'GET', url: '/api/reports/fields', headers })).json<{
        dimensions: { key: string }[];
        metrics: { key: string; label: string; definition: string }[];
      }>();
    };
    const sub = await read(acme.logins.sub);
    expect(sub.metrics.find(({ key }) => key === 'cost')?.label).toBe('Publisher revenue');
    expect(sub.metrics.map(({ key }) => key)).not.toContain('rev');
    const admin = await read('super');
    expect(admin.dimensions.map(({ key }) => key)).toContain('account');
    expect(admin.metrics.every(({ definition }) => definition.length > 10)).toBe(true);
    expect((await read(acme.logins.demand)).metrics.map(({ key }) => key)).toContain('systemCost');
    expect((await read(other.logins.demand)).metrics.map(({ key }) => key)).not.toContain('systemCost');
  });
});
