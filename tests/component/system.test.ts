import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SystemState } from '#api/system/systemContract.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const at = '2026-11-27T12:00:00.000Z';

function buildState(part: Partial<SystemState>): SystemState {
  const node = { facts: 'server', startedAt: at, seenAt: at, unreadSince: at, lastLoadAt: at, lanes: 8 } as const;
  return {
    at,
    version: '1.0.0',
    faults: [],
    nodes: [
      { ...node, node: 'one', version: '1.0.0', state: 'running' },
      { ...node, node: 'two', version: '0.9.0', state: 'running' },
      { ...node, node: 'three', version: '1.0.0', state: 'stopped', unreadSince: '2026-11-27T09:00:00.000Z', lanes: 0 },
    ],
    serving: { count: 4, stalled: 0, version: 20, oldestVersion: 18 },
    stores: [],
    queues: [],
    retention: [],
    lists: [],
    cspReports: [],
    backup: {
      ...{ isScheduled: true, dueSince: null, completeAt: '2026-11-27T09:30:00.000Z', bytes: 56e6, tookMs: 95_000 },
      ...{ isRunning: false, error: null, failingSince: null, damaged: [] },
    },
    securityLog: { seq: 5, shippedSeq: 5, brokenSeq: null, brokenSince: null },
    disk: { freeBytes: 25e9, totalBytes: 100e9 },
    ...part,
  };
}

/** Opens the page with other states than the demo has: the latest that was given. */
async function openWith(states: { current: SystemState }): Promise<{ page: Page; removed: string[] }> {
  const page = await ui.open('admin', '/');
  const removed: string[] = [];
  await page.route('**/api/admin/system', (route) => route.fulfill({ json: states.current }));
  await page.route('**/api/admin/system/nodes/*', (route) => {
    removed.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ json: {} });
  });
  await page.getByRole('link', { name: 'System' }).click();
  await page.getByRole('heading', { name: 'System' }).waitFor();
  return { page, removed };
}

test('the page of a single machine shows its node, embedded stores and queues', async () => {
  const page = await ui.open('admin', '/system');
  const stores = page.getByRole('table', { name: 'Stores' });
  await stores.getByText('PostgreSQL').waitFor();
  expect(await stores.getByText('Embedded', { exact: true }).count()).toBe(2);
  await page.getByRole('table', { name: 'Nodes' }).getByText('Running').waitFor();
  await page.getByRole('table', { name: 'Queues' }).getByText('Exports').waitFor();
  await page.getByText('Everything works').waitFor();
});

test('blocked content and retention are listed, also when there is nothing yet', async () => {
  const job = { days: 30, deletedInAll: 1200, lastDeletionAt: '2026-11-26T08:00:00.000Z' };
  const states = { current: buildState({}) };
  const { page } = await openWith(states);
  await page.getByText('Nothing was blocked in the last 30 days.').waitFor();
  states.current = buildState({
    cspReports: [
      { directive: 'img-src', blocked: 'https://cdn.example', reports: 1234, firstAt: at, lastAt: at },
      { directive: 'other', blocked: '', reports: 1, firstAt: at, lastAt: at },
    ],
    retention: [
      { ...job, job: 'exports', ranAt: '2026-11-27T11:57:00.000Z', nextAt: '2026-11-27T12:07:00.000Z', deleted: 7 },
      {
        ...job,
        job: 'sessions',
        days: null,
        ranAt: null,
        nextAt: null,
        deleted: 0,
        deletedInAll: 0,
        lastDeletionAt: null,
      },
    ],
  });
  await page.reload();
  const textsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr').allTextContents();
  await page.getByRole('table', { name: 'Blocked content' }).getByText('https://cdn.example').waitFor();
  expect(await textsOf('Blocked content')).toEqual([
    expect.stringMatching(/^https:\/\/cdn\.exampleimg-src1,234/),
    expect.stringMatching(/^–other1/),
  ]);
  expect(await textsOf('Retention')).toEqual([
    expect.stringMatching(/^Report files30 days3 min ago7In 7 min.*1,200$/),
    'SessionsUntil they end––––0',
  ]);
});

