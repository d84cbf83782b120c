import type { Page } from 'playwright-core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addMonths, monthAt } from '#model/finance/index.ts';
import type { ChannelRow, TagRow } from '#model/index.ts';
import { eventually, signInAs, type TestClient } from '../e2e/apiClient.ts';
import { addPastSales } from '../e2e/pastTraffic.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

const dayMs = 86_400_000;
const hourMs = dayMs / 24;
const lastMonth = addMonths(monthAt(Date.now()), -1);

let ui: ConsoleUnderTest;
let client: TestClient;
let accountId: number;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demands?q=Demo%20Media');
  accountId = body.rows[0]?.id ?? 0;
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** The open dialog; toasts have the same role. */
const dialog = (page: Page) => page.locator('[role="dialog"]:not([data-type])');

/** Clicks a button in the open dialog, and waits until the dialog is closed. */
async function confirm(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('the work of a month', () => {
  test('a month is adjusted, closed, invoiced, sent and paid', async () => {
    const page = await ui.open('admin', `/finance?month=${lastMonth}&account=${accountId}`);
    await page.getByRole('heading', { name: 'Demo Media', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByLabel('Amount').fill('1,250.00');
    await dialog(page).getByLabel('Reason').fill('Set-up fee');
    await confirm(page, 'Add');
    await page.getByText('Set-up fee', { exact: true }).waitFor();

    // The empty state of the items offers it too.
    await page.getByRole('button', { name: /^Close month to create/ }).waitFor();
    await page.getByRole('button', { name: 'Close month to issue its invoice' }).click();
    const anyway = dialog(page).getByLabel('Close anyway');
    if ((await anyway.count()) > 0) await anyway.check();
    await confirm(page, 'Close month');
    await page.getByText(/^Closed \d{4}-\d\d-\d\d .* UTC by /).waitFor();
    expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
    await page.getByText('As stored when the month was closed.').waitFor();

    await page.getByRole('button', { name: 'Issue invoice' }).click();
    await dialog(page).getByLabel('Company name').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(`?month=${lastMonth}&account=${accountId}`);

    // Without company details they are asked for first; then the invoice is issued.
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    await dialog(page).getByLabel('Company name').fill('Operator Ltd');
    await dialog(page).getByLabel('Address').fill('1 Long Street\nDublin');
    await confirm(page, 'Save');
    await page.getByText('Invoice INV-00001').waitFor();
    const link = page.getByRole('link', { name: 'PDF of INV-00001' });
    const file = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="[^"]*INV-00001[^"]*\.pdf"/);
    const pdf = await getDocument({ data: new Uint8Array(await file.body()), verbosity: 0 }).promise;
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
  });

  test('prices from a future day on are planned and withdrawn', async () => {
    const page = await ui.open('admin', `/finance?account=${accountId}`);
    await page.getByRole('button', { name: 'Prices' }).click();
    await dialog(page).getByText('Current', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Change prices…' }).click();
    await dialog(page).getByLabel('Request CPM').fill('0.0045');
    await dialog(page).getByRole('radio', { name: 'Future date' }).check();
    await dialog(page)
      .getByLabel('Effective date (UTC)')
      .fill(new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10));
    await dialog(page).getByLabel('Note').fill('Next contract');
    await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog(page).getByText('Next contract').waitFor();
    expect(
      await dialog(page)
        .getByRole('row', { name: /Scheduled/ })
        .textContent(),
    ).toContain('$0.0045');
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await dialog(page)
      .getByRole('row', { name: /Withdrawn/ })
      .waitFor();
  });
});

test('a partner’s file is tried and imported, and differs by the time zone of the partner', async () => {
  const month = addMonths(lastMonth, -1);
  const { name, days } = await sellInZone(month);
  const lines = days.map(({ day, imps }) => `${day},${name},${imps * 0.8}`);
  const page = await ui.open('admin', `/finance?month=${month}&account=${accountId}`);
  await page.getByText('No partner numbers for this month').waitFor();
  await page.getByRole('button', { name: 'Import CSV…' }).click();
  const choose = (text: string) =>
    dialog(page)
      .getByLabel('CSV file', { exact: true })
      .last()
      .setInputFiles({ name: 'their.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(['Date,Advertiser,Views', ...lines].join('\n'));
  await dialog(page).getByText('Select the columns for the day, the name or ID, and the impressions.').waitFor();
  await choose(['Date,Advertiser,Impressions', ...lines, 'yesterday,nobody,1'].join('\n'));
  await dialog(page)
    .getByText(`Line ${lines.length + 2}, day: Must be a day as YYYY-MM-DD`)
    .waitFor();
  await choose(['Date,Advertiser,Impressions', ...lines].join('\n'));
  await dialog(page).getByText('No existing numbers are replaced.').waitFor();
  await confirm(page, 'Import');
  const row = page.getByRole('table', { name: 'Ours and theirs' }).getByRole('row', { name: new RegExp(name) });
  await row.waitFor();
  expect(await row.textContent()).toContain('Time zone UTC−5');
  await page.getByRole('button', { name }).click();
  expect(await page.getByRole('table', { name: 'Ours and theirs' }).getByRole('row').count()).toBe(2 + lines.length);
});

/**
 * Sells for an advertiser on some days of a month; returns what a partner in UTC−5 counts per day of its own. Days that
 * begin an hour earlier or later would not match.
 */
async function sellInZone(month: string): Promise<{ name: string; days: { day: string; imps: number }[] }> {
  const demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const tags = await demand.call<{ rows: TagRow[] }>('GET', '/api/demand/tags?size=1');
  const channels = await demand.call<{ rows: ChannelRow[] }>('GET', '/api/demand/channels?size=1');
  const [tag, channel] = [tags.body.rows[0]!, channels.body.rows[0]!];
  const first = Date.parse(`${month}-10T05:00:00Z`);
  // Sales in the first hour of the partner's day, at its noon, and in its last hour; the parts that it counts are whole
  // numbers.
  const sold = [
    [5, 5, 20],
    [15, 5, 15],
    [5, 5, 20],
    [20, 5, 10],
    [10, 5, 15],
  ].map((counts, index) => {
    const start = first + index * dayMs;
    const timesOf = (count: number, hour: number) =>
      Array.from({ length: count }, (_, second) => start + hour * hourMs + second * 1000);
    const times = counts.flatMap((count, part) => timesOf(count, [0, 12, 23][part] ?? 0));
    return { day: new Date(start).toISOString().slice(0, 10), times };
  });
  const sales = sold.flatMap(({ times }) => times.map((at) => ({ channel, tag, at })));
  await addPastSales(ui.product, sales);
  const days = sold.map(({ day, times }) => ({ day, imps: times.length }));
  const { body } = await eventually(
    () =>
      client.call<Record<string, string | number>[]>('POST', '/api/rrun', {
        startDate: days[0]?.day,
        endDate: days.at(-1)?.day,
        offset: -5,
        dimensions: ['day', 'advertiser'],
        metrics: ['imps'],
        sort: [{ key: 'day', dir: 'asc' }],
      }),
    ({ body: rows }) => Number(rows.at(-1)?.['imps']) === sales.length,
  );
  const rows = body.slice(0, -1);
  expect(rows.map((row) => ({ day: row['day'], imps: Number(row['imps']) }))).toEqual(days);
  return { name: String(rows[0]?.['advertiser_name']), days };
}
