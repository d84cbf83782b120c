import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import type { SavedReport, SavedReportContent } from '#api/reports/savedReportContract.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../../stores/openTestTables.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const request = {
  startDate: '2026-11-01',
  endDate: '2026-11-02',
  offset: 0,
  dimensions: ['day'],
  metrics: ['reqs', 'imps', 'rev'],
};

let clickhouse: ClickHouse;
let api: TestApi;
let acme: TestAccount;
let root: Caller;
let demand: Caller;
let other: Caller;

beforeAll(async () => {
  ({ clickhouse } = await openTestTables());
  api = await startTestApi({ facts: clickhouse });
  root = await api.signIn('super');
  acme = await buildAccount(api, 'Acme');
  demand = await api.signIn(acme.logins.demand);
  other = await api.signIn((await buildAccount(api, 'Other')).logins.demand);
  const place = {
    demandId: acme.demandId,
    channelId: acme.ids.channel,
    subpublisherId: acme.ids.subpublisher,
    at: Date.UTC(2026, 10, 1, 12),
  };
  const shown = { advertiserId: acme.ids.advertiser, tagId: acme.ids.tag, tier: 1 };
  const facts = [
    buildFact({ ...place, calls: 1, reqs: 1, opps: 1 }),
    buildFact({ ...place, ...shown, kind: 'event', event: 'impression', imps: 1, rev: 1_500_000, cost: 500_000 }),
  ];
  await clickhouse.insertRows('facts', factLines(facts), { token: 'traffic' });
});

afterAll(async () => {
  await api.close();
  await clickhouse.close();
});

const save = (call: Caller, more: object = {}) =>
  call('POST', '/api/savedReport', { name: 'Daily', ivt: false, saveAs: 'rows', request, ...more });
const listOf = (answer: ApiResponse) => answer.body as SavedReport[];
const contentOf = (answer: ApiResponse) => answer.body as SavedReportContent;

/** The log entries about reports, newest first. */
async function exportsInLog() {
  const { rows } = await api.deps.log.list(
    { scope: [acme.demandId], entities: ['report'], actions: ['export'] },
    { page: 1, size: 100 },
  );
  return rows satisfies Pick<LogRow, 'name'>[];
}

test('a saved report of an earlier version counts the rows of then and now under the values of now', async () => {
  const place = { demandId: acme.demandId, channelId: acme.ids.channel, at: Date.UTC(2026, 9, 10, 12), calls: 1 };
  const facts = ['untold', 'undeclared', 'personal'].map((consent) => buildFact({ ...place, consent }));
  await clickhouse.insertRows('facts', factLines(facts), { token: 'consent' });
  const day = { startDate: '2026-10-10', endDate: '2026-10-10', offset: 0 };
  const filters = [{ dim: 'consent', op: 'in', values: ['untold'] }];
  const question = { ...day, dimensions: ['consent'], metrics: ['calls'], filters };
  const saved = await save(demand, { saveAs: 'definition', request: { ...request, ...day } });
  await api.sql(`update saved_reports set request = '${JSON.stringify(question)}' where id = ${idOf(saved)}`);
  const stored = contentOf(await demand('GET', `/api/savedReport/${idOf(saved)}`)).request;
  expect(stored).toMatchObject({ filters: [{ dim: 'consent', op: 'in', values: ['undeclared'] }] });
  expect((await demand('POST', '/api/rrun', stored)).body).toEqual([
    { consent: 'undeclared', consent_name: 'Not declared', calls: 2 },
    { consent: null, consent_name: null, calls: 2 },
  ]);
  expect((await demand('DELETE', `/api/savedReport/${idOf(saved)}`)).status).toBe(200);
});

