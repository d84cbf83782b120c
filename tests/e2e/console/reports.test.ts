import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../apiClient.ts';
import { playTag } from '../playTag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { bellOf, entryOf, expectNothingWrong, saveReport, today } from './savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

const phone = { viewport: { width: 390, height: 780 }, colorScheme: 'dark', hasTouch: true } as const;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
  const sites = ['news.example', 'sport.example'];
  for (const { uid } of body.rows.slice(0, 2)) {
    for (const site of sites)
      await playTag(`${ui.product.adsUrl}/vast/${uid}?url=https%3A%2F%2F${site}%2F`, ui.product);
  }
  await eventually(
    () => runReport(client, { dimensions: [], metrics: ['reqs'] }),
    ({ totals }) => Number(totals['reqs']) >= 2 * sites.length,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('reports as a browser shows them', () => {
  test('metrics are put in order by dragging', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=rev,imps,reqs');
    await page.getByRole('button', { name: /^Metrics/ }).click();
    const order = page.getByRole('list', { name: 'Metrics in order' }).getByRole('listitem');
    await order.nth(2).dragTo(order.nth(0));
    await expect.poll(() => new URL(page.url()).searchParams.get('metrics')).toBe('reqs,rev,imps');
    const heads = page.getByRole('table', { name: 'Report' }).getByRole('columnheader');
    await expect.poll(() => heads.allTextContents()).toEqual(['Channel', 'Requests', 'Revenue', 'Impressions']);
  });

  test('of ten thousand rows only those in view are in the page, under headings that stay', async () => {
    const page = await ui.open('demand', '/reports');
    await page.route('**/api/rrun', (route) => {
      const rows = Array.from({ length: 10_000 }, (_, index) => ({
        site: `site${index}.example`,
        reqs: 10_000 - index,
      }));
      return route.fulfill({ json: [...rows, { site: null, reqs: 50_005_000 }] });
    });
    await page.goto('/report?range=today&dims=site&metrics=reqs&limit=10000');
    await page.getByText('site3.example', { exact: true }).waitFor();
    const table = page.getByRole('group', { name: 'Report, scrollable' });
    await table.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
    await page.getByText('site9999.example', { exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Report' }).locator('tr[data-row]').count()).toBeLessThanOrEqual(60);
    const [head, box] = [
      await page.getByRole('columnheader', { name: 'Site' }).boundingBox(),
      await table.boundingBox(),
    ];
    expect(Math.abs((head?.y ?? 0) - (box?.y ?? 1000))).toBeLessThan(2);
  });

  test.for(['dims=site', 'dims=day'])('rows do not move when the chart above them has loaded: %s', async (question) => {
    const page = await ui.open('demand', '/reports');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/ReportChart-*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/report?range=today&${question}&metrics=reqs`);
    const rows = page.getByRole('region', { name: 'Rows' });
    await rows.locator('tr[data-row]').first().waitFor();
    expect(await page.getByLabel('Kind of chart').count()).toBe(0);
    const before = await rows.boundingBox();
    held.resolve();
    await page.getByLabel('Kind of chart').waitFor();
    expect(await rows.boundingBox()).toEqual(before);
  });

  test('axe finds nothing against WCAG 2.2 AA in the tables and charts of a report', async () => {
    const page = await ui.open('demand', '/', { viewport: { width: 1024, height: 768 } });
    for (const search of [
      'dims=channel&metrics=reqs,imps&compare=previous&having=reqs:gt:0',
      'dims=day,channel&metrics=reqs&pivot=channel',
      'dims=weekday,hour_of_day&metrics=reqs',
      'dims=day&metrics=reqs&view=funnel',
      'dims=channel&metrics=fill&view=area',
      'dims=site&metrics=reqs&f=site:in:nothing.example&having=x',
    ]) {
      await page.goto(`/report?range=today&${search}`);
      await expectNothingWrong(page, search);
    }
  });

  test('axe finds nothing against WCAG 2.2 AA in the choice of days and the meaning of a heading', async () => {
    const page = await ui.open('demand', '/report?dims=channel&metrics=reqs,fill');
    const fill = page.getByRole('button', { name: 'Fill', exact: true });
    const meaning = (await fill.getAttribute('aria-description')) ?? '';
    expect(meaning).not.toBe('');
    await page.getByRole('button', { name: 'Requests', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.locator('div[aria-hidden]', { hasText: meaning }).waitFor();
    await expectNothingWrong(page, 'a heading with its meaning');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    const picker = page.getByRole('dialog', { name: 'Date range' });
    await picker.getByRole('button', { name: 'Last hour' }).waitFor();
    await expectNothingWrong(page, 'the picker of ranges', '[role="dialog"]');
  });

  test('axe finds nothing against WCAG 2.2 AA in saved reports and the other reports', async () => {
    const name = 'Looked at';
    const saved = await saveReport(client, name);
    const paths = ['/reports', `/report/${saved.id}?saved=1`, '/pbReport?range=today', '/reports?q=nothing-at-all'];
    const page = await ui.open('demand', '/', { viewport: { width: 1024, height: 768 } });
    for (const path of paths) {
      await page.goto(path);
      await expectNothingWrong(page, path);
      await bellOf(page).click();
      await entryOf(page, name).waitFor();
      await expectNothingWrong(page, `the bell on ${path}`, '[role="dialog"]');
    }
  });
});

describe('files of reports', () => {
  test('a report is exported as XLSX, comes to the saved reports when it is done, and is downloaded', async () => {
    const page = await ui.open('demand', '/report?dims=day,channel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByLabel('Name').fill('Channels by day');
    await dialog.getByRole('radio', { name: 'XLSX', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Export started').waitFor();
    await page.getByRole('button', { name: 'Saved reports', exact: true }).last().click();
    await page.waitForURL('**/reports');
    const row = page.getByRole('row').filter({ hasText: 'Channels by day' });
    await row.waitFor();
    expect(await row.textContent()).toContain('File · XLSX');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Channels by day' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Channels by day.xlsx');
    const [sheet] = await readXlsxFile(await download.path());
    const rows = sheet?.data ?? [];
    expect(rows[0]?.slice(0, 3)).toEqual(['Day (UTC+1)', 'Channel id', 'Channel']);
    const totals = rows.findIndex(([first]) => first === 'Totals');
    expect(totals).toBeGreaterThan(0);
    expect(rows[totals + 1]?.[0]).toBe('Report: Channels by day');
    await expectNothingWrong(page, 'saved reports with an export');
  });

  test('all rows are written as XLSX from the page, and a definition from its row', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=reqs&name=From the page');
    await page.getByRole('row', { name: /^Living room – CTV/ }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'XLSX of all rows, in the background' }).click();
    await page.getByText('Export started').waitFor();
    await saveReport(client, 'From its row', { keep: 'definition' });
    await page.goto(`${ui.product.consoleUrl}/reports`);
    await page.getByRole('button', { name: 'Actions of From its row' }).click();
    await page.getByRole('menuitem', { name: 'Write to XLSX' }).click();
    await page.getByText('Export started').waitFor();
    for (const name of ['From the page', 'From its row']) {
      const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'File · XLSX' });
      await row.waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link', { name }).click()]);
      const [sheet] = await readXlsxFile(await download.path());
      expect((sheet?.data ?? []).some(([first]) => first === `Report: ${name}`)).toBe(true);
    }
  });

  test('the Financial Report is downloaded as CSV', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const page = await ui.open('admin', '/finance');
    await page.getByRole('row', { name: /Demo Media/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`finance ${month}.csv`);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[0]).toMatch(
      /^\uFEFFMonth \(UTC\),Account id,Account,State,Requests,Impressions,/,
    );
  });
});

describe('sharing a report by link', () => {
  test('a partner reads it on a phone and downloads it, until the link is taken back', async () => {
    await saveReport(client, 'For Example Media', { keep: 'definition' });
    const page = await ui.open('demand', '/reports');
    await openShares(page, 'For Example Media');
    const dialog = dialogOf(page);
    await dialog.getByText('There is no link to this report yet.').waitFor();
    await dialog.getByRole('radio', { name: 'Other' }).check();
    await dialog.getByLabel('How long').fill('91');
    await dialog.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'days' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('From an hour to 90 days, in whole hours').waitFor();
    await dialog.getByRole('radio', { name: '30 days' }).check();
    await dialog.getByLabel('Note').fill('Finance of Example Media');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('New link').inputValue();
    await dialog.getByText('not opened yet').waitFor();
    await expectNothingWrong(page, 'links to a report', '[role="dialog"]');

    const partner = await ui.open(null, new URL(link).pathname, phone);
    await partner.getByRole('heading', { level: 1, name: 'For Example Media' }).waitFor();
    await partner.getByText(`${today()}, UTC+1`, { exact: true }).waitFor();
    await partner.getByText(/^Shared by Demo Media/).waitFor();
    await partner.getByRole('columnheader', { name: 'Revenue' }).waitFor();
    expect(await partner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await partner.evaluate(() => document.cookie)).toBe('');
    expect(await partner.title()).toBe('For Example Media');
    await expectNothingWrong(partner, 'a shared report on a phone in the dark');
    const [download] = await Promise.all([
      partner.waitForEvent('download'),
      partner.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`report-${today()}-${today()}.csv`);
    expect(await readFile(await download.path(), 'utf8')).toContain('Totals,');

    await page.reload();
    await openShares(page, 'For Example Media');
    await dialog.getByText(/opened once/).waitFor();
    await dialog.getByRole('button', { name: 'Take back Finance of Example Media' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await dialog.getByText('Taken back', { exact: true }).waitFor();
    await partner.reload();
    await partner.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectNothingWrong(partner, 'a link that is over');
  });

  test('from its page: kept rows, as they were', async () => {
    const { id } = await saveReport(client, 'As it was today');
    const page = await ui.open('demand', `/report/${id}?saved=1`);
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('New link').inputValue();
    const partner = await ui.open(null, new URL(link).pathname);
    await partner.getByText(/^\d rows?$/).waitFor();
    await expectNothingWrong(partner, 'a shared report');
  });
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share “/ });

/** Opens the links of a report from its row. */
async function openShares(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).waitFor();
}
