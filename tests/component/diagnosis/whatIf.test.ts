import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cell, choose, openWhatIfWorld, type WhatIfWorld } from '../../e2e/console/worlds/whatIfWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let world: WhatIfWorld;

beforeAll(async () => {
  ui = await openConsole({ TRACE_SHARE: '1' });
  world = await openWhatIfWorld(ui.product, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

describe('the what-if page', () => {
  test('tries a change, shows its predicted result, and makes it', async () => {
    const { channelId, name, tags } = await world.serve(40);
    const page = await ui.open('demand', `/channels?q=${encodeURIComponent(name)}`);
    const row = page.locator('tbody tr', { hasText: name });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'What if?' }).click();
    await page.waitForURL(new RegExp(`/whatif\\?channel=${channelId}`));
    const tryIt = page.getByRole('button', { name: 'Run' });
    expect(await tryIt.isDisabled()).toBe(true);
    await choose(page, 'Object', /^Dear/);
    await choose(page, 'Field', /^Status/);
    await choose(page, 'New value', 'Paused');
    await tryIt.click();
    await page.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    const before = Number(await cell(page, 'Channel metrics', /^Opportunities/, 1).textContent());
    expect(before).toBeGreaterThanOrEqual(40);
    expect(await cell(page, 'Channel metrics', /^Opportunities/, 2).textContent()).toBe(String(before));
    expect(await cell(page, 'Channel metrics', /^Fill/, 3).textContent()).toBe('0.00%');
    const [was, is] = await Promise.all(
      [1, 2].map((column) => cell(page, 'Channel metrics', /^Revenue/, column).getAttribute('title')),
    );
    expect(Number(is?.slice(1)) * 2).toBeCloseTo(Number(was?.slice(1)), 9);
    expect(await cell(page, 'Tag metrics', /^Cheap/, 2).textContent()).toBe(String(before));

    // Nothing is saved before it is requested.
    const status = async () =>
      (await world.demand.call<{ status: number }>('GET', `/api/demand/tags/${tags.highRate}`)).body.status;
    expect(await status()).toBe(1);
    await page.getByRole('button', { name: 'Apply changes…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply changes' });
    await dialog.getByText('1 object will change.').waitFor();
    await dialog.getByRole('button', { name: 'Change 1 object' }).click();
    await dialog.getByText('1 object changed.').waitFor();
    expect(await status()).toBe(0);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Undone. Everything is as it was before.').waitFor();
    expect(await status()).toBe(1);
  });

  test('tries several changes at once, by keyboard, and marks a result that belongs to an earlier try', async () => {
    const { channelId, tags } = await world.serve(35);
    const page = await ui.open('demand', `/whatif?channel=${channelId}&tag=${tags.highRate}&field=rate`);
    const rate = page.getByRole('textbox', { name: 'New value' }).first();
    await rate.fill('4');
    await page.getByRole('button', { name: 'Add change' }).press('Enter');
    await choose(page, 'Field', /^Tier/, 1);
    await page.getByRole('textbox', { name: 'New value' }).nth(1).fill('3');
    await page.getByRole('button', { name: 'Run' }).press('Enter');
    await cell(page, 'Tag metrics', /^Cheap/, 3).waitFor();
    // In tier 3 the higher-priced tag is only called when the cheaper one, which always has an ad, has none.
    expect(await cell(page, 'Tag metrics', /^Dear/, 2).textContent()).toBe('0');
    await rate.fill('5');
    await page.getByText('These results are for the previous changes.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply changes…' }).isDisabled()).toBe(true);
  });

  test('shows an invalid value, a lack of data, and a missing permission', async () => {
    const { channelId } = await world.serve(3);
    const page = await ui.open('demand', `/whatif?channel=${channelId}&field=floor`);
    const floor = page.getByRole('textbox', { name: 'New value' });
    await floor.fill('-1');
    await floor.blur();
    expect(await floor.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
    await floor.fill('1.50');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Not enough requests').waitFor();
    expect(await page.getByRole('button', { name: 'Apply changes…' }).count()).toBe(0);
    // All available days were tried: more are only offered after fewer.
    const allDays = page.getByRole('button', { name: 'Use last 7 days' });
    expect(await allDays.count()).toBe(0);
    await page.getByRole('radio', { name: 'Today' }).check({ force: true });
    await page.getByRole('button', { name: 'Run' }).click();
    await allDays.click();
    await expect.poll(() => new URL(page.url()).searchParams.has('days')).toBe(false);
    await allDays.waitFor({ state: 'detached' });
    await page.getByText('Not enough requests').waitFor();
    await page.goto('/whatif');
    await page.getByText('Try a change before you make it').waitFor();
    await page.goto('/whatif?channel=2147483647');
    await page.getByText('The channel could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('link', { name: 'Channels', exact: true }).last().click();
    await page.waitForURL('**/channels');
  });
});
