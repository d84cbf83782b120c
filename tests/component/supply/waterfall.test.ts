import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  drawer,
  dragHandle,
  openWaterfallWorld,
  shownTiers,
  table,
  undo,
  type WaterfallWorld,
} from '../../e2e/console/worlds/waterfallWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let world: WaterfallWorld;

beforeAll(async () => {
  ui = await openConsole();
  world = await openWaterfallWorld(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function openWaterfall(channelId: number): Promise<Page> {
  const page = await ui.open('demand', `/channels?open=${channelId}&tab=waterfall`);
  await table(page).waitFor();
  return page;
}

describe('a waterfall by mouse', () => {
  test('actions other than dragging are in the menu of the row', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    await page.getByRole('button', { name: 'Actions for Bravo' }).click();
    await page.getByRole('menuitem', { name: 'Move up to new tier 1' }).click();
    await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Bravo'], 2: ['Alpha'], 3: ['Charlie'] });
    await page.getByRole('button', { name: 'Actions for Charlie' }).click();
    await page.getByRole('menuitem', { name: 'Move to tier…' }).click();
    await page.getByRole('menuitem', { name: 'Tier 1', exact: true }).click();
    await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Bravo', 'Charlie'], 2: ['Alpha'] });
    // A click on the handle without a drag opens the same menu.
    await dragHandle(page, 'Alpha').click();
    await page.getByRole('menuitem', { name: 'Disable here' }).click();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Alpha is enabled' }).getAttribute('aria-checked'))
      .toBe('false');
    await page.getByText('Alpha paused').waitFor();
    await page.reload();
    await table(page).waitFor();
    expect(await shownTiers(page)).toEqual({ 1: ['Bravo', 'Charlie'], 2: ['Alpha'] });
  });
});

describe('a waterfall by keyboard', () => {
  test('Space lifts a tag, arrows choose its tier, Space drops it and Escape cancels', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    const liveRegion = drawer(page).locator('[aria-live="assertive"]');
    await dragHandle(page, 'Alpha').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => liveRegion.textContent()).toMatch(/^Alpha picked up from tier 1\. Arrow keys/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => liveRegion.textContent()).toBe('New tier 2.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => liveRegion.textContent()).toBe('Tier 2.');
    await page.keyboard.press('Escape');
    await expect.poll(() => liveRegion.textContent()).toBe('Alpha: not moved.');
    await drawer(page).waitFor();
    expect(await world.storedTiers(channelId)).toEqual({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });

    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await expect.poll(() => liveRegion.textContent()).toBe('New tier 3.');
    await page.keyboard.press('Space');
    const moved = { 1: ['Bravo'], 2: ['Charlie'], 3: ['Alpha'] };
    await expect.poll(() => shownTiers(page)).toEqual(moved);
    await expect.poll(() => world.storedTiers(channelId)).toEqual(moved);
    // The focus moved along, so that the next move starts where the last one ended.
    await expect
      .poll(() => dragHandle(page, 'Alpha').evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});

describe('several tags at once', () => {
  test('selected tags are moved, paused and detached together, each as one step that Undo reverts', async () => {
    const before = { 1: ['Alpha', 'Bravo', 'Charlie'], 2: ['Delta'] };
    const channelId = await world.createChannel(before);
    const page = await openWaterfall(channelId);
    for (const name of ['Alpha', 'Bravo']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected tags' });
    await bar.getByText('2 tags selected').waitFor();
    await bar.getByRole('button', { name: 'Move to tier' }).click();
    await page.getByRole('menuitem', { name: 'Tier 2', exact: true }).click();
    await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Charlie'], 2: ['Alpha', 'Bravo', 'Delta'] });
    await undo(page);
    await expect.poll(() => world.storedTiers(channelId)).toEqual(before);
    await expect.poll(() => shownTiers(page)).toEqual(before);

    await bar.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 tags paused').waitFor();
    const paused = async () =>
      (await world.storedRows(channelId))
        .filter((row) => !row.isEnabled)
        .map((row) => row.tag.name)
        .toSorted();
    expect(await paused()).toEqual(['Alpha', 'Bravo']);
    await bar.getByRole('button', { name: 'Detach' }).click();
    await page.getByText('2 tags detached').waitFor();
    expect(await world.storedTiers(channelId)).toEqual({ 1: ['Charlie'], 2: ['Delta'] });
    await undo(page);
    await expect.poll(() => world.storedTiers(channelId)).toEqual(before);
    expect(await paused()).toEqual(['Alpha', 'Bravo']);
  });
});

describe('a change that the server refuses', () => {
  test('is reverted on screen, with the reason', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha'], 2: ['Bravo'] });
    const page = await openWaterfall(channelId);
    await page.route('**/api/changes', (route) => route.abort());
    await page.getByRole('button', { name: 'Actions for Alpha' }).click();
    await page.getByRole('menuitem', { name: 'Move to tier…' }).click();
    await page.getByRole('menuitem', { name: 'Tier 2', exact: true }).click();
    await page.getByText('Error on save').first().waitFor();
    await expect.poll(() => shownTiers(page)).toEqual({ 1: ['Alpha'], 2: ['Bravo'] });
  });

  test('another user’s change is not overwritten: it is reported and shown', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha'] });
    const page = await openWaterfall(channelId);
    const [row] = await world.storedRows(channelId);
    await world.client.call('PATCH', `/api/demand/waterfall/${row?.id}`, { weight: 77 });
    const weight = page.getByRole('textbox', { name: 'Weight of Alpha' });
    await weight.fill('20');
    await page.keyboard.press('Enter');
    await page.getByText('Error on save').first().waitFor();
    await page
      .getByText(/^Alpha in Waterfall \d+: /)
      .first()
      .waitFor();
    await expect.poll(() => weight.inputValue()).toBe('77');
    expect((await world.storedRows(channelId))[0]?.weight).toBe(77);
    // The next edit starts from the reloaded waterfall.
    await weight.fill('20');
    await page.keyboard.press('Enter');
    await page.getByText('Weight of Alpha: 20').waitFor();
    expect((await world.storedRows(channelId))[0]?.weight).toBe(20);
  });
});

describe('attaching tags to channels', () => {
  test('many tags of one advertiser are attached to a selected tier, as one change', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha'] });
    const page = await openWaterfall(channelId);
    const sets: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/changes')) sets.push(request.postDataJSON());
    });
    await page.getByRole('button', { name: 'Attach tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach tags' });
    await dialog.getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByRole('option', { name: 'Southern Cycles' }).click();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(4);
    expect(await dialog.getByRole('checkbox', { name: 'Bravo' }).count()).toBe(0);
    await dialog.getByRole('checkbox', { name: 'Select all tags shown' }).check();
    await dialog.getByRole('combobox', { name: 'Tier for new rows' }).click();
    await page.getByRole('option', { name: /^Tier 2(\D|$)/ }).click();
    await dialog.getByRole('button', { name: 'Attach 3' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => shownTiers(page)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta', 'Echo'] });
    expect(sets.length).toBe(1);

    // Attached tags are ticked; unticking detaches.
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await dialog.getByRole('radio', { name: 'Attached', exact: true }).check({ force: true });
    await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('Echo');
    await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
    await dialog.getByRole('checkbox', { name: 'Echo' }).uncheck();
    await dialog.getByRole('button', { name: 'Detach 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta'] });
    await undo(page);
    await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta', 'Echo'] });
  });

  test('a tag is attached to channels from its own page, with tier, weight and floor in each', async () => {
    const channelId = await world.createChannel({});
    const other = await world.createChannel({});
    const names = [`Waterfall ${world.channelCount() - 1}`, `Waterfall ${world.channelCount()}`];
    const page = await ui.open('demand', `/tags?open=${world.ids['Echo']}&tab=channels`);
    await page.getByRole('button', { name: 'Attach channels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach channels' });
    for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).check();
    await dialog.getByRole('button', { name: 'Attach 2' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [name = ''] = names;
    for (const [field, value] of Object.entries({ Tier: '4', Weight: '30', 'Floor override': '1.25' })) {
      const label = field === 'Floor override' ? `${field} of ${name}, USD CPM` : `${field} of ${name}`;
      await page.getByRole('textbox', { name: label, exact: true }).fill(value);
      await page.keyboard.press('Enter');
    }
    await expect
      .poll(async () => (await world.storedRows(channelId))[0])
      .toMatchObject({ tier: 4, weight: 30, floor: '1.25', tag: { name: 'Echo' } });
    await expect.poll(() => world.storedTiers(other)).toEqual({ 1: ['Echo'] });
  });
});

describe('a waterfall shows', () => {
  test('the last hour and this one beside each tag, and why a tag cannot win', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha'], 2: ['Delta'] });
    await world.client.call('PATCH', `/api/demand/channels/${channelId}`, { floor: '4.00' });
    const page = await openWaterfall(channelId);
    await page.getByText(/^Metrics since \d\d:00 UTC\+1$/).waitFor();
    for (const name of ['Requests', 'Opp. rate', 'Imps', 'eCPM', 'Timeout %', 'Revenue']) {
      await table(page).getByRole('columnheader', { name, exact: true }).waitFor();
    }
    const row = table(page).getByRole('row', { name: /Delta/ });
    await row.getByText('Below floor').waitFor();
    expect(await table(page).getByText('Below floor').count()).toBe(1);
    await row.getByRole('link', { name: 'Below floor' }).click();
    await drawer(page).getByRole('heading', { name: 'Delta' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/tags\?open=\d+&field=rate$/);
  });
});
