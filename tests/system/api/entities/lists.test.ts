import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FactReader } from '#api/reports/runReport.ts';
import { dayAt } from '#reports/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../../stores/openTestTables.ts';
import { factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { tagTraffic } from './tagTraffic.ts';

const from = '2026-11-01';
const to = '2026-11-02';
const range = `from=${from}&to=${to}`;
/** Every column of a list of tags. */
const metrics = [
  ...['reqs', 'opps', 'imps', 'fill', 'fill_opp', 'timeouts', 'timeout_rate', 'errors', 'error_rate', 'rev', 'cost'],
  ...['profit', 'margin', 'ecpm', 'rpm', 'cpm_pub', 'clicks', 'ctr', 'vtr'],
];

let clickhouse: ClickHouse;
let api: TestApi;
let acme: TestAccount;
let other: TestAccount;
let own: Caller;
/** Proxy between the API and the store, so that a test can take the store away. */
let facts: FactReader;
/** Tags of the account by name, beside its first. */
const tags: Record<string, number> = {};

beforeAll(async () => {
  ({ clickhouse } = await openTestTables());
  facts = clickhouse;
  api = await startTestApi({
    edition: 'V2V',
    facts: { query: (sql, params, options) => facts.query(sql, params, options) },
  });
  acme = await buildAccount(api, 'Acme');
  other = await buildAccount(api, 'Other');
  own = await api.signIn(acme.logins.demand);
  for (const name of ['busy', 'quiet', '=sum(A1)']) tags[name] = await newTag(name);
  const days = [Date.UTC(2026, 9, 30, 12), Date.UTC(2026, 10, 1, 3), Date.UTC(2026, 10, 2, 23)];
  const rows = days.flatMap((at, index) => [
    ...tagTraffic(acme, { at, tagId: acme.ids.tag, calls: 7 + index, rev: 1_234_567_891 }),
    ...tagTraffic(acme, { at, tagId: tags['busy'] ?? 0, calls: 900 * (index + 1), rev: 9_007_199_254_740_993n }),
    ...tagTraffic(other, { at, tagId: other.ids.tag, calls: 5000, rev: 77_000_000_000 }),
  ]);
  await clickhouse.insertRows('facts', factLines(rows), { token: 'lists' });
});

afterAll(async () => {
  await api.close();
  await clickhouse.close();
});

async function newTag(name: string, more: object = {}): Promise<number> {
  const values = { name, advertiserId: acme.ids.advertiser, url: 'https://ads.example/vast', rate: '2.50', ...more };
  return idOf(await own('POST', '/api/demand/tags', values));
}

interface Listed {
  rows: {
    id: number;
    name: string;
    version: number;
    metrics?: Record<string, unknown>;
    previous?: Record<string, unknown>;
    states?: { code: string; text: string; fix?: string }[];
  }[];
  total: number;
  totals?: { metrics: Record<string, unknown>; previous: Record<string, unknown> };
  compared?: { from: string; to: string; until: number | null };
  figures?: string;
}
const listed = (answer: ApiResponse) => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as Listed;
};
const list = async (query: string, path = 'demand/tags') => listed(await own('GET', `/api/${path}?${query}`));
const idsOf = ({ rows }: Listed) => rows.map(({ id }) => id);

