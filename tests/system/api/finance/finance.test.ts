import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinanceAccountMonth, FinanceMonth, FinanceParts } from '#api/finance/monthContract.ts';
import type { FinancePrices } from '#api/finance/priceContract.ts';
import { partFaults, partKinds } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type Fact, factLines, pick, seededRandomInt } from '../../reports/buildFacts.ts';
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
let inserted = 0;

/** The month before the current one, which the tests close. */
const month = new Date(Date.now() - new Date().getUTCDate() * dayMs).toISOString().slice(0, 7);
const thisMonth = new Date().toISOString().slice(0, 7);
const start = Date.parse(`${month}-01T00:00:00Z`);
const fees = { request: 2_000, impression: 50_000, verification: 30_000 };

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
  // The prices were in effect before the month began.
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
  const randomInt = seededRandomInt(seed);
  return Array.from({ length: count }, () => {
    const at = start + randomInt(28 * dayMs);
    const place = { at, demandId: of.demandId, channelId: of.ids.channel, subpublisherId: of.ids.subpublisher };
    if (randomInt(2) === 0) {
      return buildFact({
        ...place,
        calls: 1,
        reqs: 1,
        opps: 1,
        cost: randomInt(2) * 700,
        systemCost: (fees.request / 1_000) * 1_000 * scale,
      });
    }
    const isMeasured = randomInt(3) === 0;
    const rev = 1_000_000 + randomInt(9_000_007);
    const marketplace = pick(randomInt, ['', 'Exchange']);
    return buildFact({
      ...place,
      kind: 'event',
      event: 'impression',
      tagId: of.ids.tag,
      advertiserId: of.ids.advertiser,
      imps: 1,
      scanned: isMeasured ? 1 : 0,
      rev,
      cost: Math.floor(rev * 0.7),
      systemCost: (fees.impression + (isMeasured ? fees.verification : 0)) * scale,
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

function codesOf(answer: ApiResponse): string[] {
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

  test('shows what was recorded at other prices as a separate line', async () => {
    await insert([
      buildFact({ at: start + 5, demandId: other.demandId, calls: 1, reqs: 1, systemCost: fees.request + 77 }),
    ]);
    expect((await read(other)).statement.otherPrices).toBe('0.000000077');
  });
});

describe('a closed month', () => {
  test('is not closed while it is current, nor before late events have arrived unless confirmed', async () => {
    const running = await admin('POST', `/api/finance/months/${thisMonth}/close`, {});
    expect([running.status, codesOf(running)]).toEqual([409, ['month_runs']]);
    const monthEnd = Date.parse(`${thisMonth}-01T00:00:00Z`);
    const toLate = monthEnd + 3_600_000 - api.deps.now().getTime();
    api.moveClock(toLate);
    try {
      const late = await admin('POST', `/api/finance/months/${month}/close`, {});
      expect([late.status, codesOf(late)]).toEqual([409, ['late_events']]);
    } finally {
      api.moveClock(-toLate);
    }
  });

  test('keeps its numbers and parts whatever is counted later, and the difference is carried forward once', async () => {
    const added = await admin('POST', path(account, '/adjustments'), { amount: '-1.005', reason: 'Outage of the 3rd' });
    expect(added.status).toBe(201);
    const before = await read(account);
    expect(before).toMatchObject({ adjustments: '-1.005', state: 'draft' });
    const partsBefore = (await admin('GET', `${path(account, '/parts')}?by=advertiser`)).body as FinanceParts;
    const body = { demandIds: [account.demandId] };
    expect((await admin('POST', `/api/finance/months/${month}/close`, body)).body).toEqual({
      closed: [account.demandId],
    });
    expect((await admin('POST', `/api/finance/months/${month}/close`, body)).body).toEqual({ closed: [] });

    await insert(traffic(account, 3, 50));
    const after = await read(account);
    expect(after).toMatchObject({ state: 'final', closedBy: 'Ada', statement: before.statement });
    const parts = (await admin('GET', `${path(account, '/parts')}?by=advertiser`)).body as FinanceParts;
    expect(parts).toEqual({ ...partsBefore, isFrozen: true });
    const { afterClose } = after;
    expect(nanosFromUsd(afterClose?.remaining ?? '0')).toBeGreaterThan(0n);
    expect(afterClose?.remaining).toBe(afterClose?.difference);

    for (const refused of [
      await admin('POST', path(account, '/adjustments'), { amount: '1', reason: 'Too late' }),
      await admin('DELETE', `/api/finance/adjustments/${idOf(added)}`),
    ]) {
      expect([refused.status, codesOf(refused)]).toEqual([409, ['month_closed']]);
    }
    const carryForward = () => admin('POST', path(account, '/carry'), { into: thisMonth });
    const both = await Promise.all([carryForward(), carryForward()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await read(account)).afterClose).toMatchObject({ remaining: '0.00', carried: afterClose?.difference });
    const next = (await admin('GET', `/api/finance/months/${thisMonth}/accounts/${account.demandId}`))
      .body as FinanceAccountMonth;
    expect(next.adjustmentRows).toMatchObject([{ amount: afterClose?.difference, carriedFrom: month }]);
    const back = await admin('POST', path(account, '/carry'), { into: month });
    expect([back.status, codesOf(back)]).toEqual([422, ['not_later']]);
  });

  test('is only reopened by the super admin, with a reason, and not while its difference is in another month', async () => {
    expect((await admin('POST', path(account, '/reopen'), { reason: 'x' })).status).toBe(403);
    expect(problemsOf(await root('POST', path(account, '/reopen'), { reason: ' ' }))).toEqual(['reason: too_small']);
    const refused = await root('POST', path(account, '/reopen'), { reason: 'Wrong prices' });
    expect([refused.status, codesOf(refused)]).toEqual([409, ['carried']]);
    expect(fixesOf(refused)).toMatchObject([
      expect.stringMatching(
        new RegExp(`: /finance\\?month=${thisMonth}&account=${account.demandId}&card=adjustments$`),
      ),
    ]);
    const closed = await admin('POST', `/api/finance/months/${month}/close`, { demandIds: [other.demandId] });
    expect(closed.status).toBe(200);
    expect((await root('POST', path(other, '/reopen'), { reason: 'Wrong prices' })).status).toBe(200);
    expect((await read(other)).state).toBe('draft');
    const [entry] = ((await root('GET', '/api/log?entity=statement&size=1')).body as { rows: { fields: unknown }[] })
      .rows;
    expect(entry?.fields).toContainEqual({ field: 'reason', from: null, to: 'Wrong prices' });
  });
});

describe('invoices', () => {
  const settings = {
    name: 'Операторъ Media GmbH',
    address: 'Hauptstraße 1\nBerlin',
    taxId: 'DE 123',
    bank: 'IBAN DE00',
    prefix: 'B-',
    netDays: 14,
    taxRate: 19,
  };
  let invoiceId: number;

  test('need an issuer, a closed month and a positive amount', async () => {
    const issue = (of: TestAccount) => admin('POST', path(of, '/invoice'));
    expect(codesOf(await issue(other))).toEqual(['month_open']);
    expect(codesOf(await issue(account))).toEqual(['issuer_missing']);
    // Only the super admin may open the settings to change them.
    expect(fixesOf(await issue(account))).toEqual([]);
    const settingsPage = `Invoice settings: /finance?month=${month}&account=${account.demandId}&settings=invoice`;
    expect(fixesOf(await root('POST', path(account, '/invoice')))).toEqual([settingsPage]);
    expect((await admin('PUT', '/api/finance/settings', settings)).status).toBe(403);
    expect((await root('PUT', '/api/finance/settings', settings)).body).toEqual(settings);
    expect((await admin('GET', '/api/finance/settings')).body).toEqual(settings);
    // The adjustment exceeds the amount of the month.
    expect(codesOf(await issue(account))).toEqual(['nothing_to_invoice']);
  });

  test('are numbered without gaps, also when many are issued at once and some are refused', async () => {
    const large = await admin('POST', path(other, '/adjustments'), { amount: '1000.004', reason: 'Set-up' });
    expect(large.status).toBe(201);
    expect((await admin('POST', `/api/finance/months/${month}/close`, { demandIds: [other.demandId] })).status).toBe(
      200,
    );
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => admin('POST', path(other, '/invoice'))).concat(
        Array.from({ length: 3 }, () => admin('POST', path(account, '/invoice'))),
      ),
    );
    expect(tries.filter(({ status }) => status === 201).length).toBe(1);
    const { invoices, due } = await read(other);
    expect(invoices.map(({ number }) => number)).toEqual(['B-00001']);
    invoiceId = invoices[0]?.id ?? 0;
    const net = (nanosFromUsd(due) + 5_000_000n) / 10_000_000n;
    expect(nanosFromUsd(invoices[0]?.total ?? '0') / 10_000_000n).toBe(net + (net * 19n + 50n) / 100n);
  });

  test('are sent, paid in parts, never beyond the open amount, and only reversed by a credit note', async () => {
    const of = `/api/finance/invoices/${invoiceId}`;
    expect((await admin('POST', `${of}/sent`)).status).toBe(200);
    expect((await read(other)).state).toBe('sent');
    const total = (await read(other)).invoices[0]?.total ?? '';
    const pay = (amount: string) => admin('POST', `${of}/payments`, { amount, paidOn: '2026-11-02' });
    expect((await pay('100')).status).toBe(201);
    expect(codesOf(await pay(total))).toEqual(['amount']);
    expect((await pay('1.005')).status).toBe(400);
    expect(codesOf(await admin('POST', `${of}/void`, { reason: 'x' }))).toEqual(['is_paid']);
    const rest = Number(total) - 100;
    expect((await pay(rest.toFixed(2))).status).toBe(201);
    expect(await read(other)).toMatchObject({ state: 'paid', collected: total });
    expect((await pay(`-${total}`)).status).toBe(201);
    expect((await admin('POST', `${of}/void`, { reason: 'Wrong address' })).status).toBe(201);
    expect(codesOf(await admin('POST', `${of}/void`, { reason: 'again' }))).toEqual(['is_void']);
    expect(codesOf(await root('POST', path(other, '/reopen'), { reason: 'x' }))).toEqual(['invoice_sent']);
    expect((await admin('POST', path(other, '/invoice'))).status).toBe(201);
    const { invoices, state } = await read(other);
    expect(state).toBe('final');
    expect(
      invoices.map(({ number, kind, total: amount, corrects, correctedBy }) => ({
        number,
        kind,
        amount,
        corrects,
        correctedBy,
      })),
    ).toEqual([
      { number: 'B-00001', kind: 'invoice', amount: total, corrects: null, correctedBy: 'B-00002' },
      { number: 'B-00002', kind: 'credit', amount: `-${total}`, corrects: 'B-00001', correctedBy: null },
      { number: 'B-00003', kind: 'invoice', amount: total, corrects: null, correctedBy: null },
    ]);
  });

  test('are available as PDF and CSV', async () => {
    const pdf = await admin('GET', `/api/finance/invoices/${invoiceId}/pdf`);
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    const csv = await admin('GET', `/api/finance/invoices/${invoiceId}/csv`);
    expect(csv.text).toContain('Set-up,,,1000.00\r\n');
    expect((await admin('GET', '/api/finance/invoices/999/pdf')).status).toBe(404);
    const list = await admin('GET', `/api/finance/months/${month}/statements.csv`);
    expect(list.text.split('\r\n')[2]).toMatch(/,bravo,final,.*,0\.000000077,/);
  });
});

describe('prices', () => {
  test('are planned from a day on, take effect automatically once, and reach serving in the account’s row', async () => {
    const of = `/api/finance/accounts/${account.demandId}/prices`;
    const prices = { priceReq: '0.0040', priceImp: '0.0600', priceDsp: 10, pricePostbid: '0.0300' };
    const today = new Date().toISOString().slice(0, 10);
    const past = await root('POST', of, { ...prices, validFrom: today, note: '' });
    expect([past.status, codesOf(past)]).toEqual([422, ['not_to_come']]);
    const dayOf = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    expect((await admin('POST', of, { ...prices, validFrom: dayOf(2) })).status).toBe(403);
    expect((await root('POST', of, { ...prices, validFrom: dayOf(2), note: 'New contract' })).status).toBe(201);
    expect(codesOf(await root('POST', of, { ...prices, validFrom: dayOf(2) }))).toEqual(['start_taken']);
    expect((await root('POST', of, { ...prices, priceReq: '9', validFrom: dayOf(3) })).status).toBe(201);
    const list = async () => (await admin('GET', of)).body as FinancePrices[];
    const planned = (await list()).filter(({ state }) => state === 'planned');
    expect(planned.map(({ note }) => note)).toEqual(['New contract', '']);
    expect((await root('DELETE', `/api/finance/prices/${planned[1]?.planId}`)).status).toBe(200);

    const { finance, entities } = api.deps;
    expect(await finance.prices.applyDue(new Date(Date.now() + dayMs).toISOString())).toBe(false);
    const version = await entities.version();
    // Two processes apply it at once, long after it was due.
    const later = new Date(Date.now() + 5 * dayMs).toISOString();
    await Promise.all([finance.prices.applyDue(later), finance.prices.applyDue(later)]);
    expect(await entities.version()).toBe(version + 1);
    expect(await entities.get('demand', account.demandId, 'all')).toMatchObject({ priceReq: '0.004', priceDsp: 10 });
    const versions = await list();
    expect(versions.find(({ state }) => state === 'inForce')).toMatchObject({
      note: 'New contract',
      priceReq: '0.004',
    });
    expect(versions.map(({ state }) => state)).toEqual(['past', 'past', 'inForce', 'withdrawn']);
    expect((await root('DELETE', `/api/finance/prices/${planned[0]?.planId}`)).status).toBe(409);
    // A change by the account's own form is a version too.
    await root('PATCH', `/api/demands/${account.demandId}`, { priceReq: '0.0050' });
    expect((await list()).filter(({ state }) => state === 'past').length).toBe(3);
  });
});
