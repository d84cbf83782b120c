import { stringify } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#api/route.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { reportRequest } from '../access/sampleCalls.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../startTestApi.ts';

/** Former name of `sendsWinNotices`. */
const formerField = 'tellsWins';
/** Former name of `saveAs`. */
const formerKey = 'keep';

let api: TestApi;
let account: TestAccount;
let root: Caller;
let call: Caller;
let supplierId: number;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'former');
  root = await api.signIn('super');
  call = await api.signIn(account.logins.demand);
  supplierId = idOf(await call('POST', '/api/demand/sups', { name: 'east', [formerField]: false }));
});

afterAll(() => api.close());

const sendsWinNotices = async () =>
  ((await call('GET', `/api/demand/sups/${supplierId}`)).body as { sendsWinNotices: boolean }).sendsWinNotices;

test('fields are accepted under their former names in bodies, queries, change sets, bulk edits, CSV and YAML', async () => {
  expect(await sendsWinNotices()).toBe(false);
  const listed = await call('GET', '/api/demand/sups?tellsWins=false');
  expect(listed.body).toMatchObject({ total: 1, rows: [{ id: supplierId, sendsWinNotices: false }] });

  expect((await call('PATCH', `/api/demand/sups/${supplierId}`, { [formerField]: true })).status).toBe(200);
  expect(await sendsWinNotices()).toBe(true);

  const change = { entity: 'supplier', action: 'update', id: supplierId, values: { [formerField]: false } };
  expect((await call('POST', '/api/changes', { changes: [change] })).status).toBe(200);
  expect(await sendsWinNotices()).toBe(false);

  const edits = [{ field: 'tellsWins', verb: 'set', value: true }];
  expect((await call('POST', '/api/demand/sups/bulk', { ids: [supplierId], edits })).status).toBe(200);
  expect(await sendsWinNotices()).toBe(true);

  const csv = `id,tellsWins\n${supplierId},no\n`;
  const imported = await call('POST', '/api/demand/sups/import', csv, { 'content-type': 'text/csv' });
  expect([imported.status, imported.body]).toMatchObject([200, { columns: ['sendsWinNotices'], faults: [] }]);
  expect(await sendsWinNotices()).toBe(false);

  const document = stringify({ bidhouse: 1, suppliers: [{ id: supplierId, name: 'east', [formerField]: true }] });
  const applied = await call('POST', '/api/config', document, { 'content-type': 'application/yaml' });
  expect([applied.status, applied.body]).toMatchObject([200, { problems: [] }]);
  expect(await sendsWinNotices()).toBe(true);
});

test('a choice is accepted by its former value in bodies, queries, change sets, bulk edits, CSV and YAML', async () => {
  const path = '/api/demand/targetings';
  const id = idOf(await call('POST', path, { name: 'us', usPrivacy: 'told' }));
  const read = async () => ((await call('GET', `${path}/${id}`)).body as { usPrivacy: string }).usPrivacy;
  const reset = () => call('PATCH', `${path}/${id}`, { usPrivacy: 'any' });
  expect(await read()).toBe('declared');
  const listed = await call('GET', `${path}?usPrivacy=sale,told`);
  expect(listed.body).toMatchObject({ total: 1, rows: [{ id, usPrivacy: 'declared' }] });
  const all = { filters: { usPrivacy: ['told'] } };
  const edits = [{ field: 'usPrivacy', verb: 'set', value: 'told' }];
  const notes = [{ field: 'notes', verb: 'set', value: 'a' }];
  const preview = await call('POST', `${path}/bulk`, { all, edits: notes, isDryRun: true });
  expect([preview.status, preview.body]).toMatchObject([200, { changed: 1 }]);

  const change = { entity: 'targeting', action: 'update', id, values: { usPrivacy: 'told' } };
  const yaml = stringify({ bidhouse: 1, targetings: [{ id, name: 'us', usPrivacy: 'told' }] });
  const writes = [
    () => call('PATCH', `${path}/${id}`, { usPrivacy: 'told' }),
    () => call('POST', '/api/changes', { changes: [change] }),
    () => call('POST', `${path}/bulk`, { ids: [id], edits }),
    () => call('POST', `${path}/import`, `id,usPrivacy\n${id},told\n`, { 'content-type': 'text/csv' }),
    () => call('POST', '/api/config', yaml, { 'content-type': 'application/yaml' }),
  ];
  for (const write of writes) {
    expect((await reset()).status).toBe(200);
    expect((await write()).status).toBe(200);
    expect(await read()).toBe('declared');
  }
  const document = JSON.stringify((await call('GET', '/api/openapi.json')).body);
  expect([document.includes('"declared"'), document.includes('"told"')]).toEqual([true, false]);
});

