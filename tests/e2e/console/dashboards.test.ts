import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

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
