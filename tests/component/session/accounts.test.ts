import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { heading } from '../../e2e/console/steps/framePage.ts';
import { chooseFromMenu, openTab, profileDialog } from '../../e2e/console/steps/profilePage.ts';
import { rowMenu } from '../../e2e/console/steps/rowMenu.ts';
import { findRowByName } from '../../e2e/console/steps/findRowByName.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let root: TestClient;
let owner: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('acting as an account', () => {
  test('suspended users and admins cannot be logged in as; a rejection is shown in place', async () => {
    const harbour = await findRowByName(root, '/api/demands', 'Harbour Broadcasting');
    await root.call('PATCH', `/api/demands/${harbour.id}`, { status: 0 });
    const page = await ui.open('admin', '/demands?status=all');
    const menu = await rowMenu(page, 'Harbour Broadcasting');
    await menu.getByRole('menuitem', { name: 'Financial report' }).waitFor();
    expect(await menu.getByRole('menuitem', { name: 'Act as' }).count()).toBe(0);

    await page.goto('/users');
    const admins = await rowMenu(page, 'Support desk');
    expect(await admins.getByRole('menuitem', { name: 'Act as' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    // The user is active, but its account is not.
    await (await rowMenu(page, 'Harbour')).getByRole('menuitem', { name: 'Act as' }).click();
    await page.getByText('The user or its account is suspended').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/users');
    await root.call('PATCH', `/api/demands/${harbour.id}`, { status: 1 });
  });

  test('[USER-03] an admin who is not super has no way to change accounts, users or tooltips', async () => {
    const page = await ui.open('support', '/demands');
    const menu = await rowMenu(page, 'Demo Media');
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(
      expect.arrayContaining(['View', 'View users', 'Report', 'Financial report']),
    );
    for (const name of ['Act as', 'Revoke API token…', 'Pause', 'Archive…', 'Edit']) {
      expect(await menu.getByRole('menuitem', { name }).count(), name).toBe(0);
    }
    for (const path of ['/demands', '/users', '/tooltips']) {
      await page.goto(path);
      await page.locator('tbody tr').first().waitFor();
      expect(await page.getByRole('button', { name: /^(New |Import)/ }).count(), path).toBe(0);
    }
    await page.getByRole('button', { name: 'Missing keys' }).click();
    await page.getByText('tag.name', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Add a tooltip/ }).count()).toBe(0);
  });

  test('erasing a user needs the login to be typed, and the user is anonymous then', async () => {
    const made = await root.call<{ id: number }>('POST', '/api/users', {
      ...{ name: 'Grace Hopper', login: 'grace@mail.example', password: 'correct horse battery', type: 'admin' },
    });
    const page = await ui.open('admin', '/users');
    const menu = await rowMenu(page, 'Grace Hopper');
    expect(await menu.getByRole('menuitem', { name: 'Download personal data' }).count()).toBe(1);
    await menu.getByRole('menuitem', { name: 'Erase…' }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: 'Erase' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Grace Hopper');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('grace@mail.example');
    await confirm.click();
    await page.getByText('User erased').waitFor();
    await page.goto(`/users?status=all&q=Erased`);
    const erased = await rowMenu(page, `Erased user ${made.body.id}`);
    expect(await erased.getByRole('menuitem', { name: 'Erase…' }).count()).toBe(0);
    expect(await page.getByText('grace@mail.example').count()).toBe(0);
  });

  test('revoking an API token requires confirmation', async () => {
    await owner.call('POST', '/api/demand/token');
    const page = await ui.open('admin', '/demands');
    await (await rowMenu(page, 'Demo Media')).getByRole('menuitem', { name: 'Revoke API token…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('API token revoked').waitFor();
    const { body } = await root.call<{ rows: { action: string; name: string }[] }>(
      'GET',
      '/api/log?size=1&action=tokenRevoked',
    );
    expect(body.rows).toMatchObject([{ action: 'tokenRevoked', name: 'Demo Media' }]);
  });
});

test('a user whose account is suspended while signed in lands on the login page with the next click', async () => {
  const harbour = await findRowByName(root, '/api/demands', 'Harbour Broadcasting');
  const page = await ui.open('harbour', '/');
  await heading(page, 'Dashboard').waitFor();

  const admin = await ui.open('admin', '/demands');
  await (await rowMenu(admin, 'Harbour Broadcasting')).getByRole('menuitem', { name: 'Pause' }).click();
  await admin.getByText('Demand account paused').waitFor();

  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('Login', { exact: true }).fill('harbour');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Bad credentials', { exact: true }).waitFor();
  await root.call('PATCH', `/api/demands/${harbour.id}`, { status: 1 });
});

describe('the change log', () => {
  test('a change that was overwritten since is not undone, and both values are shown', async () => {
    const { id } = await findRowByName(owner, '/api/demand/tags', 'Bikes – inline');
    await owner.call('PATCH', `/api/demand/tags/${id}`, { rate: '61.00' });
    await owner.call('PATCH', `/api/demand/tags/${id}`, { rate: '62.00' });
    const page = await ui.open('demand', `/log?entity=tag&rowId=${id}&action=updated`);
    await page
      .getByRole('row')
      .filter({ hasText: '→ $61.00' })
      .getByRole('link', { name: /^20\d\d-/ })
      .click();
    await page.getByRole('button', { name: 'Undo…' }).click();
    const question = page.getByRole('dialog', { name: 'Undo this change?' });
    await question.getByRole('button', { name: 'Undo' }).click();
    const alert = question.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('it is now 62.00, and this change set it to 61.00');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await owner.call<object>('GET', `/api/demand/tags/${id}`)).body).toMatchObject({ rate: '62.00' });
  });

  test('filters are stored in the address, and an empty log offers to clear them', async () => {
    const page = await ui.open('demand', '/log');
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Signed in' }).click();
    await page.waitForURL(/action=login/);
    await page.getByRole('cell', { name: 'Created', exact: true }).first().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('cell', { name: 'Signed in', exact: true }).first().waitFor();
    expect(await page.getByRole('cell', { name: 'Created', exact: true }).count()).toBe(0);
    await page.goto('/log?q=nothing+is+called+this&page=9&range=today');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'Signed in', exact: true }).first().waitFor();
    expect(new URL(page.url()).search).toBe('?range=today');
  });

  test('a row shows its history beside its form', async () => {
    const manager = await findRowByName(owner, '/api/demand/managers', 'Operations desk');
    await owner.call('PATCH', `/api/demand/managers/${manager.id}`, { managerRole: 'readonly' });
    const page = await ui.open('demand', `/managers?open=${manager.id}&tab=history`);
    const history = page.getByRole('list', { name: 'History' });
    const change = history.getByRole('listitem').filter({ hasText: /Role: Full.* → Read/ });
    await change.first().waitFor();
    await change.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    const { body } = await owner.call<object>('GET', `/api/demand/managers/${manager.id}`);
    expect(body).toMatchObject({ managerRole: 'full' });
  });
});

