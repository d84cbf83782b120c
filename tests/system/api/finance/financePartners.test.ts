import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import type { FinanceAccountMonth, FinanceParts } from '#api/finance/monthContract.ts';
import type { Reconciliation } from '#api/finance/partnerContract.ts';
import { dayAfter, daysOf, itemKinds, type PartKind, partFaults, partKinds, sumUsd } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type RandomInt, type Fact, factLines, pick, seededRandomInt } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let admin: Caller;
let root: Caller;
let own: Caller;
let sold: Fact[];

/** The month before the current one. */
const month = new Date(Date.now() - new Date().getUTCDate() * dayMs).toISOString().slice(0, 7);
const start = Date.parse(`${month}-01T00:00:00Z`);
const lastDay = daysOf(month).to;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Ada', login: 'admin', password, type: 'admin' });
  admin = await api.signIn('admin');
  own = await api.signIn(account.logins.demand);
  const randomInt = seededRandomInt(11);
  sold = Array.from({ length: 500 }, () => saleOf(randomInt));
  const requestFacts = Array.from({ length: 200 }, () => requestOf(randomInt));
  await facts.clickhouse.insertRows('facts', factLines([...sold, ...requestFacts]), { token: 'partners' });
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

/** Where an ad was sold: in a channel of the sub-publisher, or by the supplier. */
function placeOf(randomInt: RandomInt): Partial<Fact> {
  const { demandId, ids } = account;
  const at = start + randomInt(28 * dayMs);
  return randomInt(2) === 0
    ? { at, demandId, channelId: ids.channel, subpublisherId: ids.subpublisher }
    : { at, demandId, channelId: 0, subpublisherId: 0, supplierId: ids.supplier };
}

/** An impression that a tag, an ad exchange or an own campaign bought. */
function saleOf(randomInt: RandomInt): Fact {
  const { tag, advertiser, adexchange, campaign, creative } = account.ids;
  const rev = 100_000_000 + randomInt(900_000_007);
  const buyer = pick<Partial<Fact>>(randomInt, [
    { tagId: tag, advertiserId: advertiser },
    { adexchangeId: adexchange, marketplace: 'alpha adexchanges', revM: rev, revMd: rev - Math.floor(rev / 8) },
    { advertiserId: advertiser, campaignId: campaign, creativeId: creative },
  ]);
  const event: Partial<Fact> = { kind: 'event', event: 'impression', imps: 1, systemCost: 50_000 };
  return buildFact({ ...placeOf(randomInt), ...event, ...buyer, rev, cost: Math.floor(rev * 0.7) });
}

function requestOf(randomInt: RandomInt): Fact {
  return buildFact({ ...placeOf(randomInt), calls: 1, reqs: 1, requestFee: 2000, systemCost: 2000 });
}

const monthPath = `/api/finance/months/${month}/accounts`;
const pathOf = (rest = '') => `${monthPath}/${account.demandId}${rest}`;