test('a preview is applied by its digest under the former name, and by no other', async () => {
  const edit = { ids: [supplierId], edits: [{ field: 'notes', verb: 'set', value: 'previewed' }] };
  const preview = await call('POST', '/api/demand/sups/bulk', { ...edit, isDryRun: true });
  const { previewDigest } = preview.body as { previewDigest: string };
  const other = await call('POST', '/api/demand/sups/bulk', { ...edit, seen: 'another' });
  expect([other.status, other.body]).toMatchObject([409, { problems: [{ path: 'previewDigest' }] }]);
  expect((await call('POST', '/api/demand/sups/bulk', { ...edit, seen: previewDigest })).status).toBe(200);

  const document = stringify({ bidhouse: 1, suppliers: [{ id: supplierId, name: 'east', notes: 'planned' }] });
  const send = (query: string) =>
    call('POST', `/api/config?${query}`, document, { 'content-type': 'application/yaml' });
  const plan = (await send('isDryRun=true')).body as { previewDigest: string };
  expect((await send('seen=another')).status).toBe(409);
  expect((await send(`seen=${plan.previewDigest}`)).status).toBe(200);
});

test('lists are sorted, exported, chosen from and searched in the log by former names', async () => {
  expect((await call('GET', '/api/demand/sups?sort=-tellsWins')).status).toBe(200);
  const file = await call('GET', '/api/demand/sups/export.csv?columns=tellsWins&headings=fields');
  expect([file.status, file.text.replace('\uFEFF', '').split(/\r?\n/)[0]]).toEqual([200, 'id,version,sendsWinNotices']);
  const all = { filters: { [formerField]: [true] } };
  const edits = [{ field: 'notes', verb: 'set', value: 'all of them' }];
  const preview = await call('POST', '/api/demand/sups/bulk', { all, edits, isDryRun: true });
  expect([preview.status, preview.body]).toMatchObject([200, { changed: 1 }]);
  const logged = await call('GET', '/api/log?field=tellsWins');
  expect((logged.body as { total: number }).total).toBeGreaterThan(3);
});

test('a value under both names is refused', async () => {
  const both = await call('PATCH', `/api/demand/sups/${supplierId}`, { [formerField]: false, sendsWinNotices: true });
  expect([both.status, both.body]).toMatchObject([400, { problems: [{ code: 'unknown_field', path: formerField }] }]);
});

test('a preview has its digest under the former name too', async () => {
  const edits = [{ field: 'notes', verb: 'set', value: 'seen' }];
  const { body } = await call('POST', '/api/demand/sups/bulk', { ids: [supplierId], edits, isDryRun: true });
  const { seen, previewDigest } = body as { seen: string; previewDigest: string };
  expect(seen).toBe(previewDigest);
});

