import type { Locator, Page } from 'playwright-core';

/** The entries of the opened menu of a row. */
export async function rowMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for ${name}` });
  await menu.waitFor();
  return menu;
}
