import type { Page } from 'playwright-core';
import { seriesList } from '../worlds/tagSeries.ts';
import type { ConsoleUnderTest } from '../openConsole.ts';

/** The names of the listed tags, from top to bottom. */
export const tagNames = (page: Page) => page.locator('tbody a[data-field="name"]').allTextContents();

/** The list's parameters in the address. */
export const place = (page: Page) => decodeURIComponent(new URL(page.url()).search);

/** The filter dialog. */
export const filters = (page: Page) => page.getByRole('dialog', { name: 'Filter' });

/** The row of a tag. */
export const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`Select ${name}`) });

/** The rate of a tag, in its row. */
export const rateOf = (page: Page, name: string) => rowOf(page, name).locator('[data-field="rate"]');

/** The editor of a value in a row. */
export const editor = (page: Page) => page.getByRole('dialog', { name: /^Change / });

/** Opens the list of the neighbour's tags. */
export async function openTagList(ui: Pick<ConsoleUnderTest, 'open'>, path = seriesList): Promise<Page> {
  const page = await ui.open('harbour', path);
  await page.locator('tbody a.cell-link').first().waitFor();
  return page;
}