describe('saving a report', () => {
  test('the server runs the report with the rights of the caller and stores its rows', async () => {
    const saved = await save(demand, { request: { ...request, offset: undefined, range: 'last7' } });
    const report = contentOf(await demand('GET', `/api/savedReport/${idOf(saved)}`));
    const answered = await demand('POST', '/api/rrun', request);
    expect(report.rows).toEqual(answered.body);
    expect(report.rows).toEqual([
      { day: '2026-11-01', reqs: 1, imps: 1, rev: '0.0015' },
      { day: null, reqs: 1, imps: 1, rev: '0.0015' },
    ]);
    // The time zone of the request is stored with the question.
    expect(report.request).toEqual({ ...request, range: 'last7' });
    expect(report).toMatchObject({ name: 'Daily', rowCount: 1, file: false, ivt: false, isArchived: false });
    const foreign = await save(other);
    expect(contentOf(await other('GET', `/api/savedReport/${idOf(foreign)}`)).rows).toEqual([
      { day: null, reqs: 0, imps: 0, rev: '0.00' },
    ]);
  });

  test('an invalid question is refused with the place of every fault, and nothing is stored', async () => {
    const before = listOf(await demand('GET', '/api/savedReports')).length;
    const bad = await save(demand, { request: { ...request, metrics: ['reqs', 'nonsense'] } });
    expect(bad.status).toBe(422);
    expect(problemsOf(bad)).toEqual(['request.metrics.1: unknown_metric']);
    const malformed = await save(demand, { name: '  ', saveAs: 'picture' });
    expect(malformed.status).toBe(400);
    expect(problemsOf(malformed).map((each) => each.split(':')[0])).toEqual(['name', 'saveAs']);
    expect(listOf(await demand('GET', '/api/savedReports'))).toHaveLength(before);
  });

  test('a live report only stores the question, validated as if it were run, and can be copied', async () => {
    const saved = await save(demand, {
      name: 'Monthly',
      saveAs: 'definition',
      request: { ...request, range: 'last7' },
    });
    const report = contentOf(await demand('GET', `/api/savedReport/${idOf(saved)}`));
    expect(report).toMatchObject({ kind: 'definition', file: false, format: null, rows: null, rowCount: 0 });
    const copy = await demand('POST', `/api/savedReport/${report.id}/clone`, { name: 'Monthly, copied' });
    const copied = contentOf(await demand('GET', `/api/savedReport/${idOf(copy)}`));
    expect(copied).toMatchObject({ name: 'Monthly, copied', kind: 'definition', request: report.request });
    expect((await other('POST', `/api/savedReport/${report.id}/clone`, { name: 'x' })).status).toBe(404);
    const bad = await save(demand, { saveAs: 'definition', request: { ...request, metrics: ['nonsense'] } });
    expect(problemsOf(bad)).toEqual(['request.metrics.0: unknown_metric']);
  });

  test('it is in the log with its author', async () => {
    await save(demand, { name: 'For the log' });
    const [entry] = await exportsInLog();
    expect(entry).toMatchObject({ name: 'For the log', demandId: acme.demandId, source: 'console' });
  });
});

describe('the list of saved reports', () => {
  test('[CALL-06] GET /api/savedReports returns reports newer than the last id, newest first', async () => {
    const first = idOf(await save(demand, { name: 'one' }));
    const second = idOf(await save(demand, { name: 'two', saveAs: 'file' }));
    const all = listOf(await demand('GET', '/api/savedReports'));
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
    const later = listOf(await demand('GET', `/api/savedReports?last=${first}`));
    expect(later.map(({ name }) => name)).toEqual(['two']);
    expect(listOf(await demand('GET', `/api/savedReports?last=${second}`))).toEqual([]);
    expect((await demand('GET', '/api/savedReports?last=x')).status).toBe(400);
  });

  test('[BELL-07] a report has its id, date-time, name, whether it is a file and whether it is a post-bid report', async () => {
    const [report] = listOf(await demand('GET', '/api/savedReports'));
    expect(report).toEqual({
      id: expect.any(Number),
      dt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      name: 'two',
      file: true,
      kind: 'file',
      format: 'csv',
      byteCount: null,
      expiresAt: null,
      ivt: false,
      isArchived: false,
      rowCount: 1,
      from: null,
    });
  });

  test('archived reports are omitted by default, and can be restored', async () => {
    const id = idOf(await save(demand, { name: 'old' }));
    const path = `/api/savedReport/${id}`;
    expect((await demand('PATCH', path, { isArchived: true })).body).toMatchObject({ id, isArchived: true });
    const ids = async (query: string) =>
      listOf(await demand('GET', `/api/savedReports${query}`)).map((each) => each.id);
    expect(await ids('')).not.toContain(id);
    expect(await ids('?archived=1')).toContain(id);
    expect((await demand('PATCH', path, { isArchived: false, name: 'old but good' })).status).toBe(200);
    expect(listOf(await demand('GET', '/api/savedReports'))[0]).toMatchObject({ id, name: 'old but good' });
    expect((await demand('PATCH', path, {})).status).toBe(400);
  });

  test('[CALL-06] DELETE /api/savedReport/{id} deletes permanently', async () => {
    const id = idOf(await save(demand, { name: 'gone' }));
    expect((await demand('DELETE', `/api/savedReport/${id}`)).body).toEqual({});
    for (const [method, path] of [
      ['GET', 'savedReport'],
      ['DELETE', 'savedReport'],
    ] as const) {
      expect((await demand(method, `/api/${path}/${id}`)).status).toBe(404);
    }
  });

  test('every user has their own: those of others do not exist, not even for an admin', async () => {
    const id = idOf(await save(demand, { name: 'private', saveAs: 'file' }));
    for (const call of [other, root]) {
      for (const path of [`/api/savedReport/${id}`, `/api/savedFile/${id}`]) {
        expect((await call('GET', path)).status).toBe(404);
      }
      expect((await call('PATCH', `/api/savedReport/${id}`, { name: 'mine' })).status).toBe(404);
      expect((await call('DELETE', `/api/savedReport/${id}`)).status).toBe(404);
      expect(listOf(await call('GET', '/api/savedReports')).map((each) => each.id)).not.toContain(id);
    }
  });

  test('sdk users have none', async () => {
    const sdk = await api.signIn(acme.logins.sdk);
    expect((await sdk('GET', '/api/savedReports')).status).toBe(403);
    expect((await save(sdk)).status).toBe(403);
  });
});

