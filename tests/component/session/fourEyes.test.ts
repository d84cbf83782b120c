import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { findRowByName } from '../../e2e/console/steps/findRowByName.ts';
import { heading } from '../../e2e/console/steps/framePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let root: TestClient;
let accountId: number;

/** Two super admins: “Support desk” proposes, and “Super admin”, who created its sign-in link a while ago, approves. */
beforeAll(async () => {
  ui = await openConsole({ FOUR_EYES: '1' });
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query("update users set is_super = true where login = 'support'");
  await postgres.pool.query("update security_events set at = at - interval '8 days'");
  await postgres.close();
  root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  accountId = (await findRowByName(root, '/api/demands', 'Demo Media')).id;
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const priceOf = async () => (await root.call<{ priceReq: string }>('GET', `/api/demands/${accountId}`)).body.priceReq;
const notice = (page: Page | Locator) => page.getByRole('status').filter({ hasText: 'Waits for a second person:' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

/** Proposes a price in the form of the account. */
async function proposePrice(price: string): Promise<Page> {
  const page = await ui.open('support', `/demands?open=${accountId}&tab=prices`);
  const field = page.getByRole('textbox', { name: 'Request CPM' });
  const before = await field.inputValue();
  await field.fill(price);
  await button(page, 'Save').click();
  await page.getByText('Waits for a second person', { exact: true }).waitFor();
  await page.getByText('Super admin can approve it.').waitFor();
  // The form shows what is stored, and that a change waits.
  await expect.poll(() => field.inputValue()).toBe(before);
  await notice(drawer(page)).getByText('Proposed by you').waitFor();
  return page;
}

test('[EYES-01] a proposer sees the change wait, cannot approve it, and withdraws it', async () => {
  const before = await priceOf();
  const page = await proposePrice('7.25');
  expect(await priceOf()).toBe(before);
  await notice(drawer(page)).getByRole('link', { name: /^View/ }).click();
  await heading(page, 'Waiting changes').waitFor();
  const opened = page.getByRole('dialog', { name: /Demo Media/ });
  await opened.getByText('Super admin can approve it.').waitFor();
  await button(page, 'Withdraw').waitFor();
  expect(await button(page, 'Approve').count()).toBe(0);
  await page.goto(`/demands?open=${accountId}`);
  await notice(drawer(page))
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await page.getByText('Change withdrawn').waitFor();
  await expect.poll(() => notice(page).count()).toBe(0);
});

test('[EYES-01] [EYES-02] a second person is led from the bell to the values before and after, and approves them', async () => {
  const before = await priceOf();
  const proposer = await proposePrice('8.50');
  const page = await ui.open('admin', '/');
  await page.getByRole('link', { name: 'Waiting changes', exact: true }).first().waitFor();
  await button(page, 'Saved reports, new items').click();
  await page.getByRole('list', { name: 'Waiting changes' }).getByRole('link').click();
  const opened = page.getByRole('dialog', { name: /Demo Media/ });
  const row = opened.getByRole('row').filter({ hasText: 'Request CPM' });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining(before),
    expect.stringContaining('8.50'),
  ]);
  await opened.getByText('Support desk', { exact: true }).waitFor();
  await button(page, 'Approve').click();
  await page.getByText('Approved and applied').waitFor();
  expect(await priceOf()).toBe('8.50');
  await button(page, 'Approve').waitFor({ state: 'detached' });
  await proposer.goto(`/log?entity=demand&rowId=${accountId}`);
  await proposer.getByText(', approved by Super admin').first().waitFor();
});

test('[EYES-01] a rejection needs a reason, which the proposer reads', async () => {
  const before = await priceOf();
  await proposePrice('9.75');
  const page = await ui.open('admin', '/waiting');
  await page.getByRole('table', { name: 'To approve' }).getByRole('link').click();
  await button(page, 'Reject…').click();
  const dialog = page.getByRole('dialog', { name: 'Reject this change?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  await dialog.getByRole('textbox').fill('The contract says 8.50');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Change rejected').waitFor();
  expect(await priceOf()).toBe(before);
  const proposer = await ui.open('support', '/waiting?state=decided');
  const decided = proposer.getByRole('table', { name: 'Decided changes' }).getByRole('row');
  await decided.filter({ hasText: 'Rejected' }).getByRole('link').click();
  await proposer.getByText('The contract says 8.50').waitFor();
});

test('[EYES-01] a switch returns to the stored value, and the list says that a change waits', async () => {
  const { id } = await findRowByName(root, '/api/users', 'Harbour');
  await root.call('PATCH', `/api/users/${id}`, { status: 0 });
  const page = await ui.open('admin', '/users?status=all&q=Harbour');
  const toggle = page.getByRole('switch', { name: /^Harbour/ });
  await toggle.click();
  await page.getByText('Waits for a second person', { exact: true }).waitFor();
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
  await notice(page).getByText('Proposed by you').waitFor();
});

test('[EYES-01] an adjustment waits: its dialog closes, and the month says so', async () => {
  const page = await ui.open('admin', `/finance?account=${accountId}`);
  await button(page, 'Add').click();
  const dialog = page.getByRole('dialog', { name: /^Adjustment for/ });
  await dialog.getByLabel('Amount').fill('-12.50');
  await dialog.getByLabel('Reason').fill('Agreed by phone');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await notice(page).filter({ hasText: 'Adjustment' }).waitFor();
  await page.getByText('No adjustments yet.').waitFor();
});
