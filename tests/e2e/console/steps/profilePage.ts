import type { Page } from 'playwright-core';
import type { Profile } from '#api/profile/profileContract.ts';
import type { TestClient } from '../../apiClient.ts';
import type { ConsoleUnderTest } from '../openConsole.ts';

/** The API call of the profile. */
export const info = '/api/demand/info';

/** The open profile. */
export const profileDialog = (page: Page) => page.getByRole('dialog', { name: 'Profile' });

/** A field of the profile by its label, whether marked as required or not. */
export const field = (page: Page, name: string) => profileDialog(page).getByLabel(new RegExp(`^${name}( \\*)?$`));

/** A tab of the profile. */
export const tab = (page: Page, name: string) => profileDialog(page).getByRole('tab', { name });

/** The Save button of the profile. */
export const saveButton = (page: Page) => profileDialog(page).getByRole('button', { name: 'Save' });

/** The tabs of the profile. */
export async function tabNames(page: Page): Promise<string[]> {
  return profileDialog(page).getByRole('tab').allTextContents();
}

/** Opens a tab, and waits until the one before is gone. */
export async function openTab(page: Page, name: string): Promise<void> {
  await tab(page, name).click();
  await page.waitForFunction(
    () => document.querySelectorAll('[role=dialog] [role=tabpanel]:not([hidden])').length === 1,
  );
}

/** Selects an entry of the user menu on a stable page. */
export async function chooseFromMenu(page: Page, entry: 'Profile' | 'Config'): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // In a narrow window the menu's button shows the role instead of the time zone.
  await page
    .locator('button[aria-haspopup="menu"]')
    .filter({ hasText: /UTC|, Demand/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens the profile on a stable page. */
export async function chooseProfile(page: Page): Promise<void> {
  await chooseFromMenu(page, 'Profile');
  await field(page, 'Company').waitFor();
}

/** Signs in and opens the profile. */
export async function openProfile(ui: Pick<ConsoleUnderTest, 'open'>, login: string): Promise<Page> {
  const page = await ui.open(login, login === 'demand' ? '/channels' : '/');
  await chooseProfile(page);
  return page;
}

/** Saves; returns the request body. */
export async function save(page: Page): Promise<Profile> {
  const request = page.waitForRequest((each) => each.method() === 'PUT' && each.url().endsWith(info));
  await saveButton(page).click();
  return (await request).postDataJSON() as Profile;
}

/** Saves, and waits until the profile has closed; returns the request body. */
export async function saveAndClose(page: Page): Promise<Profile> {
  const body = await save(page);
  await profileDialog(page).waitFor({ state: 'hidden' });
  return body;
}

/** The profile as its owner reads it. */
export async function readProfile(owner: TestClient): Promise<Profile> {
  return (await owner.call<Profile>('GET', info)).body;
}

/** Restores a profile except for fields that its own users cannot set; returns the status of the response. */
export async function restoreProfile(owner: TestClient, initial: Profile): Promise<number> {
  const { priceReq: _r, priceDsp: _d, priceImp: _i, pricePostbid: _p, token: _t, ...rest } = initial;
  return (await owner.call('PUT', info, { ...(await readProfile(owner)), ...rest })).status;
}

/** The id of the account of the demo's demand login. */
export async function accountIdOf(owner: TestClient): Promise<number> {
  return (await owner.call<{ demandId: number }>('GET', '/api/session')).body.demandId;
}
