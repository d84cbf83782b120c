import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../e2e/apiClient.ts';
import { fillIn, heading, placeOf } from '../e2e/console/steps/framePage.ts';
import { navOf } from '../e2e/console/steps/modeSwitch.ts';
import { endSessionAt } from './session/endSessionAt.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('errors', () => {
  test('[ERR-04] an event showError shows a toast with its title', async () => {
    const page = await ui.open('demand', '/');
    await navOf(page).waitFor();
    await page.evaluate(() =>
      window.dispatchEvent(
        new CustomEvent('showError', { detail: { title: 'Error on save', message: 'It is taken' } }),
      ),
    );
    await page.getByText('Error on save', { exact: true }).waitFor();
    await page.getByText('It is taken', { exact: true }).waitFor();
  });

  test('[ERR-05] an address with an invalid id is not found', async () => {
    const page = await ui.open('demand', '/report/not-an-id');
    await page.getByText('This page could not be found', { exact: true }).waitFor();
    await page.getByText('404', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.title)).toBe('This page could not be found · Bidhouse');
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await heading(page, 'Dashboard').waitFor();
  });

  test('[LIST-04] a failure to load a shared list is only logged to the browser’s console', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.route('**/api/demand/advs/list', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/tags?open=new');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await expect.poll(() => errors.length).toBe(1);
    expect(await page.getByText('Error on load data').count()).toBe(0);
    expect(await page.getByRole('alert').filter({ hasText: 'server' }).count()).toBe(0);
    expect(await ui.closeWindows()).toHaveLength(1);
  });
});

describe('shared lists', () => {
  test('[LIST-03] one is fetched once, and the next load reads it from session storage', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    let calls = 0;
    page.on('request', (request) => (calls += request.url().includes('/api/demand/advs/list') ? 1 : 0));
    await page.goto('/tags?open=new');
    await page.getByRole('combobox', { name: 'Advertiser' }).waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('list:advertisers'))).toContain('City Bikes');
    await page.reload();
    await page.getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByRole('option', { name: 'City Bikes' }).waitFor();
    expect(calls).toBe(1);
  });
});

describe('a session that ends', () => {
  test('[ERR-03] [ERR-08] leads to /login with a plain message; the form is restored only for its user', async () => {
    const page = await ui.open('demand', '/advertisers?open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed by the first user');
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed by the first');
    await endSessionAt(page, '/api/demand/advs');
    await page.getByRole('button', { name: 'Create advertiser' }).click();
    await page.getByText('Your session has ended').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/advertisers?open=new');
    // First another user of the same account.
    await fillIn(page, 'manager', demoPassword);
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    expect(await page.getByText('Typed by the first user').count()).toBe(0);
    await page.context().clearCookies();
    await page.goto('/advertisers?open=new');
    await fillIn(page, 'demand', demoPassword);
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed by the first user');
  });

  test('[ERR-03] a user suspended while signed in is led to /login by the next call', async () => {
    const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const body = { name: 'Short stay', login: 'shortstay', password: demoPassword, type: 'demand', demandId: 1 };
    const made = await admin.call<{ id: number }>('POST', '/api/users', body);
    const page = await ui.open('shortstay', '/tags');
    await page.getByRole('link', { name: 'Bikes – inline' }).waitFor();
    // Otherwise a background call of the list would be the next call, and would leave from the list.
    const ownCalls = /\/api\/(?!demand\/channels)/;
    await page.route(ownCalls, () => undefined);
    await admin.call('PATCH', `/api/users/${made.body.id}`, { status: 0 });
    await navOf(page).getByRole('link', { name: 'Channels' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.unroute(ownCalls);
    expect(placeOf(page)).toBe('/login?next=/channels');
    await fillIn(page, 'shortstay', demoPassword);
    await page.getByText('Bad credentials', { exact: true }).waitFor();
  });
});
