import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { expectNothingWrong, saveReport, today } from './savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

const phone = { viewport: { width: 390, height: 780 }, colorScheme: 'dark', hasTouch: true } as const;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share “/ });

/** Opens the links of a report from its row. */
async function openShares(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).waitFor();
}

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

  test('a definition that was changed on its page is not shared from there', async () => {
    const { id } = await saveReport(client, 'Still as saved', { keep: 'definition' });
    const page = await ui.open('demand', `/report/${id}`);
    await page.getByRole('button', { name: 'Share…' }).waitFor();
    await page.goto(`${ui.product.consoleUrl}/report/${id}?dims=channel`);
    await page.getByRole('columnheader', { name: 'Channel' }).waitFor();
    expect(await page.getByRole('button', { name: 'Share…' }).count()).toBe(0);
  });
});