async function report(body: object): Promise<Record<string, unknown>[]> {
  const answer = await own('POST', '/api/rrun', { startDate: from, endDate: to, ...body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Record<string, unknown>[];
}

describe('the figures of a list', () => {
  test.each([
    ['demand/tags', 'tag', metrics],
    ['demand/channels', 'channel', ['reqs', 'opps', 'imps', 'fill', 'rev', 'cost', 'profit', 'margin', 'ecpm']],
    ['demand/advs', 'advertiser', metrics],
    ['demand/subs', 'subpublisher', ['reqs', 'imps', 'fill', 'rev', 'cost', 'profit', 'margin']],
  ])('of %s equal the report, row by row, in the period and in the one before', async (path, dimension, keys) => {
    const answer = await list(`metrics=${keys.join(',')}&${range}`, path);
    const [now, before] = await Promise.all([
      report({ dimensions: [dimension], metrics: keys }),
      report({ startDate: '2026-10-30', endDate: '2026-10-31', dimensions: [dimension], metrics: keys }),
    ]);
    expect(answer.figures).toBe('shown');
    expect(answer.compared).toEqual({ from: '2026-10-30', to: '2026-10-31', until: null });
    const hasActivity = (rows: Record<string, unknown>[], id: number) => {
      const row = rows.find((each) => each[dimension] === id);
      return row && Object.fromEntries(keys.map((key) => [key, row[key]]));
    };
    const busy = answer.rows.filter(({ id }) => hasActivity(now, id));
    expect(busy.length).toBeGreaterThan(0);
    for (const row of busy) {
      expect(row.metrics).toEqual(hasActivity(now, row.id));
      expect(row.previous).toEqual(hasActivity(before, row.id));
    }
  });

  test('a row without traffic has zeros, and no rates', async () => {
    const row = (await list(`metrics=reqs,rev,fill,ecpm&${range}`)).rows.find(({ id }) => id === tags['quiet']);
    expect(row?.metrics).toEqual({ reqs: 0, rev: '0.00', fill: null, ecpm: null });
  });

  test('totals cover all matching rows, not only the page, with rates from summed parts', async () => {
    const { rows, totals, total } = await list(`metrics=${metrics.join(',')}&${range}&size=1`);
    const all = (await report({ dimensions: ['tag'], metrics })).at(-1);
    expect([rows.length, total]).toEqual([1, 4]);
    expect(totals?.metrics).toEqual(Object.fromEntries(metrics.map((key) => [key, all?.[key]])));
    const one = await list(`metrics=${metrics.join(',')}&${range}&q=busy`);
    const [busy] = await report({
      dimensions: ['tag'],
      metrics,
      filters: [{ dim: 'tag', op: 'in', values: [tags['busy']] }],
    });
    expect(one.totals?.metrics).toEqual(Object.fromEntries(metrics.map((key) => [key, busy?.[key]])));
  });

  test('a metric sorts over all pages, rows without it last in both orders', async () => {
    const [down, up] = [await list(`sort=-rev&${range}&size=2`), await list(`sort=fill&${range}&size=2`)];
    expect(idsOf(down)).toEqual([tags['busy'], acme.ids.tag]);
    expect(idsOf(up)).toEqual([tags['busy'], acme.ids.tag]);
    const last = idsOf(await list(`sort=-fill&${range}&size=2&page=2`));
    expect(new Set(last)).toEqual(new Set([tags['quiet'], tags['=sum(A1)']]));
  });

  test('bounds include the rows whose figures are within', async () => {
    expect(idsOf(await list(`having=imps:max:0&${range}&sort=id`))).toEqual([tags['quiet'], tags['=sum(A1)']]);
    expect(idsOf(await list(`having=reqs:min:1000,imps:min:1&${range}`))).toEqual([tags['busy']]);
    // A rate without a divisor is within no bounds.
    expect((await list(`having=fill:max:1&${range}`)).total).toBe(2);
  });

  test('today is compared with yesterday at the same time of day', async () => {
    const { compared } = await list('metrics=reqs');
    const now = api.deps.now().getTime();
    expect(compared?.from).toBe(dayAt(now - 86_400_000, 0));
    const minutes = new Date(now).getUTCHours() * 60 + new Date(now).getUTCMinutes();
    expect([minutes, minutes - 1]).toContain(Math.round((compared?.until ?? 0) * 60));
  });

  test('another account’s figures are not included; an admin sees both, and one on request', async () => {
    const root = await api.signIn('super');
    const all = listed(await root('GET', `/api/demand/tags?metrics=reqs&${range}&q=tag`));
    expect(all.rows.map((row) => row.metrics?.['reqs'])).toContain(10_000);
    const one = listed(await root('GET', `/api/demand/tags?metrics=reqs&${range}&demandId=${acme.demandId}`));
    expect(one.totals?.metrics['reqs']).toBe((await list(`metrics=reqs&${range}`)).totals?.metrics['reqs']);
    const accounts = listed(await root('GET', `/api/demands?metrics=reqs&${range}&sort=-reqs`));
    expect(accounts.rows[0]?.name).toBe('Other');
  });

  test('invalid parameters are refused by name', async () => {
    const faults = async (query: string) => problemsOf(await own('GET', `/api/demand/tags?${query}`));
    expect(await faults('metrics=nonsense')).toEqual(['metrics.0: invalid_value']);
    expect((await faults('metrics=reqs&from=2026-11-02&to=2026-11-01'))[0]).toContain('to:');
    expect((await faults('metrics=reqs&from=2026-11-02'))[0]).toContain('to:');
    expect((await faults('having=imps'))[0]).toContain('having.0');
    expect((await faults('state=asleep'))[0]).toContain('state.0');
    expect((await own('GET', '/api/demand/targetings?metrics=reqs')).status).toBe(400);
  });

  test('rows do not wait for slow figures if these may come later', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    facts = { query: (...question) => released.then(() => clickhouse.query(...question)) };
    api.moveClock(60_000);
    const late = await list(`metrics=imps&${range}&figures=later`);
    facts = clickhouse;
    release();
    expect([late.figures, late.total, late.rows[0]?.metrics]).toEqual(['late', 4, undefined]);
    expect((await list(`metrics=imps&${range}`)).figures).toBe('shown');
  });

  test('without the fact store the list is returned without figures', async () => {
    facts = { query: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) };
    api.moveClock(60_000);
    try {
      const answer = await list(`metrics=reqs,imps&${range}&sort=-imps`);
      expect([answer.figures, answer.total, answer.rows[0]?.metrics]).toEqual(['away', 4, undefined]);
      const bounded = await own('GET', `/api/demand/tags?having=imps:min:1&${range}`);
      expect([bounded.status, problemsOf(bounded)]).toEqual([503, [': figures_away']]);
      expect((await own('GET', `/api/demand/tags/export.csv?columns=reqs&${range}`)).status).toBe(503);
    } finally {
      facts = clickhouse;
    }
    api.moveClock(60_000);
    expect((await list(`metrics=reqs&${range}`)).figures).toBe('shown');
  });
});

