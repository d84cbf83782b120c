import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { type OidcProvider, startOidcProvider } from '../../support/sso/startOidcProvider.ts';
import { signInAs } from '../apiClient.ts';
import { type ConsoleUnderTest, demoPassword, openConsole } from './openConsole.ts';
import { heading } from './steps/framePage.ts';

let ui: ConsoleUnderTest;
let oidc: OidcProvider;
const redirectUris: string[] = [];

beforeAll(async () => {
  ui = await openConsole({ SSO_INTERNAL_HOSTS: 'localhost' });
});
afterAll(async () => {
  await ui?.close();
  await oidc?.close();
});
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

/** Waits for the page of the provider, then signs in there, or cancels for null. */
async function answerAtProvider(page: Page, user: string | null): Promise<void> {
  await page.waitForURL(`${oidc.issuer}/**`);
  if (user !== null) await page.getByLabel('User').fill(user);
  await page.getByRole('button', { name: user === null ? 'Cancel' : 'Continue' }).click();
}

async function typeLogin(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByRole('button', { name: 'Sign in with Company login' }).waitFor();
}

test('an owner connects a provider and sees whether it works', async () => {
  const page = await ui.open('demand', '/sso');
  await page.getByRole('button', { name: 'Set up single sign-on' }).click();
  const redirectUri = await page.getByLabel('Redirect URI', { exact: true }).inputValue();
  redirectUris.push(redirectUri);
  oidc = await startOidcProvider(redirectUris);
  const settings = page.getByRole('form', { name: 'Settings' });

  await settings.getByLabel(/^Issuer URL/).fill(`${oidc.issuer}/wrong`);
  await settings.getByRole('button', { name: 'Test connection' }).click();
  await settings.getByText(/The response of the identity provider is not valid: status 404/).waitFor();
  await settings.getByLabel(/^Issuer URL/).fill(oidc.issuer);
  await settings.getByRole('button', { name: 'Test connection' }).click();
  await settings.getByText('The provider can be used. Signing out also ends the session there.').waitFor();

  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('Required').waitFor();
  await settings.getByLabel(/^Client ID/).fill(oidc.clientId);
  await settings.getByLabel(/^Client secret/).fill(oidc.clientSecret);
  await settings.getByLabel(/^Name/).fill('Company login');
  await settings.getByRole('button', { name: 'Add group' }).click();
  await settings.getByLabel('Group 1', { exact: true }).fill('adops');
  await settings.getByRole('combobox', { name: 'Role of group 1' }).click();
  await page.getByRole('option', { name: /^Trafficker/ }).click();
  await settings.getByRole('checkbox', { name: /^Enabled/ }).check();
  await settings.getByRole('checkbox', { name: /^Create users/ }).check();
  await settings.getByRole('checkbox', { name: /^Passwords sign in/ }).uncheck();
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Single sign-on saved').waitFor();
  await settings.getByText('A secret is stored').waitFor();
  await page.getByText('No email domain is verified yet').waitFor();

  const domains = card(page, 'Email domains');
  await domains.getByLabel('Domain', { exact: true }).fill('company.example');
  await domains.getByRole('button', { name: 'Add domain' }).click();
  await domains.getByText('Not verified').waitFor();
  expect(await domains.getByLabel('Name of the TXT record', { exact: true }).inputValue()).toBe(
    '_bidhouse.company.example',
  );
  const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  const { rows } = (await admin.call<{ rows: { id: number; demandId: number; login: string }[] }>('GET', '/api/users'))
    .body;
  const owner = rows.find(({ login }) => login === 'demand');
  // It leads to the page of the console, which is no JSON.
  await admin.call('GET', `/api/switch?type=demand&id=${owner?.demandId}`).catch(() => undefined);
  expect((await admin.call('POST', '/api/sso/domains/company.example/verify')).status).toBe(200);
  await page.reload();
  await domains.getByText('Verified', { exact: true }).waitFor();
});

test('a colleague is led to the provider from the sign-in page, and back to the console', async () => {
  oidc.users.set('jane', { email: 'jane@company.example', email_verified: true, name: 'Jane Doe', groups: ['adops'] });
  const page = await ui.open(null, '/login?next=%2Ftags', { ownContext: true });
  await typeLogin(page, 'jane@company.example');
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await page.getByLabel('Login', { exact: true }).press('Enter');
  await answerAtProvider(page, null);
  await page.getByText('The identity provider says: The user has cancelled').waitFor();

  await typeLogin(page, 'jane@company.example');
  await page.getByRole('button', { name: 'Sign in with Company login' }).click();
  await answerAtProvider(page, 'jane');
  await page.waitForURL('**/tags');
  await page.goto('/signin');
  await heading(page, 'Your sign-in').waitFor();
  await page.getByText('Jane Doe · login jane@company.example').waitFor();
  await page
    .getByText(/with Company login/)
    .first()
    .waitFor();
  await page.getByText(/^Linked since/).waitFor();

  // Ten minutes later, a new factor needs a confirmation: by signing in at the provider again, in another tab.
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query("update sessions set created_at = created_at - interval '11 minutes'");
  await postgres.close();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Sign in with Company login' }).click();
  const tab = await opened;
  await answerAtProvider(tab, 'jane');
  await tab.getByText('You have confirmed who you are.').waitFor();
  await tab.close();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Add authenticator app' }).waitFor();
  await page.reload();

  await page
    .getByRole('button', { name: /Your account|Jane/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: /Yes|sign me out/i }).click();
  await page.waitForURL('**/login');
  await typeLogin(page, 'demand@company.example');
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor();
});

test('the owner links the own login, and sees who is linked', async () => {
  oidc.users.set('boss', { email: 'someone@elsewhere.example', email_verified: true });
  const page = await ui.open('demand', '/signin');
  await card(page, 'Company login').getByRole('button', { name: 'Link' }).click();
  await answerAtProvider(page, 'boss');
  await page.getByText('Your login is linked.').waitFor();
  await page.goto('/sso');
  const users = page.getByRole('table', { name: 'Linked users' });
  await users.getByText('jane@company.example').waitFor();
  await users.getByRole('row').filter({ hasText: 'Jane Doe' }).getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect.poll(() => users.getByText('jane@company.example').count()).toBe(0);
});
