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

type Row = { rate: string; floor: string; version: number; name: string };
const tagOf = async (id: number) => (await world.demand.call<Row>('GET', `/api/demand/tags/${id}`)).body;

describe('what-if from a form', () => {
  test('tries the unsaved draft, names the changes that it cannot replay, keeps the draft, and saves exactly it', async () => {
    const { tags } = await world.serve(40);
    const before = await tagOf(tags.highRate);
    const page = await ui.open('demand', `/tags?open=${tags.highRate}`);
    const form = page.getByRole('form', { name: 'Edit tag' });
    await form.getByRole('textbox', { name: 'Name' }).fill(`${before.name} renamed`);
    await page.getByRole('tab', { name: 'Price' }).click();
    await form.getByRole('textbox', { name: /^Rate/ }).fill('7.50');
    await form.getByRole('button', { name: 'What if?', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What if?' });
    await dialog.getByText('Not in this forecast, but saved: Name.', { exact: false }).waitFor();
    await dialog.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    const replayed = Number(await cell(page, 'Channel metrics', /^Requests/, 1).textContent());
    expect(replayed).toBeGreaterThanOrEqual(40);
    expect(await tagOf(tags.highRate)).toEqual(before);

    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await form.getByRole('textbox', { name: /^Rate/ }).inputValue()).toBe('7.50');

    await form.getByRole('button', { name: 'What if?', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await tagOf(tags.highRate)).rate).toBe('7.50');
    expect((await tagOf(tags.highRate)).name).toBe(`${before.name} renamed`);
  });

  test('a conflict is shown when another user has changed the field meanwhile, and nothing is overwritten', async () => {
    const { tags } = await world.serve(40);
    const page = await ui.open('demand', `/tags?open=${tags.highRate}&tab=price`);
    const form = page.getByRole('form', { name: 'Edit tag' });
    await form.getByRole('textbox', { name: /^Rate/ }).fill('7.50');
    await form.getByRole('button', { name: 'What if?', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What if?' });
    await dialog.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    await world.demand.call('PATCH', `/api/demand/tags/${tags.highRate}`, { rate: '9' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Someone else has changed this too' }).waitFor();
    expect((await tagOf(tags.highRate)).rate).toBe('9.00');
  });

  test('a floor, rate, margin or cap offers it beside its label, and its value can be entered there', async () => {
    const { channelId } = await world.serve(40);
    const page = await ui.open('demand', `/channels?open=${channelId}&tab=payment`);
    const form = page.getByRole('form', { name: 'Edit channel' });
    await form.getByRole('button', { name: 'What if? Min margin' }).waitFor();
    await form.getByRole('button', { name: 'What if? Demand floor' }).click();
    const dialog = page.getByRole('dialog', { name: 'What if?' });
    const run = dialog.getByRole('button', { name: 'Run' });
    expect(await run.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: /^Demand floor/ }).fill('500');
    await run.click();
    await dialog.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    expect(await cell(page, 'Channel metrics', /^Opportunities/, 2).textContent()).toBe('0');
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    expect(await form.getByRole('textbox', { name: /^Demand floor/ }).inputValue()).toBe('500');
    expect(await form.getByRole('button', { name: 'What if? Name' }).count()).toBe(0);
  });
});

describe('what-if from a bulk edit', () => {
  test('tries the unsaved changes of all chosen rows in a channel, and saves exactly these', async () => {
    const { tags, name } = await world.serve(40);
    const ids = [tags.highRate, tags.lowRate];
    const page = await ui.open('demand', `/tags?q=${name.split(' ').at(-1)}&sort=name`);
    for (const id of ids) {
      const { name: tagName } = await tagOf(id);
      await page.getByRole('checkbox', { name: `Select ${tagName}` }).check();
    }
    await page
      .getByRole('toolbar', { name: 'Actions for the selected tags' })
      .getByRole('button', { name: 'Edit…' })
      .click();
    const edit = page.getByRole('dialog', { name: 'Edit 2 tags' });
    await choose(page, 'Field', /^Rate(?! model)/);
    await choose(page, 'Change', 'Adjust by');
    await edit.getByRole('textbox', { name: 'By' }).fill('50');
    await edit.getByRole('button', { name: 'What if?' }).click();
    const dialog = page.getByRole('dialog', { name: 'What if?' });
    await dialog.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    const [was, is] = await Promise.all(
      [1, 2].map((column) => cell(page, 'Channel metrics', /^Revenue/, column).getAttribute('title')),
    );
    expect(Number(is?.slice(1)) / Number(was?.slice(1))).toBeCloseTo(1.5, 6);
    expect(await Promise.all(ids.map(async (id) => (await tagOf(id)).rate))).toEqual(['2.00', '1.00']);

    await dialog.getByRole('button', { name: 'Back to the preview' }).click();
    await edit.getByText('2 tags will change.').waitFor();
    await edit.getByRole('button', { name: 'What if?' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('2 tags changed.').waitFor();
    expect(await Promise.all(ids.map(async (id) => (await tagOf(id)).rate))).toEqual(['3.00', '1.50']);
    await edit.getByRole('button', { name: 'Undo' }).click();
    await edit.getByText('Undone. Everything is as it was before.').waitFor();
    expect(await Promise.all(ids.map(async (id) => (await tagOf(id)).rate))).toEqual(['2.00', '1.00']);
  });

  test('is not offered for fields that cannot be replayed, and names those that are saved with the others', async () => {
    const { tags } = await world.serve(40);
    const page = await ui.open('demand', `/tags?q=${tags.highRate}`);
    const { name: tagName } = await tagOf(tags.highRate);
    await page.getByRole('checkbox', { name: `Select ${tagName}` }).check();
    await page
      .getByRole('toolbar', { name: 'Actions for the selected tags' })
      .getByRole('button', { name: 'Edit…' })
      .click();
    const edit = page.getByRole('dialog', { name: 'Edit 1 tag' });
    await choose(page, 'Field', /^End date/);
    await edit.getByRole('textbox', { name: 'Value' }).fill('2099-01-01');
    expect(await edit.getByRole('button', { name: 'What if?' }).count()).toBe(0);
    await edit.getByRole('button', { name: 'Add field' }).click();
    await choose(page, 'Field', /^Rate(?! model)/, 1);
    await edit.getByRole('textbox', { name: 'Value' }).last().fill('9');
    await edit.getByRole('button', { name: 'What if?' }).click();
    const dialog = page.getByRole('dialog', { name: 'What if?' });
    await dialog.getByText('Not in this forecast, but saved: End date.', { exact: false }).waitFor();
    await dialog.getByRole('heading', { name: 'Estimated impact' }).waitFor();
  });
});
