import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  // In the first minutes of a day its history has hardly anything of today.
  ui = await openConsole({ DEMO_HISTORY_DAYS: '1', DEMO_VIEWS_PER_SECOND: '2' });
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the dashboard', () => {
  test('lists the countries that viewers of today are in, each with its report', async () => {
    const page = await ui.open('admin', '/?supply=country');
    const table = page.getByRole('table', { name: 'Top countries today' });
    const link = table.getByRole('link', { name: /^Report of / }).first();
    await link.waitFor({ timeout: 30_000 });
    expect(new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).search).toContain('country');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'countries')).toEqual([]);
  });

  test('tells the system cost of the month to admins, and to an account to which it is shown', async () => {
    const page = await ui.open('admin', '/');
    const tiles = page.getByRole('region', { name: 'Today so far' });
    await tiles.getByText('System cost, this month', { exact: true }).waitFor();
    await tiles.getByText(/^since \d{4}-\d\d-01$/).waitFor();
    const root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const { body } = await root.call<{ rows: { id: number; showSystemCost: boolean }[] }>(
      'GET',
      '/api/demands?q=Demo%20Media',
    );
    const [account] = body.rows;
    const set = (showSystemCost: boolean) => root.call('PATCH', `/api/demands/${account?.id}`, { showSystemCost });
    await set(false);
    const own = await ui.open('demand', '/');
    const ownTiles = own.getByRole('region', { name: 'Today so far' });
    await ownTiles.getByText('Profit', { exact: true }).waitFor();
    expect(await ownTiles.getByText('System cost, this month').count()).toBe(0);
    await set(true);
    await own.reload();
    await ownTiles.getByText('System cost, this month', { exact: true }).waitFor();
    await set(account?.showSystemCost ?? false);
  });

  test('of those who run the SDK tells how apps and versions do', async () => {
    const page = await ui.open('sdk', '/', { viewport: { width: 1024, height: 768 } });
    const table = page.getByRole('table', { name: 'Apps' });
    const app = table.getByRole('row').filter({ hasText: 'Recipes for Android' });
    await app.getByRole('link', { name: 'v1', exact: true }).waitFor();
    await page.getByText('1 of 1', { exact: true }).first().waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the dashboard of the SDK')).toEqual([]);
    await app.getByRole('link', { name: 'Recipes for Android' }).click();
    await page.waitForURL(/\/sdk\?open=\d+/);
  });
});
