import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { drag } from './drag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
/** Ids of the advertisers and of the tags made here, by name. */
const ids: Record<string, number> = {};
let channels = 0;

/** Tags by name with their rates; Alpha and Bravo are of one advertiser, the others of another. */
const tags = { Alpha: '9.00', Bravo: '7.00', Charlie: '5.00', Delta: '3.00', Echo: '3.00' };

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  for (const name of ['North Sea Foods', 'Southern Cycles']) ids[name] = await create('advs', { name });
  for (const [name, rate] of Object.entries(tags)) {
    const advertiserId = ids[name === 'Alpha' || name === 'Bravo' ? 'North Sea Foods' : 'Southern Cycles'];
    ids[name] = await create('tags', { name, rate, advertiserId, url: 'https://partner.example/vast' });
  }
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function create(path: string, values: Record<string, unknown>): Promise<number> {
  const { status, body } = await client.call<{ id: number }>('POST', `/api/demand/${path}`, values);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

type Tiers = Record<number, string[]>;

/** A new channel whose waterfall holds tags by tier. */
async function createChannel(waterfall: Tiers): Promise<number> {
  channels += 1;
  const channelId = await create('channels', { name: `Waterfall ${channels}` });
  for (const [tier, names] of Object.entries(waterfall)) {
    for (const name of names) await create('waterfall', { channelId, tagId: ids[name], tier: Number(tier) });
  }
  return channelId;
}

interface StoredRow {
  id: number;
  tier: number;
  weight: number;
  isEnabled: boolean;
  tag: { name: string };
}

async function storedRows(channelId: number): Promise<StoredRow[]> {
  return (await client.call<{ rows: StoredRow[] }>('GET', `/api/demand/waterfall?channelId=${channelId}&size=1000`))
    .body.rows;
}

/** The tags of a channel by tier, as they are stored. */
async function storedTiers(channelId: number): Promise<Tiers> {
  const tiers: Tiers = {};
  for (const { tier, tag } of await storedRows(channelId)) tiers[tier] = [...(tiers[tier] ?? []), tag.name].toSorted();
  return tiers;
}

/** The tags by tier, as the page shows them. */
async function shownTiers(page: Page): Promise<Tiers> {
  const tiers: Tiers = {};
  for (const body of await page.locator('tbody[data-target^="tier:"]').all()) {
    const tier = Number((await body.getAttribute('data-target'))?.split(':')[1]);
    tiers[tier] = (await body.locator('a.cell-link').allTextContents()).toSorted();
  }
  return tiers;
}

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const table = (page: Page) => page.getByRole('table', { name: 'Waterfall' });
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Takes the last edit back; the message of the one before leaves the page first. */
async function undo(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => button.count()).toBe(1);
  await button.click();
}

async function openWaterfall(channelId: number, width = 1440): Promise<Page> {
  const page = await ui.open('demand', `/channels?open=${channelId}&tab=waterfall`, {
    viewport: { width, height: 900 },
  });
  await table(page).waitFor();
  return page;
}

