import readXlsxFile from 'read-excel-file/node';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { expectNothingWrong, saveReport } from './savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Saves the report of the page under a name, in one of the forms of the dialog. */
async function save(page: Page, name: string, form: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save report' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: form, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe('exports', () => {
  test('a report is exported as XLSX, comes to the saved reports when it is done, and is downloaded', async () => {
    const page = await ui.open('demand', '/report?dims=day,channel');
    await save(page, 'Channels by day', 'XLSX');
    await page.getByText('Export started').waitFor();
    await page.getByRole('button', { name: 'Saved reports', exact: true }).last().click();
    await page.waitForURL('**/reports');
    const row = rowOf(page, 'Channels by day');
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

  test('a definition keeps no figures: opened, it runs', async () => {
    const page = await ui.open('demand', '/report?dims=channel');
    await save(page, 'Channels, each time anew', 'Definition');
    await page.goto(`${ui.product.consoleUrl}/reports?type=definition`);
    const row = rowOf(page, 'Channels, each time anew');
    expect(await row.textContent()).toContain('Definition');
    const ran = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/rrun');
    await row.getByRole('link').click();
    expect((await ran).status()).toBe(200);
    await page.getByRole('heading', { name: 'Channels, each time anew' }).waitFor();
  });

  test('several are archived, found again, and deleted together', async () => {
    for (const name of ['Old one', 'Old two']) await saveReport(client, name);
    const page = await ui.open('demand', '/reports');
    for (const name of ['Old one', 'Old two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the chosen reports' });
    await bar.getByText('2 reports chosen').waitFor();
    await bar.getByRole('button', { name: 'Archive' }).click();
    await rowOf(page, 'Old one').waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: 'Archived', exact: true }).check();
    for (const name of ['Old one', 'Old two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, 'Old one').waitFor({ state: 'hidden' });
    const left = await client.call<{ name: string }[]>('GET', '/api/savedReports?archived=1');
    expect(left.body.map(({ name }) => name)).not.toContain('Old two');
  });
});
