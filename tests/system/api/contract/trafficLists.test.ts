import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SystemState } from '#api/system/systemContract.ts';
import { openTrafficListRefresher } from '#api/trafficLists/trafficListRefresher.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { createTrafficListLoader, type TrafficListLoader } from '#serving/ivt/trafficListLoader.ts';
import { type ControlPlane, openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { openSnapshotFile } from '#serving/snapshot/snapshotFile.ts';
import {
  httpSnapshotSource,
  type SnapshotFollower,
  startSnapshotFollower,
} from '#serving/snapshot/snapshotFollower.ts';
import { openTrafficLists } from '#storage/trafficLists/trafficListStore.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Larger than any list when it is decompressed. */
const bomb = gzipSync(Buffer.alloc(33 * 1024 * 1024, 'spider\n'), { level: 1 });
const logger = createLogger({ level: 'silent', role: 'test' });
const now = () => performance.now();

let vendor: Server;
let requests: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let api: TestApi;
let root: Caller;
let plane: ControlPlane;
let folder: string;
let closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  vendor = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  api = await startTestApi({
    env: {
      IVT_ROBOTS_URL: `http://me:s%20t@${host}/robots.txt?v=1`,
      IVT_DATA_CENTERS_URL: `http://${host}/hosting.txt`,
    },
  });
  plane = openControlPlane(await api.listenForControl(), api.deps.config.secret);
});
beforeEach(async () => {
  await api.sql('delete from traffic_lists');
  // Tests move the clock beyond the end of a session.
  root = await api.signIn('super');
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  requests = [];
  answer = (request, response) =>
    response.end(request.url?.startsWith('/robots') ? 'spider\n^Tool/\n' : '198.51.100.0/24\n');
  return async () => {
    for (const close of closing.toReversed()) await close();
    closing = [];
    rmSync(folder, { recursive: true });
  };
});
afterAll(async () => {
  await plane?.close();
  await api?.close();
  vendor?.closeAllConnections();
  vendor?.close();
});