test('other methods are refused at former paths with those that are allowed', async () => {
  const refused = await call('PUT', '/api/postbid/quota', {});
  expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('a saved report is accepted with the former key', async () => {
  const body = { name: 'Daily', ivt: false, [formerKey]: 'definition', request: reportRequest };
  expect(await call('POST', '/api/savedReport', body)).toMatchObject({ status: 201, body: { kind: 'definition' } });
});

/** A request with every part that names a metric, and a view with its chart. */
const askFor = (fee: string, rate: string) => ({
  request: {
    ...reportRequest,
    offset: 0,
    dimensions: ['day'],
    metrics: ['imps', fee, rate],
    having: [{ metric: `${fee}.before`, op: 'gt', value: '1' }],
    compare: { to: 'previous' },
    sort: [{ key: `${rate}.diff`, dir: 'desc' }],
  },
  view: { view: 'line', chart: fee },
});
const current = askFor('verification_fee', 'verification_rate');
const former = askFor('scan_fee', 'scan_rate');

test('a report that was saved with former metrics is answered and copied with those of now', async () => {
  const [user] = await api.sql("select id from users where login = 'super'");
  const rows = [{ day: null, scan_fee: '1.00' }];
  const { id } = await api.deps.savedReports.create({
    ...{ userId: Number(user?.['id']), name: 'Fees', isIvt: false, rows, file: null, rowCount: 0 },
    ...former,
  });
  const read = await root('GET', `/api/savedReport/${id}`);
  expect(read).toMatchObject({ status: 200, body: { ...current, rows: [{ day: null, verification_fee: '1.00' }] } });
  const copy = idOf(await root('POST', `/api/savedReport/${id}/clone`, { name: 'Fees, copied' }));
  expect((await root('GET', `/api/savedReport/${copy}`)).body).toMatchObject(current);
});

test('a report that is saved with former metrics is stored with those of now', async () => {
  const saved = idOf(
    await root('POST', '/api/savedReport', { name: 'Fees', ivt: false, saveAs: 'definition', ...former }),
  );
  const [row] = await api.sql(`select request, view from saved_reports where id = ${saved}`);
  expect(row).toEqual(current);
  const order = { name: 'Fees', ivt: false, format: 'csv', request: former.request };
  const exported = await root('POST', '/api/exports', order);
  expect([exported.status, exported.body]).toMatchObject([202, { request: current.request }]);
});

test('an export that was ordered with former metrics is listed with those of now', async () => {
  await api.sql(`update report_exports set request = '${JSON.stringify(former.request)}'`);
  expect((await root('GET', '/api/exports')).body).toMatchObject([{ request: current.request }]);
});

test('entries of the log are found by the former code of their entity', async () => {
  await api.sql(`insert into changes (action, entity, row_id, name, demand_id, source)
    values ('created', 'verificationImport', 1, 'pix.csv', ${account.demandId}, 'console')`);
  const found = await call('GET', '/api/log?entity=scanImport');
  expect(found.body).toMatchObject({ total: 1, rows: [{ entity: 'verificationImport', name: 'pix.csv' }] });
});

test('former paths answer as the paths of now do, with the same rights, and stand in no document', async () => {
  const renamed = api.routes.filter((route): route is Route & { formerPath: string } => route.formerPath !== undefined);
  expect(renamed.map(({ formerPath }) => formerPath).toSorted()).toEqual([
    '/api/demand/deals/seen',
    '/api/finance/accounts/{id}/ageing.csv',
    '/api/finance/accounts/{id}/ageing.xlsx',
    '/api/finance/settlements/{id}/takeBack',
    '/api/postbid/imports',
    '/api/postbid/imports',
    '/api/postbid/imports/{id}',
    '/api/postbid/quota',
    '/api/reports/catalogue',
    '/api/tools/fireTrackers',
    '/api/tools/vastTest',
  ]);
  const { paths } = (await call('GET', '/api/openapi.json')).body as { paths: Record<string, unknown> };
  const stranger = api.anonymous;
  for (const { method, path, formerPath } of renamed) {
    expect(paths).toHaveProperty([path]);
    expect(paths).not.toHaveProperty([formerPath]);
    for (const by of [call, stranger]) {
      const [now, former] = await Promise.all(
        [path, formerPath].map((each) =>
          by(method, each.replace('{id}', '999999'), method === 'POST' ? {} : undefined),
        ),
      );
      const answer = (each: typeof now) => [each?.status, withoutRequestId(each?.body)];
      expect([formerPath, answer(former)]).toEqual([formerPath, answer(now)]);
      expect(former?.status === 404 && method !== 'DELETE').toBe(false);
    }
  }
});

function withoutRequestId(body: unknown): unknown {
  return { ...(body as object), requestId: '' };
}
