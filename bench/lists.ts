import { migrateDatabase } from '../tests/stores/migrateDatabase.ts';
import { openTestPostgres, type TestStore } from '../tests/stores/openTestPostgres.ts';
import { openOwnFacts } from '../tests/system/events/openOwnFacts.ts';
import { buildAccount } from '../tests/system/api/buildAccount.ts';
import { startTestApi, type Caller } from '../tests/system/api/startTestApi.ts';
import { buildFact, factLines, type Fact } from '../tests/system/reports/buildFacts.ts';
import { medianOf } from './medianOf.ts';

const tagCount = 10_000;
const rounds = 30;
const metrics = 'reqs,opps,imps,fill,ecpm,rev,cost,profit,margin';

/** Milliseconds for a page of 50 of 10,000 tags with figures, states and totals; the first time with empty caches. */
export async function benchLists(): Promise<string> {
  const store = await openOwnFacts();
  const api = await startTestApi({ facts: store.clickhouse, database: await openMigrated() });
  const { demandId, ids, logins } = await buildAccount(api, 'Bench');
  await api.sql(`insert into tags (demand_id, status, name, uid, advertiser_id, source, url, vast_xml, rate)
    select ${demandId}, 1, 'Tag ' || n, lpad(n::text, 16, '0'), ${ids.advertiser}, 'url', 'https://ads.example/', '', 2500000000
    from generate_series(1, ${tagCount}) n`);
  await api.sql(`insert into waterfall_rows (demand_id, channel_id, tag_id, tier, weight, is_enabled)
    select ${demandId}, ${ids.channel}, id, 1, 50, true from tags where name like 'Tag %'`);
  await fillFacts(store.clickhouse, { demandId, ids }, api.deps.now().getTime());
  const call = await api.signIn(logins.demand);

  const plain = await measured(call, '/api/demand/tags?size=50&sort=-id');
  const cold = await measured(call, `/api/demand/tags?size=50&sort=-id&metrics=${metrics}`, () =>
    api.moveClock(10_000),
  );
  const warm = await measured(call, `/api/demand/tags?size=50&sort=-id&metrics=${metrics}`);
  const sorted = await measured(call, `/api/demand/tags?size=50&sort=-profit&metrics=${metrics}`);
  const byState = await measured(call, `/api/demand/tags?size=50&state=no_channel,unhealthy&metrics=${metrics}`);
  const facets = await measured(call, '/api/demand/tags/facets');
  await api.close();
  await store.close();
  return (
    `10,000 tags, a page of 50: without figures ${plain} ms, by state ${byState} ms, values counted ${facets} ms, ` +
    `figures uncached ${cold} ms, sorted by profit ${sorted} ms, with figures ${warm} ms`
  );
}

/** The embedded database with all migrations. */
async function openMigrated(): Promise<TestStore> {
  const store = await openTestPostgres();
  await migrateDatabase(store.url);
  return store;
}

async function measured(call: Caller, path: string, before = () => {}): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    before();
    const startedAt = performance.now();
    const answer = await call('GET', path);
    times.push(performance.now() - startedAt);
    if (answer.status !== 200 || answer.text.includes('"figures":"away"')) throw new Error(answer.text.slice(0, 500));
  }
  return medianOf(times).toFixed(0);
}

/** Calls and impressions of every tag, some hours of today and yesterday. */
async function fillFacts(
  clickhouse: Awaited<ReturnType<typeof openOwnFacts>>['clickhouse'],
  { demandId, ids }: { demandId: number; ids: { channel: number; advertiser: number; subpublisher: number } },
  now: number,
): Promise<void> {
  for (const hours of [0, 1, 2, 23, 24, 25]) {
    const rows: Fact[] = [];
    for (let tagId = 1; tagId <= tagCount; tagId += 1) {
      const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: now - hours * 3_600_000 };
      const demand = { advertiserId: ids.advertiser, tagId, tier: 1 };
      const sent = 50 + (tagId % 400);
      rows.push(buildFact({ ...place, ...demand, kind: 'candidate', candidates: sent, sent, answered: sent - 1 }));
      const earned = { imps: sent / 2, rev: sent * 1_250_000, cost: sent * 800_001, systemCost: sent };
      rows.push(buildFact({ ...place, ...demand, kind: 'event', event: 'impression', ...earned, imps: sent >> 1 }));
    }
    await clickhouse.insertRows('facts', factLines(rows), { token: `bench-${hours}` });
  }
}