/** Path, query and fragment of a URL. */
function pathOf(url: string): string {
  const { origin, href } = new URL(url);
  return href.slice(origin.length);
}

describe('users of an account', () => {
  test('an owner gives a manager a custom role by its name', async () => {
    await owner.call('POST', '/api/demand/roles', { name: 'Night shift', permissions: { reports: 'read' } });
    const { id } = await findRowByName(owner, '/api/demand/managers', 'Operations desk');
    const page = await ui.open('demand', `/managers?open=${id}`);
    const role = page.getByRole('combobox', { name: 'Custom role' });
    await role.click();
    await page.getByRole('option', { name: 'Night shift' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await role.filter({ hasText: 'Night shift' }).waitFor();
    await owner.call('PATCH', `/api/demand/managers/${id}`, { roleId: null });
  });

  test('an SDK login is created, gets a link to set its password, and is suspended', async () => {
    const page = await ui.open('demand', '/managers');
    await page.getByRole('button', { name: 'SDK logins' }).click();
    await page.getByRole('button', { name: 'New login' }).click();
    const form = page.getByRole('dialog', { name: 'New login' });
    await form.getByRole('button', { name: 'Create login' }).click();
    expect(await form.getByText('Required', { exact: true }).count()).toBe(2);
    await form.getByLabel('Name').fill('App team');
    await form.getByLabel('Login').fill('sdk');
    await form.getByRole('button', { name: 'Create login' }).click();
    await form.getByText('This login is not available').waitFor();
    await form.getByLabel('Login').fill('app-team');
    await form.getByRole('button', { name: 'Create login' }).click();
    const signIn = page.getByRole('dialog', { name: 'Sign-in of App team' });
    await signIn.getByText('The user has no password yet').waitFor();
    await signIn.getByRole('button', { name: 'Create link' }).click();
    const link = await signIn.getByRole('textbox', { name: 'One-time link' }).inputValue();
    await signIn.getByRole('button', { name: 'Done' }).click();

    const visitor = await ui.open(null, pathOf(link));
    await heading(visitor, 'Welcome, App team').waitFor();
    await visitor.getByRole('textbox', { name: 'New password', exact: true }).fill('too short');
    await visitor.getByRole('button', { name: 'Set password and sign in' }).click();
    await visitor.getByText('At least 12 characters', { exact: true }).waitFor();
    await visitor.getByRole('textbox', { name: 'New password', exact: true }).fill('a good long phrase');
    await visitor.getByRole('button', { name: 'Set password and sign in' }).click();
    await heading(visitor, 'Dashboard').waitFor();
    const used = await ui.open(null, pathOf(link));
    await used.getByText(/^This link is not valid/).waitFor();
    const team = await signInAs(ui.product.consoleUrl, 'app-team', 'a good long phrase');

    const login = page.getByRole('list', { name: 'Logins' }).getByRole('listitem').filter({ hasText: 'App team' });
    await login.getByRole('button', { name: 'Sign-in' }).click();
    await signIn.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: 'End' }).first().click();
    await signIn.getByRole('button', { name: 'Done' }).click();

    await login.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Partner user suspended').waitFor();
    await login.getByText('Paused').waitFor();
    expect((await team.call('GET', '/api/session')).status).toBe(403);
  });
});

