import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the dashboard', () => {
  test('lists the countries that viewers of today are in, each with its report', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
    for (const country of ['DE', 'FR'])
      await (await fetch(`${ui.product.adsUrl}/vast/${body.rows[0]?.uid}?country=${country}`)).text();
    await eventually(
      () => runReport(client, { dimensions: ['country'], metrics: ['reqs'] }),
      ({ rows }) => rows.length === 2,
    );
    const page = await ui.open('admin', '/?supply=country');
    const table = page.getByRole('table', { name: 'Top countries today' });
    await table.getByRole('row', { name: /Germany/ }).waitFor();
    await table.getByRole('row', { name: /France/ }).waitFor();
    const link = table.getByRole('link', { name: /^Report for / }).first();
    expect(new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).search).toContain('country');
  });

  test('of those who run the SDK tells how apps and versions do', async () => {
    const page = await ui.open('sdk', '/');
    const table = page.getByRole('table', { name: 'Apps' });
    const app = table.getByRole('row').filter({ hasText: 'Recipes for Android' });
    await app.getByRole('link', { name: 'v1', exact: true }).waitFor();
    await page.getByText('1 of 1', { exact: true }).first().waitFor();
    await app.getByRole('link', { name: 'Recipes for Android' }).click();
    await page.waitForURL(/\/sdk\?open=\d+/);
  });
});
