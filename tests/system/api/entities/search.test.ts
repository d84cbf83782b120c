import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchHit } from '#api/search/searchContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let demand: Caller;
let root: Caller;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  demand = await api.signIn(own.logins.demand);
});
afterAll(() => api.close());

async function find(call: Caller, q: string, entities?: string): Promise<SearchHit[]> {
  const more = entities === undefined ? '' : `&entities=${entities}`;
  const answer = await call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as SearchHit[];
}

const kindsOf = (hits: SearchHit[]) => [...new Set(hits.map((hit) => hit.entity))];

describe('GET /api/search', () => {
  test('finds objects of every kind that the caller may read, by a part of their name', async () => {
    const hits = await find(demand, 'ALPHA');
    expect(kindsOf(hits)).toEqual(
      expect.arrayContaining(['advertiser', 'subpublisher', 'tag', 'channel', 'supplier', 'campaign', 'deal', 'ivt']),
    );
    expect(kindsOf(hits)).not.toContain('demand');
    expect(hits.find((hit) => hit.entity === 'advertiser')).toEqual({
      entity: 'advertiser',
      id: own.ids.advertiser,
      name: 'alpha advertiser',
      status: 1,
    });
  });

  test('finds by id, before names that contain the digits', async () => {
    const named = idOf(await demand('POST', '/api/demand/targetings', { name: `0 of ${own.ids.targeting}` }));
    const hits = await find(demand, String(own.ids.targeting), 'targeting');
    expect(hits.map((hit) => hit.id)).toEqual([own.ids.targeting, named]);
  });

  test('finds a row by its id among many names with the digits', async () => {
    for (let at = 0; at < 9; at += 1)
      await demand('POST', '/api/demand/ivts', { name: `${at} × ${own.ids.ivt}`, url: 'https://pixel.example/' });
    const hits = await find(demand, String(own.ids.ivt), 'ivt');
    expect(hits).toHaveLength(8);
    expect(hits[0]?.id).toBe(own.ids.ivt);
  });

  test('finds by uid, by deal id and by login', async () => {
    const tag = (await demand('GET', `/api/demand/tags/${own.ids.tag}`)).body as { uid: string };
    expect(await find(demand, tag.uid)).toEqual([
      { entity: 'tag', id: own.ids.tag, name: 'alpha tag', uid: tag.uid, status: 1 },
    ]);
    expect((await find(demand, 'alpha-deal')).map((hit) => [hit.entity, hit.id])).toEqual([['deal', own.ids.deal]]);
    expect((await find(root, 'alpha-sdk', 'user')).map((hit) => hit.name)).toEqual(['alpha sdk']);
  });

  test('[GUARD-03] finds nothing of other accounts', async () => {
    expect(await find(demand, 'bravo')).toEqual([]);
    expect(await find(demand, String(foreign.ids.tag), 'tag')).toEqual([]);
    expect((await find(root, 'bravo', 'demand')).map((hit) => hit.id)).toEqual([foreign.demandId]);
  });

  test('[GUARD-03] finds what a manager’s role and its partners allow', async () => {
    const body = { name: 'm', login: 'scoped', password, managerRole: 'trafficker' };
    const other = idOf(await demand('POST', '/api/demand/advs', { name: 'alpha second advertiser' }));
    const made = await demand('POST', '/api/demand/managers', { ...body, scopeAdvertiserIds: [other] });
    expect(made.status, made.text).toBe(201);
    const manager = await api.signIn('scoped');
    expect((await find(manager, 'alpha', 'advertiser')).map((hit) => hit.id)).toEqual([other]);
    expect(await find(manager, 'alpha', 'tag')).toEqual([]);
    await demand('POST', '/api/demand/managers', { ...body, login: 'money', managerRole: 'finance' });
    const finance = await api.signIn('money');
    expect(kindsOf(await find(finance, 'alpha'))).toEqual(['advertiser', 'subpublisher', 'supplier', 'adexchange']);
    expect(await find(finance, 'alpha', 'tag,channel')).toEqual([]);
  });

  test('is empty for callers who may read no object, and refused without a session', async () => {
    expect(await find(await api.signIn(own.logins.sub), 'alpha')).toEqual([]);
    expect((await api.anonymous('GET', '/api/search?q=alpha')).status).toBe(403);
  });

  test('returns at most 8 of an entity and 40 in total, without losing other entities', async () => {
    for (let at = 0; at < 10; at += 1) {
      for (const path of ['advs', 'subs', 'sups', 'adexchanges', 'targetings', 'applists']) {
        const more = path === 'adexchanges' ? { endpoint: 'https://buyer.example/bid' } : {};
        await demand('POST', `/api/demand/${path}`, { name: `needle ${at}`, ...more });
      }
    }
    const hits = await find(demand, 'needle');
    expect(hits).toHaveLength(40);
    for (const kind of kindsOf(hits)) {
      expect(hits.filter((hit) => hit.entity === kind).length).toBeLessThanOrEqual(8);
      expect(hits.filter((hit) => hit.entity === kind).length).toBeGreaterThanOrEqual(6);
    }
    expect(kindsOf(hits)).toHaveLength(6);
  });

  test('pattern characters are literal', async () => {
    expect(await find(demand, '%')).toEqual([]);
    expect(await find(demand, '_lpha')).toEqual([]);
  });

  test('names every fault of an invalid query', async () => {
    const without = await demand('GET', '/api/search');
    expect([without.status, problemsOf(without)]).toEqual([400, ['q: invalid_type']]);
    const bad = await demand('GET', '/api/search?q=%20&entities=tag,secret');
    expect(bad.status).toBe(400);
    expect(problemsOf(bad)).toEqual(expect.arrayContaining([expect.stringContaining('q: ')]));
    expect(problemsOf(bad).some((each) => each.startsWith('entities'))).toBe(true);
  });
});
