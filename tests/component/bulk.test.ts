import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bar, chooseAll, dialog, openBulkWorld, pick, type BulkWorld } from '../e2e/console/bulkWorld.ts';
import { namesOf } from '../e2e/console/namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let world: BulkWorld;

beforeAll(async () => {
  ui = await openConsole();
  world = await openBulkWorld(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('a bulk edit', () => {
  test('is made by keyboard alone, and Undo waits in the message', async () => {
    const page = await ui.open('harbour', '/tags?q=Bulk&sort=name');
    await expect.poll(() => namesOf(page).then(([first]) => first)).toBe('Bulk 01');
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await bar(page).getByText('2 tags chosen').waitFor();
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
    await page.getByText('Taken back', { exact: true }).waitFor();
    expect((await world.rowsOf('tags?q=Bulk 02'))[0]).toMatchObject({ timeoutMs: 1000 });
  });

  test('knows five verbs for sets', async () => {
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

  test('attaches tags to channels, and leaves what is attached as it is', async () => {
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
    await dialog(page).getByText('As it is with Bulk channel').waitFor();
    await dialog(page).getByRole('button', { name: 'Add 8 waterfall rows' }).click();
    await dialog(page).getByText('8 waterfall rows added.').waitFor();
    const tiers = (await world.rowsOf(`waterfall?channelId=${channelId}&sort=tier`)).map(({ tier }) => tier);
    expect(tiers).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 7]);
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('Taken back').waitFor();
    expect(await world.rowsOf(`waterfall?channelId=${channelId}`)).toHaveLength(1);
  });
});

test('cells copied from a spreadsheet are imported as well', async () => {
  const page = await ui.open('harbour', '/advertisers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog(page).getByRole('textbox', { name: 'Or paste cells' }).fill('id\tname\tnotes\n\tPasted partner\t=1+1');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('1 advertiser will change or be created.').waitFor();
  await dialog(page).getByRole('button', { name: 'Import 1 advertiser' }).click();
  await dialog(page).getByText('1 advertiser imported.').waitFor();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(await world.rowsOf('advs?q=Pasted')).toMatchObject([{ name: 'Pasted partner' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
});

test('an entry of the log that is part of a change of many rows takes all of it back', async () => {
  const all = { q: 'Bulk', filters: { advertiserId: [world.advertiserId] } };
  await world.client.call('POST', '/api/demand/tags/bulk', {
    all,
    edits: [{ field: 'rate', verb: 'set', value: '6.00' }],
  });
  const page = await ui.open('harbour', `/tags?open=${world.tagIds[0]}&tab=history`);
  await page.getByText('Part of a change of 30 rows').first().waitFor();
  await page.getByRole('button', { name: 'Undo all 30' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click();
  await page.getByText('Change of 30 rows taken back').waitFor();
  expect(await world.rowsOf('tags?q=Bulk 17')).toMatchObject([{ rate: '1.00' }]);
});
