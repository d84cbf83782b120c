import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SecurityLogState } from '#api/security/securityContract.ts';
import { openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

test('[TRAIL-03] owners find events by filters in the address, open one, and export what they see', async () => {
  const page = await ui.open('demand', '/');
  await page.getByRole('link', { name: 'Security log' }).click();
  const table = page.getByRole('table', { name: 'Security log' });
  await table.getByText('Sign-in', { exact: true }).first().waitFor();
  await page.goto('/security?category=signIn&outcome=done');
  await table.getByText('Sign-in', { exact: true }).first().waitFor();
  const address = await page.getByRole('link', { name: 'Export as JSON lines' }).getAttribute('href');
  expect(address).toMatch(/^\/api\/security-log\/export\?.*category=signIn.*outcome=done/);
  await table.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Request ID').waitFor();
  expect(page.url()).toContain('open=');
  await drawer.getByRole('link', { name: 'Demand', exact: true }).click();
  await page.getByRole('button', { name: 'Show all users' }).waitFor();
});

test('filters without matches can be cleared', async () => {
  const page = await ui.open('demand', '/security?ip=192.0.2.99');
  await page.getByText('No matches for these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('table', { name: 'Security log' }).getByText('Sign-in', { exact: true }).first().waitFor();
});

test('[TRAIL-02] the page says up to which event the chain is verified, or where it is broken', async () => {
  const page = await ui.open('admin', '/');
  const state: SecurityLogState = {
    ...{ seq: 40, prunedSeq: 0, verifiedSeq: 38, verifiedAt: '2026-11-27T12:00:00.000Z', retentionDays: 400 },
    ...{ brokenSeq: null, brokenFault: null, brokenSince: null },
  };
  let current = state;
  await page.route('**/api/security-log/state', (route) => route.fulfill({ json: current }));
  await page.getByRole('link', { name: 'Security log' }).click();
  await page.getByText('Verified up to #38').waitFor();
  current = { ...state, brokenSeq: 7, brokenFault: 'missing', brokenSince: '2026-11-27T12:00:00.000Z' };
  await page.getByRole('link', { name: 'System' }).click();
  await page.getByRole('heading', { name: 'System' }).waitFor();
  await page.getByRole('link', { name: 'Security log' }).click();
  await page.getByText('Event #7 was removed').waitFor();
});

test('managers have no security log', async () => {
  const page = await ui.open('manager', '/security');
  await page.waitForURL((url) => url.pathname !== '/security');
  expect(await page.getByRole('link', { name: 'Security log' }).count()).toBe(0);
});