/** An ad-serving process's lists, which follow the feed. `isAway` = the control plane cannot be reached. */
async function follow(isAway = false): Promise<TrafficListLoader> {
  const loader = createTrafficListLoader({ folder: join(folder, 'lists'), plane, logger, now });
  const follower: SnapshotFollower = await startSnapshotFollower({
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

async function listed(kind: string) {
  const { lists, faults } = (await root('GET', '/api/admin/system')).body as SystemState;
  const list = lists.find((each) => each.kind === kind && each.origin === 'url');
  return { ...list, isDegraded: faults.some(({ code, object }) => code === 'traffic_list_old' && object === kind) };
}

test('lists are fetched once for all, and ad serving applies them without a restart and at its next start', async () => {
  const loader = await follow();
  await Promise.all([refresh(), refresh(), refresh()]);
  expect(requests.map(({ url = '' }) => url).toSorted()).toEqual(['/hosting.txt', '/robots.txt?v=1']);
  const robots = requests.find(({ url }) => url?.startsWith('/robots'));
  expect(robots?.headers.authorization).toBe(`Basic ${Buffer.from('me:s t').toString('base64')}`);
  await vi.waitFor(() => expect(loader.lists().robots.has('BigSpider/1')).toBe(true), 5000);
  await vi.waitFor(() => expect(loader.lists().dataCenters.hasAddress('198.51.100.9')).toBe(true), 5000);
  for (const close of closing) await close();
  closing = [];
  const restarted = await follow(true);
  expect(restarted.lists().robots.size).toBe(2);
  expect(restarted.lists().dataCenters.size).toBe(1);
  expect(await listed('robots')).toMatchObject({ entries: 2, fault: null, oldSince: null, isDegraded: false });
  expect((await listed('robots')).place).toMatch(/^127\.0\.0\.1:\d+\/robots\.txt$/);
});

test('an unchanged list is not sent again, and a changed one replaces it', async () => {
  let version = 1;
  answer = (request, response) => {
    const etag = `"${version}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, isKnown ? {} : { etag, 'content-encoding': 'gzip' });
    if (isKnown) response.end();
    else
      response.end(gzipSync(`${request.url?.startsWith('/robots') ? 'spider' : '198.51.100.0/24'}\n`.repeat(version)));
  };
  await refresh();
  const first = await listed('robots');
  await refresh();
  expect(requests).toHaveLength(2);
  api.moveClock(dayMs + 1);
  await refresh();
  expect(requests).toHaveLength(4);
  const second = await listed('robots');
  expect(second.dataAt).toBe(first.dataAt);
  expect(Date.parse(second.confirmedAt ?? '') - Date.parse(first.confirmedAt ?? '')).toBeGreaterThanOrEqual(dayMs);
  version = 2;
  api.moveClock(dayMs + 1);
  await refresh();
  expect(await listed('robots')).toMatchObject({ entries: 2, fault: null });
});

test.each<[string, string, (response: ServerResponse) => void]>([
  ['a page', 'not_a_list', (response) => response.end('<html>Sign in</html>')],
  ['nothing', 'empty', (response) => response.end('')],
  ['half a list', 'shrunk', (response) => response.end('spider\n')],
  ['a status', 'http_403', (response) => response.writeHead(403).end('spider\n')],
  ['a closed connection', 'conn_error', (response) => response.destroy()],
  [
    'a redirect to a private address',
    'refused_address',
    (response) => response.writeHead(302, { location: 'http://10.0.0.1/list' }).end(),
  ],
  ['a bomb', 'too_large', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
])('after %s, the list in use stays, and is tried again after an hour', async (_, fault, respond) => {
  answer = (request, response) =>
    response.end(request.url?.startsWith('/robots') ? 'a-robot\nb-robot\nc-robot\n' : '198.51.100.0/24');
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(loader.lists().robots.size).toBe(3), 5000);
  answer = (_request, response) => respond(response);
  api.moveClock(dayMs + 1);
  await refresh();
  expect(await listed('robots')).toMatchObject({ entries: 3, fault, isDegraded: false });
  expect(loader.lists().robots.has('c-robot')).toBe(true);
  api.moveClock(7 * dayMs);
  requests = [];
  await refresh();
  expect(requests.length).toBeGreaterThanOrEqual(2);
  expect(await listed('robots')).toMatchObject({ fault, isDegraded: true });
});

test('an admin fetches a list at once, and accepts one that has become smaller', async () => {
  const path = '/api/admin/system/lists/robots/fetch';
  answer = (_request, response) => response.end('a-robot\nb-robot\nc-robot\n');
  expect((await root('POST', path, {})).body).toEqual({ fault: null, entries: 3 });
  expect((await root('POST', path, {})).body).toEqual({ fault: null, entries: 3 });
  answer = (_request, response) => response.end('a-robot\n');
  expect((await root('POST', path, {})).body).toEqual({ fault: 'shrunk', entries: null });
  expect((await root('POST', path, { acceptsChange: true })).body).toEqual({ fault: null, entries: 1 });
  expect((await root('POST', '/api/admin/system/lists/others/fetch', {})).status).toBe(400);
  expect((await root('POST', path, { acceptsChange: 1 })).status).toBe(400);
});

test('nodes with different URLs take turns by the hour at most, and a late response of a former URL is not stored', async () => {
  const respondLater: (() => void)[] = [];
  answer = (request, response) => {
    if (request.url === '/robots-b.txt') response.end('b-robot\n');
    else if (request.url?.startsWith('/robots')) respondLater.push(() => void response.end('a-robot\na-spider\n'));
    else response.end('198.51.100.0/24\n');
  };
  const { port } = vendor.address() as AddressInfo;
  const settings = { ...api.deps.config, IVT_ROBOTS_URL: `http://127.0.0.1:${port}/robots-b.txt` };
  let aheadMs = 0;
  const clock = () => new Date(api.deps.now().getTime() + aheadMs);
  const other = openTrafficListRefresher(settings, openTrafficLists(api.db), { now: clock });
  const fetchedOthers = () => requests.filter(({ url }) => url === '/robots-b.txt').length;
  const stored = async () =>
    (await api.sql("select contents from traffic_lists where kind = 'robots'"))[0]?.['contents'];
  const first = refresh();
  await vi.waitFor(() => expect(respondLater).toHaveLength(1), 5000);
  await other.refreshDue();
  expect(await other.fetchNow('robots', false)).toBeNull();
  expect(fetchedOthers()).toBe(0);
  // The claim has ended: an admin has the other URL fetched, and the first response is late.
  aheadMs = 3 * 60_000;
  expect(await other.fetchNow('robots', false)).toMatchObject({ list: { entries: 1 } });
  respondLater[0]?.();
  await first;
  expect(await stored()).toBe('b-robot\n');
  for (let round = 0; round < 3; round += 1) {
    await refresh();
    await other.refreshDue();
  }
  expect([respondLater.length, fetchedOthers()]).toEqual([1, 1]);
  answer = (_request, response) => response.end('a-robot\na-spider\n');
  api.moveClock(hourMs + aheadMs);
  await refresh();
  expect(await stored()).toBe('a-robot\na-spider\n');
  await other.close();
});

test('a list that is not configured is removed at the start, also from ad serving', async () => {
  const loader = await follow();
  await refresh();
  await vi.waitFor(() => expect(loader.lists().robots.size).toBe(2), 5000);
  const settings = { ...api.deps.config, IVT_ROBOTS_URL: undefined };
  const other = openTrafficListRefresher(settings, openTrafficLists(api.db), { now: () => new Date() });
  expect(await other.refreshDue()).toBe(true);
  api.deps.snapshotNotifier.notify();
  await vi.waitFor(() => expect(loader.lists().robots.size).toBe(0), 5000);
  expect(loader.lists().dataCenters.size).toBe(1);
  expect((await other.states()).map(({ source }) => source.kind)).toEqual(['dataCenters']);
  await other.close();
});
