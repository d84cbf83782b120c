import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SystemState } from '#api/system/systemContract.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { createTrafficListLoader, type TrafficListLoader } from '#serving/ivt/trafficListLoader.ts';
import { type ControlPlane, openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { openSnapshotFile } from '#serving/snapshot/snapshotFile.ts';
import { httpSnapshotSource, startSnapshotFollower } from '#serving/snapshot/snapshotFollower.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const dayMs = 86_400_000;
const logger = createLogger({ level: 'silent', role: 'test' });
const now = () => performance.now();

let server: Server;
let requests: string[] = [];
let files: Map<string, string>;
let api: TestApi;
let root: Caller;
let plane: ControlPlane;
let folder: string;
let closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  api = await startTestApi({ env: { GVL_URL: `http://127.0.0.1:${port}/v3/vendor-list.json?key=1` } });
  plane = openControlPlane(await api.listenForControl(), api.deps.config.secret);
});
beforeEach(async () => {
  await api.sql('delete from traffic_lists');
  // Tests move the clock beyond the end of a session.
  root = await api.signIn('super');
  folder = mkdtempSync(join(tmpdir(), 'vendors-'));
  requests = [];
  files = new Map();
  return async () => {
    for (const close of closing.toReversed()) await close();
    closing = [];
    rmSync(folder, { recursive: true });
  };
});
afterAll(async () => {
  await plane?.close();
  await api?.close();
  server?.closeAllConnections();
  server?.close();
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  requests.push(request.url ?? '');
  const file = files.get(path);
  const etag = `"${createHash('sha256')
    .update(file ?? '')
    .digest('hex')}"`;
  if (file === undefined) response.writeHead(404).end();
  else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
  else response.writeHead(200, { etag }).end(file);
}

/** A version that was published some days ago, with the IDs of its vendors. */
function fileOf(vendorListVersion: number, daysAgo: number, ...ids: number[]): string {
  const lastUpdated = new Date(api.deps.now().getTime() - daysAgo * dayMs).toISOString();
  const vendors = Object.fromEntries(ids.map((id) => [id, { id, name: `Vendor ${id}`, purposes: [2] }]));
  return JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion, lastUpdated, vendors });
}

const publish = (file: string) => files.set('/v3/vendor-list.json', file);
const archive = (version: number, file: string) => files.set(`/v3/archives/vendor-list-v${version}.json`, file);

/** An ad-serving process's lists, which follow the feed. `isAway` = the control plane cannot be reached. */
async function follow(isAway = false): Promise<TrafficListLoader> {
  const loader = createTrafficListLoader({ folder: join(folder, 'lists'), plane, logger, now });
  const follower = await startSnapshotFollower({
    source: isAway ? () => (async function* () {})() : httpSnapshotSource(plane),
    file: openSnapshotFile(join(folder, 'snapshot'), { pauseMs: 1, now, onError: console.error }),
    lists: [loader],
    logger,
    now,
    random: Math.random,
  });
  closing.push(async () => {
    await follower.close();
    await loader.close();
  });
  return loader;
}

async function refresh(): Promise<void> {
  if (await api.deps.trafficLists.refreshDue()) api.deps.snapshotNotifier.notify();
}

async function listed() {
  const { lists, faults } = (await root('GET', '/api/admin/system')).body as SystemState;
  const isDegraded = faults.some(({ code, object }) => code === 'traffic_list_old' && object === 'vendors');
  return { ...lists.find(({ kind }) => kind === 'vendors'), isDegraded };
}

const versionsOf = (loader: TrafficListLoader) => loader.lists().vendors.map(({ version }) => version);

test('Global Vendor List, versions: the latest and its archive reach ad serving without a restart, and stay over one', async () => {
  publish(fileOf(12, 2, 1, 2));
  for (const version of [11, 10]) archive(version, fileOf(version, 2 + 7 * (12 - version), 1));
  const loader = await follow();
  await refresh();
  expect(requests).toEqual([
    '/v3/vendor-list.json?key=1',
    ...[11, 10, 9, 8, 7].map((version) => `/v3/archives/vendor-list-v${version}.json?key=1`),
  ]);
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([10, 11, 12]), 5000);
  expect([...(loader.lists().vendors[2]?.vendors.keys() ?? [])]).toEqual([1, 2]);
  expect(await listed()).toMatchObject({ origin: 'url', entries: 2, fault: null, oldSince: null, isDegraded: false });
  expect((await listed()).dataAt).toBe(loader.lists().vendors[2]?.publishedAt);
  for (const close of closing) await close();
  closing = [];
  expect(versionsOf(await follow(true))).toEqual([10, 11, 12]);
});