describe('filters', () => {
  test('of optional fields: none, any, or by value', async () => {
    const targeted = await newTag('targeted', { targetingIds: [acme.ids.targeting], impsPerDay: 5 });
    expect(idsOf(await list(`targetingIds=${acme.ids.targeting}`))).toEqual([targeted]);
    expect(idsOf(await list('targetingIds=any'))).toEqual([targeted]);
    expect((await list('targetingIds=none')).total).toBe(4);
    expect(idsOf(await list('impsPerDay=any'))).toEqual([targeted]);
    expect((await list(`subpublisherId=none`, 'demand/channels')).total).toBe(0);
    expect((await list(`subpublisherId=none,${acme.ids.subpublisher}`, 'demand/channels')).total).toBe(1);
    expect((await own('GET', '/api/demand/tags?advertiserId=none')).status).toBe(400);
  });

  test('each returns the number of rows per option, without its own selection', async () => {
    const answer = await own('GET', '/api/demand/tags/facets?source=stored&q=targeted');
    const { fields, states } = answer.body as {
      fields: Record<string, { value: string; count: number; label?: string }[]>;
      states: { code: string; count: number }[];
    };
    expect(fields['source']).toEqual([{ value: 'url', count: 1 }]);
    expect(fields['advertiserId']).toBeUndefined();
    expect(states.every(({ count }) => count === 0)).toBe(true);
    const open = (await own('GET', '/api/demand/tags/facets')).body as { fields: typeof fields; states: typeof states };
    expect(open.fields['advertiserId']).toEqual([
      { value: String(acme.ids.advertiser), count: 5, label: 'Acme advertiser' },
    ]);
    expect(open.fields['targetingIds']).toEqual(
      expect.arrayContaining([
        { value: 'none', count: 4 },
        { value: 'any', count: 1 },
        { value: String(acme.ids.targeting), count: 1, label: 'Acme targetings' },
      ]),
    );
    expect(open.fields['status']).toBeUndefined();
    expect(open.states.find(({ code }) => code === 'no_channel')).toEqual({ code: 'no_channel', count: 4 });
  });
});

