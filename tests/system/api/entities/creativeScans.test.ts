import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCreativeScanner } from '#api/scans/creativeScanner.ts';
import type { CreativeScan } from '#api/scans/scanContract.ts';
import type { CreativeRow } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;
/** A GIF of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const gifDigest = createHash('sha256').update(gif).digest('hex');
const redirect = '<script>top.location = "https://shop.example/"</script>';

let vendor: Server;
let host: string;
let pages: Record<string, (response: ServerResponse) => void>;
let api: TestApi;
let root: Caller;
let own: Caller;
let foreign: Caller;
let alpha: TestAccount;
let bravo: TestAccount;

beforeAll(async () => {
  vendor = createServer((request: IncomingMessage, response) => {
    const page = pages[new URL(request.url ?? '', 'http://x').pathname];
    if (page) page(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  api = await startTestApi({
    env: {
      BLOCKED_DOMAINS_URL: `http://${host}/domains.txt`,
      BLOCKED_FILES_URL: `http://${host}/files.txt`,
      ALLOW_PRIVATE_ADDRESSES: '1',
    },
  });
  alpha = await buildAccount(api, 'alpha');
  bravo = await buildAccount(api, 'bravo');
});
beforeEach(async () => {
  pages = {
    '/domains.txt': (response) => response.end('evil.example\nworse.example\n'),
    '/files.txt': (response) => response.end(`${gifDigest}\n`),
  };
  await api.sql('delete from traffic_lists');
  await api.deps.trafficLists.refreshDue();
  await api.deps.scanner.scanDue();
  // Tests move the clock beyond the end of a session.
  root = await api.signIn('super');
  own = await api.signIn(alpha.logins.demand);
  foreign = await api.signIn(bravo.logins.demand);
});
afterAll(async () => {
  await api?.close();
  vendor?.closeAllConnections();
  vendor?.close();
});

let count = 0;
async function create(values: object, caller = own, account = alpha): Promise<CreativeRow> {
  count += 1;
  const { advertiser: advertiserId } = account.ids;
  const answer = await caller('POST', '/api/demand/creatives', {
    name: `creative ${count}`,
    advertiserId,
    adomain: 'brand.example',
    ...('markup' in values ? { type: 'tag', width: 300, height: 250 } : {}),
    ...values,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as CreativeRow;
}
const scanPath = (id: number) => `/api/demand/creatives/${id}/scan`;
const scanOf = async (id: number, caller = own) => (await caller('GET', scanPath(id))).body as CreativeScan;
const codesOf = ({ findings }: Pick<CreativeRow, 'findings'>) => findings.map(({ code }) => code);
const accept = (id: number, finding: object, caller = own) =>
  caller('POST', `${scanPath(id)}/accept`, { reason: 'a known partner', ...finding });

test('a creative is scanned as it is stored: the response has its findings, and it cannot be approved', async () => {
  const row = await create({ markup: `<div>\n${redirect}</div>` });
  expect(row).toMatchObject({
    scan: 'blocked',
    version: 1,
    findings: [{ code: 'redirect', severity: 'blocked', place: 'Markup, line 2' }],
  });
  const approval = await own('POST', `/api/demand/creatives/${row.id}/review`, { review: 'approved' });
  expect(approval).toMatchObject({ status: 422, body: { problems: [{ code: 'blocked', path: 'scan' }] } });
  const fixed = await own('PATCH', `/api/demand/creatives/${row.id}`, { markup: '<a href="${CLICK_URL}">x</a>' });
  expect(fixed.body).toMatchObject({ scan: 'clean', findings: [] });
  expect((await own('POST', `/api/demand/creatives/${row.id}/review`, { review: 'approved' })).status).toBe(200);
});

test('code with characters that cannot be stored is scanned and stored', async () => {
  const code = Buffer.from('top.location = "\u0000"').toString('base64');
  expect(await create({ markup: `<script>eval(atob("${code}"))</script>` })).toMatchObject({ scan: 'blocked' });
});

test('a scan that fails delays no other one, is a finding, and clears no earlier one', async () => {
  const blocked = await create({ markup: redirect });
  const clean = await create({ markup: '<b>a</b>' });
  const other = await create({ markup: '<b>b</b>' }, foreign, bravo);
  const { scannedAt: earlier } = await scanOf(other.id, foreign);
  api.moveClock(dayMs);
  const faults: unknown[] = [];
  const scanner = createCreativeScanner({
    config: { ALLOW_PRIVATE_ADDRESSES: true },
    scans: api.deps.scans,
    media: { read: async () => null },
    lists: async (demandId) => {
      if (demandId === alpha.demandId) throw new Error('the lists cannot be read');
      return { hasDomain: () => false, hasFile: () => false };
    },
    log: { error: (fault) => faults.push(fault) },
    now: api.deps.now,
  });
  await scanner.scanDue();
  expect(faults.length).toBeGreaterThan(1);
  own = await api.signIn(alpha.logins.demand);
  foreign = await api.signIn(bravo.logins.demand);
  expect(await scanOf(blocked.id)).toMatchObject({
    state: 'blocked',
    findings: [{ code: 'redirect' }, { code: 'not_scanned' }],
  });
  expect(await scanOf(clean.id)).toMatchObject({ state: 'warning', findings: [{ code: 'not_scanned' }] });
  const { state, scannedAt } = await scanOf(other.id, foreign);
  expect(state).toBe('clean');
  expect(scannedAt).not.toBe(earlier);
  api.moveClock(dayMs);
  await api.deps.scanner.scanDue();
});

test('a creative that is blocked is published with each scan, as an API of 0.2.0 may have published it without', async () => {
  const versionOf = async () => (await api.sql('select version from snapshot_version'))[0]?.['version'];
  const clean = await create({ markup: '<b>a</b>' });
  const blocked = await create({ markup: redirect });
  const before = Number(await versionOf());
  await own('POST', scanPath(clean.id));
  expect(Number(await versionOf())).toBe(before);
  await own('POST', scanPath(blocked.id));
  expect(Number(await versionOf())).toBe(before + 1);
});

test('creatives are claimed of all accounts in turn', async () => {
  const { scans } = api.deps;
  const rows = [await create({ markup: '<b>a</b>' }), await create({ markup: '<b>b</b>' })];
  const { id } = await create({ markup: '<b>c</b>' }, foreign, bravo);
  await scans.makeDue(
    '2020-01-01T00:00:00.000Z',
    rows.map((row) => row.id),
  );
  await scans.makeDue('2020-01-02T00:00:00.000Z', [id]);
  const claimed = await scans.claim({ now: '2020-01-03T00:00:00.000Z', until: '2020-01-03T00:10:00.000Z' }, 2);
  expect(new Set(claimed.map(({ demandId }) => demandId))).toEqual(new Set([alpha.demandId, bravo.demandId]));
});

test('clients cannot write the state or the findings', async () => {
  const row = await create({ markup: redirect });
  const answer = await own('PATCH', `/api/demand/creatives/${row.id}`, { scan: 'clean', findings: [] });
  expect(answer.status).toBe(400);
  expect((await scanOf(row.id)).state).toBe('blocked');
});

test('domains and files are compared with the operator’s lists, and with the domains that the account has cut off', async () => {
  expect(await create({ type: 'vastUrl', vastUrl: 'https://ads.evil.example/v' })).toMatchObject({
    scan: 'blocked',
    findings: [{ code: 'blocked_domain', subject: 'evil.example', place: 'VAST tag URL' }],
  });
  const image = await create({ type: 'image', clickUrl: 'https://brand.example/' });
  const upload = await own('POST', `/api/demand/creatives/${image.id}/files?name=ad.gif`, gif, {
    'content-type': 'image/gif',
  });
  expect(upload.body).toMatchObject({
    scan: 'blocked',
    findings: [{ code: 'blocked_file', subject: gifDigest, place: 'ad.gif' }],
  });
  const markup = '<img src="https://cut.example/x">';
  expect(await create({ markup })).toMatchObject({ scan: 'clean' });
  await own('POST', '/api/cutoffs', { kind: 'domain', text: 'cut.example', reason: 'redirects' });
  expect(await create({ markup })).toMatchObject({ scan: 'blocked' });
  expect(await create({ markup }, foreign, bravo)).toMatchObject({ scan: 'clean' });
});

test('many creatives that are written at once are scanned too', async () => {
  const rows = [await create({ markup: '<b>a</b>' }), await create({ markup: '<b>b</b>' })];
  const answer = await own('POST', '/api/demand/creatives/bulk', {
    ids: rows.map(({ id }) => id),
    edits: [{ field: 'adomain', verb: 'set', value: 'worse.example' }],
  });
  expect(answer.status, answer.text).toBe(200);
  for (const { id } of rows) expect(await scanOf(id)).toMatchObject({ state: 'blocked' });
});

test('a finding is accepted with a reason, which is logged, stays after the next scan, and is withdrawn', async () => {
  const { id, findings } = await create({ markup: redirect });
  const [{ code, subject }] = findings as [CreativeRow['findings'][0]];
  expect((await accept(id, { code, subject, reason: ' ' })).status).toBe(400);
  expect((await accept(id, { code, subject: 'another' })).status).toBe(404);
  expect((await accept(id, { code, subject }, foreign)).status).toBe(404);
  const everywhere = await accept(id, { code, subject, isEverywhere: true });
  expect([everywhere.status, problemsOf(everywhere)]).toEqual([403, ['isEverywhere: super_only']]);
  expect((await accept(id, { code, subject })).body).toMatchObject({
    state: 'accepted',
    findings: [{ code, accepted: { by: 'alpha demand', reason: 'a known partner', isEverywhere: false } }],
  });
  expect((await own('POST', scanPath(id))).body).toMatchObject({ state: 'accepted' });
  const { rows } = (await own('GET', '/api/log')).body as { rows: { action: string }[] };
  expect(rows.map(({ action }) => action)).toContain('findingAccepted');
  const events = await api.sql(`select type from security_events where type = 'findingAccepted'`);
  expect(events).toHaveLength(1);
  expect((await own('POST', `${scanPath(id)}/reopen`, { code, subject })).body).toMatchObject({ state: 'blocked' });
});

test('a super admin accepts a finding in all creatives, also later ones, and withdraws it', async () => {
  const markup = '<img src="https://worse.example/pixel">';
  const first = await create({ markup });
  const second = await create({ markup }, foreign, bravo);
  const finding = { code: 'blocked_domain', subject: 'worse.example' };
  expect((await accept(first.id, { ...finding, isEverywhere: true }, root)).status).toBe(200);
  expect(await scanOf(second.id, foreign)).toMatchObject({
    state: 'accepted',
    findings: [{ accepted: { by: '', isEverywhere: true } }],
  });
  expect(await create({ markup })).toMatchObject({ scan: 'accepted' });
  expect((await own('POST', `${scanPath(first.id)}/reopen`, finding)).status).toBe(403);
  expect((await root('POST', `${scanPath(first.id)}/reopen`, finding)).body).toMatchObject({ state: 'blocked' });
  expect(await scanOf(second.id, foreign)).toMatchObject({ state: 'blocked' });
});

test('a super admin who acts as a user accepts in every creative too', async () => {
  const { id, findings } = await create({ markup: redirect });
  const [{ code, subject }] = findings as [CreativeRow['findings'][0]];
  const acting = await api.signIn('super');
  await acting('GET', `/api/switch?type=demand&id=${alpha.demandId}`);
  expect((await accept(id, { code, subject, isEverywhere: true }, acting)).status).toBe(200);
  expect(await create({ markup: redirect }, foreign, bravo)).toMatchObject({ scan: 'accepted' });
  expect((await acting('POST', `${scanPath(id)}/reopen`, { code, subject })).body).toMatchObject({ state: 'blocked' });
});

test('in service, creatives are scanned every night with today’s lists, and at once when a list has changed', async () => {
  const row = await create({ markup: '<img src="https://later.example/x">' });
  expect(row.scan).toBe('clean');
  expect(await api.deps.scanner.scanDue()).toBe(false);
  pages['/domains.txt'] = (response) => response.end('evil.example\nlater.example\n');
  api.moveClock(dayMs);
  await api.deps.trafficLists.refreshDue();
  expect(await api.deps.scanner.scanDue()).toBe(true);
  const after = await api.deps.entities.get('creative', row.id, 'all');
  expect(after).toMatchObject({ scan: 'blocked', version: row.version });
});

test('a creative of a campaign that its scan blocks is an alert, and the campaign has none to show', async () => {
  const { id } = await create({ markup: redirect });
  const { advertiser: advertiserId } = alpha.ids;
  await api.sql(`update creatives set review = 'approved' where id = ${id}`);
  const campaign = { name: 'blocked', type: 'banner', bid: '2.00', advertiserId, creativeIds: [id] };
  const campaignId = idOf(await own('POST', '/api/demand/campaigns', campaign));
  const alertsOf = async (entity: string, of: number) =>
    (await own('GET', `/api/dashboard/alerts?entity=${entity}&id=${of}`)).text;
  expect(await alertsOf('creative', id)).toContain('Fix or accept its findings.');
  expect(await alertsOf('campaign', campaignId)).toContain('All approved creatives are blocked by their scan.');
});

test('VAST by URL, its wrappers and redirects, and scripts of other servers are fetched and scanned', async () => {
  pages['/start'] = (response) => response.writeHead(302, { location: '/wrapper' }).end();
  pages['/wrapper'] = (response) =>
    response.end(
      `<VAST version="3.0"><Ad><Wrapper><AdSystem>x</AdSystem><VASTAdTagURI>http://${host}/inline</VASTAdTagURI></Wrapper></Ad></VAST>`,
    );
  pages['/inline'] = (response) =>
    response.end(
      `<VAST version="3.0"><Ad><InLine><AdSystem>x</AdSystem><AdTitle>x</AdTitle><Impression>https://evil.example/i</Impression><Creatives/></InLine></Ad></VAST>`,
    );
  pages['/ad.js'] = (response) => response.end('setTimeout(function () { parent.location.href = u }, 1)');
  const vast = await create({ type: 'vastUrl', vastUrl: `http://${host}/start` });
  const tag = await create({ markup: `<script src="http://${host}/ad.js"></script>` });
  expect([vast.scan, tag.scan]).toEqual(['clean', 'clean']);
  expect(await api.deps.scanner.scanDue()).toBe(true);
  expect(await scanOf(vast.id)).toMatchObject({
    state: 'blocked',
    findings: [{ code: 'blocked_domain', place: `http://${host}/inline` }],
  });
  expect(await scanOf(tag.id)).toMatchObject({
    state: 'blocked',
    findings: [{ code: 'redirect', place: `http://${host}/ad.js` }],
  });
  // A server that does not answer clears no creative.
  delete pages['/ad.js'];
  expect(codesOf((await own('POST', scanPath(tag.id))).body as CreativeRow)).toEqual(['redirect']);
});

test('what is beyond the calls of one creative is a finding', async () => {
  pages['/ok.js'] = (response) => response.end('');
  const markup = Array.from({ length: 11 }, (_, index) => `<script src="http://${host}/ok.js?${index}"></script>`);
  const { id } = await create({ markup: markup.join('') });
  await api.deps.scanner.scanDue();
  expect(await scanOf(id)).toMatchObject({
    state: 'warning',
    findings: [{ code: 'not_scanned', place: `http://${host}/ok.js?10` }],
  });
});
