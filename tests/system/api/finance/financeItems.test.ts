import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import type { Reconciliation } from '#api/finance/partnerContract.ts';
import { dayAfter, daysOf, sumUsd } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type Fact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  fixesOf,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';

const dayMs = 86_400_000;

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let root: Caller;
let admin: Caller;

/** The month before the current one. */
const month = new Date(Date.now() - new Date().getUTCDate() * dayMs).toISOString().slice(0, 7);
const start = Date.parse(`${month}-01T00:00:00Z`);
const lastDay = daysOf(month).to;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Ada', login: 'admin', password, type: 'admin' });
  admin = await api.signIn('admin');
  const prices = { priceReq: '0.0020', priceImp: '0.0500', pricePostbid: '0.0300' };
  for (const { demandId } of [account, other]) await root('PATCH', `/api/demands/${demandId}`, prices);
  await api.sql(`update changes set at = '2000-01-01' where entity = 'demand'`);
  await insert('all', [...traffic(account, false), ...traffic(account, true), ...traffic(other, true)]);
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

async function insert(token: string, given: readonly Fact[]): Promise<void> {
  await facts.clickhouse.insertRows('facts', factLines(given), { token: `items ${token}` });
}

/** Ten days of an account; with `hasExtraFees`, facts contain the fees separately, at prices other than the current ones. */
function traffic({ demandId, ids }: TestAccount, hasExtraFees: boolean): Fact[] {
  return Array.from({ length: 10 }, (_, day) => {
    const at = start + (hasExtraFees ? day + 10 : day) * dayMs;
    const place = { at, demandId, channelId: ids.channel, subpublisherId: ids.subpublisher };
    const [requestFee, verificationFee] = hasExtraFees ? [2_007, 30_011] : [2_000, 30_000];
    return [
      buildFact({ ...place, calls: 1, reqs: 1, systemCost: requestFee, ...(hasExtraFees ? { requestFee } : {}) }),
      buildFact({
        ...place,
        kind: 'event',
        event: 'impression',
        tagId: ids.tag,
        advertiserId: ids.advertiser,
        imps: 100,
        scanned: 1,
        rev: 1_234_567_891,
        cost: 700_000_003,
        systemCost: 100 * 50_000 + verificationFee,
        ...(hasExtraFees ? { verificationFee } : {}),
      }),
    ];
  }).flat();
}

const monthPath = (of: TestAccount, rest = '') => `/api/finance/months/${month}/accounts/${of.demandId}${rest}`;

