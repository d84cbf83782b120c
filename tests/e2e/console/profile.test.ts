import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#api/profile/profileContract.ts';
import { signInAs, type TestClient } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import {
  chooseFromMenu,
  chooseProfile,
  field,
  openProfile,
  openTab,
  profileDialog,
  readProfile,
  restoreProfile,
  saveAndClose,
  tabNames,
} from './profilePage.ts';

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

test('[PROF-12] [USER-01] sends the whole form, moves the time zone of the console, and closes', async () => {
  const page = await openProfile(ui, 'demand');
  await field(page, 'Company address').fill('  2 Quay Street ');
  await field(page, 'Contact expires').fill('2027-03-31');
  await field(page, 'Time zone').click();
  await page.getByRole('option', { name: 'UTC+9', exact: true }).click();
  const changes = { companyAddress: '2 Quay Street', contactExpired: '2027-03-31', timezone: 9 };
  // The token is no part of the form: it may have been replaced since the profile was read.
  const { token: _token, ...form } = initial;
  expect(await saveAndClose(page)).toEqual({ ...form, ...changes });
  await page.locator('button').filter({ hasText: 'UTC+9' }).first().waitFor();
  expect(await readProfile(owner)).toMatchObject(changes);
  await chooseProfile(page);
  expect(await field(page, 'Company address').inputValue()).toBe('2 Quay Street');
});

test('every tab keeps to WCAG 2.2 AA at 1024 pixels', async () => {
  const page = await ui.open('demand', '/channels', { viewport: { width: 1024, height: 700 } });
  await chooseProfile(page);
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
  await page.evaluate(axe.source);
  for (const name of await tabNames(page)) {
    await openTab(page, name);
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run('[role=dialog]', {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(found, name).toEqual([]);
    const sideways = await profileDialog(page).evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(sideways, name).toBe(0);
  }
});

describe('the config of an admin', () => {
  const config = (page: Page) => page.getByRole('dialog', { name: 'Application Config' });
  const imps = (page: Page) => config(page).getByLabel('Postbid Maximum Impression Amount (per month)');
  const reps = (page: Page) => config(page).getByLabel('Postbid Maximum Report Amount (per month)');

  async function openConfig(login: string): Promise<Page> {
    const page = await ui.open(login, '/demands');
    await chooseFromMenu(page, 'Config');
    await imps(page).waitFor();
    return page;
  }

  test('[CONF-01] [CONF-02] takes amounts with commas, dots and spaces, and an empty one as 0', async () => {
    const page = await openConfig('admin');
    await imps(page).fill('1.250,000 000');
    await reps(page).fill('ten');
    expect(await config(page).getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await config(page).getByText('Must be a whole number').waitFor();
    await reps(page).fill('');
    const body = page.waitForRequest((request) => request.method() === 'PUT');
    await config(page).getByRole('button', { name: 'Save' }).click();
    expect((await body).postDataJSON()).toEqual({ postbidMaxImps: 1_250_000_000, postbidMaxReps: 0 });
    await config(page).waitFor({ state: 'hidden' });
    expect((await root.call('GET', '/api/admin/config')).body).toEqual({
      postbidMaxImps: 1_250_000_000,
      postbidMaxReps: 0,
    });
  });
});
