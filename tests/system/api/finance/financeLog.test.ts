import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import type { Reconciliation } from '#api/finance/partnerContract.ts';
import type { FinancePrices } from '#api/finance/priceContract.ts';
import type { LogRow } from '#api/log/logContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;
const ip = '192.0.2.77';

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let root: Caller;
let accountant: Caller;

/** The middle of this month, so that none ends while the test runs. */
const now = new Date();
const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15, 12);
const month = new Date(start - 20 * dayMs).toISOString().slice(0, 7);
const thisMonth = new Date(start).toISOString().slice(0, 7);

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse, env: { TRUST_PROXY: '1' } });
  api.moveClock(start - Date.now());
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
  const admin = { name: 'Bookkeeper', login: 'books', password, type: 'admin' };
  idOf(await root('POST', '/api/users', admin));
  accountant = await api.signIn('books');
  const prices = { priceReq: '0.0020', priceImp: '0.0500', pricePostbid: '0.0300' };
  await root('PATCH', `/api/demands/${account.demandId}`, prices);
  await api.sql(`update changes set at = '2000-01-01' where entity = 'demand'`);
  await insertImpression('in time');
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

async function insertImpression(token: string): Promise<void> {
  const fact = buildFact({
    at: Date.parse(`${month}-03T00:00:00Z`),
    demandId: account.demandId,
    channelId: account.ids.channel,
    subpublisherId: account.ids.subpublisher,
    tagId: account.ids.tag,
    advertiserId: account.ids.advertiser,
    kind: 'event',
    event: 'impression',
    imps: 1,
    rev: 90_000_000_000,
    cost: 10_000_000_000,
    systemCost: 50_000_000,
  });
  await facts.clickhouse.insertRows('facts', factLines([fact]), { token: `finance log ${token}` });
}

