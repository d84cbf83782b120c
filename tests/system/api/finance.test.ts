import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinanceAccountMonth, FinanceMonth, FinanceParts, FinancePrices } from '#api/finance/financeContract.ts';
import { partFaults, partKinds } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import { openFacts, type FactsFixture } from '../events/openFacts.ts';
import { buildFact, type Fact, factLines, pick, seededDraw } from '../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from './buildAccount.ts';
import { type Answer, type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from './startTestApi.ts';

const dayMs = 86_400_000;

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let root: Caller;
let admin: Caller;
let inserted = 0;

/** The month before the current one, which the tests close. */
const month = new Date(Date.now() - new Date().getUTCDate() * dayMs).toISOString().slice(0, 7);
const thisMonth = new Date().toISOString().slice(0, 7);
const start = Date.parse(`${month}-01T00:00:00Z`);
const fees = { request: 2_000, impression: 50_000, postbid: 30_000 };

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Ada', login: 'admin', password, type: 'admin' });
  admin = await api.signIn('admin');
  for (const { demandId } of [account, other]) {
    const prices = { priceReq: '0.0020', priceImp: '0.0500', priceDsp: 12.5, pricePostbid: '0.0300' };
    expect((await root('PATCH', `/api/demands/${demandId}`, prices)).status).toBe(200);
  }
  // The prices were in force before the month began.
  await api.sql(`update changes set at = '2000-01-01' where entity = 'demand'`);
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

async function insert(given: readonly Fact[]): Promise<void> {
  await facts.clickhouse.insertRows('facts', factLines(given), { token: `finance ${(inserted += 1)}` });
}

/** Requests and impressions of an account's days, charged as serving charges them. */
function traffic(of: TestAccount, seed: number, count: number, scale = 1): Fact[] {
  const draw = seededDraw(seed);
  return Array.from({ length: count }, () => {
    const at = start + draw(28 * dayMs);
    const place = { at, demandId: of.demandId, channelId: of.ids.channel, subpublisherId: of.ids.subpublisher };
    if (draw(2) === 0) {
      return buildFact({
        ...place,
        calls: 1,
        reqs: 1,
        opps: 1,
        cost: draw(2) * 700,
        systemCost: (fees.request / 1_000) * 1_000 * scale,
      });
    }
    const isScanned = draw(3) === 0;
    const rev = 1_000_000 + draw(9_000_007);
    const marketplace = pick(draw, ['', 'Exchange']);
    return buildFact({
      ...place,
      kind: 'event',
      event: 'impression',
      tagId: of.ids.tag,
      advertiserId: of.ids.advertiser,
      imps: 1,
      scanned: isScanned ? 1 : 0,
      rev,
      cost: Math.floor(rev * 0.7),
      systemCost: (fees.impression + (isScanned ? fees.postbid : 0)) * scale,
      marketplace,
      revM: marketplace === '' ? 0 : rev,
      revMd: marketplace === '' ? 0 : rev - Math.floor(rev / 8),
    });
  });
}

const path = (of: TestAccount, rest = '') => `/api/finance/months/${month}/accounts/${of.demandId}${rest}`;

async function read(of: TestAccount, caller = admin): Promise<FinanceAccountMonth> {
  const answer = await caller('GET', path(of));
  expect(answer.status, answer.text).toBe(200);
  return answer.body as FinanceAccountMonth;
}

function codesOf(answer: Answer): string[] {
  return problemsOf(answer).map((problem) => problem.split(': ')[1] ?? '');
}

describe('the month of an account', () => {
  test('has components that add up to the recorded system cost, and parts that add up to the statement', async () => {
    await insert([...traffic(account, 1, 600), ...traffic(other, 2, 200)]);
    const { statement, ...rest } = await read(account);
    expect(statement.otherPrices).toBe('0.00');
    expect(statement.fees.map(({ kind, price }) => [kind, price])).toEqual([
      ['request', '0.002'],
      ['impression', '0.05'],
      ['postbid', '0.03'],
    ]);
    const components = statement.fees.reduce((sum, { amount }) => sum + nanosFromUsd(amount), 0n);
    const { systemCost_sum: recorded } = (
      await facts.clickhouse.query<{ systemCost_sum: string }>(
        `SELECT sum(systemCost) AS systemCost_sum FROM facts WHERE demandId = ${account.demandId}`,
      )
    )[0] ?? { systemCost_sum: '' };
    expect(components).toBe(BigInt(recorded));
    expect(nanosFromUsd(statement.charges)).toBe(components + nanosFromUsd(statement.dspShare));
    expect(rest).toMatchObject({ state: 'draft', isOver: true, invoice: null, adjustments: '0.00' });
    for (const by of partKinds) {
      const parts = (await admin('GET', `${path(account, '/parts')}?by=${by}`)).body as FinanceParts;
      expect(partFaults(statement, parts.rows), by).toEqual([]);
      expect(parts.isFrozen).toBe(false);
    }
    const listed = (await admin('GET', `/api/finance/months/${month}`)).body as FinanceMonth;
    expect(listed.rows.map(({ name }) => name)).toEqual(['alpha', 'bravo']);
    expect(listed.rows[0]?.statement).toEqual(statement);
  });

  test('shows what was recorded at other prices as a line of its own', async () => {
    await insert([
      buildFact({ at: start + 5, demandId: other.demandId, calls: 1, reqs: 1, systemCost: fees.request + 77 }),
    ]);
    expect((await read(other)).statement.otherPrices).toBe('0.000000077');
  });
});
