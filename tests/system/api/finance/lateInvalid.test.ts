import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import type { FinanceAccountMonth, FinanceParts } from '#api/finance/monthContract.ts';
import { partFaults, partKinds, type PartKind } from '#model/finance/index.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type Fact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const month = new Date(Date.now() - new Date().getUTCDate() * 86_400_000).toISOString().slice(0, 7);
const start = Date.parse(`${month}-01T00:00:00Z`);

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let root: Caller;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
});
afterAll(async () => {
  await api.close();
  await facts.close();
});

const place = (): Partial<Fact> => ({
  at: start + 5 * 3_600_000,
  demandId: account.demandId,
  channelId: account.ids.channel,
  subpublisherId: account.ids.subpublisher,
  tagId: account.ids.tag,
  advertiserId: account.ids.advertiser,
  event: 'impression',
  marketplace: 'Northwind',
});

/** The adjustment of an impression. */
const adjustment = () =>
  buildFact({
    ...place(),
    kind: 'adjustment',
    ivt: 'click_rate',
    adjustedImps: 1,
    adjustedRev: 4_000_001,
    adjustedCost: 3_000_003,
    adjustedRevM: 4_000_001,
    adjustedRevMd: 3_500_001,
  });

async function readMonth(): Promise<FinanceAccountMonth['statement']> {
  const answer = await root('GET', `/api/finance/months/${month}/accounts/${account.demandId}`);
  return (answer.body as FinanceAccountMonth).statement;
}

async function readParts(by: PartKind): Promise<FinanceParts> {
  const answer = await root('GET', `/api/finance/months/${month}/accounts/${account.demandId}/parts?by=${by}`);
  return answer.body as FinanceParts;
}

test('what is found invalid later is deducted from an open month and its parts, and not from a closed one', async () => {
  const impression = buildFact({
    ...place(),
    kind: 'event',
    ivt: 'valid',
    imps: 1,
    rev: 4_000_001,
    cost: 3_000_003,
    revM: 4_000_001,
    revMd: 3_500_001,
  });
  const token = (name: string) => ({ token: `late ${name} ${start}` });
  await facts.clickhouse.insertRows('facts', factLines([impression, impression, impression, adjustment()]), token('1'));
  const open = await readMonth();
  expect(open).toMatchObject({
    imps: 3,
    rev: '0.008000002',
    revM: '0.008000002',
    cost: '0.006000006',
    dspShare: '0.001',
    lateInvalid: { imps: 1, rev: '0.004000001', cost: '0.003000003' },
  });
  for (const by of partKinds) {
    const { rows } = await readParts(by);
    expect(partFaults(open, rows), by).toEqual([]);
    expect(rows.find(({ key }) => key !== '' && key !== '0')?.lateInvalid ?? rows[0]?.lateInvalid, by).toEqual(
      open.lateInvalid,
    );
  }
  const csv = await root('GET', `/api/finance/months/${month}/accounts/${account.demandId}/parts.csv?by=channel`);
  expect(csv.text.split('\r\n')[0]).toMatch(/Late invalid impressions,.*revenue.*,.*supply cost/);

  const body = { demandIds: [account.demandId], isEarly: true };
  expect((await root('POST', `/api/finance/months/${month}/close`, body)).status).toBe(200);
  await facts.clickhouse.insertRows('facts', factLines([adjustment()]), token('2'));
  expect(await readMonth()).toEqual(open);
  const payable = await root('GET', `/api/finance/accounts/${account.demandId}/items?kind=subpublisher&month=${month}`);
  expect((payable.body as FinanceItems).rows).toMatchObject([{ amount: '0.006000006' }]);
  const answer = await root('GET', `/api/finance/months/${month}/accounts/${account.demandId}`);
  // The operator's share of the marketplace revenue that is invalid now.
  expect((answer.body as FinanceAccountMonth).afterClose).toMatchObject({ difference: '-0.0005' });
});

test('months that were closed before traffic was reviewed have no late invalid traffic', async () => {
  await api.sql(`update finance_closings set record = (record::jsonb #- '{statement,lateInvalid}')::json`);
  expect((await readMonth()).lateInvalid).toBeUndefined();
  const csv = await root('GET', `/api/finance/months/${month}/statements.csv`);
  expect(csv.text).toMatch(/,0,0\.000000000,0\.000000000\r\n/);
});
