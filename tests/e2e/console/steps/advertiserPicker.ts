import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawer, nameBox } from './advertiserListPage.ts';

/** The advertiser picker in the form of a tag. */
export const advertiserOf = (page: Page) => drawer(page).getByRole('combobox', { name: 'Advertiser' });

/** The advertisers to choose from. */
export const options = (page: Page) => page.locator('[role=option]:not(.popup-creation)');

/** Opens them; returns the search box above them. */
export async function openPicker(page: Page): Promise<Locator> {
  await advertiserOf(page).click();
  const search = page.getByRole('combobox', { name: /^Search: / });
  await search.waitFor();
  return search;
}

/** Waits until a new form has moved the focus to its name, as it does first. */
export async function waitForNewForm(page: Page): Promise<void> {
  await expect.poll(() => nameBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
}
