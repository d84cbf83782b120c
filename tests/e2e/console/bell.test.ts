import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { bellOf, entryOf, isRun, panelOf, saveReport, today } from './steps/savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const fontWeightOf = (page: Page, name: string) =>
  entryOf(page, name)
    .getByText(name, { exact: true })
    .evaluate((element) => Number(getComputedStyle(element).fontWeight));
const isPoll = (request: Request) => new URL(request.url()).pathname === '/api/savedReports';

/** A page with a clock controlled by the test, after the first response to its bell. */
async function openWithClock(): Promise<Page> {
  const page = await ui.open('demand', '/reports', { ownContext: true });
  await page.clock.install({ time: new Date() });
  const polled = page.waitForResponse((response) => isPoll(response.request()) && response.url().includes('last='));
  await page.reload();
  await polled;
  await bellOf(page).waitFor();
  return page;
}

/** Advances the clock by a minute, and waits until the bell has polled again. */
async function pollAgain(page: Page): Promise<URL> {
  const polled = page.waitForResponse((response) => isPoll(response.request()) && response.url().includes('last='));
  await page.clock.fastForward(60_000);
  return new URL((await polled).url());
}

describe('the bell', () => {
  test('[BELL-02] [BELL-04] [BELL-05] a report that arrives while the page is open lights the bell and is bold, until each is clicked; a file is downloaded', async () => {
    const old = await saveReport(client, 'Old report');
    const page = await openWithClock();
    await bellOf(page).click();
    expect(await fontWeightOf(page, 'Old report')).toBeLessThan(600);
    await page.keyboard.press('Escape');
    expect(await bellOf(page).getAttribute('aria-label')).toBe('Saved reports');

    const fresh = await saveReport(client, 'Fresh report');
    expect((await pollAgain(page)).searchParams.get('last')).toBe(String(old.id));
    await page.getByRole('button', { name: 'Saved reports, new items' }).click();
    await expect.poll(() => bellOf(page).getAttribute('aria-label')).toBe('Saved reports');
    expect(await fontWeightOf(page, 'Fresh report')).toBeGreaterThanOrEqual(700);
    expect(await fontWeightOf(page, 'Old report')).toBeLessThan(600);
    expect((await pollAgain(page)).searchParams.get('last')).toBe(String(fresh.id));

    // A reload changes neither: the bell was clicked, the entry was not.
    await page.reload();
    await bellOf(page).click();
    await expect.poll(() => fontWeightOf(page, 'Fresh report')).toBeGreaterThanOrEqual(700);
    await entryOf(page, 'Fresh report').click();
    await page.getByRole('heading', { name: 'Fresh report' }).waitFor();
    await bellOf(page).click();
    expect(await fontWeightOf(page, 'Fresh report')).toBeLessThan(600);

    // A file is downloaded, and the page stays.
    await page.keyboard.press('Escape');
    await saveReport(client, 'A file', { saveAs: 'file' });
    await pollAgain(page);
    await bellOf(page).click();
    const download = page.waitForEvent('download');
    await entryOf(page, 'A file').click();
    expect((await download).suggestedFilename()).toBe('A file.csv');
    expect(new URL(page.url()).pathname).toBe(`/report/${fresh.id}`);
  });

  test('[BELL-06] errors of polling and of deleting are only logged to the browser’s console', async () => {
    await saveReport(client, 'Cannot be deleted');
    const page = await openWithClock();
    await page.route('**/api/savedReport**', (route) => route.abort());
    const failed = page.waitForEvent('pageerror');
    const polled = page.waitForEvent('requestfailed');
    await page.clock.fastForward(60_000);
    await Promise.all([polled, failed]);
    await bellOf(page).click();
    await panelOf(page).getByRole('button', { name: 'Delete Cannot be deleted' }).click();
    const deleteFailed = page.waitForEvent('pageerror');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await deleteFailed;
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await bellOf(page).click();
    await entryOf(page, 'Cannot be deleted').waitFor();
    expect(await page.getByText(/^Error on/).count()).toBe(0);
    const faults = await ui.closeWindows();
    expect(faults.length).toBeGreaterThanOrEqual(2);
    for (const fault of faults) expect(fault).toContain('The server cannot be reached');
  });
});

describe('the market report and the cost of the month', () => {
  test('[HELP-01] the market report opens in a new tab, with the report of the marketplaces of today', async () => {
    const page = await ui.open('demand', '/reports');
    await page
      .getByRole('button', { name: /Demand/ })
      .last()
      .click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Market report' }).click();
    const tab = await opened;
    await tab.getByRole('columnheader', { name: 'Marketplace revenue', exact: true }).waitFor();
    expect(tab.url()).toBe(`${ui.product.consoleUrl}/report?store=1`);
    await tab.getByRole('heading', { name: 'Marketplace Report' }).waitFor();
    expect(await tab.title()).toBe('Marketplace Report · Bidhouse');
    expect(await tab.getByRole('img').count()).toBe(0);
    // Another load runs the same report again.
    const bodies: unknown[] = [];
    tab.on('request', (request) => {
      if (isRun(request)) bodies.push(request.postDataJSON());
    });
    await tab.reload();
    await expect
      .poll(() => bodies)
      .toContainEqual({
        startDate: today(),
        endDate: today(),
        offset: 1,
        dimensions: ['marketplace_name'],
        metrics: ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'],
        sort: [{ key: 'rev_m', dir: 'desc' }],
        filters: [],
        having: [],
        limit: null,
        hideZero: false,
      });
    await tab.getByRole('button', { name: 'Options' }).click();
    const checked = (name: RegExp) => tab.getByRole('menuitemcheckbox', { name }).getAttribute('aria-checked');
    expect(await checked(/^Hide errors/)).toBe('true');
    expect(await checked(/^Show chart/)).toBe('false');
    // A change on the page changes the address, which then has all settings.
    await tab.getByRole('menuitemcheckbox', { name: /^Show chart/ }).click();
    await expect.poll(() => new URL(tab.url()).searchParams.get('name')).toBe('Marketplace Report');
    expect(new URL(tab.url()).searchParams.get('store')).toBeNull();
  });
});