async function items(kind: string, query = '', of = account): Promise<FinanceItems> {
  const answer = await admin('GET', `/api/finance/accounts/${of.demandId}/items?kind=${kind}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as FinanceItems;
}

function codesOf(answer: ApiResponse): string[] {
  return problemsOf(answer).map((problem) => problem.split(': ')[1] ?? '');
}

test('system cost comes from recorded components if facts have them, else from counts and prices', async () => {
  const { statement } = (await admin('GET', monthPath(account))).body as FinanceAccountMonth;
  const of = (kind: string) => statement.fees.filter((fee) => fee.kind === kind);
  expect(of('request')).toEqual([
    { kind: 'request', quantity: 20, price: '0.002', amount: '0.00004' },
    { kind: 'request', quantity: 0, price: null, amount: '0.00000007' },
  ]);
  expect(of('impression')).toEqual([{ kind: 'impression', quantity: 2000, price: '0.05', amount: '0.10' }]);
  expect(of('postbid').map(({ price, amount }) => [price, amount])).toEqual([
    ['0.03', '0.0006'],
    [null, '0.00000011'],
  ]);
  expect(statement.otherPrices).toBe('0.00');
  expect(sumUsd(statement.fees.map(({ amount }) => amount))).toBe(nanosFromUsd(statement.systemCost));
  expect(nanosFromUsd(statement.unitemized ?? '')).toBe(10n * (2_000n + 5_000_000n + 30_000n));
});

describe('receivables and payables', () => {
  const settle = (body: object, of = account) => admin('POST', monthPath(of, '/settlements'), body);

  test('are created when a month is closed, with the partners’ current terms', async () => {
    const own = await api.signIn(account.logins.demand);
    const bad = await own('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { paymentTerms: '31' });
    expect(bad.status).toBe(400);
    expect((await own('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { paymentTerms: '45' })).status).toBe(200);
    expect(await items('advertiser')).toMatchObject({ rows: [], aging: [], total: { total: '0.00' } });
    const early = await settle({
      kind: 'advertiser',
      partnerId: account.ids.advertiser,
      amount: '1',
      settledOn: lastDay,
    });
    expect(early.status).toBe(404);
    const demandIds = [account.demandId, other.demandId];
    expect((await admin('POST', `/api/finance/months/${month}/close`, { demandIds })).status).toBe(200);
    expect((await items('advertiser', `&month=${month}`)).rows).toMatchObject([
      {
        partnerId: account.ids.advertiser,
        name: 'alpha advertiser',
        amount: '24.69135782',
        amountDue: '24.69',
        terms: 45,
        dueOn: dayAfter(lastDay, 45),
        open: '24.69',
        state: 'open',
        entries: [],
      },
    ]);
    expect((await items('subpublisher')).rows).toMatchObject([
      { partnerId: account.ids.subpublisher, amount: '14.00000006', amountDue: '14.00', terms: 30 },
    ]);
    // A closed month keeps the terms that it was closed with.
    await own('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { paymentTerms: '0' });
    expect((await items('advertiser')).rows[0]?.terms).toBe(45);
    expect((await items('advertiser', '&month=2001-01')).rows).toEqual([]);
  });

  test('are settled in parts, never beyond the open amount, also concurrently', async () => {
    const entry = { kind: 'advertiser', partnerId: account.ids.advertiser, settledOn: '2026-11-03', note: 'SWIFT 1' };
    expect(
      problemsOf(await settle({ kind: 'x', partnerId: 0, type: 'gift', amount: '-1', settledOn: 'soon' })),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining('kind'),
        expect.stringContaining('partnerId'),
        expect.stringContaining('type'),
        expect.stringContaining('amount'),
        expect.stringContaining('settledOn'),
      ]),
    );
    expect((await settle({ ...entry, amount: '1.005' })).status).toBe(400);
    const unexplained = await settle({ ...entry, type: 'writeoff', amount: '1', note: ' ' });
    expect(problemsOf(unexplained)).toEqual([expect.stringContaining('note')]);
    // Another account's advertiser owes this one nothing.
    expect((await settle({ ...entry, partnerId: other.ids.advertiser, amount: '1' })).status).toBe(404);
    const tries = await Promise.all(Array.from({ length: 4 }, () => settle({ ...entry, amount: '10.00' })));
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect(codesOf(await settle({ ...entry, amount: '4.70' }))).toEqual(['amount']);
    const given = { ...entry, type: 'writeoff', amount: '4.69', note: 'Disputed' };
    expect((await settle(given)).status).toBe(201);
    const [item] = (await items('advertiser')).rows;
    expect(item).toMatchObject({ paid: '20.00', writtenOff: '4.69', open: '0.00', state: 'settled' });
    expect(item?.entries.map(({ type, amount, note, userName }) => [type, amount, note, userName])).toEqual([
      ['payment', '10.00', 'SWIFT 1', 'Ada'],
      ['payment', '10.00', 'SWIFT 1', 'Ada'],
      ['writeoff', '4.69', 'Disputed', 'Ada'],
    ]);
  });

  test('are corrected by reversing entries, once each, and never deleted', async () => {
    const id = (await items('advertiser')).rows[0]?.entries[0]?.id ?? 0;
    const takeBack = (of = id) => admin('POST', `/api/finance/settlements/${of}/reverse`, { reason: 'Bounced' });
    expect(problemsOf(await admin('POST', `/api/finance/settlements/${id}/reverse`, {}))).toHaveLength(1);
    const both = await Promise.all([takeBack(), takeBack()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const back = both.find(({ status }) => status === 201);
    expect(codesOf(await takeBack())).toEqual(['is_corrected']);
    expect(codesOf(await takeBack(back ? idOf(back) : 0))).toEqual(['is_correction']);
    expect((await takeBack(999_999)).status).toBe(404);
    const [item] = (await items('advertiser')).rows;
    expect(item).toMatchObject({ paid: '10.00', open: '10.00', state: 'part' });
    expect(item?.entries).toHaveLength(4);
    expect(item?.entries.at(-1)).toMatchObject({ amount: '-10.00', note: 'Bounced', corrects: id });
    const { rows } = (await root('GET', '/api/log?entity=settlement&size=1')).body as {
      rows: { name: string; fields: object[] }[];
    };
    expect(rows[0]?.name).toMatch(/^alpha, alpha advertiser, /);
    expect(rows[0]?.fields).toEqual(
      expect.arrayContaining([
        { field: 'account', from: null, to: 'alpha' },
        { field: 'itemKind', from: null, to: 'advertiser' },
        { field: 'corrects', from: null, to: id },
        { field: 'open', from: '0.00', to: '10.00' },
      ]),
    );
  });

  test('are overdue by days, in buckets that add up over all months', async () => {
    const toOverdue = Date.parse(`${dayAfter(lastDay, 45)}T12:00:00Z`) + 40 * dayMs - api.deps.now().getTime();
    api.moveClock(toOverdue);
    try {
      const answer = (
        await (
          await api.signIn('admin')
        )('GET', `/api/finance/accounts/${account.demandId}/items?kind=advertiser`)
      ).body as FinanceItems;
      expect(answer.rows[0]).toMatchObject({ daysOverdue: 40, open: '10.00' });
      expect(answer.aging).toMatchObject([{ name: 'alpha advertiser', to60: '10.00', notDue: '0.00', total: '10.00' }]);
      expect(answer.total).toMatchObject({ to60: '10.00', total: '10.00' });
    } finally {
      api.moveClock(-toOverdue);
    }
  });

  test('are exported as CSV and XLSX, exact to the nano-dollar', async () => {
    const path = `/api/finance/accounts/${account.demandId}`;
    const csv = await admin('GET', `${path}/items.csv?kind=advertiser`);
    expect(csv.text).toContain('NET 45');
    expect(csv.text).toContain('24.691357820,24.690000000,10.000000000,4.690000000,10.000000000');
    expect((await admin('GET', `${path}/aging.csv?kind=subpublisher`)).text).toContain('14.000000000');
    for (const file of [
      `${path}/items.xlsx?kind=advertiser`,
      `${path}/aging.xlsx?kind=subpublisher`,
      `/api/finance/months/${month}/statements.xlsx`,
      monthPath(account, '/parts.xlsx?by=tag'),
    ]) {
      const answer = await admin('GET', file);
      expect([answer.status, answer.text.slice(0, 2)], file).toEqual([200, 'PK']);
    }
    expect((await admin('GET', '/api/finance/accounts/999/items.csv?kind=advertiser')).status).toBe(404);
    expect((await (await api.signIn(account.logins.demand))('GET', `${path}/items?kind=advertiser`)).status).toBe(403);
  });

  test('prevent reopening a month as long as any of them is settled', async () => {
    const refused = await root('POST', monthPath(account, '/reopen'), { reason: 'Wrong' });
    expect([refused.status, codesOf(refused)]).toEqual([409, ['settled']]);
    expect(fixesOf(refused)).toEqual([
      `Receivables and payables: /finance?month=${month}&account=${account.demandId}&items=advertiser&card=items`,
    ]);
    for (const { id, corrects, isCorrected } of (await items('advertiser')).rows[0]?.entries ?? []) {
      if (corrects !== null || isCorrected) continue;
      const answer = await admin('POST', `/api/finance/settlements/${id}/reverse`, { reason: 'Wrong' });
      expect(answer.status).toBe(201);
    }
    expect((await root('POST', monthPath(account, '/reopen'), { reason: 'Wrong' })).status).toBe(200);
    expect((await items('advertiser')).rows).toEqual([]);
  });
});

test('a discrepancy is flagged beyond the threshold of its advertiser, else beyond the default', async () => {
  const own = await api.signIn(account.logins.demand);
  const csv = `Date,Name,Impressions\n${month}-11,alpha advertiser,90\n`;
  const sent = await admin(
    'POST',
    `/api/finance/accounts/${account.demandId}/partnerNumbers?kind=advertiser&day=Date&object=Name&imps=Impressions`,
    csv,
    { 'content-type': 'text/csv' },
  );
  expect(sent.status, sent.text).toBe(200);
  const threshold = async () =>
    ((await admin('GET', monthPath(account, '/reconciliation?kind=advertiser'))).body as Reconciliation).rows[0]
      ?.threshold;
  expect(await threshold()).toBe(0.1);
  const change = (discrepancyFactor: number | null) =>
    own('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { discrepancyFactor });
  expect((await change(0)).status).toBe(400);
  expect((await change(15)).status).toBe(200);
  expect(await threshold()).toBe(0.15);
});
