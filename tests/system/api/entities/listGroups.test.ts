import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../../stores/openTestTables.ts';
import { factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { tagTraffic } from './tagTraffic.ts';

const range = 'from=2026-11-01&to=2026-11-02';

let clickhouse: ClickHouse;
let api: TestApi;
let acme: TestAccount;
let other: TestAccount;
let own: Caller;

beforeAll(async () => {
  ({ clickhouse } = await openTestTables());
  api = await startTestApi({ facts: clickhouse });
  acme = await buildAccount(api, 'Acme');
  other = await buildAccount(api, 'Other');
  own = await api.signIn(acme.logins.demand);
});

afterAll(async () => {
  await api.close();
  await clickhouse.close();
});

async function newTag(name: string, more: object = {}): Promise<number> {
  const values = { name, advertiserId: acme.ids.advertiser, url: 'https://ads.example/vast', rate: '2.50', ...more };
  return idOf(await own('POST', '/api/demand/tags', values));
}

describe('[REF-07] lists by partner', () => {
  type Groups = {
    groups: { value: string; label: string; values: string[]; count: number; metrics?: Record<string, string> }[];
    total: number;
    totals?: { metrics: Record<string, string> };
  };
  const groupsOf = async (query: string, path = 'demand/tags') => {
    const answer = await own('GET', `/api/${path}/groups?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Groups;
  };

  test('a group has the exact sums of all its rows, and a Prebid variant counts as its company', async () => {
    const rtb = { integration: 'RTB', endpoint: 'https://buyer.example/bid', partner: 'pubmatic' };
    const first = await newTag('grouped one', rtb);
    await newTag('grouped two', rtb);
    const params = { publisherId: '1', tagId: '2', adSlot: '3' };
    await newTag('grouped three', { integration: 'PreBid', partner: 'pubmaticP', partnerParams: params });
    const at = Date.UTC(2026, 10, 1, 5);
    const traffic = tagTraffic(acme, { at, tagId: first, calls: 3, rev: 9_007_199_254_740_993n });
    await clickhouse.insertRows('facts', factLines(traffic), { token: 'groups' });
    const query = `q=grouped&metrics=imps,rev&${range}`;
    const list = (await own('GET', `/api/demand/tags?${query}&size=1`)).body as Groups;
    const { groups, total, totals } = await groupsOf(query);
    expect(total).toBe(3);
    expect(groups).toMatchObject([{ value: 'pubmatic', label: 'PubMatic', count: 3 }]);
    expect(groups[0]?.values.toSorted()).toEqual(['pubmatic', 'pubmaticP']);
    expect(groups[0]?.metrics).toEqual(list.totals?.metrics);
    expect(totals?.metrics).toEqual(list.totals?.metrics);
    expect(await groupsOf('q=grouped&partner=pubmaticP')).toMatchObject({ total: 1, groups: [{ count: 1 }] });
  });

  test('rows without a partner are the last group, and can be filtered by its values', async () => {
    const { groups, total } = await groupsOf('sort=-name');
    const last = groups.at(-1);
    expect(last).toMatchObject({ value: '', label: '', values: ['none'] });
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(((await own('GET', `/api/demand/tags?partner=${last?.values.join(',')}`)).body as Groups).total).toBe(
      last?.count,
    );
  });

  test('suppliers and ad exchanges have groups, other entities and other accounts’ rows do not', async () => {
    for (const path of ['demand/sups', 'demand/adexchanges']) {
      expect(await groupsOf('', path)).toMatchObject({ total: 1, groups: [{ value: '', count: 1 }] });
    }
    expect((await own('GET', '/api/demand/channels/groups')).status).toBe(400);
    const neighbour = await api.signIn(other.logins.demand);
    expect((await neighbour('GET', '/api/demand/tags/groups')).body).toMatchObject({ total: 1 });
  });
});
