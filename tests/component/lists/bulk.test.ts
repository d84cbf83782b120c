import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  bar,
  chooseAll,
  dialog,
  enterRateAndMacro,
  openBulkWorld,
  pick,
  type BulkWorld,
} from '../../e2e/console/worlds/bulkWorld.ts';
import { namesOf } from '../../e2e/console/steps/namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

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
  test('of 30 rates is previewed row by row, applied, and undone with one click', async () => {
    const page = await ui.open('harbour', '/tags');
    await chooseAll(page, '/tags?q=Bulk&sort=name&size=50', 30);
    await bar(page).getByRole('button', { name: 'Edit…' }).click();
    await dialog(page).getByRole('heading', { name: 'Edit 30 tags' }).waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await enterRateAndMacro(page);
    await dialog(page).getByRole('button', { name: 'Preview' }).click();

    await dialog(page).getByText('30 tags will change.').waitFor();
    await dialog(page)
      .getByText(/In the last 7 days .* requests/)
      .waitFor();
    expect(await lines(page).first().textContent()).toContain('Bulk 01');
    await dialog(page).getByRole('row').filter({ hasText: '$1.00' }).first().getByText('$2.50').waitFor();
    expect(await world.rowsOf('tags?q=Bulk 01')).toMatchObject([{ rate: '1.00' }]);

    await dialog(page).getByRole('button', { name: 'Change 30 tags' }).click();
    await dialog(page).getByText('30 tags changed.').waitFor();
    expect(await world.rowsOf('tags?q=Bulk 30')).toMatchObject([
      { rate: '2.50', url: 'https://ads.example/29?cb=[CACHEBUSTING]' },
    ]);
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('Undone. Everything is as it was before.').waitFor();
    const rows = await world.rowsOf('tags?q=Bulk&size=100');
    expect(rows.every(({ rate }) => rate === '1.00')).toBe(true);
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('works with the keyboard only, and the message offers Undo', async () => {
    const page = await ui.open('harbour', '/tags?q=Bulk&sort=name');
    await expect.poll(() => namesOf(page).then(([first]) => first)).toBe('Bulk 01');
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await bar(page).getByText('2 tags selected').waitFor();
    await bar(page).getByRole('button', { name: 'Edit…' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('combobox', { name: 'Field' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('Timeout');
    await page.getByRole('option', { name: /^Timeout/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('textbox', { name: /^Value/ })
      .focus();
    await page.keyboard.type('700');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('2 tags will change.').waitFor();
    await dialog(page).getByRole('button', { name: 'Change 2 tags' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('2 tags changed.').waitFor();
    await page.keyboard.press('Escape');
    expect((await world.rowsOf('tags?q=Bulk 02'))[0]).toMatchObject({ timeoutMs: 700 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect((await world.rowsOf('tags?q=Bulk 02'))[0]).toMatchObject({ timeoutMs: 1000 });
  });

  test('has five operations for sets', async () => {
    await world.make('targeting', [
      { name: 'Verb one', cities: ['Rome', 'Oslo'], countries: ['DE'] },
      { name: 'Verb two', cities: ['Rome'], countries: ['DE'] },
    ]);
    const page = await ui.open('harbour', '/targetings');
    const cities = async () => {
      const rows = await world.rowsOf('targetings?q=Verb&sort=name');
      return Promise.all(
        rows.map(async ({ id }) => {
          const { body } = await world.client.call<{ cities: string[] }>('GET', `/api/demand/targetings/${Number(id)}`);
          return body.cities.join();
        }),
      );
    };
    const edit = async (verb: string, fill: () => Promise<void>, changed: number) => {
      await chooseAll(page, '/targetings?q=Verb&sort=name', 2);
      await bar(page).getByRole('button', { name: 'Edit…' }).click();
      await dialog(page).getByRole('combobox', { name: 'Field' }).click();
      await page.keyboard.type('Cities');
      await page
        .getByRole('option', { name: /^Cities(?! left)/ })
        .first()
        .click();
      await pick(page, dialog(page).getByRole('combobox', { name: 'Change' }), verb);
      await fill();
      await dialog(page).getByRole('button', { name: 'Preview' }).click();
      const count = `${changed} targeting${changed === 1 ? '' : 's'}`;
      await dialog(page)
        .getByRole('button', { name: `Change ${count}` })
        .click();
      await dialog(page).getByText(`${count} changed.`).waitFor();
      await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    };
    const value = (text: string) => async () => {
      await dialog(page).getByRole('textbox', { name: 'Value' }).fill(text);
      await page.keyboard.press('Tab');
    };
    await edit('Add', value('Lima'), 2);
    expect(await cities()).toEqual(['Rome,Oslo,Lima', 'Rome,Lima']);
    await edit('Remove', value('Oslo'), 1);
    expect(await cities()).toEqual(['Rome,Lima', 'Rome,Lima']);
    await edit(
      'Find and replace',
      async () => {
        await dialog(page).getByRole('textbox', { name: 'Find' }).fill('Rome');
        await dialog(page).getByRole('textbox', { name: 'Replace with' }).fill('Bern');
      },
      2,
    );
    expect(await cities()).toEqual(['Bern,Lima', 'Bern,Lima']);
    await edit('Replace all with', value('Paris'), 2);
    expect(await cities()).toEqual(['Paris', 'Paris']);
    await edit('Remove all', () => Promise.resolve(), 2);
    expect(await cities()).toEqual(['', '']);
  });

  test('attaches tags to channels, and leaves attached ones unchanged', async () => {
    const [channelId] = await world.make('channel', [{ name: 'Bulk channel' }]);
    await world.make('waterfallRow', [{ channelId, tagId: world.tagIds[0], tier: 7 }]);
    const page = await ui.open('harbour', '/tags');
    await chooseAll(page, '/tags?q=Bulk 0&sort=name', 9);
    await bar(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Attach to channels…' }).click();
    await dialog(page)
      .getByRole('combobox', { name: 'Channels' })
      .or(dialog(page).getByRole('button', { name: /^Channels/ }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Bulk channel' }).click();
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('textbox', { name: 'Tier' }).fill('3');
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await dialog(page).getByText('8 waterfall rows will be added.').waitFor();
    await dialog(page).getByRole('radio', { name: 'Unchanged 1' }).check();
    await dialog(page).getByText('No change: Bulk channel').waitFor();
    await dialog(page).getByRole('button', { name: 'Attach 8 waterfall rows' }).click();
    await dialog(page).getByText('8 waterfall rows added.').waitFor();
    const tiers = (await world.rowsOf(`waterfall?channelId=${channelId}&sort=tier`)).map(({ tier }) => tier);
    expect(tiers).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 7]);
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('Undone').waitFor();
    expect(await world.rowsOf(`waterfall?channelId=${channelId}`)).toHaveLength(1);
  });
});

test('a channel is cloned with its waterfall, paused and under the name entered', async () => {
  const [channelId] = await world.make('channel', [{ name: 'Clone me' }]);
  await world.make('waterfallRow', [
    { channelId, tagId: world.tagIds[0], tier: 2 },
    { channelId, tagId: world.tagIds[1], tier: 4 },
  ]);
  const page = await ui.open('harbour', '/channels?q=Clone me');
  await page.getByRole('button', { name: /^Actions for Clone me/ }).click();
  await page.getByRole('menuitem', { name: 'Clone…' }).click();
  await dialog(page).getByRole('heading', { name: 'Clone Clone me' }).waitFor();
  await dialog(page).getByRole('textbox', { name: 'Number of copies' }).fill('2');
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('{name} {n}');
  await dialog(page).getByRole('textbox', { name: 'Find in name' }).fill('me');
  await dialog(page).getByRole('textbox', { name: 'Replace with' }).fill('you');
  expect(
    await dialog(page)
      .getByRole('checkbox', { name: /Include waterfall/ })
      .isChecked(),
  ).toBe(true);
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('2 channels will be created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Create 2 channels' }).click();
  await dialog(page).getByText('2 channels created.').waitFor();
  const copies = await world.rowsOf('channels?q=Clone you&status=0&sort=name');
  expect(copies.map(({ name }) => name)).toEqual(['Clone you 1', 'Clone you 2']);
  const waterfall = await world.rowsOf(`waterfall?channelId=${Number(copies[1]?.['id'])}&sort=tier`);
  expect(waterfall.map(({ tier }) => tier)).toEqual([2, 4]);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await dialog(page).getByText('Undone').waitFor();
  expect(await world.rowsOf('channels?q=Clone you')).toEqual([]);
});

test('a list is exported, changed in a spreadsheet, refused with the faulty line, fixed, imported and undone', async () => {
  const page = await ui.open('harbour', '/tags?q=Bulk');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog(page).getByRole('heading', { name: 'Import tags' }).waitFor();
  const address = await dialog(page).getByRole('link', { name: 'All tags to edit' }).getAttribute('href');
  const exported = await (await page.request.get(address ?? '')).text();
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

  await dialog(page).locator('input[type="file"]').setInputFiles(fileOf('cheap'));
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('Nothing will change until the errors are fixed.').waitFor();
  await dialog(page)
    .getByRole('radio', { name: /^Errors/ })
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
  await dialog(page).getByText('30 tags will be changed or created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Import 30 tags' }).click();
  await dialog(page).getByText('30 tags imported.').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 06')).toMatchObject([{ rate: '4.20' }]);
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await dialog(page).getByText('Undone').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 06')).toMatchObject([{ rate: '1.00' }]);
});

test('cells copied from a spreadsheet are imported as well', async () => {
  const page = await ui.open('harbour', '/advertisers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog(page).getByRole('textbox', { name: 'Or paste cells' }).fill('id\tname\tnotes\n\tPasted partner\t=1+1');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('1 advertiser will be changed or created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Import 1 advertiser' }).click();
  await dialog(page).getByText('1 advertiser imported.').waitFor();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(await world.rowsOf('advs?q=Pasted')).toMatchObject([{ name: 'Pasted partner' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
});

test('a log entry that is part of a bulk change undoes all of it', async () => {
  const all = { q: 'Bulk', filters: { advertiserId: [world.advertiserId] } };
  await world.client.call('POST', '/api/demand/tags/bulk', {
    all,
    edits: [{ field: 'rate', verb: 'set', value: '6.00' }],
  });
  const page = await ui.open('harbour', `/tags?open=${world.tagIds[0]}&tab=history`);
  await page.getByText('Part of a bulk change of 30 rows').first().waitFor();
  await page.getByRole('button', { name: 'Undo all 30' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click();
  await page.getByText('Change of 30 rows undone').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 17')).toMatchObject([{ rate: '1.00' }]);
});