describe('the file of a saved report', () => {
  test('[CALL-06] GET /api/savedFile/{id} downloads the same CSV as the console exports, and is in the log', async () => {
    const id = idOf(await save(demand, { name: 'Sales / November', saveAs: 'file' }));
    const answer = await demand('GET', `/api/savedFile/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.text).toBe(
      '\uFEFF' +
        [
          'Day (UTC),Requests,Impressions,Revenue (USD)',
          '2026-11-01,1,1,0.0015',
          'Totals,1,1,0.0015',
          'Date range: 2026-11-01 to 2026-11-02; UTC',
          '',
        ].join('\r\n'),
    );
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Sales - November.csv"; filename*=UTF-8''Sales%20-%20November.csv`,
    );
    expect(contentOf(await demand('GET', `/api/savedReport/${id}`)).rows).toBeNull();
    expect((await exportsInLog()).slice(0, 2)).toMatchObject([{ rowId: id }, { rowId: id }]);
  });

  test('its name is safe whatever the report is called', async () => {
    const names: [name: string, plain: string, whole: string][] = [
      ['Umsätze 📈 2026', 'Ums_tze __ 2026.csv', 'Umsätze 📈 2026.csv'],
      ['تقرير', '_____.csv', 'تقرير.csv'],
      // Reversed by an override, "gpj.csv" would read as "vsc.jpg".
      ['a\u202Egpj', 'agpj.csv', 'agpj.csv'],
      ['../"x";\r\nSet-Cookie: y', '--x-;Set-Cookie- y.csv', '--x-;Set-Cookie- y.csv'],
      ['...', 'report.csv', 'report.csv'],
    ];
    for (const [name, plain, expectedName] of names) {
      const id = idOf(await save(demand, { name, saveAs: 'file' }));
      const { headers } = await demand('GET', `/api/savedFile/${id}`);
      const [, ascii, encoded] =
        /^attachment; filename="([\x20-\x7E]*)"; filename\*=UTF-8''([\w.~!$&+^`|%-]+)$/.exec(
          String(headers['content-disposition']),
        ) ?? [];
      expect([ascii, decodeURIComponent(encoded ?? '')]).toEqual([plain, expectedName]);
    }
  });

  test('a report that is stored as rows has no file', async () => {
    const id = idOf(await save(demand));
    expect((await demand('GET', `/api/savedFile/${id}`)).status).toBe(404);
  });
});

describe('post-bid reports', () => {
  const quota = async () => (await demand('GET', '/api/verification/quota')).body;

  test('need the account’s flag, and count against the month’s limit even when they are deleted', async () => {
    const refused = await save(demand, { ivt: true });
    expect([refused.status, problemsOf(refused)]).toEqual([422, ['ivt: no_verification']]);
    await root('PATCH', `/api/demands/${acme.demandId}`, { showPostbidPix: true });
    const month = new Date().toISOString().slice(0, 7);
    expect(await quota()).toMatchObject({ month, imps: { used: 0, max: 0 }, reports: { used: 0, max: 0 } });

    const { deps } = api;
    const author = { userId: null, adminId: null, ip: '', source: 'system' as const, requestId: '' };
    await deps.platform.write({ postbidMaxImps: 5000, postbidMaxReps: 2 }, author);
    const first = idOf(await save(demand, { ivt: true, name: 'quality' }));
    expect(contentOf(await demand('GET', `/api/savedReport/${first}`)).ivt).toBe(true);
    await demand('DELETE', `/api/savedReport/${first}`);
    idOf(await save(demand, { ivt: true, saveAs: 'file' }));
    expect(await quota()).toMatchObject({ month, imps: { used: 0, max: 5000 }, reports: { used: 2, max: 2 } });
    const over = await save(demand, { ivt: true });
    expect([over.status, problemsOf(over)]).toEqual([422, ['ivt: verification_quota']]);
    expect(over.text).toContain(`All 2 post-bid verification reports for ${month} are used`);
    // Other reports have no such limit.
    expect((await save(demand)).status).toBe(201);
    await deps.platform.write({ postbidMaxImps: 0, postbidMaxReps: 0 }, author);
    expect((await save(demand, { ivt: true })).status).toBe(201);
  });
});