async function read<T>(path: string): Promise<T> {
  const answer = await admin('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as T;
}

const itemsOf = (kind: string) => read<FinanceItems>(`/api/finance/accounts/${account.demandId}/items?kind=${kind}`);
const partsOf = (by: PartKind) => read<FinanceParts>(pathOf(`/parts?by=${by}`));
const statementOf = async () => (await read<FinanceAccountMonth>(pathOf())).statement;
const moneyOf = (name: 'rev' | 'cost', isOf: (fact: Fact) => boolean) =>
  usdFromNanos(sold.filter(isOf).reduce((sum, fact) => sum + BigInt(fact[name]), 0n));

test('an open month has parts by supplier and by ad exchange that add up to it', async () => {
  const statement = await statementOf();
  for (const by of partKinds) expect(partFaults(statement, (await partsOf(by)).rows), by).toEqual([]);
  const [supplier, channels] = (await partsOf('supplier')).rows;
  expect(supplier).toMatchObject({ name: 'alpha sups', cost: moneyOf('cost', ({ supplierId }) => supplierId !== 0) });
  expect(supplier?.reqs).toBeGreaterThan(50);
  expect(channels).toMatchObject({ key: '', cost: moneyOf('cost', ({ supplierId }) => supplierId === 0) });
  const [exchange, none] = (await partsOf('adexchange')).rows;
  expect(exchange).toMatchObject({
    name: 'alpha adexchanges',
    reqs: null,
    rev: moneyOf('rev', ({ adexchangeId }) => adexchangeId !== 0),
    revM: moneyOf('rev', ({ adexchangeId }) => adexchangeId !== 0),
  });
  expect(none).toMatchObject({ key: '', rev: moneyOf('rev', ({ adexchangeId }) => adexchangeId === 0) });
});

test('closing it creates an item of every partner, which together are the revenue and cost of the month', async () => {
  const change = async (path: string, id: number, paymentTerms: string) =>
    (await own('PATCH', `/api/demand/${path}/${id}`, { paymentTerms })).status;
  expect(await change('sups', account.ids.supplier, '31')).toBe(400);
  expect(await change('sups', account.ids.supplier, '60')).toBe(200);
  expect(await change('adexchanges', account.ids.adexchange, '90')).toBe(200);
  for (const kind of itemKinds) expect((await itemsOf(kind)).rows).toEqual([]);
  const closed = await admin('POST', `/api/finance/months/${month}/close`, { demandIds: [account.demandId] });
  expect(closed.status).toBe(200);
  const all = await Promise.all(itemKinds.map(async (kind) => (await itemsOf(kind)).rows));
  expect(all.flat().map(({ kind, name, terms, dueOn }) => [kind, name, terms, dueOn])).toEqual([
    ['advertiser', 'alpha advertiser', 30, dayAfter(lastDay, 30)],
    ['adexchange', 'alpha adexchanges', 90, dayAfter(lastDay, 90)],
    ['subpublisher', 'alpha sub-publisher', 30, dayAfter(lastDay, 30)],
    ['supplier', 'alpha sups', 60, dayAfter(lastDay, 60)],
  ]);
  const [advertiser, adexchange, subpublisher, supplier] = all.map((rows) => sumUsd(rows.map(({ amount }) => amount)));
  const { rev, cost } = await statementOf();
  expect((advertiser ?? 0n) + (adexchange ?? 0n)).toBe(nanosFromUsd(rev));
  expect((subpublisher ?? 0n) + (supplier ?? 0n)).toBe(nanosFromUsd(cost));
  // The spend of its campaigns is an advertiser's receivable, like that of its tags.
  expect(all[0]?.[0]?.amount).toBe(moneyOf('rev', ({ advertiserId }) => advertiserId !== 0));
});

test('a supplier is paid in parts and an ad exchange is invoiced like others', async () => {
  const settle = (body: object) => admin('POST', pathOf('/settlements'), { settledOn: lastDay, note: 'SEPA', ...body });
  const [supplier] = (await itemsOf('supplier')).rows;
  const { adexchange } = account.ids;
  const ofSupplier = { kind: 'supplier', partnerId: supplier?.partnerId, amount: '1.00' };
  expect((await settle(ofSupplier)).status).toBe(201);
  const tooMuch = await settle({ ...ofSupplier, amount: supplier?.amountDue });
  expect([tooMuch.status, problemsOf(tooMuch)]).toEqual([409, [expect.stringContaining('amount')]]);
  // An id of one kind matches no partner of another.
  expect((await settle({ ...ofSupplier, kind: 'adexchange', partnerId: 999 })).status).toBe(404);
  expect((await itemsOf('supplier')).rows[0]).toMatchObject({ paid: '1.00', state: 'part' });
  expect((await itemsOf('subpublisher')).rows[0]).toMatchObject({ paid: '0.00', state: 'open' });
  const toOverdue = Date.parse(`${dayAfter(lastDay, 100)}T12:00:00Z`) - api.deps.now().getTime();
  api.moveClock(toOverdue);
  try {
    admin = await api.signIn('admin');
    const { rows, aging } = await itemsOf('adexchange');
    expect(rows[0]).toMatchObject({ partnerId: adexchange, daysOverdue: 10, state: 'open' });
    expect(aging[0]).toMatchObject({ partnerId: adexchange, to30: rows[0]?.open, total: rows[0]?.open });
    expect((await itemsOf('supplier')).aging[0]).toMatchObject({ name: 'alpha sups', to60: expect.any(String) });
  } finally {
    api.moveClock(-toOverdue);
    admin = await api.signIn('admin');
  }
  const reopened = await root('POST', pathOf('/reopen'), { reason: 'Wrong' });
  expect(problemsOf(reopened)).toEqual([expect.stringContaining('settled')]);
});

test('files list them under names of their own', async () => {
  const of = `/api/finance/accounts/${account.demandId}`;
  const csv = await admin('GET', `${of}/items.csv?kind=supplier`);
  expect(csv.headers['content-disposition']).toContain('payables to suppliers');
  expect(csv.text).toContain('NET 60');
  const aging = await admin('GET', `${of}/aging.csv?kind=adexchange`);
  expect(aging.headers['content-disposition']).toContain('receivables from ad exchanges');
  expect(aging.text).toContain('alpha adexchanges');
  expect((await admin('GET', pathOf('/parts.csv?by=supplier'))).text).toContain('alpha sups');
});

test.each([
  ['adexchange', 'alpha adexchanges', 'rev'],
  ['supplier', 'alpha sups', 'cost'],
] as const)('the counts of a partner of the kind %s are compared with ours', async (kind, name, money) => {
  const isOf = (fact: Fact) => (kind === 'supplier' ? fact.supplierId : fact.adexchangeId) !== 0;
  const ours = sold.filter(isOf);
  const day = new Date(ours[0]?.at ?? 0).toISOString().slice(0, 10);
  const onDay = ours.filter(({ at }) => new Date(at).toISOString().startsWith(day));
  const csv = `Date,Name,Impressions,Revenue\n${day},${name},${onDay.length},1.00\n`;
  const query = `kind=${kind}&day=Date&object=Name&imps=Impressions&revenue=Revenue`;
  const path = `/api/finance/accounts/${account.demandId}/partnerNumbers?${query}`;
  expect((await admin('POST', path, csv, { 'content-type': 'text/csv' })).status).toBe(200);
  const { rows } = await read<Reconciliation>(pathOf(`/reconciliation?kind=${kind}`));
  const revenue = usdFromNanos(onDay.reduce((sum, fact) => sum + BigInt(fact[money]), 0n));
  expect(rows).toMatchObject([{ name, discrepancy: 0, threshold: 0.1, ours: { imps: onDay.length, revenue } }]);
});

test('an ad exchange has a threshold of its own', async () => {
  const path = `/api/demand/adexchanges/${account.ids.adexchange}`;
  expect((await own('PATCH', path, { discrepancyFactor: 101 })).status).toBe(400);
  expect((await own('PATCH', path, { discrepancyFactor: 3 })).status).toBe(200);
  const { rows } = await read<Reconciliation>(pathOf('/reconciliation?kind=adexchange'));
  expect(rows[0]?.threshold).toBe(0.03);
});

test('a month that was closed before the distinction has everything in a part without partner', async () => {
  await api.sql(
    `update finance_closings set record = (record::jsonb #- '{parts,supplier}' #- '{terms,supplier}')::json`,
  );
  expect((await itemsOf('supplier')).rows).toEqual([]);
  const { rows } = await partsOf('supplier');
  expect(rows.map(({ key }) => key)).toEqual(['']);
  expect(partFaults(await statementOf(), rows)).toEqual([]);
  expect((await itemsOf('adexchange')).rows).toHaveLength(1);
});