describe('the states of rows', () => {
  const statesOf = async (id: number, path = 'demand/tags') =>
    (await list(`q=${id}`, path)).rows.find((row) => row.id === id)?.states?.map(({ code }) => code);

  test('of tags follow from their dates, their advertiser, their waterfalls and their rate', async () => {
    const inChannel = async (tagId: number, more: object = {}) =>
      idOf(await own('POST', '/api/demand/waterfall', { channelId: acme.ids.channel, tagId, ...more }));
    expect(await statesOf(acme.ids.tag)).toEqual([]);
    expect(await statesOf(tags['quiet'] ?? 0)).toEqual(['no_channel']);
    const ended = await newTag('ended', { endsOn: '2020-01-01' });
    await inChannel(ended);
    const scheduled = await newTag('scheduled', { startsOn: '2090-01-01' });
    await inChannel(scheduled);
    const cheap = await newTag('cheap', { rate: '0.10' });
    const place = await inChannel(cheap, { floor: '0.20' });
    expect(await statesOf(ended)).toEqual(['ended']);
    expect(await statesOf(scheduled)).toEqual(['scheduled']);
    expect(await statesOf(cheap)).toEqual(['below_floor']);
    await own('PATCH', `/api/demand/waterfall/${place}`, { floor: '0.10' });
    expect(await statesOf(cheap)).toEqual([]);
    await own('PATCH', `/api/demand/waterfall/${place}`, { isEnabled: false });
    expect(await statesOf(cheap)).toEqual(['no_channel']);
    expect(idsOf(await list('state=ended,scheduled&sort=id'))).toEqual([ended, scheduled]);
    await own('PATCH', `/api/demand/advs/${acme.ids.advertiser}`, { status: 0 });
    expect(await statesOf(ended)).toEqual(['ended', 'advertiser_paused']);
    await own('PATCH', `/api/demand/advs/${acme.ids.advertiser}`, { status: 1 });
    // A paused tag serves nothing whatever its other states.
    await own('PATCH', `/api/demand/tags/${ended}`, { status: 0 });
    expect((await list(`q=${ended}&status=0`)).rows[0]?.states).toEqual([]);
  });

  test('of tags follow from events: a reached cap, and failing calls', async () => {
    const now = api.deps.now().getTime();
    const failing = await newTag('failing');
    const capped = await newTag('capped', { impsPerDay: 3 });
    const spent = await newTag('spent', { spendPerDay: '0.50', impsTotal: 1000 });
    const uncappedTag = await newTag('whole', { impsTotal: 3 });
    const failures = { at: now, tagId: failing, calls: 120, rev: 0, errors: 59 };
    const rows = [
      ...tagTraffic(acme, failures),
      ...[capped, spent, uncappedTag].flatMap((tagId) =>
        tagTraffic(acme, { at: now, tagId, calls: 9, rev: 500_000_000 }),
      ),
    ];
    await clickhouse.insertRows('facts', factLines(rows), { token: 'now' });
    api.moveClock(6_000);
    expect(await statesOf(failing)).toEqual(['no_channel', 'unhealthy']);
    expect(await statesOf(capped)).toEqual(['no_channel', 'capped']);
    expect(await statesOf(spent)).toEqual(['no_channel', 'capped']);
    expect(await statesOf(uncappedTag)).toEqual(['no_channel', 'capped']);
    expect(idsOf(await list('state=unhealthy'))).toEqual([failing]);
  });

  test('of channels follow from their sub-publisher, their waterfall and their requests', async () => {
    const lonely = idOf(await own('POST', '/api/demand/channels', { name: 'lonely' }));
    const found = await list(`q=${lonely}`, 'demand/channels');
    expect(found.rows[0]?.states).toEqual([
      { code: 'no_demand', text: 'The waterfall has no enabled tag.', fix: 'waterfall' },
    ]);
    expect(await statesOf(acme.ids.channel, 'demand/channels')).toEqual([]);
    await own('PATCH', `/api/demand/subs/${acme.ids.subpublisher}`, { status: 0 });
    expect(await statesOf(acme.ids.channel, 'demand/channels')).toEqual(['subpublisher_paused']);
    await own('PATCH', `/api/demand/subs/${acme.ids.subpublisher}`, { status: 1, costModel: 'floor', costCpm: '3.00' });
    // The guarantee is more than any of its tags pays.
    expect(await statesOf(acme.ids.channel, 'demand/channels')).toEqual(['no_demand']);
    await own('PATCH', `/api/demand/subs/${acme.ids.subpublisher}`, { costModel: 'share' });
    api.moveClock(2 * 86_400_000);
    own = await api.signIn(acme.logins.demand);
    expect(await statesOf(lonely, 'demand/channels')).toEqual(['no_demand', 'no_requests']);
    expect(await statesOf(acme.ids.channel, 'demand/channels')).toEqual(['no_requests']);
    expect(idsOf(await list('state=no_requests&sort=id', 'demand/channels'))).toEqual([acme.ids.channel, lonely]);
  });

  test('of targetings, pixels and lists follow from their use', async () => {
    expect(await statesOf(acme.ids.targeting, 'demand/targetings')).toEqual([]);
    expect(await statesOf(acme.ids.ivt, 'demand/ivts')).toEqual(['unused']);
    const empty = idOf(await own('POST', '/api/demand/publists', { name: 'empty', mode: 'allow' }));
    expect(await statesOf(empty, 'demand/publists')).toEqual(['unused']);
    await own('PATCH', `/api/demand/channels/${acme.ids.channel}`, { pubListIds: [empty] });
    expect(await statesOf(empty, 'demand/publists')).toEqual(['empty_allow_list']);
    expect(idsOf(await list('state=unused', 'demand/publists'))).toEqual([acme.ids.pubList]);
  });
});

