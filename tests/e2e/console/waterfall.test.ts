import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectNoViolations, violationsOf, waitUntilShown } from './accessibility.ts';
import { drag } from './steps/drag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import {
  drawer,
  dragHandle,
  openWaterfallWorld,
  shownTiers,
  table,
  undo,
  type WaterfallWorld,
} from './worlds/waterfallWorld.ts';

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

test('a tag is dragged to another tier, to a new one between two, or with all selected ones; Undo reverts it, and nothing changes inside a tier', async () => {
  const before = { 1: ['Alpha', 'Bravo', 'Charlie'], 2: ['Delta'] };
  const channelId = await world.createChannel(before);
  const page = await openWaterfall(channelId);
  const takeBack = async () => {
    await undo(page);
    await expect.poll(() => shownTiers(page)).toEqual(before);
    await expect.poll(() => world.storedTiers(channelId)).toEqual(before);
  };
  const tier = (target: string) => page.locator(`tbody[data-target="${target}"]`);

  await drag(page, dragHandle(page, 'Alpha'), tier('tier:2'));
  const moved = { 1: ['Bravo', 'Charlie'], 2: ['Alpha', 'Delta'] };
  await expect.poll(() => shownTiers(page)).toEqual(moved);
  await page.getByText('Alpha → tier 2').waitFor();
  expect(await world.storedTiers(channelId)).toEqual(moved);
  // The highest rate of a tier is first, wherever it was dropped.
  expect(await tier('tier:2').locator('a.cell-link').allTextContents()).toEqual(['Alpha', 'Delta']);
  await undo(page);
  await page.getByText('Change undone').waitFor();
  await expect.poll(() => shownTiers(page)).toEqual(before);
  expect(await world.storedTiers(channelId)).toEqual(before);

  // Between two tiers a new one is created, and the later tiers are renumbered.
  await drag(page, dragHandle(page, 'Bravo'), tier('new:2'));
  const between = { 1: ['Alpha', 'Charlie'], 2: ['Bravo'], 3: ['Delta'] };
  await expect.poll(() => shownTiers(page)).toEqual(between);
  await page.getByText('Bravo → new tier 2').waitFor();
  expect(await world.storedTiers(channelId)).toEqual(between);
  await takeBack();

  // Inside a tier the rate decides: a drop there, or Escape during the drag, changes nothing.
  await drag(page, dragHandle(page, 'Alpha'), tier('tier:1'), 0.9);
  await drawer(page).getByRole('status').getByText('Nothing has changed.').waitFor({ state: 'attached' });
  const start = await dragHandle(page, 'Alpha').boundingBox();
  await page.mouse.move((start?.x ?? 0) + 8, (start?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((start?.x ?? 0) + 60, (start?.y ?? 0) + 150, { steps: 6 });
  await page.locator('.wf-dragging').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.wf-dragging').waitFor({ state: 'detached' });
  await page.mouse.up();
  await drawer(page).waitFor();
  expect(await world.storedTiers(channelId)).toEqual(before);

  for (const name of ['Alpha', 'Charlie']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await drag(page, dragHandle(page, 'Charlie'), tier('tier:2'));
  await expect.poll(() => world.storedTiers(channelId)).toEqual({ 1: ['Bravo'], 2: ['Alpha', 'Charlie', 'Delta'] });
});

describe('the waterfall has', () => {
  test('200 tags with only the visible rows in the document, and the last of them can still be moved', async () => {
    const channelId = await world.createChannel({});
    const changes = Array.from({ length: 200 }, (_, index) => [
      {
        entity: 'tag',
        action: 'create',
        ref: `t${index}`,
        values: {
          name: `Many ${String(index).padStart(3, '0')}`,
          advertiserId: world.ids['North Sea Foods'],
          url: 'https://partner.example/vast',
        },
      },
      {
        entity: 'waterfallRow',
        action: 'create',
        values: { channelId, tagId: `@t${index}`, tier: 1 + Math.floor(index / 50) },
      },
    ]).flat();
    expect((await world.client.call('POST', '/api/changes', { changes })).status).toBe(200);
    const page = await openWaterfall(channelId);
    await page.getByText('200 tags.').waitFor({ state: 'attached' });
    expect(await table(page).locator('tr').count()).toBeLessThanOrEqual(60);
    expect(await table(page).getAttribute('aria-rowcount')).toBe('205');
    await page.getByRole('textbox', { name: 'Search these tags' }).fill('Many 199');
    await expect.poll(() => table(page).locator('a.cell-link').allTextContents()).toEqual(['Many 199']);
    await page.getByRole('button', { name: 'Actions for Many 199' }).click();
    await page.getByRole('menuitem', { name: 'Move up to tier 3' }).click();
    await expect
      .poll(async () => (await world.storedRows(channelId)).find(({ tag }) => tag.name === 'Many 199')?.tier)
      .toBe(3);
  });

  test('no WCAG 2.2 AA violation, in a narrow window too', async () => {
    const channelId = await world.createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    const widths = [1440, 1024];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilShown(page);
      expect(await violationsOf(page, 'waterfall'), `${width} px`).toEqual([]);
      await expect
        .poll(() => table(page).evaluate((element) => element.scrollWidth <= (element.parentElement?.clientWidth ?? 0)))
        .toBe(true);
    }
    await page.getByRole('checkbox', { name: 'Select all tags' }).check();
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await page.getByRole('dialog', { name: 'Attach tags' }).getByRole('table').waitFor();
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 900 });
      expect(await expectNoViolations(page, 'the dialog'), `${width} px`).toEqual([]);
    }
  });
});
