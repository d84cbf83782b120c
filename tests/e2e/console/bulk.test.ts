import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { bar, chooseAll, dialog, openBulkWorld, pick, type BulkWorld } from './bulkWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let world: BulkWorld;

beforeAll(async () => {
  ui = await openConsole();
  world = await openBulkWorld(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const lines = (page: Page) => dialog(page).getByRole('table').locator('tbody tr');

describe('a bulk edit', () => {
  test('of 30 rates is previewed row by row, applied, and taken back by one press', async () => {
    const page = await ui.open('harbour', '/tags');
    await chooseAll(page, '/tags?q=Bulk&sort=name&size=50', 30);
    await bar(page).getByRole('button', { name: 'Edit…' }).click();
    await dialog(page).getByRole('heading', { name: 'Edit 30 tags' }).waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await pick(page, dialog(page).getByRole('combobox', { name: 'Field' }), 'Rate Price');
    await dialog(page).getByRole('textbox', { name: 'Value' }).fill('2.50');
    await dialog(page).getByRole('button', { name: 'Another field' }).click();
    const second = dialog(page).getByRole('listitem').nth(1);
    await pick(page, second.getByRole('combobox', { name: 'Field' }), 'Ad tag URL Endpoint');
    await pick(page, second.getByRole('combobox', { name: 'Change' }), 'Find and replace');
    await second.getByRole('textbox', { name: 'Find' }).fill('%%CACHEBUSTER%%');
    await second.getByRole('textbox', { name: 'Replace with' }).fill('[CACHEBUSTING]');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the edits')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Preview' }).click();

    await dialog(page).getByText('30 tags will change.').waitFor();
    await dialog(page)
      .getByText(/In the last 7 days .* requests/)
      .waitFor();
    expect(await lines(page).first().textContent()).toContain('Bulk 01');
    await dialog(page).getByRole('row').filter({ hasText: '$1.00' }).first().getByText('$2.50').waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the preview')).toEqual([]);
    expect(await world.rowsOf('tags?q=Bulk 01')).toMatchObject([{ rate: '1.00' }]);

    await dialog(page).getByRole('button', { name: 'Change 30 tags' }).click();
    await dialog(page).getByText('30 tags changed.').waitFor();
    expect(await world.rowsOf('tags?q=Bulk 30')).toMatchObject([
      { rate: '2.50', url: 'https://ads.example/29?cb=[CACHEBUSTING]' },
    ]);
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('Taken back: everything is as it was.').waitFor();
    const rows = await world.rowsOf('tags?q=Bulk&size=100');
    expect(rows.every(({ rate }) => rate === '1.00')).toBe(true);
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await bar(page).waitFor({ state: 'detached' });
  });
});

test('a channel is cloned with its waterfall, paused and under the name given', async () => {
  const [channelId] = await world.make('channel', [{ name: 'Clone me' }]);
  await world.make('waterfallRow', [
    { channelId, tagId: world.tagIds[0], tier: 2 },
    { channelId, tagId: world.tagIds[1], tier: 4 },
  ]);
  const page = await ui.open('harbour', '/channels?q=Clone me');
  await page.getByRole('button', { name: /^Actions for Clone me/ }).click();
  await page.getByRole('menuitem', { name: 'Clone…' }).click();
  await dialog(page).getByRole('heading', { name: 'Clone Clone me' }).waitFor();
  await dialog(page).getByRole('textbox', { name: 'Copies of each' }).fill('2');
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('{name} {n}');
  await dialog(page).getByRole('textbox', { name: 'Find in the name' }).fill('me');
  await dialog(page).getByRole('textbox', { name: 'Replace with' }).fill('you');
  expect(
    await dialog(page)
      .getByRole('checkbox', { name: /With its waterfall/ })
      .isChecked(),
  ).toBe(true);
  await waitUntilShown(page);
  expect(await violationsOf(page, 'the clone')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('2 channels will be created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Create 2 channels' }).click();
  await dialog(page).getByText('2 channels created.').waitFor();
  const copies = await world.rowsOf('channels?q=Clone you&status=0&sort=name');
  expect(copies.map(({ name }) => name)).toEqual(['Clone you 1', 'Clone you 2']);
  const waterfall = await world.rowsOf(`waterfall?channelId=${Number(copies[1]?.['id'])}&sort=tier`);
  expect(waterfall.map(({ tier }) => tier)).toEqual([2, 4]);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await dialog(page).getByText('Taken back').waitFor();
  expect(await world.rowsOf('channels?q=Clone you')).toEqual([]);
});

test('a list is exported, changed in a spreadsheet, refused with the line that is wrong, mended, imported and taken back', async () => {
  const page = await ui.open('harbour', '/tags?q=Bulk');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog(page).getByRole('heading', { name: 'Import tags' }).waitFor();
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('link', { name: 'All tags to edit' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  const [head = '', ...rows] = exported
    .trim()
    .split('\r\n')
    .filter((line) => /^\uFEFF?id,|Bulk \d\d/.test(line));
  const rate = head.split(',').indexOf('rate');
  const withRate = (line: string, value: string) =>
    line
      .split(',')
      .map((cell, index) => (index === rate ? value : cell))
      .join(',');
  const fileOf = (wrong: string) => ({
    name: 'tags.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...rows.map((row, index) => withRate(row, index === 5 ? wrong : '4.20'))].join('\r\n')),
  });

  await waitUntilShown(page);
  expect(await violationsOf(page, 'the import')).toEqual([]);
  await dialog(page).locator('input[type="file"]').setInputFiles(fileOf('cheap'));
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('Nothing will change until what is refused is mended.').waitFor();
  await dialog(page)
    .getByRole('radio', { name: /^Refused/ })
    .check();
  await expect.poll(() => lines(page).first().textContent()).toMatch(/^7rate.*amount/i);
  expect(
    await dialog(page)
      .getByRole('button', { name: /^Import/ })
      .isDisabled(),
  ).toBe(true);

  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).locator('input[type="file"]').setInputFiles(fileOf('4.20'));
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('30 tags will change or be created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Import 30 tags' }).click();
  await dialog(page).getByText('30 tags imported.').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 06')).toMatchObject([{ rate: '4.20' }]);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await dialog(page).getByText('Taken back').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 06')).toMatchObject([{ rate: '1.00' }]);
});
