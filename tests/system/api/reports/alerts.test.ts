import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

let facts: FactsFixture;
let api: TestApi;
let acme: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  acme = await buildAccount(api, 'Acme');
  other = await buildAccount(api, 'Other');
  const { demandId, ids } = acme;
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: Date.now() };
  const demand = { advertiserId: ids.advertiser, tagId: ids.tag, tier: 1 };
  const rows = [
    buildFact({ ...place, calls: 2000, reqs: 2000, opps: 300, ivt: 'valid' }),
    buildFact({ ...place, calls: 500, reason: 'ivt_prebid', ivt: 'crawler' }),
    buildFact({ ...place, ...demand, kind: 'candidate', candidates: 2000, sent: 2000, answered: 300 }),
    buildFact({ ...place, ...demand, kind: 'event', event: 'impression', imps: 200 }),
    buildFact({ ...place, ...demand, kind: 'event', event: 'error', errorCode: 405, errors: 90 }),
  ];
  await facts.clickhouse.insertRows('facts', factLines(rows), { token: 'alerts' });
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

/** The alerts of a caller, in short. */
async function alertsOf(login: string, query = ''): Promise<string[]> {
  const caller = await api.signIn(login);
  const { body } = await caller('GET', `/api/dashboard/alerts${query}`);
  const { alerts } = body as { alerts: { kind: string; object: { entity: string; id: number } | null }[] };
  return alerts.map(({ kind, object }) => `${kind} ${object ? `${object.entity} ${object.id}` : 'platform'}`);
}

test('an account sees the faults of its own tags and channels, admins of all', async () => {
  const own = [`errors tag ${acme.ids.tag}`, `ivt channel ${acme.ids.channel}`];
  expect((await alertsOf(acme.logins.demand)).filter((each) => own.includes(each))).toEqual(own);
  expect((await alertsOf(other.logins.demand)).filter((each) => / (tag|channel) /.test(each))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(` (tag ${acme.ids.tag}|channel ${acme.ids.channel})$`))]),
  );
  expect(await alertsOf('super')).toEqual(expect.arrayContaining(own));
});

test('a channel that shows nothing for its requests raises an alert until it does', async () => {
  const { demandId, ids } = other;
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at: Date.now() };
  const channelFacts = factLines([buildFact({ ...place, calls: 150, reqs: 150, reason: 'no_answer' })]);
  await facts.clickhouse.insertRows('facts', channelFacts, { token: 'unfilled' });
  api.moveClock(6000);
  const expectedAlert = `no_fill channel ${ids.channel}`;
  expect(await alertsOf(other.logins.demand)).toContain(expectedAlert);
  const demand = { advertiserId: ids.advertiser, tagId: ids.tag, tier: 1 };
  const shown = factLines([buildFact({ ...place, ...demand, kind: 'event', event: 'impression', imps: 1 })]);
  await facts.clickhouse.insertRows('facts', shown, { token: 'filled' });
  api.moveClock(12_000);
  expect(await alertsOf(other.logins.demand)).not.toContain(expectedAlert);
});

test('a mode only has the alerts of its own side, and an unknown mode is refused', async () => {
  const caller = await api.signIn(acme.logins.demand);
  const values = { name: 'Without creatives', advertiserId: acme.ids.advertiser, bid: '1.00' };
  const made = await caller('POST', '/api/demand/campaigns', values);
  expect(made.status).toBe(201);
  const expectedAlert = `no_bids campaign ${(made.body as { id: number }).id}`;
  expect(await alertsOf(acme.logins.demand)).toContain(expectedAlert);
  const buying = await alertsOf(acme.logins.demand, '?mode=dsp');
  expect(buying).toContain(expectedAlert);
  expect(buying.filter((each) => / (tag|channel) /.test(each))).toEqual([]);
  const selling = await alertsOf(acme.logins.demand, '?mode=ssp');
  expect(selling).toContain(`errors tag ${acme.ids.tag}`);
  expect(selling).not.toContain(expectedAlert);
  expect(await alertsOf(other.logins.demand)).not.toContain(expectedAlert);
  expect((await caller('GET', '/api/dashboard/alerts?mode=both')).status).toBe(400);
});

test('partners have no alerts', async () => {
  for (const login of [acme.logins.sub, acme.logins.adv, acme.logins.sdk]) {
    const caller = await api.signIn(login);
    expect((await caller('GET', '/api/dashboard/alerts')).status).toBe(403);
  }
});
