import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { navOf } from '../e2e/console/steps/modeSwitch.ts';
import { placeOf } from '../e2e/console/steps/framePage.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the palette', () => {
  const box = (page: Page) => page.getByRole('combobox', { name: 'Go to' });

  test('finds an object by a part of its name and opens it', async () => {
    const page = await ui.open('demand', '/');
    await navOf(page).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).fill('bikes');
    await page.getByRole('option', { name: /Bikes – inline/ }).click();
    await page.getByRole('dialog', { name: /Bikes – inline/ }).waitFor();
    expect(placeOf(page)).toMatch(/^\/tags\?open=\d+$/);
  });

  test('opens from its button, finds pages, and works with the keyboard only', async () => {
    const page = await ui.open('demand', '/');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await box(page).fill('3rd');
    await page.getByRole('option', { name: '3rd Party Pixels' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ivts');
  });

  test('an admin finds accounts and users, and no pages of accounts', async () => {
    const page = await ui.open('admin', '/');
    await navOf(page).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).fill('demo');
    await page.getByRole('option', { name: /Demo Media/ }).waitFor();
    const groups = await page.getByRole('listbox').getByRole('group').all();
    const names = await Promise.all(groups.map((group) => group.locator('> div').first().textContent()));
    expect(
      names.every((name) => ['Pages', 'Demand accounts', 'Users', 'App lists', 'Tooltips'].includes(name ?? '')),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Demo Media' }).waitFor();
  });

  test('sub and adv only find their own pages and actions', async () => {
    const page = await ui.open('sub', '/');
    await navOf(page).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      ...['Dashboard', 'Create Report', 'Saved Reports', 'Today'],
      ...['Profile', 'Settings', 'Keyboard shortcuts'],
    ]);
    await box(page).fill('bikes');
    await page.getByText('No matches.').waitFor();
  });
});
