import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#api/profile/profileContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { endSessionAt } from './endSessionAt.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';
import {
  accountIdOf,
  chooseFromMenu,
  chooseProfile,
  field,
  info,
  openProfile,
  openTab,
  profileDialog,
  readProfile,
  restoreProfile,
  saveAndClose,
  saveButton,
  tab,
} from '../../e2e/console/steps/profilePage.ts';

let ui: ConsoleUnderTest;
let owner: TestClient;
let root: TestClient;
let initial: Profile;

beforeAll(async () => {
  ui = await openConsole();
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  initial = await readProfile(owner);
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await restoreProfile(owner, initial)).toBe(200);
  expect(await ui.closeWindows()).toEqual([]);
});

describe('saving', () => {
  test('[PROF-10] is blocked while the name is empty, and marks the field', async () => {
    const page = await openProfile(ui, 'demand');
    let puts = 0;
    page.on('request', (request) => (puts += Number(request.method() === 'PUT')));
    await field(page, 'Name').fill('   ');
    await openTab(page, 'Tag Parameters');
    await saveButton(page).click();
    await expect.poll(() => tab(page, 'Common').getAttribute('aria-selected')).toBe('true');
    await profileDialog(page).getByText('Required', { exact: true }).waitFor();
    expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
    expect(await tab(page, 'Common').textContent()).toContain('has errors');
    expect(puts).toBe(0);
    await field(page, 'Name').fill('  Demo Network  ');
    expect((await saveAndClose(page)).name).toBe('Demo Network');
  });

  test('an invalid e-mail address leads to the tab of its contact', async () => {
    const page = await openProfile(ui, 'demand');
    await openTab(page, 'Billing contact');
    await field(page, 'Contact email').fill('nobody');
    await openTab(page, 'Common');
    await saveButton(page).click();
    await profileDialog(page).getByText('Must be an email address').waitFor();
    await expect.poll(() => field(page, 'Contact email').evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('[ERR-02] a rejection by the server is shown in a toast and at its field, and the dialog stays open', async () => {
    const { body } = await root.call<{ rows: { name: string }[] }>('GET', '/api/demands');
    const other = body.rows.find(({ name }) => name !== initial.name)?.name ?? '';
    const page = await openProfile(ui, 'demand');
    await field(page, 'Name').fill(other);
    await openTab(page, 'Options');
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Error on save' }).waitFor();
    await profileDialog(page).getByText('This name is not available').waitFor();
    expect(await tab(page, 'Common').getAttribute('aria-selected')).toBe('true');
    expect(await field(page, 'Name').inputValue()).toBe(other);
  });

  test('[PROF-07] a demand user adds sellers with id, domain and name', async () => {
    const page = await openProfile(ui, 'demand');
    await openTab(page, 'Sellers JSON');
    const before = initial.sellersJson as unknown[];
    await profileDialog(page).getByRole('button', { name: 'Add seller' }).click();
    const place = before.length + 1;
    await field(page, `ID of seller ${place}`).fill('s-99');
    await field(page, `Domain of seller ${place}`).fill('press.example');
    await field(page, `Name of seller ${place}`).fill('Press');
    expect((await saveAndClose(page)).sellersJson).toEqual([
      ...before,
      { id: 's-99', domain: 'press.example', name: 'Press' },
    ]);
  });

  test('an SDK login saves its own name, and reads the fields of the account', async () => {
    const page = await openProfile(ui, 'sdk');
    const before = await field(page, 'Name').inputValue();
    expect(await field(page, 'Company').isEditable()).toBe(false);
    for (const name of ['Sam of the apps', before]) {
      await field(page, 'Name').fill(name);
      await saveAndClose(page);
      await page.getByText(name, { exact: true }).first().waitFor();
      await chooseProfile(page);
    }
  });
});

describe('contacts', () => {
  test('[PROF-05] all three are shown, though the account has none', async () => {
    await owner.call('PUT', info, { ...(await readProfile(owner)), contacts: [] });
    const page = await openProfile(ui, 'demand');
    for (const name of ['General contact', 'Billing contact', 'Technical contact']) {
      await openTab(page, name);
      for (const label of [
        'First name',
        'Last name',
        'Position',
        'Contact phone',
        'Mobile phone',
        'Contact email',
        'Personal email',
      ]) {
        expect(await field(page, label).inputValue(), `${name}: ${label}`).toBe('');
      }
    }
    await openTab(page, 'Common');
    expect(await saveButton(page).isEnabled()).toBe(false);
  });

  test('[PROF-06] the general contact is applied to all, after a warning when the technical one has a last name', async () => {
    await owner.call('PUT', info, { ...(await readProfile(owner)), contacts: [] });
    const page = await openProfile(ui, 'demand');
    const lastNames = async () => {
      const names: string[] = [];
      for (const name of ['General contact', 'Billing contact', 'Technical contact']) {
        await openTab(page, name);
        names.push(await field(page, 'Last name').inputValue());
      }
      await openTab(page, 'General contact');
      return names;
    };
    const apply = () => profileDialog(page).getByRole('button', { name: 'Apply to all contacts' }).click();
    await openTab(page, 'General contact');
    await field(page, 'Last name').fill('Ames');
    await apply();
    expect(await lastNames()).toEqual(['Ames', 'Ames', 'Ames']);

    await field(page, 'Last name').fill('Bell');
    await apply();
    const warning = page.getByRole('alertdialog', { name: 'Warning' });
    await warning
      .getByText('All contacts will be replaces with this one. Do you really want to continue?', { exact: true })
      .waitFor();
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await warning.waitFor({ state: 'hidden' });
    expect(await lastNames()).toEqual(['Bell', 'Ames', 'Ames']);
    await apply();
    await warning.getByRole('button', { name: 'Continue' }).click();
    await warning.waitFor({ state: 'hidden' });
    expect(await lastNames()).toEqual(['Bell', 'Bell', 'Bell']);

    await saveAndClose(page);
    expect((await readProfile(owner)).contacts.map(({ type, lastName }) => `${type} ${lastName}`)).toEqual([
      'general Bell',
      'billing Bell',
      'technical Bell',
    ]);
  });
});

describe('tag parameters', () => {
  const adding = (page: Page) => page.getByRole('dialog', { name: 'Add Tag Parameter' });

  test('[PROF-09] are added by name, which is required and trimmed, and are null when emptied', async () => {
    await owner.call('PUT', info, { ...(await readProfile(owner)), tagParams: null });
    const page = await openProfile(ui, 'demand');
    await openTab(page, 'Tag Parameters');
    await profileDialog(page).getByRole('button', { name: 'Add Tag Parameter' }).click();
    const name = adding(page).getByLabel('Parameter Name');
    await name.fill('   ');
    await adding(page).getByRole('button', { name: 'OK' }).click();
    await adding(page).getByText('Required', { exact: true }).waitFor();
    await name.fill('  genre ');
    await name.press('Enter');
    await adding(page).waitFor({ state: 'hidden' });
    expect(
      await profileDialog(page).getByRole('list', { name: 'Tag parameters' }).getByRole('listitem').allTextContents(),
    ).toEqual(['genre']);
    expect((await saveAndClose(page)).tagParams).toEqual(['genre']);

    await chooseProfile(page);
    await openTab(page, 'Tag Parameters');
    await profileDialog(page).getByRole('button', { name: 'Remove genre' }).click();
    expect((await saveAndClose(page)).tagParams).toBeNull();
    expect((await readProfile(owner)).tagParams).toBeNull();
  });

  test('[PROF-02] [PROF-09] [PROF-13] an admin who acts as the user sees the uid, changes prices, and adds no parameter', async () => {
    const page = await ui.open('admin', '/demands');
    await page.goto(`/api/switch?type=demand&id=${await accountIdOf(owner)}`);
    try {
      await chooseProfile(page);
      expect(await field(page, 'UID').inputValue()).toMatch(/^[0-9a-z]{16}$/);
      expect(await field(page, 'API token').count()).toBe(0);
      await openTab(page, 'Tag Parameters');
      await profileDialog(page).getByRole('button', { name: 'Add Tag Parameter' }).click();
      await adding(page).getByLabel('Parameter Name').fill('genre');
      expect(await adding(page).getByRole('button', { name: 'OK' }).isEnabled()).toBe(false);
      await adding(page).getByLabel('Parameter Name').press('Enter');
      await adding(page).getByRole('button', { name: 'Cancel' }).click();
      await adding(page).waitFor({ state: 'hidden' });
      await openTab(page, 'Options');
      await field(page, 'Request CPM').fill('0.77');
      await saveAndClose(page);
      expect(await readProfile(owner)).toMatchObject({ priceReq: '0.77', tagParams: initial.tagParams });
    } finally {
      await page.goto('/api/switch?type=admin&id=1');
      await root.call('PATCH', `/api/demands/${await accountIdOf(owner)}`, { priceReq: initial.priceReq });
    }
  });
});

describe('unsaved input', () => {
  test('requires confirmation before the dialog closes', async () => {
    const page = await openProfile(ui, 'demand');
    await field(page, 'Company').fill('Half typed');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await field(page, 'Company').inputValue()).toBe('Half typed');
    await profileDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await profileDialog(page).waitFor({ state: 'hidden' });
    await chooseProfile(page);
    expect(await field(page, 'Company').inputValue()).toBe(initial.companyName);
  });

  test('is not offered again when it is discarded right after typing', async () => {
    const page = await openProfile(ui, 'demand');
    await field(page, 'Company').fill('Given up');
    await profileDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await profileDialog(page).waitFor({ state: 'hidden' });
    // A draft is stored once the input has been unchanged for a moment.
    await page.waitForTimeout(600);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Given up');
  });

  test('[ERR-08] is preserved when a session ends on saving, and offered in the next one', async () => {
    const page = await openProfile(ui, 'demand');
    await field(page, 'Company').fill('Typed before the session ended');
    await endSessionAt(page, info);
    await saveButton(page).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Login', { exact: true }).fill('demand');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Channels' }).waitFor();
    await chooseProfile(page);
    await profileDialog(page).getByText('Your unsaved changes were restored.').waitFor();
    expect(await field(page, 'Company').inputValue()).toBe('Typed before the session ended');
    await saveAndClose(page);
    expect((await readProfile(owner)).companyName).toBe('Typed before the session ended');
  });

  test('[ERR-02] a profile that cannot be loaded says so, and offers a retry', async () => {
    const page = await ui.open('demand', '/channels');
    await page.route(`**${info}`, (route) =>
      route.fulfill({ status: 500, json: { problems: [{ code: 'x', message: 'Out of order', path: '' }] } }),
    );
    await chooseFromMenu(page, 'Profile');
    await page.getByRole('heading', { name: 'Error on load data' }).waitFor();
    await page.unroute(`**${info}`);
    await profileDialog(page).getByRole('button', { name: 'Try again' }).click();
    await field(page, 'Company').waitFor();
  });
});
