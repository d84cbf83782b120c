import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportRow } from '#reports/index.ts';
import { buildFact, factLines } from './buildFacts.ts';
import { openReportApi, type ReportApi } from './openReportApi.ts';

const days = { startDate: '2026-11-01', endDate: '2026-11-04', offset: 0 };
let world: ReportApi;
let { acme, other } = {} as ReportApi;
/** The figures of live traffic before any test was stored. */
let liveBefore: ReportRow[];

const figures = ['calls', 'reqs', 'opps', 'imps', 'clicks', 'rev', 'cost', 'profit', 'systemCost'];

beforeAll(async () => {
  world = await openReportApi();
  ({ acme, other } = world);
  liveBefore = await run(acme.logins.demand, { dimensions: ['day', 'channel'], metrics: figures });
  const { demandId, ids } = acme;
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: Date.UTC(2026, 10, 2, 12) };
  const tag = { advertiserId: ids.advertiser, tagId: ids.tag, tier: 1 };
  const rows = [
    buildFact({ ...place, calls: 1, reqs: 1, opps: 1, site: 'test.example' }),
    buildFact({ ...place, calls: 1, reqs: 1, reason: 'no_answer', site: 'test.example' }),
    buildFact({ ...place, at: Date.UTC(2026, 10, 3, 12), calls: 1, reason: 'channel_inactive' }),
    buildFact({ ...place, ...tag, kind: 'candidate', candidates: 1, sent: 1, answered: 1 }),
    buildFact({ ...place, ...tag, kind: 'candidate', candidates: 1, sent: 1, timeouts: 1, reason: 'timeout' }),
    buildFact({ ...place, ...tag, kind: 'event', event: 'impression', imps: 1 }),
    buildFact({ ...place, ...tag, kind: 'event', event: 'impression', verdict: 'duplicate' }),
  ];
  await world.clickhouse.insertRows('test_facts', factLines(rows), { token: 'tests' });
});
afterAll(() => world.close());

async function call(login: string, url: string, payload: object) {
  return world.inject({
    method: 'POST',
    url,
    headers: { host: 'console.example', cookie: await world.cookieOf(login) },
    payload,
  });
}

async function run(login: string, body: object): Promise<ReportRow[]> {
  const answer = await call(login, '/api/rrun', { ...days, ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportRow[]>();
}

describe('OpenRTB 2.6, 3.2.1: a report on test traffic', () => {
  test('has the test requests of each day and how many were filled, at no price', async () => {
    const rows = await run(acme.logins.demand, { traffic: 'test', dimensions: ['day'], metrics: figures });
    const free = { rev: '0.00', cost: '0.00', profit: '0.00', systemCost: '0.00', clicks: 0 };
    expect(rows).toEqual([
      { day: '2026-11-02', calls: 2, reqs: 2, opps: 1, imps: 1, ...free },
      { day: '2026-11-03', calls: 1, reqs: 0, opps: 0, imps: 0, ...free },
      { day: null, calls: 3, reqs: 2, opps: 1, imps: 1, ...free },
    ]);
  });

  test('says which tags bid, and why the others did not', async () => {
    const rows = await run(acme.logins.demand, {
      traffic: 'test',
      dimensions: ['tag', 'reason'],
      metrics: ['candidates', 'reqs', 'opps'],
    });
    expect(rows).toMatchObject([
      { tag: acme.ids.tag, reason: '', candidates: 1, reqs: 1, opps: 1 },
      { tag: acme.ids.tag, reason: 'timeout', candidates: 1, reqs: 1, opps: 0 },
      { candidates: 2, reqs: 2, opps: 1 },
    ]);
    const sites = await run(acme.logins.demand, { traffic: 'test', dimensions: ['site'], metrics: ['reqs'] });
    expect(sites).toMatchObject([{ site: 'test.example', reqs: 2 }, { site: '' }, { reqs: 2 }]);
  });

  test('leaves every figure of live traffic as it was, whether that is asked for or not', async () => {
    const question = { dimensions: ['day', 'channel'], metrics: figures };
    expect(liveBefore.length).toBeGreaterThan(2);
    expect(await run(acme.logins.demand, question)).toEqual(liveBefore);
    expect(await run(acme.logins.demand, { ...question, traffic: 'live' })).toEqual(liveBefore);
    // Single facts of live traffic do not contain them either.
    const minutes = await run(acme.logins.demand, { dimensions: ['minute'], metrics: ['calls'] });
    expect(minutes.at(-1)?.['calls']).toBe(liveBefore.at(-1)?.['calls']);
  });

  test('has only tests of the account and the partner who asks', async () => {
    expect(await run(other.logins.demand, { traffic: 'test', metrics: ['calls'] })).toEqual([{ calls: 0 }]);
    expect(await run(acme.logins.sub, { traffic: 'test', metrics: ['reqs'] })).toEqual([{ reqs: 2 }]);
    expect(await run('super', { traffic: 'test', metrics: ['calls'] })).toEqual([{ calls: 3 }]);
  });

  test('refuses vendor results, and any other kind of traffic', async () => {
    const login = acme.logins.demand;
    const results = await call(login, '/api/rrun', { ...days, traffic: 'test', metrics: ['results'] });
    expect([results.statusCode, results.json()]).toMatchObject([422, { problems: [{ code: 'live_only' }] }]);
    const unknown = await call(login, '/api/rrun', { ...days, traffic: 'all', metrics: ['reqs'] });
    expect([unknown.statusCode, unknown.json()]).toMatchObject([400, { problems: [{ path: 'traffic' }] }]);
  });

  test('without rows says on which days there are some', async () => {
    const empty = { startDate: '2026-10-30', endDate: '2026-10-31', offset: 0, traffic: 'test', metrics: ['reqs'] };
    const reasonsFor = async (login: string) => {
      const answer = await call(login, '/api/reports/explain', { ...empty, dimensions: ['day'] });
      return answer.json<{ reasons: unknown }>().reasons;
    };
    expect(await reasonsFor(acme.logins.demand)).toMatchObject([
      {
        code: 'no_traffic',
        message:
          'No test requests in this range. There are test requests from 2026-11-02 12:00 to 2026-11-03 12:00 (UTC)',
      },
    ]);
    expect(await reasonsFor(other.logins.demand)).toMatchObject([
      { code: 'no_traffic_yet', message: 'No test requests are stored' },
    ]);
  });
});
