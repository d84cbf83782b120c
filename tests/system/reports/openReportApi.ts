import type { FactReader } from '#api/reports/runReport.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../stores/openTestTables.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { password, startTestApi, type TestApi } from '../api/startTestApi.ts';
import type { CheckedResponses } from '../api/checkResponses.ts';
import { buildFact, factLines, type Fact } from './buildFacts.ts';

/** An API with the facts of two accounts from the first to the fourth of November 2026; it is the fifth. */
export interface ReportApi {
  api: TestApi;
  /** Calls it, and compares the response with the API's document. */
  inject: CheckedResponses['inject'];
  clickhouse: ClickHouse;
  /** Sees the system cost, and also sells through a marketplace. */
  acme: TestAccount;
  other: TestAccount;
  /** Signs in; returns the session's cookie. */
  cookieOf(login: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the API on separate stores; `between` can be a proxy to the facts. */
export async function openReportApi(
  between: (clickhouse: ClickHouse) => FactReader = (store) => store,
): Promise<ReportApi> {
  const { clickhouse } = await openTestTables();
  const api = await startTestApi({ facts: between(clickhouse) });
  api.moveClock(Date.parse('2026-11-05T12:00:00Z') - api.deps.now().getTime());
  const acme = await buildAccount(api, 'Acme');
  const other = await buildAccount(api, 'Other');
  const root = await api.signIn('super');
  const changed = await root('PATCH', `/api/demands/${acme.demandId}`, { showSystemCost: true });
  if (changed.status !== 200) throw new Error(`the account was not changed: ${changed.text}`);
  const rows = [...trafficOf(acme, 1_500_000), ...trafficOf(other, 7_000_000), ...marketplaceTrafficOf(acme)];
  await clickhouse.insertRows('facts', factLines(rows), { token: 'traffic' });
  return {
    api,
    inject: api.inject,
    clickhouse,
    acme,
    other,
    async cookieOf(login) {
      const answer = await api.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { host: 'console.example' },
        payload: { login, password },
      });
      return String(answer.headers['set-cookie']).split(';')[0] ?? '';
    },
    async close() {
      await api.close();
      await clickhouse.close();
    },
  };
}

/** Two requests to the account's channel, one of them served by its tag, and one to a channel without partner. */
function trafficOf({ demandId, ids }: TestAccount, rev: number): Fact[] {
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: Date.UTC(2026, 10, 1, 12) };
  const demand = { advertiserId: ids.advertiser, tagId: ids.tag, tier: 1 };
  return [
    buildFact({ ...place, calls: 1, reqs: 1, opps: 1, systemCost: 1000 }),
    buildFact({ ...place, calls: 1, reqs: 1, reason: 'no_answer', systemCost: 1000 }),
    buildFact({ ...place, channelId: 999_999, subpublisherId: 0, calls: 1, reqs: 1, reason: 'no_answer' }),
    buildFact({ ...place, ...demand, kind: 'candidate', candidates: 2, sent: 2, answered: 1, timeouts: 1 }),
    buildFact({
      ...place,
      ...demand,
      kind: 'event',
      event: 'impression',
      imps: 1,
      rev,
      cost: rev / 2,
      systemCost: 500,
    }),
  ];
}

/** On the fourth: two calls sent to a marketplace partner and one to a direct tag, each side with an impression. */
function marketplaceTrafficOf({ demandId, ids }: TestAccount): Fact[] {
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: Date.UTC(2026, 10, 4, 12) };
  const direct = { ...place, advertiserId: ids.advertiser, tagId: ids.tag, tier: 1 };
  const sold = { ...direct, advertiserId: ids.advertiser + 1, marketplace: 'Exchange A' };
  const impression = { kind: 'event', event: 'impression', imps: 1 } as const;
  return [
    buildFact({ ...sold, kind: 'candidate', candidates: 2, sent: 2, answered: 1 }),
    buildFact({ ...direct, kind: 'candidate', candidates: 1, sent: 1, answered: 1 }),
    buildFact({ ...sold, ...impression, rev: 2_000_000, revM: 2_000_000, revMd: 1_700_000 }),
    buildFact({ ...direct, ...impression, rev: 500_000 }),
  ];
}
