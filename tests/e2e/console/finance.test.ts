import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import { addMonths } from '#model/finance/index.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openFinanceWorld, type FinanceWorld } from './worlds/financeWorld.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let world: FinanceWorld;
/** An advertiser's receivable for the closed month, partly paid. */
let item: FinanceItems['rows'][number];

/** A month that had sales, was closed, invoiced and paid. */
beforeAll(async () => {
  ui = await openConsole();
  world = await openFinanceWorld(ui.product, 1);
  const { accountId, month, supplier } = world;
  const lastDay = new Date(Date.parse(`${addMonths(month, 1)}-01`) - 1).toISOString().slice(0, 10);
  const ofMonth = `/api/finance/months/${month}/accounts/${accountId}`;
  await done('POST', `${ofMonth}/adjustments`, { amount: '1250.00', reason: 'Set-up fee' });
  await done('POST', `/api/finance/months/${month}/close`, { demandIds: [accountId], isEarly: true });
  const { rows } = await done<FinanceItems>('GET', `/api/finance/accounts/${accountId}/items?kind=advertiser`);
  item = rows[0]!;
  const paid = { settledOn: lastDay, type: 'payment', note: 'SWIFT 42' };
  const ofAdvertiser = { kind: 'advertiser', partnerId: item.partnerId, amount: '0.02' };
  await done('POST', `${ofMonth}/settlements`, { ...paid, ...ofAdvertiser });
  const ofSupplier = { kind: 'supplier', partnerId: supplier.id, amount: '0.10' };
  await done('POST', `${ofMonth}/settlements`, { ...paid, ...ofSupplier });
  const issuer = { name: 'Operator Ltd', address: '1 Long Street\nDublin', taxId: '', bank: '' };
  await done('PUT', '/api/finance/settings', { ...issuer, prefix: 'INV-', netDays: 30, taxRate: null });
  const { id } = await done<{ id: number }>('POST', `${ofMonth}/invoice`);
  await done('POST', `/api/finance/invoices/${id}/sent`);
  await done('POST', `/api/finance/invoices/${id}/payments`, { amount: '1000', paidOn: lastDay, note: '' });
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function done<T>(method: string, path: string, given?: unknown): Promise<T> {
  const { status, body } = await world.client.call<T>(method, path, given);
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

/** The open dialog; toasts have the same role. */
const dialog = (page: Page) => page.locator('[role="dialog"]:not([data-type])');

/** Violations that axe finds in the current state of a page. */
async function judge(page: Page, part: string): Promise<string[]> {
  await waitUntilShown(page);
  return violationsOf(page, part);
}

// tests/component covers how these states are reached, without a browser.
test('invoices, items and open amounts by age are files, and no state has a WCAG 2.2 AA violation', async () => {
  const page = await ui.open('admin', `/finance?month=${world.month}&account=${world.accountId}`);
  const downloads = async (name: string, file: RegExp) => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  };
  await page.getByText('Invoice INV-00001').waitFor();
  const row = page.getByRole('table', { name: 'Receivables from advertisers' }).getByRole('row');
  await row.getByText('Partially settled', { exact: true }).waitFor();
  const found = await judge(page, 'the month of an account');
  await downloads('PDF of INV-00001', /INV-00001.*\.pdf$/);
  await row
    .filter({ hasText: item.name })
    .getByRole('button', { name: /^Record/ })
    .click();
  await dialog(page).getByLabel('Reference').waitFor();
  found.push(...(await judge(page, 'a payment')));
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: 'Suppliers' }).check();
  const payableRows = page.getByRole('table', { name: 'Payables to suppliers' }).getByRole('row');
  await payableRows.filter({ hasText: world.supplier.name }).getByText('Settled', { exact: true }).waitFor();
  found.push(...(await judge(page, 'payables to suppliers')));

  await page.getByRole('button', { name: 'Prices' }).click();
  await dialog(page).getByRole('button', { name: 'Change prices…' }).click();
  await dialog(page).getByRole('radio', { name: 'Future date' }).check();
  await dialog(page).getByLabel('Effective date (UTC)').waitFor();
  found.push(...(await judge(page, 'new prices')));

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/finance?month=${world.month}&account=${world.accountId}`);
  await page.getByRole('radio', { name: 'Sub-publishers' }).check();
  await page.getByRole('radio', { name: 'All months' }).check();
  await page
    .getByRole('table', { name: 'Payables to sub-publishers' })
    .getByRole('row', { name: /^Total/ })
    .waitFor();
  expect(new URL(page.url()).searchParams.get('items')).toBe('subpublisher');
  await downloads('CSV of payables to sub-publishers', /all months payables\.csv$/);
  await downloads('XLSX of payables to sub-publishers', /all months payables\.xlsx$/);
  await downloads('XLSX of the aging report', /payables aging .*\.xlsx$/);
  await page.getByRole('radio', { name: 'Advertisers' }).check();
  await row.filter({ hasText: /^Total/ }).waitFor();
  found.push(...(await judge(page, 'items of all months')));
  await page.goto(`/finance?month=${world.month}&account=${world.accountId}&by=tag`);
  await page.getByRole('table', { name: 'Breakdown by tag' }).getByRole('row', { name: /Total/ }).waitFor();
  found.push(...(await judge(page, 'an account’s month by tag')));
  await page.goto(`/finance?month=${world.month}`);
  await page.getByRole('row', { name: /Demo Media/ }).waitFor();
  found.push(...(await judge(page, '/finance')));
  expect(found).toEqual([]);
});

test('the terms of payment of suppliers and ad exchanges have no WCAG 2.2 AA violation', async () => {
  const page = await ui.open('demand', `/suppliers?open=${world.supplier.id}&tab=payment`);
  await page.getByLabel('Payment terms').waitFor();
  const found = await judge(page, 'the payment of suppliers');
  await page.goto('/adexchanges?open=1&tab=payment');
  await page.getByLabel('Payment terms').waitFor();
  found.push(...(await judge(page, 'the payment of ad exchanges')));
  expect(found).toEqual([]);
});
