import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function guess(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('after ten wrong passwords the login page says how long to wait, whether or not the login exists', async () => {
  const page = await ui.open(null, '/login');
  for (const login of ['adv', 'nobody-here']) {
    for (let count = 0; count < 9; count += 1) {
      const data = { login, password: 'not the password' };
      expect((await page.request.post('/api/auth/login', { data })).status()).toBe(401);
    }
    await guess(page, login);
    await page.getByText('Bad credentials', { exact: true }).waitFor();
    await guess(page, login);
    await page.getByText('Too many failed sign-ins; try again in 15 minutes', { exact: true }).waitFor();
  }
  expect(ui.product.output().match(/"text":"failed sign-in from /g)).toHaveLength(2);
  expect(ui.product.output()).not.toContain('nobody-here');
});

test('the log shows the owner the sign-ins of its users, and an admin all', async () => {
  const owner = await ui.open('demand', '/log');
  await owner.getByRole('combobox', { name: 'Action' }).click();
  await owner.getByRole('option', { name: 'Failed sign-in' }).click();
  await rowOf(owner, '10 attempts').waitFor();
  // The list of all actions, which includes the rejection, is shown until that of one action is loaded.
  await expect.poll(() => rowOf(owner, 'Not signed in').count()).toBe(1);
  expect(await rowOf(owner, 'Unknown login').count()).toBe(0);
  await rowOf(owner, '10 attempts').getByRole('link').first().click();
  const entry = owner.getByRole('dialog', { name: /^Failed sign-in: User / });
  await entry.getByText('127.0.0.1').waitFor();
  expect(await entry.getByRole('table').textContent()).toBe('FieldValueAttempts10');

  const admin = await ui.open('admin', '/log?action=loginRefused');
  await rowOf(admin, 'Unknown login')
    .getByText('10 failed sign-ins with one login from one IP address in 15 minutes')
    .waitFor();
  await admin.goto('/log?action=loginFailed');
  await rowOf(admin, 'Unknown login').getByText('10 attempts').waitFor();
  expect(await rowOf(admin, 'Not signed in').count()).toBe(2);
});