test('lists say where they are from and why they are old, and one that has become smaller, or another version, is accepted on purpose', async () => {
  const list = { origin: 'url', dataAt: at, attemptedAt: '2026-11-27T11:00:00.000Z', confirmedAt: at } as const;
  const product = { place: '', entries: null, confirmedAt: null, attemptedAt: null, fault: null, oldSince: null };
  const lists: SystemState['lists'] = [
    { ...list, kind: 'robots', place: 'lists.example/robots.txt', entries: 1234, fault: 'shrunk', oldSince: at },
    { ...list, kind: 'vendors', place: 'lists.example/v3', entries: 1030, fault: 'version_jump', oldSince: null },
    { ...list, kind: 'dataCenters', place: 'lists.example/hosting', entries: 5, fault: 'http_403', oldSince: null },
    {
      ...{ kind: 'vendors', origin: 'file', ...product, place: '/lists/vendor-list.json', entries: 1021 },
      ...{ dataAt: '2026-10-01T16:00:00.000Z', oldSince: '2026-10-31T16:00:00.000Z' },
    },
    { kind: 'locations', origin: 'product', ...product, dataAt: '2026-06-01T00:00:00.000Z' },
  ];
  const faults: SystemState['faults'] = [{ code: 'traffic_list_old', tone: 'warn', object: 'robots', since: at }];
  const { page } = await openWith({ current: buildState({ lists, faults }) });
  const bodies: unknown[] = [];
  await page.route('**/api/admin/system/lists/*/fetch', (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: { fault: null, entries: 400 } });
  });
  await page.getByText('A traffic list is old: Robots').waitFor();
  const rows = page.getByRole('table', { name: 'Traffic lists' }).locator('tbody tr');
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^Robotslists\.example\/robots\.txt1,234.*1 h agoOld The new list has fewer than half/),
    expect.stringMatching(/^Global Vendor Listlists\.example\/v31,030.*is more than 120 above the one in use/),
    expect.stringMatching(
      /^Data centerslists\.example\/hosting5.*Last fetch failed The server responded with status 403/,
    ),
    expect.stringMatching(/^Global Vendor List\/lists\/vendor-list\.json1,0212026-10-01–Old/),
    expect.stringMatching(/^Locations of addressesVersion 1\.0\.0–2026-06-01/),
  ]);
  await page.getByRole('button', { name: 'Use smaller list: Robots' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByText('List updated').waitFor();
  await page.getByRole('button', { name: 'Use other version: Global Vendor List' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect.poll(() => bodies).toHaveLength(2);
  await page.getByRole('button', { name: 'Fetch now: Data centers' }).click();
  await expect.poll(() => bodies).toEqual([true, true, false].map((acceptsChange) => ({ acceptsChange })));
});

test('degraded parts are named first, with the time and the remedy', async () => {
  const faults: SystemState['faults'] = [
    { code: 'node_stopped', tone: 'bad', object: 'three', since: '2026-11-27T11:37:00.000Z' },
    { code: 'mixed_versions', tone: 'warn', object: '', since: '2026-11-27T09:00:00.000Z' },
  ];
  const { page } = await openWith({ current: buildState({ faults }) });
  const items = page.getByRole('list', { name: 'Degraded' }).getByRole('listitem');
  await items.first().waitFor();
  const texts = await items.allTextContents();
  expect(texts).toEqual([
    expect.stringMatching(/^three has stopped.*--adopt FOLDER.*Since .*\(23 min\)$/),
    expect.stringMatching(/^Nodes run different versions.*Since .*\(3 h\)$/),
  ]);
  await page.getByText('Other version').waitFor();
  await page.getByText('Up to 2 changes behind').waitFor();
  await page.getByText('25% free').waitFor();
});

test('the last backup is shown, and an overdue one with the reason why the latest failed', async () => {
  const states = { current: buildState({}) };
  const { page } = await openWith(states);
  await page.getByText('2 h ago').waitFor();
  await page.getByText('56 MB in 1 min').waitFor();
  const error = 'There was no progress for 120 s: the place or a store hangs';
  states.current = buildState({
    faults: [
      { code: 'backup_overdue', tone: 'warn', object: '', since: '2026-11-27T01:00:00.000Z' },
      { code: 'backup_damaged', tone: 'warn', object: '2026-11-20T01-00-00Z', since: '2026-11-27T01:00:00.000Z' },
    ],
    backup: { ...states.current.backup, dueSince: '2026-11-27T01:00:00.000Z', error },
  });
  await page.reload();
  await page.getByText('The scheduled backup is overdue').waitFor();
  await page.getByText('Backups are damaged: 2026-11-20T01-00-00Z').waitFor();
  // All of it can be read.
  expect(await page.getByText(`The latest failed: ${error}`).getAttribute('class')).toContain('break-words');
});

test('a stopped node is removed after a confirmation', async () => {
  const { page, removed } = await openWith({ current: buildState({}) });
  await page.getByRole('button', { name: 'Remove three' }).waitFor();
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove three' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove three?' });
  await dialog.getByText(/may not count/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(removed).toEqual([]);
  await page.getByRole('button', { name: 'Remove three' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Node removed').waitFor();
  expect(removed).toEqual(['DELETE /api/admin/system/nodes/three']);
});

test('without any worker the list of nodes says so', async () => {
  const { page } = await openWith({ current: buildState({ nodes: [] }) });
  await page.getByText('No worker has started yet.').waitFor();
});
