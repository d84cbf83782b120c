import type { Page } from 'playwright-core';

/** The names in a list, from top to bottom. */
export async function namesOf(page: Page): Promise<string[]> {
  return page.locator('tbody a.cell-link[href*="open="]').allTextContents();
}
