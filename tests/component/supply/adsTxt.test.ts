import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAdsTxtWorld } from '../../e2e/console/worlds/adsTxtWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

describe('ads.txt', () => {
  test('files of the sites and apps in traffic are fetched from their owners and shown beside them', async () => {
    await openAdsTxtWorld(ui.product, demoPassword);
    const page = await ui.open('demand', '/sites');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('sport.news.example').getByText('Authorized').waitFor();
    await row('weather.example').getByText('Not listed').waitFor();
    const title = await row('sport.news.example').getByRole('cell', { name: 'Authorized' }).getAttribute('title');
    expect(title).toContain('news.example/ads.txt');
    await page.goto('/applications');
    await row('com.example.recipes').getByText('Authorized').waitFor();
    await row('tv.example.livingroom').getByText('No file').waitFor();
  });
});

describe('the line for ads.txt', () => {
  test('is shown with the seller of a sub-publisher, follows what is saved, and can be copied', async () => {
    const page = await ui.open('demand', '/subpublishers');
    await page.getByRole('link', { name: 'Daily News' }).click();
    await drawer(page).getByRole('tab', { name: 'Sellers JSON' }).click();
    const line = drawer(page).getByRole('group', { name: 'line for own sites and apps' });
    await line.getByText('bidhouse.example, daily-news, DIRECT').waitFor();
    await drawer(page).getByRole('textbox', { name: 'Seller ID' }).fill('news-desk');
    await drawer(page).getByRole('switch', { name: 'Active' }).click();
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await line.getByText('bidhouse.example, news-desk, DIRECT').waitFor();
    await drawer(page).getByText('does not list this seller').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await drawer(page).getByRole('button', { name: 'Copy line for own sites and apps' }).click();
    await drawer(page).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('bidhouse.example, news-desk, DIRECT');
  });
});
