import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ShownKeys } from '#api/keys/keyContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { chooseProfile, field, openProfile, profileDialog } from '../../e2e/console/steps/profilePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let owner: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const keysOf = async () => (await owner.call<ShownKeys>('GET', '/api/keys')).body.keys;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: name });

/** The status of a report with a token. */
async function statusOf(token: string): Promise<number> {
  const body = JSON.stringify({ startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(`${ui.product.consoleUrl}/api/rrun`, { method: 'POST', headers, body })).status;
}

/** Copies the shown token and closes its dialog. */
async function copyToken(page: Page): Promise<string> {
  const shown = dialog(page, 'New token');
  await shown.getByText('It will not be shown again').waitFor();
  const token = await shown.getByLabel('Token', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Copy Token' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'hidden' });
  return token;
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = dialog(page, 'Create API key');
  await form.getByLabel(/^Name/).fill(name);
  await form.getByRole('radiogroup', { name: 'Reports' }).getByRole('radio', { name: 'Read' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.waitFor({ state: 'hidden' });
  return copyToken(page);
}

test('the owner of an account creates a key with scopes, rotates it with an overlap, and revokes it', async () => {
  const page = await ui.open('demand', '/keys');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('No API keys yet').waitFor();

  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = dialog(page, 'Create API key');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByRole('alert').filter({ hasText: 'Select at least one area' }).waitFor();
  expect(await form.getByRole('radiogroup').count()).toBe(11);
  await form.getByRole('button', { name: 'Cancel' }).click();

  const token = await createKey(page, 'Warehouse');
  expect(await statusOf(token)).toBe(200);
  const row = rowOf(page, 'Warehouse');
  await row.getByText('Reports: read').waitFor();
  const [created] = await keysOf();
  expect(created).toMatchObject({ name: 'Warehouse', scopes: ['reports:read'], networks: [], state: 'active' });
  const days = (Date.parse(created?.expiresAt ?? '') - Date.parse(created?.createdAt ?? '')) / 86_400_000;
  expect(Math.floor(days)).toBeGreaterThanOrEqual(365);

  await row.getByRole('button', { name: 'Rotate Warehouse' }).click();
  await dialog(page, 'Rotate Warehouse').getByRole('button', { name: 'Create new token' }).click();
  const next = await copyToken(page);
  await row.getByText(`••••${token.slice(-4)} until`).waitFor();
  expect([await statusOf(token), await statusOf(next)]).toEqual([200, 200]);

  await row.getByRole('button', { name: 'Revoke Warehouse' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke Warehouse?' });
  await question.getByText('Programs that use it lose access immediately').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(next)).toBe(200);
  await row.getByRole('button', { name: 'Revoke Warehouse' }).click();
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await row.getByText('Revoked').waitFor();
  expect([await statusOf(token), await statusOf(next)]).toEqual([401, 401]);
  expect(await row.getByRole('button').count()).toBe(0);
});

test('the API token of an account is among the keys, and the bell notifies its owner of them until it is revoked', async () => {
  const { token } = (await owner.call<{ token: string }>('POST', '/api/demand/token')).body;
  const page = await ui.open('demand', '/tags');
  await page.getByRole('button', { name: 'Saved reports, new items' }).click();
  await page.getByRole('link', { name: 'API keys replace the API token' }).click();
  await page.waitForURL('**/keys');
  await page.getByText('API token (of the account)').waitFor();
  await page.getByText(`••••${token.slice(-4)}`).waitFor();
  await page.getByRole('button', { name: 'Revoke token…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('API token revoked').first().waitFor();
  await page.getByText('API token (of the account)').waitFor({ state: 'hidden' });
  expect(await statusOf(token)).toBe(401);
  await page.getByRole('button', { name: 'Saved reports', exact: true }).click();
  expect(await page.getByRole('link', { name: 'API keys replace the API token' }).count()).toBe(0);
});

test('the profile of an owner and of a full manager leads to the keys, not that of other managers', async () => {
  const page = await openProfile(ui, 'demand');
  await profileDialog(page).getByRole('button', { name: 'Manage API keys' }).click();
  await page.waitForURL('**/keys');
  for (const managerRole of ['full', 'readonly'] as const) {
    const login = `keys-${managerRole}`;
    const manager = { name: login, login, password: demoPassword, managerRole };
    expect((await owner.call('POST', '/api/demand/managers', manager)).status).toBe(201);
    const own = await ui.open(login, '/keys');
    await own.getByText(managerRole === 'full' ? 'No API keys yet' : 'Your role cannot have API keys').waitFor();
    await own.goto('/');
    await chooseProfile(own);
    const link = profileDialog(own).getByRole('button', { name: 'Manage API keys' });
    expect(await link.count(), managerRole).toBe(managerRole === 'full' ? 1 : 0);
    expect(await field(own, 'API token').count()).toBe(0);
  }
});

test('an admin has keys of the platform, in the user menu', async () => {
  const page = await ui.open('admin', '/system');
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
  await page.locator('button[aria-haspopup="menu"]').filter({ hasText: 'UTC' }).first().click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await page.waitForURL('**/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  expect(await dialog(page, 'Create API key').getByRole('radiogroup').count()).toBe(13);
});
