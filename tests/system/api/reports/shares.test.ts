import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewReportShare, ReportShare, SharedReport, SharedTable } from '#api/shares/shareContract.ts';
import { sharedCallsPerMinute } from '#api/shares/sharedRoutes.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../../stores/openTestTables.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const hour = 3_600_000;
const request = {
  startDate: '2026-11-01',
  endDate: '2026-11-02',
  offset: 0,
  dimensions: ['channel'],
  metrics: ['reqs', 'imps', 'rev'],
};

let clickhouse: ClickHouse;
let api: TestApi;
let acme: TestAccount;
let root: Caller;
let demand: Caller;
let other: Caller;
/** Statements that reports sent to the store. */
let queryCount = 0;
/** Caller addresses: each has its own limit. */
let address = 0;

beforeAll(async () => {
  ({ clickhouse } = await openTestTables());
  const facts = {
    query: ((...given: Parameters<ClickHouse['query']>) => {
      queryCount += 1;
      return clickhouse.query(...given);
    }) as ClickHouse['query'],
  };
  api = await startTestApi({ facts, env: { TRUST_PROXY: '1' } });
  root = await api.signIn('super');
  acme = await buildAccount(api, 'Acme');
  demand = await api.signIn(acme.logins.demand);
  other = await api.signIn((await buildAccount(api, 'Other')).logins.demand);
  const place = {
    demandId: acme.demandId,
    channelId: acme.ids.channel,
    subpublisherId: acme.ids.subpublisher,
    at: Date.UTC(2026, 10, 1, 12),
  };
  const shown = { advertiserId: acme.ids.advertiser, tagId: acme.ids.tag, tier: 1 };
  const rows = [
    buildFact({ ...place, calls: 1, reqs: 1, opps: 1 }),
    buildFact({ ...place, channelId: 999_999, calls: 1, reqs: 1 }),
    buildFact({ ...place, ...shown, kind: 'event', event: 'impression', imps: 1, rev: 1_500_000, cost: 500_000 }),
  ];
  await clickhouse.insertRows('facts', factLines(rows), { token: 'traffic' });
});

afterAll(async () => {
  await api.close();
  await clickhouse.close();
});

async function saved(saveAs: string, more: object = {}): Promise<number> {
  const body = { name: 'For a partner', ivt: false, saveAs, request, ...more };
  return idOf(await demand('POST', '/api/savedReport', body));
}

async function share(id: number, body: object = { hours: 24 }): Promise<NewReportShare & { token: string }> {
  const made = await demand('POST', `/api/savedReport/${id}/shares`, body);
  if (made.status !== 201) throw new Error(made.text);
  const link = made.body as NewReportShare;
  return { ...link, token: link.url.split('/').at(-1) ?? '' };
}

/** Opens a link without a session from a new address. */
function open(token: string, part = ''): Promise<ApiResponse> {
  address += 1;
  const from = { 'x-forwarded-for': `198.51.${address >> 8}.${address & 255}` };
  return api.anonymous('GET', `/api/shared/${token}${part}`, undefined, from);
}

const tableOf = (answer: ApiResponse) => (answer.body as SharedReport).content as SharedTable;
const withoutId = ({ body, status }: ApiResponse) => ({ status, body: { ...(body as object), requestId: '' } });
const linksOf = async (id: number) => (await demand('GET', `/api/savedReport/${id}/shares`)).body as ReportShare[];

