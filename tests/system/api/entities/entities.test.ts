import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi, fixesOf } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { ADS_URL: 'https://ads.example/' } });
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

describe('lists', () => {
  test('search, filter, sort and page on the server', async () => {
    for (const name of ['List c', 'List a', 'List B', 'list 100%', 'listu_der']) {
      idOf(await call('POST', '/api/demand/advs', { name }));
    }
    const names = async (query: string) => {
      const { rows, total } = (await call('GET', `/api/demand/advs?${query}`)).body as {
        rows: { name: string }[];
        total: number;
      };
      return { names: rows.map((row) => row.name), total };
    };
    expect(await names('q=LIST&sort=name')).toEqual({
      names: ['list 100%', 'List a', 'List B', 'List c', 'listu_der'],
      total: 5,
    });
    expect(await names('q=list&sort=-name&size=2&page=2')).toEqual({ names: ['List B', 'List a'], total: 5 });
    expect(await names('q=100%25')).toEqual({ names: ['list 100%'], total: 1 });
    expect(await names('q=u_d')).toEqual({ names: ['listu_der'], total: 1 });
    expect((await names(`q=${account.ids.advertiser}`)).names).toContain('alpha advertiser');
  });

  test('rows contain the names of their references, and archived rows are omitted by default', async () => {
    const id = idOf(
      await call('POST', '/api/demand/channels', { name: 'gone', subpublisherId: account.ids.subpublisher }),
    );
    await call('PATCH', `/api/demand/channels/${id}`, { status: 2 });
    const open = (await call('GET', '/api/demand/channels')).body as { rows: { id: number; names: object }[] };
    expect(open.rows.map((row) => row.id)).toEqual([account.ids.channel]);
    expect(open.rows[0]?.names).toEqual({ subpublisherId: 'alpha sub-publisher', demandId: 'alpha' });
    const archived = (await call('GET', '/api/demand/channels?status=2')).body as { rows: { id: number }[] };
    expect(archived.rows.map((row) => row.id)).toEqual([id]);
  });

  test('the waterfall shows the rows that it joins', async () => {
    const answer = await call('GET', `/api/demand/waterfall?channelId=${account.ids.channel}&sort=tier`);
    expect(answer.body).toMatchObject({
      total: 1,
      rows: [
        {
          tier: 1,
          weight: 50,
          names: { tagId: 'alpha tag', channelId: 'alpha channel' },
          tag: {
            name: 'alpha tag',
            rate: '2.50',
            status: 1,
            advertiserName: 'alpha advertiser',
            advertiserStatus: 1,
            inactiveReason: null,
          },
          channel: { name: 'alpha channel', status: 1, floor: '0.00', inactiveReason: null },
        },
      ],
    });
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { startsOn: '2099-01-01' });
    expect((await call('GET', `/api/demand/waterfall?tagId=${account.ids.tag}`)).body).toMatchObject({
      total: 1,
      rows: [{ tag: { inactiveReason: 'scheduled' } }],
    });
    await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { startsOn: null });
  });

  test('[CALL-02] [LIST-01] [LIST-02] the shared lists are arrays of names', async () => {
    const list = async (path: string) => (await call('GET', path)).body as Record<string, unknown>[];
    expect(await list('/api/demand/tags/list')).toContainEqual({
      id: account.ids.tag,
      name: 'alpha tag',
      uid: expect.stringMatching(/^[0-9a-z]{16}$/) as string,
      status: 1,
    });
    expect(await list('/api/demand/tagnames/list')).toContainEqual({ id: account.ids.tag, name: 'alpha tag' });
    expect((await list('/api/demand/channels/list')).map((item) => item['status'])).toContain(2);
    expect(await list('/api/demand/channelNames/list')).toEqual([{ id: account.ids.channel, name: 'alpha channel' }]);
    expect((await list('/api/demand/advs/list')).map((item) => item['id'])).toContain(account.ids.advertiser);
    expect(await list('/api/demand/subs/list')).toEqual([
      { id: account.ids.subpublisher, name: 'alpha sub-publisher' },
    ]);
    const root = await api.signIn('super');
    expect((await root('GET', '/api/demands/list')).body).toEqual([{ id: account.demandId, name: 'alpha' }]);
    expect((await call('GET', '/api/demands/list')).status).toBe(403);
  });
});

describe('names', () => {
  test('are unique in the account regardless of case, and free again once archived', async () => {
    const first = idOf(await call('POST', '/api/demand/subs', { name: 'Twice' }));
    const taken = await call('POST', '/api/demand/subs', { name: ' tWICE ' });
    expect(taken.status).toBe(409);
    expect(problemsOf(taken)).toEqual(['name: taken']);
    await call('PATCH', `/api/demand/subs/${first}`, { status: 2 });
    const second = idOf(await call('POST', '/api/demand/subs', { name: 'Twice' }));
    expect(problemsOf(await call('PATCH', `/api/demand/subs/${first}`, { status: 1 }))).toEqual(['name: taken']);
    expect((await call('PATCH', `/api/demand/subs/${second}`, { name: 'TWICE' })).status).toBe(200);
  });

  test('of two that take one name at the same moment, one is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/api/demand/subs', { name: 'At once' })),
    );
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});

