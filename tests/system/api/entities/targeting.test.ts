import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TargetingTest, TargetingTestResponse } from '#api/targeting/targetingContract.ts';
import type { IpLocation } from '#engine/targeting/ipLocation.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi, fixesOf } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;
let count = 0;

const fresno: IpLocation = {
  country: 'US',
  region: 'US-CA',
  city: 'Fresno',
  postalCode: '',
  dma: '',
  location: null,
  asn: null,
  organisation: '',
};

beforeAll(async () => {
  api = await startTestApi({ locate: (address) => (address === '198.51.100.7' ? fresno : null) });
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const targetings = '/api/demand/targetings';
const make = (values: object) => call('POST', targetings, { name: `Targeting ${(count += 1)}`, ...values });

async function makeList(kind: string, members: string[]): Promise<number> {
  const id = idOf(await call('POST', '/api/demand/applists', { name: `List ${(count += 1)}`, kind, mode: 'neutral' }));
  const added = await call('POST', `/api/demand/applists/${id}/members?mode=add`, members.join('\n'), {
    'content-type': 'text/plain',
  });
  expect(added.status, added.text).toBe(200);
  return id;
}

test('a request that does not declare its country is tested with that of its address, as ad serving does', async () => {
  const verdictOf = async (params: Record<string, string>) => {
    const body = { values: { countries: ['US'], excludedCities: ['Fresno'] }, request: { params } };
    const answer = (await call('POST', `${targetings}/test`, body)).body as TargetingTestResponse;
    return answer.dimensions.filter(({ verdict }) => verdict !== 'any').map(({ verdict, seen }) => [verdict, seen]);
  };
  expect(await verdictOf({ ip: '198.51.100.7' })).toEqual([
    ['pass', 'US'],
    ['fail', 'fresno'],
  ]);
  expect(await verdictOf({ ip: '198.51.100.7', country: 'DE' })).toEqual([
    ['fail', 'DE'],
    ['pass', ''],
  ]);
  expect(await verdictOf({ ip: '203.0.113.7' })).toEqual([
    ['fail', ''],
    ['pass', ''],
  ]);
});

describe('a targeting', () => {
  test('is summarized in a few words, also in the list', async () => {
    const id = idOf(
      await make({
        countries: ['US', 'CA', 'DE', 'FR'],
        excludedDevices: ['Mobile'],
        cities: ['Berlin'],
        livestream: 'yes',
        hours: [0, 1],
      }),
    );
    const summary = 'US, CA, DE +1 · Berlin · not Mobile · with live stream · 2 of 168 hours';
    const { rows } = (await call('GET', targetings)).body as { rows: { id: number; summary: string }[] };
    expect(rows.find((row) => row.id === id)?.summary).toBe(summary);
    await call('PATCH', `${targetings}/${id}`, { livestream: 'no', cities: [] });
    expect((await call('GET', `${targetings}/${id}`)).body).toMatchObject({
      summary: 'US, CA, DE +1 · not Mobile · no live stream · 2 of 168 hours',
    });
  });

  test.each<[object, string[]]>([
    [{ countries: ['US', 'DE'], excludedCountries: ['DE'] }, ['excludedCountries: both_ways']],
    [{ cities: ['New York'], excludedCities: ['newyork'] }, ['excludedCities: both_ways']],
    [{ areas: ['91, 0, 5'] }, ['areas: invalid_area']],
    [{ excludedAreas: ['somewhere'] }, ['excludedAreas: invalid_area']],
    [{ regions: ['Ontario'] }, ['regions.0: invalid_format']],
    [{ keyValues: ['tier'] }, ['keyValues.0: invalid_format']],
    [{ hours: [168] }, ['hours.0: too_big']],
    [{ countries: ['XX'], families: ['no-tv'] }, ['countries: unknown_value', 'families: unknown_value']],
    [
      {
        cities: Array.from({ length: 30_000 }, (_, index) => `City ${index}`),
        postalCodes: Array.from({ length: 20_001 }, (_, index) => `P${index}`),
      },
      ['cities: too_many_values'],
    ],
  ])('is refused with every fault at its field: %#', async (values, problems) => {
    const answer = await make(values);
    expect([400, 422]).toContain(answer.status);
    expect(problemsOf(answer)).toEqual(problems);
  });

  test('refuses to include an empty list, and may exclude one', async () => {
    const empty = account.ids.appList;
    const refused = await make({ appListIds: [empty] });
    expect(problemsOf(refused)).toEqual(['appListIds: empty_reference']);
    expect(fixesOf(refused)).toEqual([`Edit members: /applists?open=${empty}&tab=members`]);
    idOf(await make({ excludedAppListIds: [empty] }));
    idOf(await make({ appListIds: [await makeList('bundle', ['com.game'])] }));
  });
});

describe('a test of a targeting', () => {
  const run = async (body: TargetingTest) => {
    const answer = await call('POST', `${targetings}/test`, body);
    expect(answer.status, answer.text).toBe(200);
    const { passes, dimensions } = answer.body as TargetingTestResponse;
    const verdicts = Object.fromEntries(dimensions.map(({ dimension, verdict, seen }) => [dimension, [verdict, seen]]));
    return { passes, verdicts };
  };

  test('evaluates a channel’s URL as ad serving would, and shows the value of each dimension', async () => {
    const targetingId = idOf(
      await make({ countries: ['US'], devices: ['SmartTV'], excludedCities: ['boston'], environments: ['ctv'] }),
    );
    await call('PATCH', `/api/demand/channels/${account.ids.channel}`, { environment: 'ctv' });
    const channel = (await call('GET', `/api/demand/channels/${account.ids.channel}`)).body as { uid: string };
    const url = `https://ads.example/vast/${channel.uid}?country=USA&city=Boston&w=[WIDTH]`;
    const { passes, verdicts } = await run({
      targetingId,
      request: { url, headers: { 'User-Agent': 'Roku/DVP-12.5' } },
    });
    expect(passes).toBe(false);
    expect(verdicts).toMatchObject({
      country: ['pass', 'US'],
      device: ['pass', 'SmartTV'],
      environment: ['pass', 'ctv'],
      city: ['fail', 'boston'],
      os: ['any', 'Roku'],
      player_size: ['any', ''],
    });
    const other = await run({ targetingId, request: { url, params: { city: 'Austin', devicetype: '3' } } });
    expect(other).toMatchObject({ passes: true, verdicts: { city: ['pass', 'austin'] } });
  });

  test('evaluates an unsaved targeting, with lists of every kind', async () => {
    const ips = await makeList('ip', ['203.0.113.0/24', '2001:db8::/32']);
    const sites = await makeList('domain', ['news.example']);
    const values = { appListIds: [ips], excludedAppListIds: [sites] };
    const { verdicts } = await run({
      values,
      request: { params: { ip: '203.0.113.9', domain: 'www.news.example' } },
    });
    expect(verdicts).toMatchObject({ ip_list: ['pass', '203.0.113.9'], site_list: ['fail', 'news.example'] });
    const v6 = await run({ values, request: { params: { ip: '2001:db8::9', domain: 'sub.news.example' } } });
    expect(v6).toMatchObject({ passes: true, verdicts: { site_list: ['pass', 'sub.news.example'] } });
    expect((await run({ values, request: { params: { ip: '192.0.2.1' } } })).verdicts['ip_list']).toEqual([
      'fail',
      '192.0.2.1',
    ]);
  });

  test('uses the time and the time zone of the account', async () => {
    await api.signIn('super').then((root) => root('PATCH', `/api/demands/${account.demandId}`, { timezone: 2 }));
    const request = { at: '2026-03-08T22:30:00Z' };
    expect((await run({ values: { hours: [0] }, request })).verdicts['hour']).toEqual(['pass', 'Mon 00:00']);
    expect((await run({ values: { hours: [166] }, request })).passes).toBe(false);
  });

  test('reports the faults of an unsaved targeting at its fields', async () => {
    const values = { countries: ['US'], excludedCountries: ['US'] };
    const answer = await call('POST', `${targetings}/test`, { values, request: {} });
    expect([answer.status, problemsOf(answer)]).toEqual([422, ['values.excludedCountries: both_ways']]);
    const neither = await call('POST', `${targetings}/test`, { request: {} });
    expect([neither.status, problemsOf(neither)]).toEqual([400, ['targetingId: custom']]);
  });

  test('sees nothing of other accounts: neither their targetings nor their lists', async () => {
    const bravo = await buildAccount(api, 'bravo');
    const foreign = await call('POST', `${targetings}/test`, { targetingId: bravo.ids.targeting, request: {} });
    expect(foreign.status).toBe(404);
    const { verdicts } = await run({ values: { appListIds: [bravo.ids.appList] }, request: {} });
    expect(verdicts['app_list']).toEqual(['any', '']);
  });
});

describe('the uses of a row', () => {
  test('list the objects with a targeting, a list or a pixel, by field, without archived ones', async () => {
    const targeting = idOf(await make({ countries: ['US'] }));
    const list = await makeList('bundle', ['com.game']);
    await call('PATCH', `${targetings}/${targeting}`, { appListIds: [list] });
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { targetingIds: [targeting], appListIds: [list] });
    await call('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { targetingIds: [targeting] });
    await call('PATCH', `/api/demand/channels/${account.ids.channel}`, { ivtIds: [account.ids.ivt] });
    const uses = async (path: string) => {
      const answer = await call('GET', `/api/demand/${path}/uses`);
      expect(answer.status, answer.text).toBe(200);
      const found = answer.body as { entity: string; field: string; total: number; rows: { name: string }[] }[];
      return found
        .filter(({ total }) => total > 0)
        .map(({ entity, field, rows }) => `${entity}.${field}: ${rows.map(({ name }) => name).join()}`);
    };
    expect(await uses(`targetings/${targeting}`)).toEqual([
      'advertiser.targetingIds: alpha advertiser',
      'tag.targetingIds: alpha tag',
    ]);
    const { rows } = (await call('GET', `${targetings}?sort=-id`)).body as { rows: { id: number; uses: number }[] };
    expect(rows.find(({ id }) => id === targeting)?.uses).toBe(2);
    expect(await uses(`applists/${list}`)).toEqual([
      'tag.appListIds: alpha tag',
      expect.stringMatching(/^targeting\.appListIds: Targeting \d+$/),
    ]);
    expect(await uses(`ivts/${account.ids.ivt}`)).toEqual(['channel.ivtIds: alpha channel']);
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { status: 2 });
    expect(await uses(`targetings/${targeting}`)).toEqual(['advertiser.targetingIds: alpha advertiser']);
  });
});
