import type { Locator, Page } from 'playwright-core';
import { advertiserOfTags } from '../worlds/tagsOfDemand.ts';

/** The form that is open over the page. */
export const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
/** An input of the form by its label. */
export const box = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true });
/** A select of the form by its label. */
export const list = (page: Page, name: string) => drawer(page).getByRole('combobox', { name, exact: true });
/** Opens a tab of the form. */
export const openTab = (page: Page, name: string) => drawer(page).getByRole('tab', { name, exact: true }).click();
/** Clicks a button of the form. */
export const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click();

/** Selects from a short list, or from a long one by typing. */
export async function choose(page: Page, field: string, option: string | RegExp, typed?: string): Promise<void> {
  await list(page, field).click();
  if (typed !== undefined) {
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type(typed);
  }
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

/** The labels of the visible inputs, in order. */
export const labelsIn = (part: Locator) =>
  part.locator('label:visible').evaluateAll((all) => all.map((label) => label.textContent.replace(' *', '')));

/** The error of an input, as a screen reader announces it. */
export async function errorOf(input: Locator): Promise<string | null> {
  if ((await input.getAttribute('aria-invalid')) !== 'true') return null;
  const ids = (await input.getAttribute('aria-describedby')) ?? '';
  const [first = ''] = ids.split(' ');
  return input.page().locator(`[id="${first}"]`).textContent();
}

/** Fills the required fields of a new tag, and goes on to its endpoint. */
export async function newTag(page: Page, name: string): Promise<void> {
  await box(page, 'Name').fill(name);
  await choose(page, 'Advertiser', advertiserOfTags, 'Harbour');
  await openTab(page, 'Endpoint');
}