describe('changes', () => {
  test('touch only the given fields; money is returned exactly', async () => {
    const path = `/api/demand/tags/${account.ids.tag}`;
    const before = (await call('GET', path)).body as { version: number };
    const after = (await call('PATCH', path, { rate: '0.0001' })).body as { updatedAt: string };
    const version = before.version + 1;
    expect(after).toEqual({ ...before, rate: '0.0001', version, updatedAt: after.updatedAt });
    const percent = await call('PATCH', `/api/demand/channels/${account.ids.channel}`, { costShare: 33.33 });
    expect(percent.body).toMatchObject({ costShare: 33.33 });
  });

  test('cannot touch fields that are fixed at creation', async () => {
    const answer = await call('PATCH', `/api/demand/waterfall/${account.ids.waterfallRow}`, { tagId: 1 });
    expect(problemsOf(answer)).toEqual(['tagId: unknown_field']);
  });

  test('an archived row is refused as a new reference, but stays an existing one', async () => {
    const advertiser = idOf(await call('POST', '/api/demand/advs', { name: 'to archive' }));
    const body = { name: 'kept', advertiserId: advertiser, url: 'https://ads.example/' };
    const tag = idOf(await call('POST', '/api/demand/tags', body));
    await call('PATCH', `/api/demand/advs/${advertiser}`, { status: 2 });
    const refused = await call('POST', '/api/demand/tags', { ...body, name: 'new' });
    expect(problemsOf(refused)).toEqual(['advertiserId: archived_reference']);
    expect(fixesOf(refused)).toEqual([`Open advertiser: /advertisers?open=${advertiser}&field=status`]);
    const same = await call('PATCH', `/api/demand/tags/${tag}`, { advertiserId: advertiser, rate: '1' });
    expect(same.body).toMatchObject({ rate: '1.00' });
  });

  test('a waterfall row is deleted; a second one of the same pair is refused', async () => {
    const pair = { channelId: account.ids.channel, tagId: account.ids.tag };
    expect(problemsOf(await call('POST', '/api/demand/waterfall', pair))).toEqual(['tagId: taken']);
    expect((await call('DELETE', `/api/demand/waterfall/${account.ids.waterfallRow}`)).status).toBe(200);
    expect((await call('DELETE', `/api/demand/waterfall/${account.ids.waterfallRow}`)).status).toBe(404);
    idOf(await call('POST', '/api/demand/waterfall', { ...pair, floor: '1.5' }));
  });
});

describe('a change of many rows', () => {
  test('returns a result per row; those that cannot have the status are named, the others get it', async () => {
    const make = async (name: string) => idOf(await call('POST', '/api/demand/advs', { name }));
    const archive = (id: number) => call('PATCH', `/api/demand/advs/${id}`, { status: 2 });
    const taken = await make('bulk taken');
    await archive(taken);
    await make('bulk taken');
    const one = await make('bulk same');
    await archive(one);
    const twin = await make('Bulk Same');
    await archive(twin);
    const plain = await make('bulk plain');
    const answer = await call('POST', '/api/demand/advs/bulk', {
      ids: [plain, twin, taken, 2_000_000_000, one],
      status: 0,
    });
    expect(answer.body).toMatchObject({
      changed: 2,
      results: [
        { id: plain, problem: null },
        { id: twin, problem: expect.objectContaining({ code: 'taken', path: 'name' }) as object },
        { id: taken, problem: expect.objectContaining({ code: 'taken', path: 'name' }) as object },
        { id: 2_000_000_000, problem: expect.objectContaining({ code: 'not_found' }) as object },
        { id: one, problem: null },
      ],
    });
    expect((await call('GET', `/api/demand/advs/${plain}`)).body).toMatchObject({ status: 0 });
    expect((await call('GET', `/api/demand/advs/${taken}`)).body).toMatchObject({ status: 2 });
  });

  test('takes all rows that match a filter', async () => {
    for (let count = 0; count < 25; count += 1) idOf(await call('POST', '/api/demand/advs', { name: `many ${count}` }));
    const answer = await call('POST', '/api/demand/advs/bulk', { all: { q: 'many ', status: [1] }, status: 0 });
    expect(answer.body).toMatchObject({ changed: 25 });
    expect((await call('GET', '/api/demand/advs?q=many&status=0')).body).toMatchObject({ total: 25 });
  });

  test('needs either ids or a filter', async () => {
    for (const body of [{ status: 0 }, { ids: [1], all: {}, status: 0 }, { ids: [], status: 0 }, { all: {} }]) {
      expect((await call('POST', '/api/demand/advs/bulk', body)).status).toBe(400);
    }
  });
});

test('the tag of a channel has the parameters of its environment', async () => {
  const path = `/api/demand/channels/${account.ids.channel}/tag`;
  const web = (await call('GET', path)).body as {
    url: string;
    fullUrl: string;
    parameters: { param: string; isRequired: boolean }[];
  };
  expect(web.url).toMatch(/^https:\/\/ads\.example\/vast\/[0-9a-z]{16}$/);
  expect(web.fullUrl).toContain('url=[PAGEURL]');
  await call('PATCH', `/api/demand/channels/${account.ids.channel}`, { environment: 'ctv' });
  const ctv = (await call('GET', path)).body as typeof web;
  expect(ctv.parameters.filter((each) => each.isRequired).map((each) => each.param)).toEqual([
    'app_bundle',
    'app_name',
    'app_store_url',
  ]);
  expect(ctv.fullUrl).not.toContain('PAGEURL');
});
