import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VerificationState, ResultImportResponse } from '#api/verification/verificationContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;
const dayText = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const range = { startDate: dayText(20), endDate: dayText(0), offset: 0 };
const columns = 'day=Date&category=Category&imps=Impressions&channel=Channel&tag=Tag&site=Domain&viewable=Viewable';

let facts: FactsFixture;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let root: Caller;
let demand: Caller;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  demand = await api.signIn(own.logins.demand);
  await root('PATCH', `/api/demands/${own.demandId}`, { showPostbidPix: true });
  await root('PATCH', `/api/demands/${foreign.demandId}`, { showPostbidPix: true });
  const measuredFact = buildFact({
    at: Date.now() - 3 * dayMs,
    demandId: own.demandId,
    channelId: own.ids.channel,
    subpublisherId: own.ids.subpublisher,
    kind: 'event',
    event: 'impression',
    site: 'bad.example',
    imps: 400,
    scanned: 100,
    scannedPix: 100,
  });
  await facts.clickhouse.insertRows('facts', factLines([measuredFact]), { token: 'scanned' });
});

beforeEach(async () => {
  for (const { id } of (await stateOf(root)).imports) await root('DELETE', `/api/verification/imports/${id}`);
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

const stateOf = async (call: Caller) => (await call('GET', '/api/verification/imports')).body as VerificationState;

function send(lines: readonly string[], query = columns, call = demand) {
  const csv = ['Date,Channel,Tag,Domain,Category,Impressions,Viewable', ...lines].join('\n');
  return call('POST', `/api/verification/imports?vendor=pix&fileName=pix.csv&${query}`, csv, {
    'content-type': 'text/csv',
  });
}

async function runReport(dimensions: string[], metrics: string[], call = demand) {
  const rows = (await call('POST', '/api/rrun', { ...range, dimensions, metrics })).body as Record<string, unknown>[];
  return rows.slice(0, dimensions.length === 0 ? 1 : -1);
}

describe('a vendor’s results', () => {
  test('are imported and shown beside measured impressions, with the data of channels and tags', async () => {
    const { channel, tag, subpublisher, advertiser } = own.ids;
    const lines = [
      `${dayText(3)},${channel},alpha tag,https://www.Bad.example/a,Bots and viruses,60,0`,
      `${dayText(3)},alpha channel,${tag},bad.example,bot,"1,000",10`,
      `${dayText(3)},${channel},0,bad.example,Valid,40,30`,
      `${dayText(2)},,,,reputation,5,`,
    ];
    expect((await send(lines)).body as ResultImportResponse).toMatchObject({
      count: 4,
      imps: 1105,
      invalid: 1065,
      days: 2,
      from: dayText(3),
      to: dayText(2),
      replaced: 0,
      faults: [],
      isApplied: true,
    });
    expect(await runReport(['site'], ['imps', 'scanned', 'results', 'pb_ivt', 'pb_bot', 'pb_ivt_rate'])).toEqual([
      expect.objectContaining({
        site: 'bad.example',
        imps: 400,
        scanned: 100,
        results: 1100,
        pb_ivt: 1060,
        pb_bot: 1060,
        pb_ivt_rate: 0.963636,
      }),
      expect.objectContaining({ site: '', imps: 0, scanned: 0, results: 5, pb_ivt: 5, pb_bot: 0, pb_ivt_rate: 1 }),
    ]);
    expect(await runReport(['subpublisher', 'advertiser', 'pb_category'], ['results', 'pb_viewable_rate'])).toEqual([
      expect.objectContaining({ subpublisher, advertiser, pb_category: 'bot', results: 1060 }),
      expect.objectContaining({ subpublisher, advertiser: 0, pb_category: 'valid', pb_viewable_rate: 0.75 }),
      expect.objectContaining({ subpublisher: 0, pb_category: 'reputation', pb_viewable_rate: null }),
    ]);
    expect(await runReport(['vendor'], ['scanned', 'results'])).toEqual([
      expect.objectContaining({ vendor: 'pix', vendor_name: 'Postbid pix', scanned: 100, results: 1105 }),
    ]);
    const { imports, vendors } = await stateOf(demand);
    expect(vendors.map(({ isConfigured }) => isConfigured)).toEqual([false, false]);
    expect(imports).toMatchObject([
      { vendor: 'pix', fileName: 'pix.csv', lines: 4, isFinished: true, daysInForce: 2, accountName: 'alpha' },
    ]);
    const log = (await demand('GET', '/api/log?entity=verificationImport')).body as { rows: { name: string }[] };
    expect(log.rows.map(({ name }) => name)).toContain('pix.csv (postbid pix)');
  });

  test('are never doubled: a repeated day replaces its earlier results, and no other day’s', async () => {
    await send([`${dayText(3)},,,,valid,70,`, `${dayText(2)},,,,valid,50,`]);
    const again = (await send([`${dayText(3)},,,,valid,8,`, `${dayText(3)},,,,bot,2,`])).body as ResultImportResponse;
    expect(again.replaced).toBe(1);
    expect(await runReport(['day'], ['results', 'pb_ivt'])).toMatchObject([
      { day: dayText(3), results: 10, pb_ivt: 2 },
      { day: dayText(2), results: 50, pb_ivt: 0 },
    ]);
    expect((await stateOf(demand)).imports.map(({ daysInForce }) => daysInForce)).toEqual([1, 1]);
  });

  test('are removed with their import, and the ones that it had replaced do not return', async () => {
    await send([`${dayText(3)},,,,valid,70,`]);
    await send([`${dayText(3)},,,,valid,8,`]);
    const [last, first] = (await stateOf(demand)).imports;
    expect((await demand('DELETE', `/api/verification/imports/${last?.id}`)).status).toBe(200);
    expect(await runReport([], ['results'])).toMatchObject([{ results: 0 }]);
    expect((await stateOf(demand)).imports).toMatchObject([{ id: first?.id, daysInForce: 0 }]);
    await send([`${dayText(3)},,,,valid,9,`]);
    expect(await runReport([], ['results'])).toMatchObject([{ results: 9 }]);
    expect((await demand('DELETE', `/api/verification/imports/${last?.id}`)).status).toBe(404);
  });

  test('have hours if a file has some, and are at noon if it has days', async () => {
    await send([`${dayText(3)} 00:00,,,,valid,1,`, `${dayText(3)} 17:00,,,,valid,2,`, `${dayText(2)},,,,valid,4,`]);
    expect(await runReport(['hour'], ['results'])).toMatchObject([
      { hour: `${dayText(3)} 00:00`, results: 1 },
      { hour: `${dayText(3)} 17:00`, results: 2 },
      { hour: `${dayText(2)} 12:00`, results: 4 },
    ]);
  });
});

describe('a faulty file', () => {
  test('is refused as a whole, with every faulty line, and writes nothing', async () => {
    const bad = [
      `${dayText(3)},,,,valid,7,`,
      `03/02/2026,${foreign.ids.channel},bravo tag,no host,strange,many,`,
      `${dayText(-1)},,,,valid,5,6`,
      `2019-01-01,,,,valid,5,6`,
    ];
    const answer = await send(bad);
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual([
      'lines.3.day: bad_day',
      'lines.3.category: bad_category',
      'lines.3.imps: bad_count',
      'lines.3.channel: unknown',
      'lines.3.tag: unknown',
      'lines.3.site: bad_host',
      'lines.4.day: in_future',
      'lines.5.day: too_old',
    ]);
    expect(problemsOf(await send([`${dayText(1)},,,,valid,5,6`]))).toEqual(['lines.2.viewable: too_many']);
    expect(problemsOf(await send([`${dayText(1)},,,,valid,5,`], 'day=Date&category=What&imps=Impressions'))).toEqual([
      'category: no_column',
    ]);
    expect(problemsOf(await send([], columns))).toEqual([': empty']);
    expect(problemsOf(await send([`${dayText(1)},,,,valid,5,`], 'day=Date'))).toEqual([
      'category: required',
      'imps: required',
    ]);
    expect((await stateOf(demand)).imports).toEqual([]);
    expect(await runReport([], ['results'])).toMatchObject([{ results: 0 }]);
  });

  test('without columns only has its headings reported', async () => {
    expect((await send([`${dayText(1)},,,,valid,5,`], 'isDryRun=true')).body).toMatchObject({
      columns: ['Date', 'Channel', 'Tag', 'Domain', 'Category', 'Impressions', 'Viewable'],
      count: 1,
      isApplied: false,
    });
  });
});

describe('permissions to import', () => {
  test('admins select the account, others only have theirs, and the vendor must be enabled for it', async () => {
    const line = [`${dayText(1)},,,,valid,5,`];
    expect(problemsOf(await send(line, columns, root))).toEqual(['account: required']);
    expect((await send(line, `${columns}&account=${own.demandId}`, root)).status).toBe(200);
    expect((await send(line, `${columns}&account=${foreign.demandId}`)).status).toBe(404);
    const wh = await demand('POST', `/api/verification/imports?vendor=wh&${columns}`, '', {
      'content-type': 'text/csv',
    });
    expect(problemsOf(wh)).toEqual(['vendor: no_verification']);
    // The super admin gets a link to the account, its owner does not.
    expect(wh.body).not.toHaveProperty('problems.0.fix');
    const accountWh = `vendor=wh&${columns}&account=${own.demandId}`;
    const ofAdmin = await root('POST', `/api/verification/imports?${accountWh}`, '', { 'content-type': 'text/csv' });
    const href = `/demands?open=${own.demandId}&field=showPostbidWh`;
    expect(ofAdmin.body).toMatchObject({ problems: [{ code: 'no_verification', fix: { href } }] });
    const neighbour = await api.signIn(foreign.logins.demand);
    expect((await stateOf(neighbour)).imports).toEqual([]);
    expect(await runReport([], ['results'], neighbour)).toMatchObject([{ results: 0 }]);
    const [mine] = (await stateOf(demand)).imports;
    expect((await neighbour('DELETE', `/api/verification/imports/${mine?.id}`)).status).toBe(404);
  });

  test('read-only managers, and those of some partners, may not; the others may', async () => {
    const managers = { looking: 'readonly', limited: 'full', whole: 'full' };
    const found: Record<string, number> = {};
    for (const [login, managerRole] of Object.entries(managers)) {
      const scope = login === 'limited' ? { scopeSubpublisherIds: [own.ids.subpublisher] } : {};
      await demand('POST', '/api/demand/managers', { name: login, login, password, managerRole, ...scope });
      found[login] = (await send([`${dayText(1)},,,,valid,5,`], columns, await api.signIn(login))).status;
    }
    expect(found).toEqual({ looking: 403, limited: 403, whole: 200 });
  });
});
