import type { Locator, Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { playTag } from '../../e2e/playTag.ts';
import { bellOf, entryOf, saveReport, today } from '../../e2e/console/steps/savedReports.ts';
import { downloadFile } from './downloadFile.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
/** The tag URL of the first channel. */
let tagUrl = '';

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
  tagUrl = `${ui.product.adsUrl}/vast/${body.rows[0]?.uid}`;
  await eventually(
    async () => {
      await playTag(tagUrl, ui.product);
      return runReport(client, { dimensions: [], metrics: ['imps'] });
    },
    ({ totals }) => Number(totals['imps']) > 0,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('saving a report and finding it again', () => {
  const name = 'Takings تقرير 📈';

  test('the dialog requires a name, stores the rows, and the bell has it immediately', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=reqs,imps,rev');
    await page.getByRole('table', { name: 'Report' }).getByRole('cell', { name: 'Totals' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Live report' }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: 'Snapshot' }).check();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByText('Report saved').waitFor();
    await page.getByRole('button', { name: 'Saved reports, new items' }).waitFor();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name }).waitFor();
    expect(new URL(page.url()).search).toBe('?saved=1');
    await expect.poll(() => page.title()).toBe(`${name} · Bidhouse`);
  });

  test('stored rows stay, and Run again runs the report again', async () => {
    const saved = await saveReport(client, 'Frozen');
    const before = await numbersOf(saved.id);
    await (await fetch(tagUrl)).text();
    await eventually(
      () => runReport(client, { dimensions: [], metrics: ['reqs'] }),
      ({ totals }) => Number(totals['reqs']) > Number(before),
    );
    const page = await ui.open('demand', `/report/${saved.id}?saved=1`);
    const total = page
      .getByRole('row', { name: /^Totals/ })
      .getByRole('cell')
      .nth(1);
    await expect.poll(() => total.textContent()).toBe(before);
    await page.getByText(/^Saved \d{4}-\d\d-\d\d \d\d:\d\d, UTC\+1$/).waitFor();
    await page.getByRole('link', { name: 'Run again' }).click();
    await expect.poll(() => page.url()).toBe(`${ui.product.consoleUrl}/report/${saved.id}`);
    await page.getByRole('heading', { name: 'Frozen' }).waitFor();
    await expect.poll(async () => Number(await total.textContent())).toBeGreaterThan(Number(before));
    // Relative days are stored by name, so that they move with the date.
    await page.getByRole('button', { name: /^Today/ }).waitFor();
  });

  test('an id of another user’s report is a page that could not be found', async () => {
    const foreign = await saveReport(client, 'Not for the admin');
    for (const path of [`/report/${foreign.id}`, `/report/${foreign.id}?saved=1`, '/report/999999999', '/report/x']) {
      const page = await ui.open('admin', path);
      await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
    }
  });

  test('Saved Reports searches, sorts and filters, with its state in the address', async () => {
    const old = await saveReport(client, 'Zebra old');
    await client.call('PATCH', `/api/savedReport/${old.id}`, { isArchived: true });
    await saveReport(client, 'Zebra file', { saveAs: 'file' });
    const page = await ui.open('demand', '/reports');
    await page.getByRole('heading', { name: /^Saved Reports/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('zebra');
    await expect.poll(() => namesIn(page)).toEqual(['Zebra file']);
    await page.getByRole('radio', { name: 'All' }).check();
    await expect.poll(() => namesIn(page)).toEqual(['Zebra file', 'Zebra old']);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Zebra old', 'Zebra file']);
    const again = await ui.open('demand', page.url());
    await expect.poll(() => namesIn(again)).toEqual(['Zebra old', 'Zebra file']);
    await again.goto('/reports?q=no-such-report');
    await again.getByText('No matches').waitFor();
  });

  test('a report is renamed, archived, restored and deleted there, by mouse and keyboard, and the bell follows', async () => {
    await saveReport(client, 'Quail');
    const page = await ui.open('demand', '/reports?q=quail&show=all');
    await expect.poll(() => namesIn(page)).toEqual(['Quail']);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Rename saved report' }).getByRole('textbox').fill('Quail two');
    await page.keyboard.press('Enter');
    await expect.poll(() => namesIn(page)).toEqual(['Quail two']);
    await bellOf(page).click();
    await entryOf(page, 'Quail two').waitFor();
    await page.keyboard.press('Escape');

    const act = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for Quail two' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Archive');
    await page.getByText('Report archived').waitFor();
    await page.getByRole('cell', { name: 'Archived' }).waitFor();
    await bellOf(page).click();
    await expect.poll(() => entryOf(page, 'Quail two').count()).toBe(0);
    await page.keyboard.press('Escape');
    await act('Unarchive');
    await page.getByRole('cell', { name: 'Active' }).waitFor();
    await act('Delete');
    const question = page.getByRole('alertdialog');
    await question.getByText(/permanent.*Archive is an option/).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Report deleted').waitFor();
    await expect.poll(() => namesIn(page)).toEqual([]);
  });

  async function numbersOf(id: number): Promise<string> {
    const { body } = await client.call<{ rows: { reqs: number }[] }>('GET', `/api/savedReport/${id}`);
    return String(body.rows.at(-1)?.reqs);
  }
});

describe('exports', () => {
  test('a report is exported as XLSX, and appears in the saved reports when it is done', async () => {
    const page = await ui.open('demand', '/report?dims=day,channel');
    await save(page, 'Channels by day', 'XLSX');
    await page.getByText('Export started').waitFor();
    await page.getByRole('button', { name: 'Saved reports', exact: true }).last().click();
    await page.waitForURL('**/reports');
    const row = rowOf(page, 'Channels by day');
    await row.waitFor();
    expect(await row.textContent()).toContain('File · XLSX');
    const rows = await sheetOf(row.getByRole('link', { name: 'Channels by day' }), 'Channels by day.xlsx');
    expect(rows[0]?.slice(0, 3)).toEqual(['Day (UTC+1)', 'Channel ID', 'Channel']);
    const totals = rows.findIndex(([first]) => first === 'Totals');
    expect(totals).toBeGreaterThan(0);
    expect(rows[totals + 1]?.[0]).toBe('Report: Channels by day');
  });

  test('all rows are written as XLSX from the page, and a live report from its row', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=reqs&name=From the page');
    await page.getByRole('table', { name: 'Report' }).getByRole('cell', { name: 'Totals' }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'XLSX of all rows (in background)' }).click();
    await page.getByText('Export started').waitFor();
    await saveReport(client, 'From its row', { saveAs: 'definition' });
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Actions for From its row' }).click();
    await page.getByRole('menuitem', { name: 'Export to XLSX' }).click();
    await page.getByText('Export started').waitFor();
    for (const name of ['From the page', 'From its row']) {
      const row = rowOf(page, name).filter({ hasText: 'File · XLSX' });
      await row.waitFor();
      const rows = await sheetOf(row.getByRole('link', { name }), `${name}.xlsx`);
      expect(rows.some(([first]) => first === `Report: ${name}`)).toBe(true);
    }
  });

  test('a live report stores no figures: opened, it runs', async () => {
    const page = await ui.open('demand', '/report?dims=channel');
    await save(page, 'Channels, each time anew', 'Live report');
    await page.goto(`${ui.product.consoleUrl}/reports?type=definition`);
    const row = rowOf(page, 'Channels, each time anew');
    expect(await row.textContent()).toContain('Live report');
    const ran = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/rrun');
    await row.getByRole('link').click();
    expect((await ran).status()).toBe(200);
    await page.getByRole('heading', { name: 'Channels, each time anew' }).waitFor();
  });

  test('several are archived, found again, and deleted together', async () => {
    for (const name of ['Old one', 'Old two']) await saveReport(client, name);
    const page = await ui.open('demand', '/reports');
    for (const name of ['Old one', 'Old two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected reports' });
    await bar.getByText('2 reports selected').waitFor();
    await bar.getByRole('button', { name: 'Archive' }).click();
    await rowOf(page, 'Old one').waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: 'Archived', exact: true }).check();
    for (const name of ['Old one', 'Old two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog', { name: 'Delete 2 reports?' }).getByRole('button', { name: 'Delete' }).click();
    // Rows behind a confirmation are hidden as well: only the toast says that both are gone.
    await page.getByText('Reports deleted').waitFor();
    const left = await client.call<{ name: string }[]>('GET', '/api/savedReports?archived=1');
    expect(left.body.filter(({ name }) => name.startsWith('Old '))).toEqual([]);
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await rowOf(page, 'Old one').waitFor({ state: 'hidden' });
  });
});

