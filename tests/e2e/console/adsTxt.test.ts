import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ObservedPage } from '#api/observed/observedContract.ts';
import { eventually } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

/** Asks a channel for an ad, as a page or an app does. */
async function visit(page: Page, channel: string, params: Record<string, string>): Promise<void> {
  const answer = await page.request.get('/api/demand/channels?size=100');
  const { rows } = (await answer.json()) as { rows: { name: string; uid: string }[] };
  const uid = rows.find(({ name }) => name === channel)?.uid;
  await fetch(`${ui.product.adsUrl}/vast/${uid}?${new URLSearchParams(params)}`);
}

async function verdicts(page: Page, catalogue: 'sites' | 'apps'): Promise<Record<string, string | undefined>> {
  const { rows } = (await (await page.request.get(`/api/observed/${catalogue}`)).json()) as ObservedPage;
  return Object.fromEntries(rows.map(({ key, adsTxt }) => [key, adsTxt?.verdict]));
}

describe('ads.txt', () => {
  test('of sites and apps that traffic shows is read from their owners, and told beside them', async () => {
    const page = await ui.open('demand', '/sites');
    await visit(page, 'News site – pre-roll', { url: 'https://sport.news.example/a' });
    await visit(page, 'News site – pre-roll', { url: 'https://weather.example/' });
    const store = 'https://play.google.com/store/apps/details?id=com.example.recipes';
    await visit(page, 'Recipes app – mid-roll', { app_bundle: 'com.example.recipes', app_store_url: store });
    const roku = 'https://channelstore.roku.com/details/tv.example.livingroom';
    await visit(page, 'Living room – CTV', { app_bundle: 'tv.example.livingroom', app_store_url: roku });
    await eventually(
      () => verdicts(page, 'apps'),
      (found) => found['com.example.recipes'] === 'authorised' && found['tv.example.livingroom'] !== 'unread',
      120,
    );
    await eventually(
      () => verdicts(page, 'sites'),
      (found) => Object.values(found).every((each) => each !== 'unread'),
    );

    await page.reload();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('sport.news.example').getByText('Authorised').waitFor();
    await row('weather.example').getByText('Not listed').waitFor();
    const title = await row('sport.news.example').getByRole('cell', { name: 'Authorised' }).getAttribute('title');
    expect(title).toContain('news.example/ads.txt');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'sites')).toEqual([]);
    await page.goto('/applications');
    await row('com.example.recipes').getByText('Authorised').waitFor();
    await row('tv.example.livingroom').getByText('No file').waitFor();
  });
});

describe('the line for ads.txt', () => {
  test('stands with the seller of a sub-publisher, follows what is saved, and can be copied', async () => {
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
    await waitUntilShown(page);
    expect(await violationsOf(page, 'seller')).toEqual([]);
  });
});