describe('tooltips', () => {
  test('a file is imported after its dry run, and a faulty one is refused with all its faults', async () => {
    const page = await ui.open('admin', '/tooltips');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import tooltips' });
    const give = (content: unknown) =>
      dialog.getByLabel('File').setInputFiles({
        name: 'tooltips.json',
        mimeType: 'application/json',
        buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      });
    await give('no json');
    await dialog.getByText('This file is not JSON').waitFor();
    await give({ tooltips: [{ name: 'two words', title: '', body: 'x' }] });
    await dialog.getByText('tooltips.0.name').waitFor();
    await dialog.getByText('tooltips.0.title').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await give({ tooltips: [{ name: 'ivt.name', title: 'Pixel', body: 'Its name.' }] });
    await dialog.getByRole('region', { name: 'New' }).getByText('ivt.name').waitFor();
    const known = async () => (await root.call<object>('GET', '/api/tooltips/shown')).body;
    expect(await known()).not.toHaveProperty(['ivt.name']);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Tooltips imported').waitFor();
    await page.getByRole('link', { name: 'ivt.name' }).waitFor();
    expect(await known()).toHaveProperty(['ivt.name']);
  });
});

describe('the line for ads.txt', () => {
  const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

  test('is not available for an id that another seller has: the field says so', async () => {
    const page = await ui.open('demand', '/subpublishers');
    await page.getByRole('link', { name: 'Daily News' }).click();
    await drawer(page).getByRole('tab', { name: 'Sellers JSON' }).click();
    await drawer(page).getByRole('textbox', { name: 'Seller ID' }).fill('cooking-videos');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await drawer(page).getByText('The seller ID cooking-videos is not available in this sellers.json').waitFor();
    expect(await drawer(page).getByRole('textbox', { name: 'Seller ID' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('[PROF-07] of the account itself is shown in its profile', async () => {
    const page = await ui.open('demand', '/');
    await chooseFromMenu(page, 'Profile');
    await openTab(page, 'Sellers JSON');
    await profileDialog(page).getByText('bidhouse.example, dm-1, DIRECT').waitFor();
  });

  test('[PROF-08] of a sub-publisher is shown in its own profile', async () => {
    const page = await ui.open('sub', '/');
    await chooseFromMenu(page, 'Profile');
    await openTab(page, 'Sellers JSON');
    await profileDialog(page).getByText('bidhouse.example, daily-news, DIRECT').waitFor();
  });
});
