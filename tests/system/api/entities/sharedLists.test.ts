import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let alpha: TestAccount;
let own: Caller;

beforeAll(async () => {
  api = await startTestApi({ edition: 'V2V' });
  alpha = await buildAccount(api, 'alpha');
  await buildAccount(api, 'bravo');
  own = await api.signIn(alpha.logins.demand);
});
afterAll(() => api.close());

type Item = Record<string, unknown>;

/** The items of each list for the account, by the path in the specification. */
const expected = (): Record<string, Item[]> => {
  const { ids } = alpha;
  const uid: unknown = expect.stringMatching(/^[0-9a-z]{16}$/);
  return {
    applists: [{ id: ids.appList, name: 'alpha applists' }],
    crelists: [{ id: ids.creList, name: 'alpha crelists', creCount: 0 }],
    publists: [{ id: ids.pubList, name: 'alpha publists', pubCount: 0 }],
    adexchanges: [{ id: ids.adexchange, name: 'alpha adexchanges' }],
    deals: [{ id: ids.deal, name: 'alpha deals' }],
    campaigns: [{ id: ids.campaign, name: 'alpha campaigns' }],
    advs: [{ id: ids.advertiser, name: 'alpha advertiser' }],
    subs: [{ id: ids.subpublisher, name: 'alpha sub-publisher' }],
    sups: [{ id: ids.supplier, name: 'alpha sups' }],
    channels: [{ id: ids.channel, name: 'alpha channel', uid, status: 1 }],
    channelNames: [{ id: ids.channel, name: 'alpha channel' }],
    targetings: [{ id: ids.targeting, name: 'alpha targetings' }],
    tags: [{ id: ids.tag, name: 'alpha tag', uid, status: 1 }],
    tagnames: [{ id: ids.tag, name: 'alpha tag' }],
    creatives: [{ id: ids.creative, name: 'alpha creatives', status: 1 }],
    ivts: [{ id: ids.ivt, name: 'alpha ivts' }],
  };
};

describe('[CALL-02] [LIST-01] [MODE-05] shared lists', () => {
  test('each call returns the account’s own items with id and name, and nothing of another account', async () => {
    for (const [list, items] of Object.entries(expected())) {
      const answer = await own('GET', `/api/demand/${list}/list`);
      expect(answer.status, list).toBe(200);
      expect(answer.body, list).toEqual(items);
    }
  });

  test('[LIST-02] archived tags, channels and creatives stay in their lists with their status; others are removed', async () => {
    for (const [path, id] of [
      ['tags', alpha.ids.tag],
      ['channels', alpha.ids.channel],
      ['creatives', alpha.ids.creative],
      ['deals', alpha.ids.deal],
    ] as const) {
      await own('PATCH', `/api/demand/${path}/${id}`, { status: 2 });
    }
    const statusesIn = async (list: string) =>
      ((await own('GET', `/api/demand/${list}/list`)).body as { status?: number }[]).map(({ status }) => status);
    expect(await statusesIn('tags')).toEqual([2]);
    expect(await statusesIn('channels')).toEqual([2]);
    expect(await statusesIn('creatives')).toEqual([2]);
    expect(await statusesIn('tagnames')).toEqual([]);
    expect(await statusesIn('channelNames')).toEqual([]);
    expect(await statusesIn('deals')).toEqual([]);
  });
});

test('[CALL-03] the list of demand accounts is only for admins', async () => {
  const root = await api.signIn('super');
  const items = (await root('GET', '/api/demands/list')).body as Item[];
  expect(items.map(({ name }) => name)).toEqual(['alpha', 'bravo']);
  expect(items[0]).toEqual({ id: alpha.demandId, name: 'alpha' });
  expect((await own('GET', '/api/demands/list')).status).toBe(403);
});
