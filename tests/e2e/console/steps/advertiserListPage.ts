import type { Page } from 'playwright-core';

/** The pages of the list. */
export const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

/** The form of an advertiser. */
export const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

/** Its name field. */
export const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });

/** Waits until the list has this number of rows. */
export async function waitForTotal(page: Page, total: number): Promise<void> {
  await nav(page)
    .getByText(total === 0 ? /^0 / : new RegExp(`of ${total} advertisers`))
    .waitFor();
}
