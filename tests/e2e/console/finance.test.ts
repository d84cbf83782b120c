import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, monthAt } from '#model/finance/index.ts';
import { eventually, runReport, signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

const dayMs = 86_400_000;
const historyDays = 6;

let ui: ConsoleUnderTest;
let client: TestClient;
let accountId: number;
/** The first hour of the past, which is written last. */
let firstHour: string;

beforeAll(async () => {
  ui = await openConsole({ DEMO_HISTORY_DAYS: String(historyDays) });
  firstHour = new Date(Date.now() - historyDays * dayMs).toISOString().slice(0, 13).replace('T', ' ');
  client = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demands?q=Demo%20Media');
  accountId = body.rows[0]?.id ?? 0;
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

/** The window that is open; toasts have the same role. */
const dialog = (page: Page) => page.locator('[role="dialog"]:not([data-type])');

/** Presses a button in the window that is open, and waits until the window has gone. */
async function confirm(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

async function expectNothingWrong(page: Page, part: string): Promise<void> {
  await waitUntilShown(page);
  expect(await violationsOf(page, part)).toEqual([]);
}

/** Waits until the past is there whole: its first hour has come, and nothing more comes. */
async function historyIsLoaded(): Promise<void> {
  let before = 0;
  await eventually(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      return runReport(client, { startDate: firstHour.slice(0, 10), dimensions: ['hour'], metrics: ['imps'] });
    },
    ({ rows, totals }) => {
      const imps = Number(totals['imps']);
      const isSame = imps === before;
      before = imps;
      return isSame && rows.some((row) => String(row['hour']).startsWith(firstHour) && Number(row['imps']) > 0);
    },
    60,
  );
}

describe('the work of a month', () => {
  test('a month is adjusted, closed, invoiced, sent and paid', async () => {
    const month = addMonths(monthAt(Date.now()), -1);
    const page = await ui.open('admin', `/finance?month=${month}&account=${accountId}`);
    await page.getByRole('heading', { name: 'Demo Media', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByLabel('Amount').fill('1,250.00');
    await dialog(page).getByLabel('Reason').fill('Set-up fee');
    await confirm(page, 'Add');
    await page.getByText('Set-up fee', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Close month' }).click();
    const nevertheless = dialog(page).getByLabel('Close it nevertheless');
    if ((await nevertheless.count()) > 0) await nevertheless.check();
    await confirm(page, 'Close month');
    await page.getByText(/^Closed \d{4}-\d\d-\d\d .* UTC by /).waitFor();
    expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
    await page.getByText('As they were when the month was closed.').waitFor();

    await page.goto(`/finance?month=${month}`);
    await page.getByRole('button', { name: 'Invoice settings' }).click();
    await dialog(page).getByLabel('Name').fill('Operator Ltd');
    await dialog(page).getByLabel('Address').fill('1 Long Street\nDublin');
    await confirm(page, 'Save');
    await page.getByRole('link', { name: 'Demo Media' }).click();
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    await page.getByText('Invoice INV-00001').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'PDF of INV-00001' }).click();
    const file = await (await download).path();
    const pdf = await getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    for (const part of ['INV-00001', 'Operator Ltd', 'Set-up fee', '1,250.00']) expect(text).toContain(part);

    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Record payment' }).click();
    await dialog(page).getByLabel('Amount').fill('1000');
    await confirm(page, 'Record');
    await page.getByText(/^Paid \d{4}-/).waitFor();
    await page.getByRole('button', { name: 'Record payment' }).click();
    await confirm(page, 'Record');
    await page.getByText('Paid', { exact: true }).waitFor();
    // Without the toasts, which fade.
    await page.reload();
    await page.getByText('Invoice INV-00001').waitFor();
    await expectNothingWrong(page, 'the month of an account');
  });

  test('prices of a day to come are planned and withdrawn', async () => {
    const page = await ui.open('admin', `/finance?account=${accountId}`);
    await page.getByRole('button', { name: 'Prices' }).click();
    await dialog(page).getByText('In force').waitFor();
    await dialog(page).getByRole('button', { name: 'Change prices…' }).click();
    await dialog(page).getByLabel('Request CPM').fill('0.0045');
    await dialog(page).getByRole('radio', { name: 'A day to come' }).check();
    await dialog(page)
      .getByLabel('First day (UTC)')
      .fill(new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10));
    await dialog(page).getByLabel('Note').fill('Next contract');
    await expectNothingWrong(page, 'new prices');
    await dialog(page).getByRole('button', { name: 'Plan', exact: true }).click();
    await dialog(page).getByText('Next contract').waitFor();
    expect(
      await dialog(page)
        .getByRole('row', { name: /Planned/ })
        .textContent(),
    ).toContain('$0.0045');
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await dialog(page)
      .getByRole('row', { name: /Withdrawn/ })
      .waitFor();
  });
});

test('a partner’s file is tried, brought in, and differs by the zone in which the partner counts', async () => {
  // Of the days of the past those of one month: with the day on which it begins, or today, on which traffic ends.
  const days = Array.from({ length: historyDays + 1 }, (_, ago) =>
    new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10),
  );
  const monthOf = (day: string | undefined) => day?.slice(0, 7) ?? '';
  const newest = days.filter((day) => monthOf(day) === monthOf(days[0]));
  const own = newest.length * 2 > days.length ? newest : days.filter((day) => monthOf(day) !== monthOf(days[0]));
  const month = monthOf(own[0]);
  await historyIsLoaded();
  const { body: rows } = await client.call<Record<string, string | number>[]>('POST', '/api/rrun', {
    startDate: own.at(-1),
    endDate: own[0],
    offset: -5,
    dimensions: ['day', 'advertiser'],
    metrics: ['imps'],
    sort: [{ key: 'imps', dir: 'desc' }],
  });
  const name = String(rows[0]?.['advertiser_name']);
  const lines = rows
    .filter((row) => row['advertiser_name'] === name)
    .map((row) => `${row['day']},${name},${Math.round(Number(row['imps']) * 0.8)}`);
  const page = await ui.open('admin', `/finance?month=${month}&account=${accountId}`);
  await page.getByText('No numbers of partners in this month').waitFor();
  await page.getByRole('button', { name: 'Import CSV…' }).click();
  const choose = (text: string) =>
    dialog(page)
      .getByLabel('CSV file', { exact: true })
      .last()
      .setInputFiles({ name: 'their.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(['Date,Advertiser,Views', ...lines].join('\n'));
  await dialog(page).getByText('Choose the columns of the day, the name and the impressions.').waitFor();
  await choose(['Date,Advertiser,Impressions', ...lines, 'yesterday,nobody,1'].join('\n'));
  await dialog(page)
    .getByText(`Line ${lines.length + 2}, day: Must be a day as YYYY-MM-DD`)
    .waitFor();
  await choose(['Date,Advertiser,Impressions', ...lines].join('\n'));
  await dialog(page).getByText('All are new.').waitFor();
  await confirm(page, 'Import');
  const row = page.getByRole('table', { name: 'Ours and theirs' }).getByRole('row', { name: new RegExp(name) });
  await row.waitFor();
  expect(await row.textContent()).toContain('Time zone UTC−5');
  await page.getByRole('button', { name }).click();
  expect(await page.getByRole('table', { name: 'Ours and theirs' }).getByRole('row').count()).toBe(2 + lines.length);
});

test('axe finds nothing against WCAG 2.2 AA', async () => {
  const page = await ui.open('admin', '/finance', { viewport: { width: 1024, height: 768 } });
  await page.getByRole('row', { name: /Demo Media/ }).waitFor();
  await expectNothingWrong(page, '/finance');
  await page.goto(`/finance?account=${accountId}&by=tag`);
  await page.getByRole('table', { name: 'Parts by tag' }).getByRole('row', { name: /Total/ }).waitFor();
  await expectNothingWrong(page, 'an account’s month');
});
