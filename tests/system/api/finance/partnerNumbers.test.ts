import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerImportResponse, Reconciliation } from '#api/finance/partnerContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type Fact, factLines, seededRandomInt } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;
const month = '2026-09';
const start = Date.parse('2026-09-05T00:00:00Z');
/** Offset of the partner's days from ours, in hours. */
const shift = 7;
const days = 8;

let facts: FactsFixture;
let api: TestApi;
let account: TestAccount;
let admin: Caller;
let inserted = 0;
let hours: number[];

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  account = await buildAccount(api, 'alpha');
  const root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Ada', login: 'admin', password, type: 'admin' });
  admin = await api.signIn('admin');
  const randomInt = seededRandomInt(5);
  hours = Array.from({ length: (days + 1) * 24 }, (_, hour) => 20 + randomInt(80) * (1 + (Math.floor(hour / 24) % 3)));
  const place = { demandId: account.demandId, tagId: account.ids.tag, advertiserId: account.ids.advertiser };
  const shown = hours.map((imps, hour) =>
    buildFact({
      ...place,
      at: start + hour * hourMs + 60_000,
      kind: 'event',
      event: 'impression',
      imps,
      rev: imps * 2_000_000,
      ivt: hour % 4 === 0 ? 'crawler' : 'valid',
    }),
  );
  // Requests of the same ids: every eighth came the day before its impression.
  const hourlyFacts = hours.map((_, hour) =>
    buildFact({
      demandId: account.demandId,
      at: start + hour * hourMs - (hour % 8 === 0 ? 26 * hourMs : 0),
      calls: 1,
      reqs: 1,
    }),
  );
  await insert(shown);
  await insert(hourlyFacts);
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

async function insert(given: readonly Fact[]): Promise<void> {
  await facts.clickhouse.insertRows('facts', factLines(given), { token: `partners ${(inserted += 1)}` });
}

const dayText = (day: number) => new Date(start + day * 24 * hourMs).toISOString().slice(0, 10);

/** The partner's count on one of its days: a part of ours. */
function theirs(day: number, part: number): number {
  const first = day * 24 + shift;
  return Math.round(hours.slice(first, first + 24).reduce((sum, imps) => sum + imps, 0) * part);
}

function csvOf(part: number): string {
  const lines = Array.from({ length: days }, (_, day) => {
    const imps = theirs(day, part);
    return `${dayText(day)},Alpha Advertiser,"${imps.toLocaleString('en-US')}",$${(imps / 500).toFixed(2)}`;
  });
  return ['Date,Name,Impressions,Revenue', ...lines].join('\r\n');
}

const columns = 'day=Date&object=Name&imps=Impressions&revenue=Revenue';

function send(csv: string, query: string) {
  const path = `/api/finance/accounts/${account.demandId}/partnerNumbers?kind=advertiser&fileName=their.csv&${query}`;
  return admin('POST', path, csv, { 'content-type': 'text/csv' });
}

async function read(): Promise<Reconciliation> {
  const path = `/api/finance/months/${month}/accounts/${account.demandId}/reconciliation?kind=advertiser`;
  return (await admin('GET', path)).body as Reconciliation;
}

describe('partners’ numbers', () => {
  test('are parsed by the named columns; each faulty line is reported, and nothing is written', async () => {
    const headings = (await send(csvOf(1), 'isDryRun=true')).body as PartnerImportResponse;
    expect(headings).toMatchObject({ columns: ['Date', 'Name', 'Impressions', 'Revenue'], count: days, faults: [] });
    const bad = `${csvOf(1)}\r\n02/03/2026,alpha advertiser,1,1\r\n2026-09-30,unknown,x,1\r\n2026-02-30,${account.ids.advertiser},1,`;
    const answer = await send(bad, columns);
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual([
      'lines.10.day: bad_day',
      'lines.11.object: unknown',
      'lines.11.imps: bad_count',
      'lines.12.day: bad_day',
      'lines.12.revenue: bad_amount',
    ]);
    expect(problemsOf(await send(csvOf(1), 'day=Date&object=Name&imps=Views'))).toEqual(['imps: no_column']);
    expect((await read()).rows).toEqual([]);
    expect((await send(csvOf(1), '')).status).toBe(422);
  });

  test('are never doubled: the same file is recognized, and a newer one replaces the old', async () => {
    expect((await send(csvOf(0.7), columns)).body).toMatchObject({ isApplied: true, same: null, replaced: 0, days });
    expect((await send(csvOf(0.7), `${columns}&isDryRun=true`)).body).toMatchObject({
      isApplied: false,
      same: { fileName: 'their.csv' },
      replaced: days,
    });
    expect((await send(csvOf(0.7), columns)).body).toMatchObject({ isApplied: true, replaced: days });
    expect((await send(csvOf(0.8), columns)).body).toMatchObject({ same: null, replaced: days });
    const { rows, files } = await read();
    expect(files).toMatchObject([{ fileName: 'their.csv', lines: days, userName: 'Ada' }]);
    const counted = Array.from({ length: days }, (_, day) => theirs(day, 0.8));
    expect(rows[0]?.theirs.imps).toBe(counted.reduce((sum, imps) => sum + imps, 0));
  });

  test('differ by causes in our figures: the time zone of the partner, invalid traffic, late impressions', async () => {
    const [row] = (await read()).rows;
    expect(row?.name).toBe('alpha advertiser');
    const ours = hours.slice(0, days * 24).reduce((sum, imps) => sum + imps, 0);
    expect(row?.ours).toEqual({ imps: ours, revenue: (ours / 500).toFixed(9).replace(/0{1,7}$/, '') });
    expect(row?.discrepancy).toBeCloseTo((ours - (row?.theirs.imps ?? 0)) / (row?.theirs.imps ?? 1), 12);
    expect(row?.causes.map(({ kind }) => kind)).toEqual(['zone', 'ivt', 'late']);
    const [zone, ivt, late] = row?.causes ?? [];
    expect(zone).toMatchObject({ hours: shift });
    const invalid = hours.slice(0, days * 24).reduce((sum, imps, hour) => sum + (hour % 4 === 0 ? imps : 0), 0);
    expect(ivt).toMatchObject({ imps: invalid, share: invalid / ours });
    expect(late).toMatchObject({ sampled: hours.length, nextDayShare: 1 / 8, overAnHourShare: 1 / 8 });
    expect(row?.days.length).toBe(days);
    expect(row?.days.reduce((sum, day) => sum + day.ours.imps, 0)).toBe(ours);
  });

  test('are removed with their file', async () => {
    const { files } = await read();
    expect((await admin('DELETE', `/api/finance/partnerFiles/${files[0]?.id}`)).status).toBe(200);
    expect(await read()).toEqual({ kind: 'advertiser', rows: [], files: [] });
    expect((await admin('DELETE', `/api/finance/partnerFiles/${files[0]?.id}`)).status).toBe(404);
  });
});
