import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { ADS_URL: 'https://ads.example/' } });
  account = await buildAccount(api, 'bidders');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const limits = [
  { metric: 'impressions', period: 'hour', value: 1000, pacing: 'even' },
  { metric: 'spend', period: 'week', value: 250.5, pacing: 'asap' },
];
const rtb = { integration: 'RTB', endpoint: 'https://bidder.example/openrtb', seats: ['a|b', 'c'], limits };
const rubicon = {
  integration: 'PreBid',
  partner: 'rubiconP',
  partnerParams: { accountId: 1, siteId: 2, zoneId: 3, position: '=top' },
};

let count = 0;
const post = (values: object) =>
  call('POST', '/api/demand/tags', {
    name: `bidder ${(count += 1)}`,
    advertiserId: account.ids.advertiser,
    ...values,
  });

async function tagNamed(name: string): Promise<unknown> {
  const found = (await call('GET', `/api/demand/tags?q=${encodeURIComponent(name)}`)).body as {
    rows: { id: number }[];
  };
  return (await call('GET', `/api/demand/tags/${found.rows[0]?.id}`)).body;
}

describe('a bidding tag', () => {
  test('is refused with every fault of its parameters and caps at its own path', async () => {
    const partnerParams = { siteId: 'two', zoneId: 3, placement: 4 };
    const params = await post({ ...rubicon, partnerParams });
    expect(params.status).toBe(422);
    expect(problemsOf(params)).toEqual([
      'partnerParams.placement: unknown_field',
      'partnerParams.accountId: required',
      'partnerParams.siteId: invalid_type',
    ]);
    const cap = { metric: 'requests', period: 'minute', value: 1.5 };
    const capped = await post({
      ...rtb,
      limits: [cap, { ...cap, value: 2 }, { ...cap, metric: 'spend', value: 0.00001 }],
    });
    expect(capped.status).toBe(400);
    expect(problemsOf(capped).map((each) => each.split(':')[0])).toEqual([
      ...['limits.0.value', 'limits.1.period', 'limits.2.value'],
    ]);
  });

  test('needs the fields of its integration, and none of another one', async () => {
    expect(problemsOf(await post({ integration: 'RTB' }))).toEqual(['endpoint: required']);
    expect(problemsOf(await post({ integration: 'PreBid' }))).toEqual(['partner: required']);
    expect(problemsOf(await post({ integration: 'VAST' }))).toEqual(['url: required']);
  });

  test('is unchanged by CSV export and import; a new one is created from JSON in its cells', async () => {
    const id = idOf(await post(rtb));
    idOf(await post(rubicon));
    const csv = { 'content-type': 'text/csv' };
    const file = await call('GET', '/api/demand/tags/export.csv?columns=all&headings=fields');
    const same = (await call('POST', '/api/demand/tags/import?isDryRun=true', file.text, csv)).body as ImportResponse;
    expect([same.faults, same.rows]).toEqual([[], []]);
    const lines = [
      'id,name,advertiserId,integration,partner,partnerParams,limits',
      `,from csv,${account.ids.advertiser},PreBid,ixP,"{""siteId"":""7""}","[{""metric"":""requests"",""period"":""month"",""value"":5}]"`,
      `,wrong in csv,${account.ids.advertiser},PreBid,ixP,"{""site"":""7""}",`,
      `${id},,,,,,[]`,
    ];
    const faulty = (await call('POST', '/api/demand/tags/import?isDryRun=true', lines.slice(0, 3).join('\r\n'), csv))
      .body as ImportResponse;
    // A cell has one place, whatever is wrong in it.
    expect(new Set(faulty.faults.map(({ path }) => path))).toEqual(new Set(['lines.3.partnerParams']));
    const good = `${lines[0]}\r\n${lines[1]}\r\n`;
    const made = (await call('POST', '/api/demand/tags/import', good, csv)).body as ImportResponse;
    expect([made.faults, made.rows.length]).toEqual([[], 1]);
    expect(await tagNamed('from csv')).toMatchObject({
      partner: 'ixP',
      partnerParams: { siteId: '7' },
      limits: [{ metric: 'requests', period: 'month', value: 5, pacing: 'asap' }],
    });
  });

  test('is in the document of its account as it was written, and is recreated from it', async () => {
    const id = idOf(await post({ ...rubicon, limits }));
    const text = (await call('GET', '/api/config.yaml')).text;
    const document = parse(text) as { tags: Record<string, unknown>[] };
    const written = document.tags.find((each) => each['id'] === id);
    expect(written).toMatchObject({ ...rubicon, limits });
    const send = async (body: string, query = '') =>
      (await call('POST', `/api/config${query}`, body, { 'content-type': 'application/yaml' })).body as ConfigResponse;
    expect((await send(text, '?isDryRun=true')).changes).toEqual([]);
    const { id: _, uid: __, ...rest } = written ?? {};
    const copy = { ...rest, name: 'from a document', partnerParams: { ...rubicon.partnerParams, zoneId: 9 } };
    const answer = await send(stringify({ ...document, tags: [...document.tags, structuredClone(copy)] }));
    expect(answer.problems).toEqual([]);
    expect(await tagNamed('from a document')).toMatchObject({ limits, partnerParams: copy.partnerParams });
  });

  test('has no rate that could be below a floor, and the waterfall marks it as bidding', async () => {
    const channelId = idOf(await call('POST', '/api/demand/channels', { name: 'with a floor', floor: '5.00' }));
    const id = idOf(await post(rtb));
    idOf(await call('POST', '/api/demand/waterfall', { channelId, tagId: id }));
    type List = { rows: { id: number; states: { code: string }[]; tag: object }[] };
    const tags = (await call('GET', `/api/demand/tags?q=${id}`)).body as List;
    expect(tags.rows.find((row) => row.id === id)?.states).toEqual([]);
    const channels = (await call('GET', `/api/demand/channels?q=${channelId}`)).body as List;
    expect(channels.rows.find((row) => row.id === channelId)?.states.map(({ code }) => code)).not.toContain(
      'no_demand',
    );
    const waterfall = (await call('GET', `/api/demand/waterfall?channelId=${channelId}`)).body as List;
    expect(waterfall.rows[0]?.tag).toMatchObject({ integration: 'RTB' });
  });

  test('cannot be tested as VAST', async () => {
    const tagId = idOf(await post(rtb));
    const answer = await call('POST', '/api/vastTester/tests', { tagId });
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual(['tagId: no_vast']);
  });
});

test('the tag of a channel lists every integration of ad serving', async () => {
  const { uid } = (await call('GET', `/api/demand/channels/${account.ids.channel}`)).body as { uid: string };
  expect((await call('GET', `/api/demand/channels/${account.ids.channel}/tag`)).body).toMatchObject({
    uid,
    url: `https://ads.example/vast/${uid}`,
    rtbUrl: `https://ads.example/rtb/${uid}`,
    auctionUrl: 'https://ads.example/openrtb2/auction',
    syncUrl: 'https://ads.example/cookie_sync',
  });
});