describe('a link', () => {
  test('shows a live report with current figures, without ids, to anyone who has it', async () => {
    const { token, url, state } = await share(await saved('definition'));
    expect(url).toBe(`http://console.example/shared/${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(state).toBe('living');
    const answer = await open(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'For a partner',
      sharedBy: 'Acme',
      range: { startDate: '2026-11-01', endDate: '2026-11-02', startTime: null, endTime: null },
      offset: 0,
      isTest: false,
    });
    const { columns, rows, totals, isLive } = tableOf(answer);
    expect(isLive).toBe(true);
    expect(columns.map(({ key, unit }) => [key, unit])).toEqual([
      ['channel', null],
      ['reqs', 'count'],
      ['imps', 'count'],
      ['rev', 'usd'],
    ]);
    expect(rows.toSorted((a, b) => Number(b['imps']) - Number(a['imps']))).toEqual([
      { channel: 'Acme channel', reqs: 1, imps: 1, rev: '0.0015' },
      { channel: 'Unnamed', reqs: 1, imps: 0, rev: '0.00' },
    ]);
    expect(totals).toEqual({ channel: null, reqs: 2, imps: 1, rev: '0.0015' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('says so if the report is about test requests', async () => {
    const { token } = await share(await saved('rows', { request: { ...request, traffic: 'test' } }));
    expect((await open(token)).body).toMatchObject({ isTest: true });
    expect((await open(token, '/csv')).headers['content-disposition']).toContain('test-report-');
  });

  test('shows stored rows unchanged, and returns both as CSV without ids', async () => {
    const { token } = await share(await saved('rows'));
    const before = queryCount;
    expect(tableOf(await open(token))).toMatchObject({ isLive: false, totals: { reqs: 2 } });
    const csv = await open(token, '/csv');
    expect(queryCount).toBe(before);
    expect(csv.headers['content-disposition']).toContain('report-2026-11-01-2026-11-02.csv');
    expect(csv.text.startsWith('\uFEFFChannel,Requests,Impressions,')).toBe(true);
    expect(csv.text).toContain('\r\nAcme channel,1,1,0.0015\r\n');
    expect(csv.text).toContain('\r\nTotals,2,1,0.0015\r\n');
    expect(csv.text).not.toContain(String(acme.ids.channel) + ',Acme');
    expect(csv.headers['referrer-policy']).toBe('no-referrer');
    expect((await open(token, '/file')).status).toBe(404);
  });

  test('shows the chart and the dimension in columns with which it was saved, without ids', async () => {
    const dimensions = ['day', 'channel'];
    const view = { pivot: 'channel', view: 'area', chart: 'imps', top: '5' };
    const { token } = await share(await saved('definition', { request: { ...request, dimensions }, view }));
    const before = queryCount;
    const answer = await open(token);
    const { view: shown, pivot, rows, funnel } = tableOf(answer);
    expect(shown).toEqual({ view: 'area', chart: 'imps', top: '5' });
    expect(funnel).toBeNull();
    expect(rows).toHaveLength(2);
    expect(pivot?.columns.map(({ key }) => key)).toEqual(['day', 'reqs', 'imps', 'rev']);
    expect(pivot?.rows).toEqual([{ day: '2026-11-01', reqs: 2, imps: 1, rev: '0.0015' }]);
    expect(pivot?.totals).toMatchObject({ reqs: 2, imps: 1 });
    expect(pivot?.values.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      {
        name: 'Acme channel',
        totals: { reqs: 1, imps: 1, rev: '0.0015' },
        cells: [{ reqs: 1, imps: 1, rev: '0.0015' }],
      },
      { name: 'Unnamed', totals: { reqs: 1, imps: 0, rev: '0.00' }, cells: [{ reqs: 1, imps: 0, rev: '0.00' }] },
    ]);
    expect(pivot?.notes).toContain('2 columns by channel');
    expect(answer.text).not.toContain('999999');
    // The rows, and the rows, columns and cells of the pivot table, once a minute.
    expect(queryCount - before).toBe(4);
    await open(token);
    expect(queryCount - before).toBe(4);
    expect((await open(token, '/csv')).text).toContain('2026-11-01,Acme channel,1,1,0.0015');
  });

  test('shows its funnel, if its filters allow one', async () => {
    const view = { view: 'funnel' };
    const { token } = await share(await saved('definition', { view }));
    expect(tableOf(await open(token)).funnel).toMatchObject([
      { key: 'calls', count: 2 },
      { key: 'blocked' },
      { key: 'reqs', count: 2 },
      { key: 'unanswered', count: 1 },
      { key: 'opps', count: 1 },
      { key: 'unshown' },
      { key: 'imps' },
    ]);
    const filters = [{ dim: 'tag', op: 'in', values: [acme.ids.tag] }];
    const onTag = { ...request, metrics: ['imps'], dimensions: ['day'], filters };
    const filtered = await share(await saved('definition', { request: onTag, view }));
    expect(tableOf(await open(filtered.token))).toMatchObject({ funnel: null, rows: [{ imps: 1 }] });
  });

  test('of a file leads to its download', async () => {
    const { token } = await share(await saved('file'));
    expect((await open(token)).body).toMatchObject({ content: { kind: 'file', format: 'csv', rowCount: 2 } });
    const file = await open(token, '/file');
    expect(file.headers['content-disposition']).toContain('For a partner.csv');
    expect(file.text).toContain('Acme channel');
    expect((await open(token, '/csv')).status).toBe(404);
  });

  test('of a named range shows its current days', async () => {
    const { token } = await share(await saved('definition', { request: { ...request, range: 'yesterday' } }));
    const yesterday = new Date(api.deps.now().getTime() - 24 * hour).toISOString().slice(0, 10);
    expect((await open(token)).body).toMatchObject({ range: { startDate: yesterday, endDate: yesterday } });
  });

  test('counts its visits, is listed without its token, and is in the log', async () => {
    const id = await saved('rows');
    const { token, id: linkId } = await share(id, { hours: 1, note: ' Finance of Example ' });
    await open(token);
    await open(token);
    const [link] = await linksOf(id);
    expect(link).toMatchObject({ id: linkId, note: 'Finance of Example', state: 'living', views: 2 });
    expect(link).not.toHaveProperty('url');
    const [stored] = await api.sql(`select * from report_shares where id = ${linkId}`);
    expect(stored?.['token_hash']).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(token);
    await demand('DELETE', `/api/savedReport/${id}/shares/${linkId}`);
    const { rows } = await api.deps.log.list(
      { scope: [acme.demandId], entities: ['report'], actions: ['share'] },
      { page: 1, size: 3 },
    );
    const name = `#${linkId} Finance of Example`;
    expect(rows.map(({ fields, userId }) => [fields[0], userId === null])).toEqual([
      [{ field: 'link', from: name, to: null }, false],
      [{ field: 'firstView', from: null, to: name }, true],
      [{ field: 'link', from: null, to: name }, false],
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('queries the store once a minute, however often it is opened', async () => {
    const { token } = await share(await saved('definition'));
    const before = queryCount;
    await Promise.all([open(token), open(token), open(token, '/csv')]);
    await open(token);
    expect(queryCount - before).toBe(1);
    api.moveClock(61_000);
    await open(token);
    expect(queryCount - before).toBe(2);
  });
});

describe('a link is not found', () => {
  test('when it is over, for whatever reason: all responses are alike', async () => {
    const unknown = withoutId(await open('A'.repeat(43)));
    expect(unknown).toMatchObject({ status: 404, body: { problems: [{ code: 'link_over' }] } });
    const over: [string, (id: number, linkId: number) => Promise<unknown>][] = [
      ['revoked', (id, linkId) => demand('DELETE', `/api/savedReport/${id}/shares/${linkId}`)],
      ['archived', (id) => demand('PATCH', `/api/savedReport/${id}`, { isArchived: true })],
      ['deleted', (id) => demand('DELETE', `/api/savedReport/${id}`)],
    ];
    for (const [cause, end] of over) {
      const id = await saved('rows');
      const { token, id: linkId } = await share(id);
      expect((await open(token)).status, cause).toBe(200);
      await end(id, linkId);
      for (const part of ['', '/csv', '/file']) expect(withoutId(await open(token, part)), cause).toEqual(unknown);
    }
    for (const token of ['x', '%00', 'A'.repeat(44), `${'A'.repeat(42)}'`]) {
      expect(withoutId(await open(token)), token).toEqual(unknown);
    }
    expect((await open('A'.repeat(43))).headers).toMatchObject({ 'referrer-policy': 'no-referrer' });
  });

  test('when it has expired', async () => {
    const id = await saved('rows');
    const { token } = await share(id, { hours: 1 });
    api.moveClock(hour - 5000);
    expect((await open(token)).status).toBe(200);
    api.moveClock(6000);
    expect((await open(token)).status).toBe(404);
    expect(await linksOf(id)).toMatchObject([{ state: 'expired', views: 1 }]);
  });

  test('while its owner is suspended, and when the owner has lost the right to the report', async () => {
    await root('PATCH', `/api/demands/${acme.demandId}`, { showSystemCost: true });
    const { token } = await share(await saved('definition', { request: { ...request, metrics: ['systemCost'] } }));
    const sharedSnapshot = await share(await saved('rows', { request: { ...request, metrics: ['systemCost'] } }));
    const plain = await share(await saved('rows'));
    for (const link of [token, sharedSnapshot.token]) expect((await open(link)).status).toBe(200);
    await root('PATCH', `/api/demands/${acme.demandId}`, { showSystemCost: false });
    for (const link of [token, sharedSnapshot.token]) expect((await open(link)).status).toBe(404);
    expect((await open(plain.token)).status).toBe(200);
    await root('PATCH', `/api/demands/${acme.demandId}`, { status: 0 });
    expect((await open(plain.token)).status).toBe(404);
    await root('PATCH', `/api/demands/${acme.demandId}`, { status: 1 });
    expect((await open(plain.token)).status).toBe(200);
    demand = await api.signIn(acme.logins.demand);
  });

  test('for a file that a colleague with more rights had delivered, once its owner has fewer rights', async () => {
    const id = await saved('file');
    const { token } = await share(id);
    const deliver = (demandId: number | null) =>
      api.sql(
        `update saved_reports set seen_as = '${JSON.stringify({ demandId, subpublisherIds: null, advertiserIds: null })}' where id = ${id}`,
      );
    await deliver(acme.demandId);
    expect((await open(token, '/file')).status).toBe(200);
    await deliver(null);
    for (const part of ['', '/file']) expect((await open(token, part)).status).toBe(404);
  });

  test('for an address that calls too often', async () => {
    const { token } = await share(await saved('rows'));
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const openLink = () => api.anonymous('GET', `/api/shared/${token}`, undefined, from);
    for (let call = 0; call < sharedCallsPerMinute; call += 1) expect((await openLink()).status).toBe(200);
    const refused = await openLink();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await open(token)).status).toBe(200);
  });
});

describe('creating links', () => {
  test('takes an hour to 90 days, and at most 20 active ones', async () => {
    const id = await saved('rows');
    const path = `/api/savedReport/${id}/shares`;
    expect(problemsOf(await demand('POST', path, { hours: 0, note: 'x'.repeat(256) }))).toEqual([
      'hours: too_small',
      'note: too_big',
    ]);
    expect((await demand('POST', path, { hours: 2161 })).status).toBe(400);
    const links = [];
    for (let made = 0; made < 20; made += 1) links.push(await share(id));
    const full = await demand('POST', path, { hours: 1 });
    expect(full.status).toBe(422);
    expect(problemsOf(full)).toEqual([': too_many_shares']);
    await demand('DELETE', `${path}/${links[0]?.id}`);
    expect((await share(id)).state).toBe('living');
    await demand('PATCH', `/api/savedReport/${id}`, { isArchived: true });
    expect(problemsOf(await demand('POST', path, { hours: 1 }))).toEqual([': archived']);
  });

  test('is only for the user of the report', async () => {
    const id = await saved('rows');
    const { id: linkId, token } = await share(id);
    const path = `/api/savedReport/${id}/shares`;
    for (const caller of [other, root]) {
      expect((await caller('GET', path)).status).toBe(404);
      expect((await caller('POST', path, { hours: 1 })).status).toBe(404);
      expect((await caller('DELETE', `${path}/${linkId}`)).status).toBe(404);
    }
    expect((await api.anonymous('GET', path)).status).toBe(403);
    const elsewhere = await saved('rows');
    expect((await demand('DELETE', `/api/savedReport/${elsewhere}/shares/${linkId}`)).status).toBe(404);
    expect((await open(token)).status).toBe(200);
  });

  test('links are pruned 90 days after their end', async () => {
    const id = await saved('rows');
    await share(id, { hours: 1 });
    const at = (days: number) => new Date(api.deps.now().getTime() + days * 24 * hour - 90 * 24 * hour).toISOString();
    await api.deps.shares.prune(at(0));
    expect(await linksOf(id)).toHaveLength(1);
    await api.deps.shares.prune(at(91));
    expect(await linksOf(id)).toHaveLength(0);
  });
});

test('the page of a link is the same for everyone and does not leak the link', async () => {
  const path = `/shared/${'A'.repeat(43)}`;
  const signedIn = await demand('GET', path);
  const signedOut = await api.anonymous('GET', path);
  for (const { status, headers, text } of [signedIn, signedOut]) {
    expect(status).toBe(200);
    expect(text).toContain('"user":null');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  }
});