test('every finance write is in the log with the admin who made it and its address', async () => {
  const ofMonth = '/api/finance/months/{month}/accounts/{id}';
  const ofAccount = '/api/finance/accounts/{id}';
  const ofInvoice = '/api/finance/invoices/{id}';
  const called = new Set<string>();

  /** Makes a call of the route table and checks its log entry. */
  async function write(
    by: Caller,
    route: string,
    {
      id = account.demandId,
      body,
      query = '',
      headers = {},
    }: { id?: number; body?: unknown; query?: string; headers?: Record<string, string> },
    entry: Partial<LogRow>,
  ): Promise<ApiResponse> {
    const [method = '', path = ''] = route.split(' ');
    called.add(route);
    const before = (await newest()).id;
    const url = path.replace('{month}', month).replace('{id}', String(id)) + query;
    const answer = await by(method, url, body, { 'x-forwarded-for': ip, ...headers });
    expect(answer.status, `${route}: ${answer.text}`).toBeLessThan(300);
    const written = await newest();
    expect(written.id, route).toBeGreaterThan(before);
    const userName = by === accountant ? 'Bookkeeper' : 'Super admin';
    expect(written, route).toMatchObject({ userName, ip, ...entry });
    expect(written.fields.length, route).toBeGreaterThan(0);
    return answer;
  }
  const newest = async () => {
    const [row] = ((await root('GET', '/api/log?size=1')).body as { rows: LogRow[] }).rows;
    if (!row) throw new Error('the log is empty');
    return row;
  };

  const issuer = {
    name: 'Operator',
    address: 'Street 1',
    taxId: '',
    bank: '',
    prefix: 'L-',
    netDays: 30,
    taxRate: null,
  };
  await write(root, 'PUT /api/finance/settings', { body: issuer }, { entity: 'invoiceSettings', action: 'updated' });

  const setUp = { amount: '100', reason: 'Set-up' };
  const adjusted = { entity: 'adjustment', action: 'created' } as const;
  const wrong = idOf(await write(accountant, `POST ${ofMonth}/adjustments`, { body: setUp }, adjusted));
  await write(
    accountant,
    'DELETE /api/finance/adjustments/{id}',
    { id: wrong },
    { entity: 'adjustment', action: 'deleted' },
  );
  await write(accountant, `POST ${ofMonth}/adjustments`, { body: setUp }, adjusted);

  const csv = `Day,Advertiser,Imps\r\n${month}-03,alpha advertiser,1`;
  const query = '?kind=advertiser&fileName=their.csv&day=Day&object=Advertiser&imps=Imps';
  const upload = { body: csv, query, headers: { 'content-type': 'text/csv' } };
  await write(accountant, `POST ${ofAccount}/partnerNumbers`, upload, { entity: 'partnerFile', action: 'created' });
  const reconciled = await accountant(
    'GET',
    `${ofMonth.replace('{month}', month).replace('{id}', String(account.demandId))}/reconciliation?kind=advertiser`,
  );
  const { files } = reconciled.body as Reconciliation;
  const dropped = { entity: 'partnerFile', action: 'deleted' } as const;
  await write(accountant, 'DELETE /api/finance/partnerFiles/{id}', { id: files[0]?.id ?? 0 }, dropped);

  const close = { body: { demandIds: [account.demandId], isEarly: true } };
  await write(accountant, 'POST /api/finance/months/{month}/close', close, { entity: 'statement' });
  const refused = await accountant('POST', `/api/finance/months/${month}/accounts/${account.demandId}/reopen`, {
    reason: 'x',
  });
  expect(refused.status).toBe(403);
  await write(root, `POST ${ofMonth}/reopen`, { body: { reason: 'Too early' } }, { entity: 'statement' });
  await write(accountant, 'POST /api/finance/months/{month}/close', close, { entity: 'statement' });

  const items = await accountant('GET', `/api/finance/accounts/${account.demandId}/items?kind=advertiser`);
  const partnerId = (items.body as FinanceItems).rows[0]?.partnerId ?? 0;
  const settlement = { kind: 'advertiser', partnerId, amount: '5.00', settledOn: `${thisMonth}-01`, note: 'Ref 1' };
  const settled = { entity: 'settlement', action: 'created' } as const;
  const paid = idOf(await write(accountant, `POST ${ofMonth}/settlements`, { body: settlement }, settled));
  const reason = { reason: 'Wrong account' };
  await write(accountant, 'POST /api/finance/settlements/{id}/reverse', { id: paid, body: reason }, settled);

  const invoice = { entity: 'invoice', action: 'created' } as const;
  const invoiceId = idOf(await write(accountant, `POST ${ofMonth}/invoice`, {}, invoice));
  const changed = { entity: 'invoice', action: 'updated' } as const;
  await write(accountant, `POST ${ofInvoice}/sent`, { id: invoiceId }, changed);
  const payment = { amount: '10.00', paidOn: `${thisMonth}-01` };
  await write(accountant, `POST ${ofInvoice}/payments`, { id: invoiceId, body: payment }, changed);
  await write(
    accountant,
    `POST ${ofInvoice}/payments`,
    { id: invoiceId, body: { ...payment, amount: '-10.00' } },
    changed,
  );
  await write(accountant, `POST ${ofInvoice}/void`, { id: invoiceId, body: reason }, { entity: 'invoice' });

  await insertImpression('late');
  await write(accountant, `POST ${ofMonth}/carry`, { body: { into: thisMonth } }, adjusted);

  const validFrom = new Date(start + 40 * dayMs).toISOString().slice(0, 10);
  const prices = { validFrom, priceReq: '0.0040', priceImp: '0.0600', priceDsp: 10, pricePostbid: '0.0300', note: '' };
  await write(root, `POST ${ofAccount}/prices`, { body: prices }, { entity: 'pricePlan', action: 'created' });
  const planned = (await root('GET', `/api/finance/accounts/${account.demandId}/prices`)).body as FinancePrices[];
  const plan = planned.find(({ planId }) => planId !== null)?.planId ?? 0;
  await write(root, 'DELETE /api/finance/prices/{id}', { id: plan }, { entity: 'pricePlan', action: 'deleted' });

  const writes = api.routes.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/finance/'));
  expect([...called].toSorted()).toEqual(writes.map(({ method, path }) => `${method} ${path}`).toSorted());
});
