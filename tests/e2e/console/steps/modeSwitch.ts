import type { Locator, Page } from 'playwright-core';

/** The main navigation. */
export const navOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** One of the two options of the mode. */
export const modeOf = (page: Page, name: 'SSP' | 'DSP'): Locator =>
  page.getByRole('radiogroup', { name: 'Mode' }).getByLabel(name);

/** Selects a mode, and waits for the page that is loaded with it. */
export async function switchMode(page: Page, name: 'SSP' | 'DSP'): Promise<void> {
  const loaded = page.waitForEvent('load');
  // Clicked, not checked: the page may be gone before the option reports that it is checked.
  await modeOf(page, name).click({ force: true });
  await loaded;
  await navOf(page).waitFor();
}
