import type { Locator, Page } from 'playwright-core';

/** The heading of a page. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Path and query of a page's address. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** The opened user menu. */
export async function openUserMenu(page: Page): Promise<Locator> {
  await page.locator('header').getByRole('button').last().click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  return menu;
}

/** Signs in through the form of the login page. */
export async function fillIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
