import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../apiClient.ts';
import { countAdvertisers } from './countAdvertisers.ts';
import { fillIn, heading, openUserMenu, placeOf } from './framePage.ts';
import { navOf } from './modeSwitch.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { rowMenu } from './rowMenu.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });

describe('the navigation', () => {
  test('[NAV-18] Force data reload clears the list of applications alone, and loads the page anew', async () => {
    const page = await ui.open('demand', '/reports');
    await navOf(page).waitFor();
    await page.evaluate(() => {
      for (const name of ['appLists', 'tags']) sessionStorage.setItem(`list:${name}`, '[{"id":1,"name":"kept"}]');
    });
    const loaded = page.waitForEvent('load');
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Force data reload' }).click();
    await loaded;
    await navOf(page).waitFor();
    const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('list:')));
    expect(left).toEqual(['list:tags']);
  });
});

describe('acting as a user', () => {
  test('[NAV-15] [CALL-07] a bar names the user and the account, and leads back with nothing of the user left', async () => {
    const page = await ui.open('admin', '/demands');
    await heading(page, 'Demand').waitFor();
    expect(await page.getByText('You act as').count()).toBe(0);
    await page.goto('/api/switch?type=demand&id=1');
    await page.getByText('You act as Demand · Demo Media').waitFor();
    await page.goto('/tags?open=1');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.press('Escape');
    const back = page.getByRole('link', { name: 'Back to Super admin' });
    expect(await back.getAttribute('href')).toMatch(/^\/api\/switch\?type=admin&id=\d+$/);
    const session = await page.evaluate(async () => (await fetch('/api/session')).json() as Promise<{ id: number }>);
    await page.evaluate((id) => {
      sessionStorage.setItem('list:tags', '[{"id":1,"name":"of the user"}]');
      sessionStorage.setItem(`draft:${id}:tag:1`, '{"name":"typed as the user"}');
    }, session.id);
    await back.click();
    await heading(page, 'Demand').waitFor();
    expect(new URL(page.url()).pathname).toBe('/demands');
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(kept).not.toContain('of the user');
    expect(kept).not.toContain('typed as the user');
    expect(await page.getByText('You act as').count()).toBe(0);
  });

  test('[NAV-15] [CALL-07] an admin logs in as an account’s owner, is told so, and goes back with an empty store', async () => {
    const page = await ui.open('admin', '/demands');
    await (await rowMenu(page, 'Demo Media')).getByRole('menuitem', { name: 'Log in as' }).click();
    await heading(page, 'Dashboard').waitFor();
    await page.getByText('You act as Demand · Demo Media').waitFor();
    await page.goto('/tags?open=new');
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('list:')));

    await page.goto('/');
    const back = page.getByRole('link', { name: 'Back to Super admin' });
    expect(await back.getAttribute('href')).toMatch(/^\/api\/switch\?type=admin&id=\d+$/);
    await back.click();
    await heading(page, 'Demand accounts').waitFor();
    expect(await page.getByText('You act as').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('list:')))).toEqual([]);
  });
});

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
    // What acts stays here.
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('dialog').waitFor();
    expect(placeOf(page)).toBe('/tags?open=new');
    await page.evaluate(() => localStorage.removeItem('ui_tabs'));
  });
});

describe('the palette', () => {
  const box = (page: Page) => page.getByRole('combobox', { name: 'Go to' });

  test('has what was typed before it was there', async () => {
    const page = await ui.open('demand', '/report');
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/Palette-*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto('/tags');
    await heading(page, 'Tags').waitFor();
    const asked = page.waitForRequest('**/assets/Palette-*.js');
    await page.keyboard.press('Control+k');
    // None of these letters is a shortcut of the page beneath: n would begin a new tag.
    await page.keyboard.type('njx');
    for (const _ of 'njx') await page.keyboard.press('Backspace');
    await page.keyboard.type('Channels');
    await asked;
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
});

describe('signing in', () => {
  test('[ERR-01] a wrong password is told in the words Bad credentials, and the right one then lets in', async () => {
    const page = await ui.open(null, '/');
    await heading(page, 'Sign in').waitFor();
    expect(placeOf(page)).toBe('/login');
    await fillIn(page, 'demand', 'not the password');
    await page.getByText('Bad credentials', { exact: true }).waitFor();
    await fillIn(page, 'demand', demoPassword);
    await heading(page, 'Dashboard').waitFor();
    expect(placeOf(page)).toBe('/');
  });

  test('[SESS-03] [ROUTE-07] a reload keeps the session and the page, and never shows the login page', async () => {
    const page = await ui.open('demand', '/tags?q=bikes&status=all');
    await page.getByRole('link', { name: 'Bikes – inline' }).waitFor();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seenHeadings: seen });
      new MutationObserver(() => {
        for (const each of document.querySelectorAll('h1')) seen.push(each.textContent ?? '');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Bikes – inline' }).waitFor();
    expect(placeOf(page)).toBe('/tags?q=bikes&status=all');
    const seen = await page.evaluate(() => (globalThis as unknown as { seenHeadings: string[] }).seenHeadings);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => text.includes('Sign in'))).toEqual([]);
  });
});

describe('the frame', () => {
  test('the theme is chosen in the user menu and stays after a reload', async () => {
    const page = await ui.open('demand', '/tags', { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await heading(page, 'Tags').waitFor();
    const light = await background();
    await page.getByRole('button', { name: /^Demand/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    expect(await background()).toBe(dark);
  });

  test('Tab first reaches the link that skips to the content', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('a network that drops', () => {
  test('the question before unsaved changes are lost is asked without a network too', async () => {
    // A window whose cache is empty.
    const page = await ui.open('demand', '/advertisers?open=new', { locale: 'en-AU' });
    await nameBox(page).fill('Not to be lost');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    // A poll that fails is noted in the browser's log: nothing is under way when the network goes.
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

describe('two tabs', () => {
  test('[MODE-03] each keeps its mode until it is loaded anew, and both save', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const create = (page: Page) => drawer(page).getByRole('button', { name: 'Create advertiser' });
    const ssp = await ui.open('demand', '/advertisers?open=new');
    const dsp = await ui.open('demand', '/');
    // Beside an open drawer too, which hides them from screen readers.
    const links = (page: Page) => page.locator('nav[aria-label=Main] a');
    await dsp.getByRole('radio', { name: 'DSP' }).click();
    await links(dsp).filter({ hasText: 'Campaigns' }).waitFor();
    expect(await dsp.evaluate(() => localStorage.getItem('mode'))).toBe('dsp');
    await nameBox(ssp).fill('Saved by the tab of the sellers');
    await create(ssp).click();
    await ssp.getByText('Advertiser created').waitFor();
    expect(await links(ssp).filter({ hasText: 'Channels' }).count()).toBe(1);
    expect(await links(ssp).filter({ hasText: 'Campaigns' }).count()).toBe(0);

    await dsp.goto('/advertisers?open=new');
    await nameBox(dsp).fill('Saved by the tab of the buyers');
    await create(dsp).click();
    await dsp.getByText('Advertiser created').waitFor();
    expect(await countAdvertisers(client, 'Saved by the tab of')).toBe(2);

    await ssp.reload();
    await links(ssp).filter({ hasText: 'Campaigns' }).waitFor();
    expect(await links(ssp).filter({ hasText: 'Channels' }).count()).toBe(0);
  });
});