describe('by mouse', () => {
  test('a tag is dragged to another tier: it is there at once, after a reload, and Undo takes it back', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    await drag(page, grip(page, 'Alpha'), page.locator('tbody[data-target="tier:2"]'));
    const moved = { 1: ['Bravo'], 2: ['Alpha', 'Charlie'] };
    await expect.poll(() => shownTiers(page)).toEqual(moved);
    await page.getByText('Alpha → tier 2').waitFor();
    expect(await storedTiers(channelId)).toEqual(moved);
    // The highest rate of a tier stands first, wherever it was dropped.
    const second = page.locator('tbody[data-target="tier:2"] a.cell-link');
    expect(await second.allTextContents()).toEqual(['Alpha', 'Charlie']);

    await page.reload();
    await table(page).waitFor();
    expect(await shownTiers(page)).toEqual(moved);
    await drag(page, grip(page, 'Charlie'), page.locator('tbody[data-target="tier:1"]'));
    await page.getByText('Charlie → tier 1').waitFor();
    await undo(page);
    await page.getByText('Change taken back').waitFor();
    await expect.poll(() => shownTiers(page)).toEqual(moved);
    expect(await storedTiers(channelId)).toEqual(moved);
  });

  test('dropped between two tiers, a tag gets a new one and the later tiers make room', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'], 3: ['Delta'] });
    const page = await openWaterfall(channelId);
    await drag(page, grip(page, 'Bravo'), page.locator('tbody[data-target="new:2"]'));
    const moved = { 1: ['Alpha'], 2: ['Bravo'], 3: ['Charlie'], 4: ['Delta'] };
    await expect.poll(() => shownTiers(page)).toEqual(moved);
    await page.getByText('Bravo → a new tier 2').waitFor();
    expect(await storedTiers(channelId)).toEqual(moved);
    await undo(page);
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'], 3: ['Delta'] });
  });

  test('inside a tier the rate decides: a drop there, or Escape on the way, changes nothing', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    await drag(page, grip(page, 'Alpha'), page.locator('tbody[data-target="tier:1"]'), 0.9);
    await drawer(page).getByRole('status').getByText('Nothing has changed.').waitFor({ state: 'attached' });
    const start = await grip(page, 'Alpha').boundingBox();
    await page.mouse.move((start?.x ?? 0) + 8, (start?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((start?.x ?? 0) + 60, (start?.y ?? 0) + 150, { steps: 6 });
    await page.locator('.wf-dragging').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.wf-dragging').waitFor({ state: 'detached' });
    await page.mouse.up();
    await drawer(page).waitFor();
    expect(await storedTiers(channelId)).toEqual({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
  });

  test('what is not a drag is done by the menu of the row', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    await page.getByRole('button', { name: 'Actions for Bravo' }).click();
    await page.getByRole('menuitem', { name: 'Move up to a new tier 1' }).click();
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Bravo'], 2: ['Alpha'], 3: ['Charlie'] });
    await page.getByRole('button', { name: 'Actions for Charlie' }).click();
    await page.getByRole('menuitem', { name: 'Move to tier…' }).click();
    await page.getByRole('menuitem', { name: 'Tier 1', exact: true }).click();
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Bravo', 'Charlie'], 2: ['Alpha'] });
    // A press on the grip that does not move it opens the same menu.
    await grip(page, 'Alpha').click();
    await page.getByRole('menuitem', { name: 'Pause here' }).click();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Alpha is enabled' }).getAttribute('aria-checked'))
      .toBe('false');
    await page.getByText('Alpha paused').waitFor();
  });
});

