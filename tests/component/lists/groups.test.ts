import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const group = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('[REF-07] tags are grouped by partner, a group opens to its rows, and the address stores the grouping', async () => {
  const page = await ui.open('demand', '/tags');
  await page.getByRole('switch').first().waitFor();
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Group by partner' }).click();
  await group(page, /^PubMatic \d/).waitFor();
  expect(new URL(page.url()).searchParams.get('group')).toBe('partner');
  expect(await page.getByRole('switch').count()).toBe(0);
  await group(page, /^PubMatic \d/).click();
  await page.getByRole('switch').first().waitFor();
  const count = Number(/\d+$/.exec((await group(page, /^PubMatic \d/).textContent()) ?? '')?.[0]);
  await expect.poll(() => page.getByRole('switch').count()).toBe(count);
  await group(page, /^PubMatic \d/).click();
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  await page.reload();
  await group(page, /^No partner \d/).waitFor();
});

test('lists without partners cannot be grouped by them', async () => {
  const page = await ui.open('demand', '/channels?group=partner');
  await page.getByRole('switch').first().waitFor();
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Name' }).waitFor();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Group by partner' }).count()).toBe(0);
});