test('Global Vendor List, versions: an unchanged list is not sent again, and versions of missed weeks are fetched', async () => {
  publish(fileOf(12, 2, 1, 2));
  archive(11, fileOf(11, 9, 1));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([11, 12]), 5000);
  const first = await listed();
  requests = [];
  api.moveClock(dayMs + 1);
  await refresh();
  expect(requests.map((url) => url.split('?')[0])).toEqual([
    '/v3/vendor-list.json',
    ...[10, 9, 8].map((version) => `/v3/archives/vendor-list-v${version}.json`),
  ]);
  expect(await listed()).toMatchObject({ dataAt: first.dataAt, entries: 2, fault: null });
  archive(14, fileOf(14, 9, 1, 2));
  archive(13, fileOf(13, 16, 1, 2));
  publish(fileOf(15, 2, 1, 2, 3));
  api.moveClock(dayMs + 1);
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([11, 12, 13, 14, 15]), 5000);
  expect(await listed()).toMatchObject({ entries: 3, fault: null });
});

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -20)],
  ['empty', () => ''],
])('ad serving starts although the stored versions are %s, and loads them again', async (_, damage) => {
  publish(fileOf(12, 2, 1, 2));
  archive(11, fileOf(11, 9, 1));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([11, 12]), 5000);
  for (const close of closing) await close();
  closing = [];
  const [name = ''] = readdirSync(join(folder, 'lists'));
  const path = join(folder, 'lists', name);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, damage(text));
  expect(versionsOf(await follow(true))).toEqual([]);
  expect(readdirSync(join(folder, 'lists'))).toEqual([]);
  for (const close of closing) await close();
  closing = [];
  writeFileSync(path, damage(text));
  const restarted = await follow();
  await vi.waitFor(() => expect(versionsOf(restarted)).toEqual([11, 12]), 5000);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('Global Vendor List, versions: of those that are older than consent can be, only the last is fetched, once', async () => {
  publish(fileOf(12, 2, 1));
  for (const [version, daysAgo] of [
    [11, 451],
    [10, 453],
    [9, 460],
  ] as const) {
    archive(version, fileOf(version, daysAgo, 1));
  }
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([10, 11, 12]), 5000);
  expect(requests).toHaveLength(3);
  api.moveClock(dayMs + 1);
  await refresh();
  expect(requests).toHaveLength(4);
});

test('Global Vendor List, versions: a missing one does not hide those before it, and is tried again', async () => {
  publish(fileOf(12, 2, 1));
  archive(9, fileOf(9, 23, 1));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([9, 12]), 5000);
  archive(11, fileOf(11, 9, 1));
  api.moveClock(dayMs + 1);
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([9, 11, 12]), 5000);
});

test.each<[string, string, () => string]>([
  ['a page', 'not_a_list', () => '<html>Sign in</html>'],
  ['a list of TCF 2.0', 'not_a_list', () => fileOf(300, 1, 1, 2, 3).replace('Version":3', 'Version":2')],
  ['a list without a version', 'not_a_list', () => fileOf(0, 1, 1, 2, 3)],
  ['an older version', 'older_version', () => fileOf(11, 9, 1, 2, 3)],
  ['a version far above', 'version_jump', () => fileOf(133, 1, 1, 2, 3)],
  ['half a list', 'shrunk', () => fileOf(13, 1, 1)],
])('after %s, the versions in use stay', async (_, fault, file) => {
  publish(fileOf(12, 2, 1, 2, 3));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([12]), 5000);
  publish(file());
  api.moveClock(dayMs + 1);
  await refresh();
  expect(await listed()).toMatchObject({ entries: 3, fault, isDegraded: false });
  expect(versionsOf(loader)).toEqual([12]);
  const path = '/api/admin/system/lists/vendors/fetch';
  const entries = fault === 'not_a_list' ? null : fault === 'shrunk' ? 1 : 3;
  expect((await root('POST', path, { acceptsChange: true })).body).toEqual({
    fault: entries === null ? fault : null,
    entries,
  });
});

test('a version up to 120 above the one in use is accepted', async () => {
  publish(fileOf(12, 9, 1));
  await refresh();
  publish(fileOf(132, 2, 1));
  api.moveClock(dayMs + 1);
  await refresh();
  expect(await listed()).toMatchObject({ fault: null });
});

test('a wrong version that was fetched first is replaced on purpose, with all that is stored', async () => {
  publish(fileOf(15000, 1, 1, 2));
  archive(11, fileOf(11, 9, 1, 2));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([15000]), 5000);
  publish(fileOf(12, 2, 1));
  api.moveClock(dayMs + 1);
  await refresh();
  expect(await listed()).toMatchObject({ fault: 'older_version' });
  const path = '/api/admin/system/lists/vendors/fetch';
  expect((await root('POST', path, {})).body).toEqual({ fault: 'older_version', entries: null });
  expect((await root('POST', path, { acceptsChange: true })).body).toEqual({ fault: null, entries: 1 });
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([11, 12]), 5000);
});

test('with another URL, all stored versions are replaced', async () => {
  publish(fileOf(15000, 1, 1));
  archive(14999, fileOf(14999, 9, 1));
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([14999, 15000]), 5000);
  publish(fileOf(12, 2, 1));
  await api.sql("update traffic_lists set source_digest = 'another'");
  api.moveClock(dayMs + 1);
  await refresh();
  await vi.waitFor(() => expect(versionsOf(loader)).toEqual([12]), 5000);
  expect(await listed()).toMatchObject({ fault: null });
});

test('a list that was published over 30 days ago is old, however often it is fetched', async () => {
  publish(fileOf(12, 29, 1));
  await refresh();
  expect(await listed()).toMatchObject({ fault: null, oldSince: null, isDegraded: false });
  api.moveClock(2 * dayMs);
  await refresh();
  expect(await listed()).toMatchObject({ fault: null, isDegraded: true });
  publish(fileOf(13, 1, 1));
  expect((await root('POST', '/api/admin/system/lists/vendors/fetch', {})).body).toEqual({ fault: null, entries: 1 });
  expect(await listed()).toMatchObject({ oldSince: null, isDegraded: false });
});