describe('by keyboard', () => {
  test('Space lifts a tag, arrows choose its tier, Space puts it there and Escape gives up', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId);
    const heard = drawer(page).locator('[aria-live="assertive"]');
    await grip(page, 'Alpha').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => heard.textContent()).toMatch(/^Alpha lifted from tier 1\. Arrow keys/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heard.textContent()).toBe('A new tier 2.');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heard.textContent()).toBe('Tier 2.');
    await page.keyboard.press('Escape');
    await expect.poll(() => heard.textContent()).toBe('Alpha: not moved.');
    await drawer(page).waitFor();
    expect(await storedTiers(channelId)).toEqual({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });

    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await expect.poll(() => heard.textContent()).toBe('A new tier 3.');
    await page.keyboard.press('Space');
    const moved = { 1: ['Bravo'], 2: ['Charlie'], 3: ['Alpha'] };
    await expect.poll(() => shownTiers(page)).toEqual(moved);
    await expect.poll(() => storedTiers(channelId)).toEqual(moved);
    // The focus went along, so that the next move starts where the last one ended.
    await expect.poll(() => grip(page, 'Alpha').evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('several at once', () => {
  test('chosen tags are moved, paused and detached together, each as one step that Undo takes back', async () => {
    const before = { 1: ['Alpha', 'Bravo', 'Charlie'], 2: ['Delta'] };
    const channelId = await createChannel(before);
    const page = await openWaterfall(channelId);
    for (const name of ['Alpha', 'Bravo']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the chosen tags' });
    await bar.getByText('2 tags chosen').waitFor();
    await bar.getByRole('button', { name: 'Move to tier' }).click();
    await page.getByRole('menuitem', { name: 'Tier 2', exact: true }).click();
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Charlie'], 2: ['Alpha', 'Bravo', 'Delta'] });
    await undo(page);
    await expect.poll(() => storedTiers(channelId)).toEqual(before);
    await expect.poll(() => shownTiers(page)).toEqual(before);

    await bar.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 tags paused').waitFor();
    const paused = async () =>
      (await storedRows(channelId))
        .filter((row) => !row.isEnabled)
        .map((row) => row.tag.name)
        .toSorted();
    expect(await paused()).toEqual(['Alpha', 'Bravo']);
    await bar.getByRole('button', { name: 'Detach' }).click();
    await page.getByText('2 tags detached').waitFor();
    expect(await storedTiers(channelId)).toEqual({ 1: ['Charlie'], 2: ['Delta'] });
    await undo(page);
    await expect.poll(() => storedTiers(channelId)).toEqual(before);
    expect(await paused()).toEqual(['Alpha', 'Bravo']);
  });

  test('a grip that is dragged takes all chosen tags with it', async () => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo', 'Charlie'], 2: ['Delta'] });
    const page = await openWaterfall(channelId);
    for (const name of ['Alpha', 'Charlie']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await drag(page, grip(page, 'Charlie'), page.locator('tbody[data-target="tier:2"]'));
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Bravo'], 2: ['Alpha', 'Charlie', 'Delta'] });
  });
});

describe('what the server refuses', () => {
  test('is taken back on screen, with the reason', async () => {
    const channelId = await createChannel({ 1: ['Alpha'], 2: ['Bravo'] });
    const page = await openWaterfall(channelId);
    await page.route('**/api/changes', (route) => route.abort());
    await drag(page, grip(page, 'Alpha'), page.locator('tbody[data-target="tier:2"]'));
    await page.getByText('Error on save').first().waitFor();
    await expect.poll(() => shownTiers(page)).toEqual({ 1: ['Alpha'], 2: ['Bravo'] });
  });

  test('somebody else’s change is not overwritten: it is told and shown', async () => {
    const channelId = await createChannel({ 1: ['Alpha'] });
    const page = await openWaterfall(channelId);
    const [row] = await storedRows(channelId);
    await client.call('PATCH', `/api/demand/waterfall/${row?.id}`, { weight: 77 });
    const weight = page.getByRole('textbox', { name: 'Weight of Alpha' });
    await weight.fill('20');
    await page.keyboard.press('Enter');
    await page.getByText('Error on save').first().waitFor();
    await page
      .getByText(/^Alpha in Waterfall \d+: /)
      .first()
      .waitFor();
    await expect.poll(() => weight.inputValue()).toBe('77');
    expect((await storedRows(channelId))[0]?.weight).toBe(77);
    // What was loaded since is what the next edit builds on.
    await weight.fill('20');
    await page.keyboard.press('Enter');
    await page.getByText('Weight of Alpha: 20').waitFor();
    expect((await storedRows(channelId))[0]?.weight).toBe(20);
  });
});

describe('attaching', () => {
  test('many tags of one advertiser are attached in a tier of choice, as one change', async () => {
    const channelId = await createChannel({ 1: ['Alpha'] });
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
    await dialog.getByRole('combobox', { name: 'Tier of what is attached' }).click();
    await page.getByRole('option', { name: /^Tier 2(\D|$)/ }).click();
    await dialog.getByRole('button', { name: 'Attach 3' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => shownTiers(page)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta', 'Echo'] });
    expect(sets.length).toBe(1);

    // What is attached is ticked; unticking detaches.
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await dialog.getByRole('radio', { name: 'Attached', exact: true }).check({ force: true });
    await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('Echo');
    await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
    await dialog.getByRole('checkbox', { name: 'Echo' }).uncheck();
    await dialog.getByRole('button', { name: 'Detach 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta'] });
    await undo(page);
    await expect.poll(() => storedTiers(channelId)).toEqual({ 1: ['Alpha'], 2: ['Charlie', 'Delta', 'Echo'] });
  });

  test('a tag is attached to channels from its own side, with tier, weight and floor in each', async () => {
    const channelId = await createChannel({});
    const other = await createChannel({});
    const names = [`Waterfall ${channels - 1}`, `Waterfall ${channels}`];
    const page = await ui.open('demand', `/tags?open=${ids['Echo']}&tab=channels`);
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
      .poll(async () => (await storedRows(channelId))[0])
      .toMatchObject({ tier: 4, weight: 30, floor: '1.25', tag: { name: 'Echo' } });
    await expect.poll(() => storedTiers(other)).toEqual({ 1: ['Echo'] });
  });
});

describe('what it shows', () => {
  test('the last hour and this one beside each tag, and why a tag cannot win', async () => {
    const channelId = await createChannel({ 1: ['Alpha'], 2: ['Delta'] });
    await client.call('PATCH', `/api/demand/channels/${channelId}`, { floor: '4.00' });
    const page = await openWaterfall(channelId);
    await page.getByText(/^Figures since \d\d:00 UTC\+1$/).waitFor();
    for (const name of ['Sent', 'Answered', 'Imps', 'eCPM', 'Timeouts', 'Revenue']) {
      await table(page).getByRole('columnheader', { name, exact: true }).waitFor();
    }
    const row = table(page).getByRole('row', { name: /Delta/ });
    await row.getByText('Below floor').waitFor();
    expect(await table(page).getByText('Below floor').count()).toBe(1);
  });

  test('200 tags with no more rows in the document than are in view, and still the last of them can be moved', async () => {
    const channelId = await createChannel({});
    const changes = Array.from({ length: 200 }, (_, index) => [
      {
        entity: 'tag',
        action: 'create',
        ref: `t${index}`,
        values: {
          name: `Many ${String(index).padStart(3, '0')}`,
          advertiserId: ids['North Sea Foods'],
          url: 'https://partner.example/vast',
        },
      },
      {
        entity: 'waterfallRow',
        action: 'create',
        values: { channelId, tagId: `@t${index}`, tier: 1 + Math.floor(index / 50) },
      },
    ]).flat();
    expect((await client.call('POST', '/api/changes', { changes })).status).toBe(200);
    const page = await openWaterfall(channelId);
    await page.getByText('200 tags.').waitFor({ state: 'attached' });
    expect(await table(page).locator('tr').count()).toBeLessThanOrEqual(60);
    expect(await table(page).getAttribute('aria-rowcount')).toBe('205');
    await page.getByRole('textbox', { name: 'Search these tags' }).fill('Many 199');
    await expect.poll(() => table(page).locator('a.cell-link').allTextContents()).toEqual(['Many 199']);
    await page.getByRole('button', { name: 'Actions for Many 199' }).click();
    await page.getByRole('menuitem', { name: 'Move up to tier 3' }).click();
    await expect
      .poll(async () => (await storedRows(channelId)).find(({ tag }) => tag.name === 'Many 199')?.tier)
      .toBe(3);
  });

  test.each([1440, 1024])('nothing against WCAG 2.2 AA at %i px', async (width) => {
    const channelId = await createChannel({ 1: ['Alpha', 'Bravo'], 2: ['Charlie'] });
    const page = await openWaterfall(channelId, width);
    await waitUntilShown(page);
    expect(await violationsOf(page, 'waterfall')).toEqual([]);
    expect(
      await table(page).evaluate((element) => element.scrollWidth <= (element.parentElement?.clientWidth ?? 0)),
    ).toBe(true);
    await page.getByRole('checkbox', { name: 'Select all tags' }).check();
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await page.getByRole('dialog', { name: 'Attach tags' }).getByRole('table').waitFor();
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    expect(await violationsOf(page, 'the dialog')).toEqual([]);
  });
});
