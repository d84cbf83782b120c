import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../e2e/apiClient.ts';
import { heading } from '../../e2e/console/steps/framePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

test('a user ends sessions and changes the password, from the user menu', async () => {
  const other = await signInAs(ui.product.consoleUrl, 'sub', demoPassword);
  const another = await signInAs(ui.product.consoleUrl, 'sub', demoPassword);
  const page = await ui.open('sub', '/');
  await page.locator('button[aria-haspopup="menu"]').filter({ hasText: 'UTC' }).first().click();
  await page.getByRole('menuitem', { name: 'Password and sessions' }).click();
  await heading(page, 'Your sign-in').waitFor();
  await expect.poll(() => sessions(page).count()).toBe(3);
  expect(await sessions(page).filter({ hasText: 'This session' }).count()).toBe(1);
  await page.getByRole('button', { name: 'End', exact: true }).first().click();
  await expect.poll(() => sessions(page).count()).toBe(2);

  const change = page.getByRole('button', { name: 'Change password' });
  await field(page, 'Current password').fill('not the password');
  await field(page, 'New password').fill('qwertyqwerty');
  await change.click();
  await page.getByText('This is not your password', { exact: true }).first().waitFor();
  await field(page, 'Current password').fill(demoPassword);
  await change.click();
  await page.getByText('This password is among the most common ones', { exact: true }).first().waitFor();
  await field(page, 'New password').fill('pigeons on the roof');
  await change.click();
  await page.getByText('Password changed').waitFor();
  await expect.poll(() => sessions(page).count()).toBe(1);
  for (const client of [other, another]) expect((await client.call('GET', '/api/session')).status).toBe(403);
  await signInAs(ui.product.consoleUrl, 'sub', 'pigeons on the roof');
});

test('an admin who acts as a user sees nothing of its sign-in', async () => {
  const page = await ui.open('admin', '/');
  await page.goto('/api/switch?type=demand&id=1');
  await page.goto('/signin');
  await page.getByText(/^You act as/).waitFor();
  expect(await field(page, 'Current password').count()).toBe(0);
  await page.goto('/api/switch?type=admin&id=1');
});

test('without a mail server the login page offers no link by mail', async () => {
  const page = await ui.open(null, '/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('button', { name: 'Lost your password?' }).count()).toBe(0);
});
