import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { totpCode, totpStep } from '#api/factors/totp.ts';
import { openPostgres } from '#storage/postgres.ts';
import { createAppCodes } from '../../support/factors/createAppCodes.ts';
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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const factors = (page: Page) => page.getByRole('list', { name: 'Second factors' }).getByRole('listitem');

/** Adds an authenticator app on the page of one's own sign-in; returns it and the recovery codes. */
async function addApp(page: Page): Promise<{ nextCode: () => string; codes: string[] }> {
  await heading(page, 'Your sign-in').waitFor();
  await button(page, 'Add authenticator app').click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  const secret = (await field(page, 'Key').inputValue()).replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const nextCode = createAppCodes(secret);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill('12345');
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await dialog.getByText('Must have 6 digits').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(nextCode());
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByText('Save these codes now. They are not shown again.').waitFor();
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  expect(await listed.count()).toBe(10);
  const codes = await listed.allTextContents();
  await button(page, 'I saved the codes').click();
  await expect.poll(() => factors(page).count()).toBe(1);
  return { nextCode, codes };
}

async function enterPassword(page: Page, login: string): Promise<void> {
  await field(page, 'Login').fill(login);
  await field(page, 'Password').fill(demoPassword);
  await button(page, 'Sign in').click();
}

test('[FACTOR-01] [FACTOR-02] a user adds an app, signs in with its code, and without the phone with a recovery code', async () => {
  const page = await ui.open('sub', '/signin');
  const { nextCode, codes } = await addApp(page);
  await page.getByText('10 recovery codes left.').waitFor();

  const other = await ui.open(null, '/login');
  await enterPassword(other, 'sub');
  await field(other, 'Code').fill('000000');
  await button(other, 'Sign in').click();
  await other.getByText('This code is wrong, has expired or was used before').waitFor();
  await field(other, 'Code').fill(nextCode());
  await button(other, 'Sign in').click();
  await heading(other, 'Dashboard').waitFor();

  const third = await ui.open(null, '/login');
  await enterPassword(third, 'sub');
  await button(third, 'Use a recovery code').click();
  await field(third, 'Recovery code').fill(codes[0] ?? '');
  await button(third, 'Sign in').click();
  await heading(third, 'Dashboard').waitFor();
  await third.goto('/signin');
  await third.getByText('9 recovery codes left.').waitFor();
  await third.getByRole('button', { name: 'Remove', exact: true }).click();
  await third.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await third.getByText('You sign in with only your password.').waitFor();
});

test('[FACTOR-04] the owner of an account requires a second factor; its users add one before anything else', async () => {
  const page = await ui.open('demand', '/signin');
  await addApp(page);
  await page.getByRole('switch', { name: 'Required of all users' }).click();
  await page.getByText('All users of the account need a second factor.').waitFor();

  const other = await ui.open(null, '/login');
  await enterPassword(other, 'manager');
  await other.getByText('Your login needs a second factor. Add one to go on.').waitFor();
  await other.goto('/tags');
  await other.getByText('Your login needs a second factor. Add one to go on.').waitFor();
  await button(other, 'Add an authenticator app').click();
  const own = (await field(other, 'Key').inputValue()).replaceAll(' ', '');
  await field(other, 'Code').fill(createAppCodes(own)());
  await button(other, 'Add authenticator app').click();
  await button(other, 'I saved the codes').click();
  await heading(other, 'Tags').waitFor();

  await page.getByRole('switch', { name: 'Required of all users' }).click();
  await page.getByText('Each user decides.', { exact: false }).waitFor();
});

test('[FACTOR-06] [ERR-03] a call that needs a confirmation asks for it in a dialog, and is repeated', async () => {
  const page = await ui.open('sdk', '/signin');
  await heading(page, 'Your sign-in').waitFor();
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query('update sessions set confirmed_at = null');
  await postgres.close();
  await button(page, 'Add authenticator app').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not your password').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
});

test('[FACTOR-07] an admin resets the second factor of a user', async () => {
  const client = await signInAs(ui.product.consoleUrl, 'adv', demoPassword);
  const { secret, setup } = (
    await client.call<{ secret: string; setup: string }>('POST', '/api/session/factors/app/secret')
  ).body;
  const added = await client.call('POST', '/api/session/factors/app', {
    ...{ name: 'Phone', setup },
    code: totpCode(secret, totpStep(new Date())),
  });
  expect(added.status).toBe(201);
  const { id } = (await client.call<{ id: number }>('GET', '/api/session')).body;
  const page = await ui.open('admin', `/users?open=${id}&tab=signin`);
  await page.getByText('Signs in with a second factor.').waitFor();
  await button(page, 'Reset second factor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await expect.poll(() => page.getByText('Signs in with a second factor.').count()).toBe(0);
  await signInAs(ui.product.consoleUrl, 'adv', demoPassword);
});
