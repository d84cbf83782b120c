import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SdkHealth } from '#api/sdk/sdkContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'bravo');
  const now = Date.now();
  const of = (demandId: number, ago: number, more: object) =>
    buildFact({ demandId, at: now - ago * hourMs, app: 'com.example.alpha', ...more });
  const rows = [
    of(account.demandId, 0, { calls: 1, reqs: 1 }),
    of(account.demandId, 2, { calls: 1, reqs: 1 }),
    of(account.demandId, 1, { kind: 'event', event: 'impression', imps: 1 }),
    of(account.demandId, 30, { calls: 1, reqs: 1 }),
    of(account.demandId, 60, { calls: 1, reqs: 1 }),
    // Another account’s traffic under the same bundle.
    of(other.demandId, 1, { calls: 1, reqs: 1 }),
  ];
  await facts.clickhouse.insertRows('facts', factLines(rows), { token: 'health' });
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

test('the health of apps is that of the caller’s account, with the figures of a day and of the day before', async () => {
  const sdk = await api.signIn(account.logins.sdk);
  const settings = { forceOff: true, minSupportedSdk: '1.4' };
  const changed = await sdk('PATCH', `/api/sdk/configs/${account.ids.sdkConfig}`, { content: settings });
  expect(changed.status, changed.text).toBe(200);
  expect((await sdk('POST', `/api/sdk/configs/${account.ids.sdkConfig}/publish`)).status).toBe(200);
  const answer = await sdk('GET', '/api/sdk/health');
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body as SdkHealth).toMatchObject({
    apps: [
      {
        id: account.ids.sdkApp,
        name: 'alpha app',
        placements: { active: 1, all: 1 },
        versions: [{ name: 'alpha-1', percent: 100, forceOff: true, minSupportedSdk: '1.4' }],
        now: { reqs: 2, slots: 2, imps: 1, errors: 0 },
        before: { reqs: 1, slots: 1, imps: 0, errors: 0 },
      },
    ],
  });
  expect((answer.body as SdkHealth).apps).toHaveLength(1);
  expect((await (await api.signIn(account.logins.sub))('GET', '/api/sdk/health')).status).toBe(403);
});