describe('sharing a report by link', () => {
  test('a partner reads it and downloads it until the link is revoked', async () => {
    await saveReport(client, 'For Example Media', { saveAs: 'definition' });
    const page = await ui.open('demand', '/reports');
    await openShares(page, 'For Example Media');
    const dialog = dialogOf(page);
    await dialog.getByText('This report has no links yet.').waitFor();
    await dialog.getByRole('radio', { name: 'Other' }).check();
    await dialog.getByLabel('Duration').fill('91');
    await dialog.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'days' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('Enter 1 hour to 90 days, in whole hours').waitFor();
    await dialog.getByRole('radio', { name: '30 days' }).check();
    await dialog.getByLabel('Note').fill('Finance of Example Media');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('New link').inputValue();
    await dialog.getByText('not opened yet').waitFor();

    const partner = await ui.open(null, new URL(link).pathname);
    await partner.getByRole('heading', { level: 1, name: 'For Example Media' }).waitFor();
    await partner.getByText(`${today()}, UTC+1`, { exact: true }).waitFor();
    await partner.getByText(/^Shared by Demo Media/).waitFor();
    await partner.getByRole('columnheader', { name: 'Revenue' }).waitFor();
    expect(await partner.title()).toBe('For Example Media');
    const csv = partner.getByRole('link', { name: 'Download CSV' });
    expect(String(await downloadFile(csv, `report-${today()}-${today()}.csv`))).toContain('Totals,');

    await page.reload();
    await openShares(page, 'For Example Media');
    await dialog.getByText(/opened once/).waitFor();
    await dialog.getByRole('button', { name: 'Revoke Finance of Example Media' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('Revoked', { exact: true }).waitFor();
    await partner.reload();
    await partner.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });

  test('from its page: stored rows, unchanged', async () => {
    const { id } = await saveReport(client, 'As it was today');
    const page = await ui.open('demand', `/report/${id}?saved=1`);
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('New link').inputValue();
    const partner = await ui.open(null, new URL(link).pathname);
    await partner.getByText(/^\d rows?$/).waitFor();
  });

  test('a live report with unsaved changes is not shared from its page', async () => {
    const { id } = await saveReport(client, 'Still as saved', { saveAs: 'definition' });
    const page = await ui.open('demand', `/report/${id}`);
    await page.getByRole('button', { name: 'Share…' }).waitFor();
    await page.goto(`${ui.product.consoleUrl}/report/${id}?dims=channel`);
    await page.getByRole('columnheader', { name: 'Channel' }).waitFor();
    expect(await page.getByRole('button', { name: 'Share…' }).count()).toBe(0);
  });
});

describe('the other reports', () => {
  test('the post-bid report starts with measured impressions, and shows the limits of the month', async () => {
    const page = await ui.open('demand', '/pbReport?range=today');
    await page.getByRole('heading', { name: 'Postbid report' }).waitFor();
    const limits = page.getByRole('region', { name: 'Monthly postbid limits' });
    await expect.poll(() => limits.textContent()).toMatch(/Measured impressions in \d{4}-\d\d\d+, no limit/);
    const head = page.getByRole('table', { name: 'Report' }).getByRole('columnheader');
    await expect.poll(() => head.allTextContents()).toContain('Postbid IVT rate');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save postbid report' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Quality today');
    await page.keyboard.press('Enter');
    await page.getByText('Report saved').waitFor();
    const { body } = await client.call<SavedReport[]>('GET', '/api/savedReports');
    expect(body[0]).toMatchObject({ name: 'Quality today', ivt: true });
  });

  test('the Financial Report has a row for each account with its month, and links to its days', async () => {
    const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const month = new Date().toISOString().slice(0, 7);
    const page = await ui.open('admin', '/finance');
    const row = page.getByRole('row', { name: /Demo Media/ });
    // Traffic of other tests may still arrive.
    await expect
      .poll(
        async () => {
          const { rows } = await runReport(admin, {
            startDate: `${month}-01`,
            dimensions: ['account'],
            metrics: ['reqs', 'imps'],
          });
          await page.reload();
          await row.waitFor();
          const counted = rows.find((each) => each['account_name'] === 'Demo Media');
          const cells = (await row.getByRole('cell').allTextContents()).slice(3, 5);
          return cells.every(
            (cell, index) => cell === Number(counted?.[['reqs', 'imps'][index] ?? '']).toLocaleString('en-US'),
          );
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await page.getByRole('link', { name: 'Demo Media' }).click();
    await page
      .getByRole('link', { name: /^Report for \d/ })
      .first()
      .click();
    await page.getByRole('table', { name: 'Report' }).getByRole('columnheader', { name: 'Channel' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'All accounts' }).click();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await page.getByText(/^No traffic in/).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('month')).toMatch(/^\d{4}-\d\d$/);
  });

  test('the Financial Report is exported as CSV', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const page = await ui.open('admin', '/finance');
    await page.getByRole('row', { name: /Demo Media/ }).waitFor();
    const file = await downloadFile(page.getByRole('link', { name: 'Export CSV' }), `finance ${month}.csv`);
    expect(String(file).split('\r\n')[0]).toMatch(
      /^\uFEFFMonth \(UTC\),Account ID,Account,State,Requests,Impressions,/,
    );
  });

  test('the Dashboard shows the system cost of the month to admins, and to an account that may see it', async () => {
    const page = await ui.open('admin', '/');
    const tiles = page.getByRole('region', { name: 'Today so far' });
    await tiles.getByText('System cost, this month', { exact: true }).waitFor();
    await tiles.getByText(/^since \d{4}-\d\d-01$/).waitFor();
    const root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const { body } = await root.call<{ rows: { id: number; showSystemCost: boolean }[] }>(
      'GET',
      '/api/demands?q=Demo%20Media',
    );
    const [account] = body.rows;
    const set = (showSystemCost: boolean) => root.call('PATCH', `/api/demands/${account?.id}`, { showSystemCost });
    await set(false);
    const own = await ui.open('demand', '/');
    const ownTiles = own.getByRole('region', { name: 'Today so far' });
    await ownTiles.getByText('Profit', { exact: true }).waitFor();
    expect(await ownTiles.getByText('System cost, this month').count()).toBe(0);
    await set(true);
    await own.reload();
    await ownTiles.getByText('System cost, this month', { exact: true }).waitFor();
    await set(account?.showSystemCost ?? false);
  });

  test('in DSP mode the Dashboard is about traffic from suppliers', async () => {
    const page = await ui.open('demand', '/');
    await page.getByRole('region', { name: 'Today so far' }).waitFor();
    await page.evaluate(() => localStorage.setItem('mode', 'dsp'));
    await page.reload();
    await page.getByRole('heading', { name: 'Suppliers with the largest changes' }).waitFor();
    await page.getByRole('heading', { name: 'Campaigns with the largest changes' }).waitFor();
    await page.getByRole('region', { name: 'Today so far' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('mode'));
  });
});

/** The names in the list of saved reports, from top to bottom. */
function namesIn(page: Page): Promise<string[]> {
  return page.getByRole('table', { name: 'Saved reports' }).locator('tbody a.cell-link').allTextContents();
}

/** Saves the report of the page under a name, in one of the formats of the dialog. */
async function save(page: Page, name: string, form: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save report' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: form, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The rows of the first sheet of a file that a link downloads. */
const sheetOf = async (link: Locator, name: string) =>
  (await readXlsxFile(await downloadFile(link, name)))[0]?.data ?? [];

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share “/ });

/** Opens the links of a report from its row. */
async function openShares(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).waitFor();
}