describe('an export', () => {
  test('has all matching rows in the order of the list, ids and versions first, with figures and names', async () => {
    const query = `q=${tags['busy']}&columns=status,name,advertiserId,rate,reqs,rev&${range}`;
    const answer = await own('GET', `/api/demand/tags/export.csv?${query}`);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain('tags.csv');
    const [row] = (await list(`q=${tags['busy']}&metrics=reqs,rev&${range}`)).rows;
    expect(answer.text).toBe(
      `\uFEFFID,Version,Status,Name,Advertiser,Rate (USD CPM),Requests,Revenue (USD)\r\n` +
        `${row?.id},${row?.version},Active,busy,Acme advertiser,2.50,${String(row?.metrics?.['reqs'])},${String(row?.metrics?.['rev'])}\r\n`,
    );
  });

  test('for programs has field names and raw values, of every field on request', async () => {
    const text = (await own('GET', `/api/demand/tags/export.csv?q=targeted&columns=all&headings=fields`)).text;
    const [head = '', line = ''] = text.slice(1).split('\r\n');
    const cells = Object.fromEntries(head.split(',').map((name, index) => [name, line.split(',')[index]]));
    expect(head.startsWith('id,version,status,name,')).toBe(true);
    expect(cells).toMatchObject({
      status: '1',
      name: 'targeted',
      advertiserId: String(acme.ids.advertiser),
      targetingIds: String(acme.ids.targeting),
      impsPerDay: '5',
      impsTotal: '',
    });
  });

  test('contains no formula that a spreadsheet would execute, and is in the log', async () => {
    const text = (await own('GET', `/api/demand/tags/export.csv?q=sum&columns=name`)).text;
    expect(text).toContain(`,'=sum(A1)\r\n`);
    const [entry] = await api.sql(`select action, entity, name from changes order by id desc limit 1`);
    expect(entry).toEqual({ action: 'export', entity: 'tag', name: '1 tags' });
  });

  test('refuses unknown columns', async () => {
    const answer = await own('GET', '/api/demand/tags/export.csv?columns=name,password');
    expect([answer.status, problemsOf(answer)]).toEqual([400, ['columns.1: invalid_value']]);
  });
});
