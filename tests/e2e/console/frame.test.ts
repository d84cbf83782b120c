import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { heading, placeOf } from './steps/framePage.ts';
import { navOf } from './steps/modeSwitch.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });

describe('settings', () => {
  test('[UI-01] with it, links of the navigation, of rows and by Enter open in new tabs, without an opener', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.evaluate(() => localStorage.setItem('ui_tabs', '1'));
    const opens = async (act: () => Promise<void>): Promise<string> => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), act()]);
      await tab.waitForLoadState();
      expect(await tab.evaluate(() => window.opener === null)).toBe(true);
      const place = placeOf(tab);
      await tab.close();
      return place;
    };
    const channels = navOf(page).getByRole('link', { name: 'Channels' });
    expect(await opens(() => channels.click())).toBe('/channels');
    expect(await opens(() => channels.press('Enter'))).toBe('/channels');
    const row = page.locator('tbody a.cell-link[href*="open="]').first();
    const href = await row.getAttribute('href');
    expect(await opens(() => row.click())).toBe(href);
    expect(placeOf(page)).toBe('/tags');
    // Actions stay in this tab.
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('dialog').waitFor();
    expect(placeOf(page)).toBe('/tags?open=new');
    await page.evaluate(() => localStorage.removeItem('ui_tabs'));
  });
});

describe('the palette', () => {
  const box = (page: Page) => page.getByRole('combobox', { name: 'Go to' });

  test('receives what was typed before it was open', async () => {
    const page = await ui.open('demand', '/healthz');
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/Palette-*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto('/tags');
    await heading(page, 'Tags').waitFor();
    const paletteRequest = page.waitForRequest('**/assets/Palette-*.js');
    await page.keyboard.press('Control+k');
    // None of these letters is a shortcut of the page below: n would begin a new tag.
    await page.keyboard.type('njx');
    for (const _ of 'njx') await page.keyboard.press('Backspace');
    await page.keyboard.type('Channels');
    await paletteRequest;
    expect(await box(page).count()).toBe(0);
    letThrough();
    await expect.poll(() => box(page).inputValue()).toBe('Channels');
    await page.keyboard.type('!');
    await expect.poll(() => box(page).inputValue()).toBe('Channels!');
    await page.keyboard.press('Backspace');
    await page.getByRole('option', { name: 'Channels', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/channels');
  });

  test('[NAV-23] finds pages by other words, pages of the other mode, and actions', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    const choose = async (text: string, option: string) => {
      await page.keyboard.press('Control+k');
      await box(page).fill(text);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('validator', 'VAST tester');
    await page.waitForURL('**/tester');
    await choose('orders', 'Campaigns');
    await heading(page, 'Campaigns').waitFor();
    await choose('new channel', 'New channel');
    await page.waitForURL('**/channels?open=new');
    await drawer(page).waitFor();
    await page.goto('/tags');
    await heading(page, 'Tags').waitFor();
    await choose('interface', 'Settings');
    await page.getByRole('dialog', { name: 'User Interface Settings' }).waitFor();
  });
});

describe('a form', () => {
  test('the cursor stays in an address while data beside it loads late', async () => {
    // A window with an empty cache.
    const page = await ui.open('demand', '/channels', { locale: 'en-NZ' });
    let letThrough = () => {};
    const isOpen = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/AddMacro-*.js', async (route) => {
      await isOpen;
      await route.continue();
    });
    await page.goto('/tags?open=new&tab=endpoint');
    const address = drawer(page).getByRole('textbox', { name: 'Ad tag URL' });
    await address.click();
    await page.keyboard.type('https://tag.example/');
    letThrough();
    await drawer(page).getByRole('button', { name: 'Add macro' }).first().waitFor();
    await page.keyboard.type('vast');
    expect(await address.inputValue()).toBe('https://tag.example/vast');
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('the frame', () => {
  test('Tab first reaches the link that skips to the content; the theme selected in the user menu stays after a reload', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /^Demand/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    expect(await background()).toBe(dark);
  });
});

describe('a lost network', () => {
  test('the confirmation before unsaved changes are lost also works offline', async () => {
    // A window with an empty cache.
    const page = await ui.open('demand', '/advertisers?open=new', { locale: 'en-AU' });
    await nameBox(page).fill('Not to be lost');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    // A failed poll would be logged by the browser: no call is pending when the network goes down.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await nameBox(page).inputValue()).toBe('Not to be lost');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    await page.context().setOffline(false);
  });
});
