import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import { openFinanceWorld, type FinanceWorld } from '../e2e/console/worlds/financeWorld.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let world: FinanceWorld;
/** The first receivable of the closed month. */
let item: FinanceItems['rows'][number];

beforeAll(async () => {
  ui = await openConsole();
  world = await openFinanceWorld(ui.product, 20);
  const { client, accountId, month } = world;
  const closed = await client.call('POST', `/api/finance/months/${month}/close`, {
    demandIds: [accountId],
    isEarly: true,
  });
  expect(closed.status).toBe(200);
  const items = await client.call<FinanceItems>('GET', `/api/finance/accounts/${accountId}/items?kind=advertiser`);
  item = items.body.rows[0]!;
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** The open dialog; toasts have the same role. */
const dialog = (page: Page) => page.locator('[role="dialog"]:not([data-type])');
const receivables = (page: Page) => page.getByRole('table', { name: 'Receivables from advertisers' });
const row = (page: Page) => receivables(page).getByRole('row').filter({ hasText: item.name }).first();

async function confirm(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('what an advertiser owes', () => {
  test('is paid in parts, written off, and reversed', async () => {
    const page = await ui.open('admin', `/finance?month=${world.month}&account=${world.accountId}`);
    await row(page).getByText('NET 30', { exact: true }).waitFor();
    await row(page)
      .getByRole('button', { name: /^Record/ })
      .click();
    await dialog(page).getByLabel('Amount').fill('9,999,999.00');
    await dialog(page)
      .getByText(/^Only \$.* is outstanding$/)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Record', exact: true }).isDisabled()).toBe(true);
    await dialog(page).getByLabel('Amount').fill('0.02');
    await dialog(page).getByLabel('Reference').fill('SWIFT 42');
    await confirm(page, 'Record');
    await row(page).getByText('Partially settled', { exact: true }).waitFor();

    await row(page)
      .getByRole('button', { name: /^Record/ })
      .click();
    await dialog(page).getByRole('radio', { name: 'Write-off' }).check();
    await dialog(page).getByLabel('Reason').fill('Agreed');
    await confirm(page, 'Record');
    await row(page).getByText('Settled', { exact: true }).waitFor();
    expect(
      await row(page)
        .getByRole('button', { name: /^Record/ })
        .count(),
    ).toBe(0);

    await row(page).getByRole('button', { name: item.name }).click();
    const entries = page.getByRole('list', { name: `Payments and write-offs of ${item.name}` });
    await entries.getByText(/SWIFT 42/).waitFor();
    await entries
      .getByRole('listitem')
      .filter({ hasText: 'SWIFT 42' })
      .getByRole('button', { name: 'Reverse…' })
      .click();
    await dialog(page).getByLabel('Reason').fill('Bounced');
    await confirm(page, 'Reverse');
    await entries.getByText(/^Payment reversed .* · Bounced/).waitFor();
    await row(page).getByText('Partially settled', { exact: true }).waitFor();
    const aging = page.getByRole('table', { name: 'Aging' });
    await expect.poll(() => aging.getByRole('row').filter({ hasText: item.name }).textContent()).toContain('$0.02');
    await page.reload();
    await row(page).getByText('Partially settled', { exact: true }).waitFor();
  });

  test('prevents reopening its month, which links to the payments', async () => {
    const page = await ui.open('admin', `/finance?month=${world.month}&account=${world.accountId}`);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await dialog(page).getByLabel('Reason').fill('Wrong prices');
    await dialog(page).getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Receivables and payables' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('card')).toBe('items');
    await row(page).waitFor();
  });
});

describe('suppliers and ad exchanges', () => {
  const tableOf = (page: Page, name: string) => page.getByRole('table', { name });

  test('have payables and receivables for a closed month, and a supplier is paid', async () => {
    const page = await ui.open('admin', `/finance?month=${world.month}&account=${world.accountId}&items=adexchange`);
    const owing = tableOf(page, 'Receivables from ad exchanges')
      .getByRole('row')
      .filter({ hasText: world.adexchange.name });
    await owing.getByText('$5.00', { exact: true }).first().waitFor();
    await page.getByRole('radio', { name: 'Suppliers' }).check();
    const payableRow = tableOf(page, 'Payables to suppliers').getByRole('row').filter({ hasText: world.supplier.name });
    await payableRow.getByText('$2.00', { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('items')).toBe('supplier');
    await payableRow.getByRole('button', { name: /^Record/ }).click();
    await dialog(page).getByLabel('Reference').fill('SEPA 7');
    await confirm(page, 'Record');
    await payableRow.getByText('Settled', { exact: true }).waitFor();
    await page.reload();
    await payableRow.getByText('Settled', { exact: true }).waitFor();
  });

  test('are components of the month', async () => {
    const page = await ui.open('admin', `/finance?month=${world.month}&account=${world.accountId}`);
    await page.getByRole('radio', { name: 'Supplier', exact: true }).first().check();
    const parts = tableOf(page, 'Breakdown by supplier');
    await parts.getByText(world.supplier.name, { exact: true }).waitFor();
    await parts.getByText('No supplier (channels)', { exact: true }).waitFor();
    await parts.getByRole('link', { name: `Report for ${world.supplier.name}` }).click();
    await page.waitForURL(/\/report/);
    await expect.poll(() => page.getByText(world.supplier.name, { exact: false }).count()).toBeGreaterThan(0);
  });

  test('have payment terms in their forms', async () => {
    for (const [path, id, label] of [
      ['suppliers', world.supplier.id, 'NET 60'],
      ['adexchanges', world.adexchange.id, 'NET 90'],
    ] as const) {
      const page = await ui.open('demand', `/${path}?open=${id}&tab=payment`);
      await page.getByLabel('Payment terms').click();
      await page.getByRole('option', { name: label, exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
    }
  });
});
