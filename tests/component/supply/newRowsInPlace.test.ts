import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';

interface CreativeRow {
  name: string;
  type: string;
  files: readonly unknown[];
  names: { advertiserId: string };
}

let ui: ConsoleUnderTest;
let demand: TestClient;

beforeAll(async () => {
  ui = await openConsole({ DEMO_HISTORY_DAYS: '1' });
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const trafficker = { name: 'Sasha', login: 'sasha', managerRole: 'trafficker', password: demoPassword };
  expect((await demand.call('POST', '/api/demand/managers', trafficker)).status).toBe(201);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const form = (page: Page, name: string) => page.getByRole('form', { name });
const nameBox = (page: Page, of: string) => form(page, of).getByRole('textbox', { name: 'Name', exact: true });
const picker = (page: Page, of: string, name: string) => form(page, of).getByRole('combobox', { name });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search: Options' });
const options = (page: Page) => page.getByRole('option').allTextContents();

describe('[START-02] a picker', () => {
  test('creates what it lacks; the form around it keeps its input and has the new row chosen', async () => {
    const page = await ui.open('demand', '/channels?open=new');
    await nameBox(page, 'New channel').fill('Night news');
    await picker(page, 'New channel', 'Sub-publisher').click();
    await search(page).pressSequentially('Night press');
    expect(await options(page)).toEqual(['New sub-publisher “Night press”…']);
    await page.keyboard.press('Enter');
    await expect.poll(() => nameBox(page, 'New sub-publisher').inputValue()).toBe('Night press');
    await nameBox(page, 'New sub-publisher').press('Enter');
    await form(page, 'New sub-publisher').waitFor({ state: 'detached' });
    // Creating it did not submit the form around it.
    expect(await nameBox(page, 'New channel').inputValue()).toBe('Night news');
    await expect.poll(() => picker(page, 'New channel', 'Sub-publisher').textContent()).toBe('Night press');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('tab', { name: 'Waterfall', selected: true }).waitFor();
  });

  test('passes on the advertiser of the form around it, and waits for the files of a new creative', async () => {
    const page = await ui.open('demand', '/campaigns?open=new');
    await picker(page, 'New campaign', 'Advertiser').click();
    await page.getByRole('option', { name: 'City Bikes' }).click();
    await picker(page, 'New campaign', 'Creatives').click();
    // A new campaign is for video.
    const isOffered = ({ names, type, files }: CreativeRow) =>
      names.advertiserId === 'City Bikes' && ((type === 'video' && files.length > 0) || type.startsWith('vast'));
    const { body } = await demand.call<{ rows: CreativeRow[] }>('GET', '/api/demand/creatives?size=1000&sort=name');
    const offered = body.rows.filter(isOffered).map(({ name }) => name);
    expect(offered.length).toBeGreaterThan(0);
    await expect.poll(async () => (await options(page)).slice(0, -1).toSorted()).toEqual(offered.toSorted());
    await page.getByRole('option', { name: 'New creative…' }).click();
    await expect.poll(() => picker(page, 'New creative', 'Advertiser').textContent()).toBe('City Bikes');
    await nameBox(page, 'New creative').fill('Winter ride');
    await page.getByRole('button', { name: 'Create creative' }).click();
    await page.getByRole('tab', { name: 'Media', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await form(page, 'New campaign').getByRole('list', { name: 'Selected' }).getByText('Winter ride').waitFor();
  });

  test('offers nothing new to those who may not create it', async () => {
    const page = await ui.open('sasha', '/tags?open=new');
    await picker(page, 'New tag', 'Advertiser').click();
    await page.getByRole('option', { name: 'City Bikes' }).waitFor();
    const mayCreate = (await options(page)).some((option) => option.startsWith('New advertiser'));
    const me = await signInAs(ui.product.consoleUrl, 'sasha', demoPassword);
    const answer = await me.call('POST', '/api/demand/advs', { name: 'By Sasha' });
    expect(mayCreate).toBe(answer.status === 201);
  });

  test('opens unfiltered after an earlier search', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await picker(page, 'New tag', 'Advertiser').click();
    await page.getByRole('option', { name: 'City Bikes' }).waitFor();
    const all = await options(page);
    await search(page).pressSequentially('Coffee');
    await expect.poll(async () => (await options(page)).length).toBeLessThan(all.length);
    await page.keyboard.press('Escape');
    await picker(page, 'New tag', 'Advertiser').click();
    expect(await search(page).inputValue()).toBe('');
    expect(await options(page)).toEqual(all);
  });
});

test('a list that was searched is shown in full when one returns to it', async () => {
  const page = await ui.open('demand', '/advertisers');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Search/ }))
    .first()
    .fill('Coffee');
  await page.getByRole('link', { name: 'City Bikes' }).waitFor({ state: 'detached' });
  await page.goto('/channels');
  await page.goto('/advertisers');
  await page.getByRole('link', { name: 'City Bikes' }).waitFor();
});

test('[START-02] a tag created from the attach dialog joins the tags that are chosen there', async () => {
  const page = await ui.open('demand', '/channels?status=all');
  await page.getByRole('link', { name: 'News site – banners' }).click();
  await page.getByRole('tab', { name: 'Waterfall' }).click();
  await page.getByRole('button', { name: 'Attach tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach tags' });
  const row = dialog.getByRole('row').nth(1);
  await row.waitFor();
  // A click on the row, beside its checkbox.
  await row.getByRole('cell').nth(2).click();
  expect(await row.getByRole('checkbox').isChecked()).toBe(true);
  await row.getByRole('checkbox').click();
  expect(await row.getByRole('checkbox').isChecked()).toBe(false);
  await row.getByRole('cell').nth(1).click();
  await dialog.getByRole('button', { name: 'New tag' }).click();
  await nameBox(page, 'New tag').fill('Made in place');
  await picker(page, 'New tag', 'Advertiser').click();
  await page.getByRole('option', { name: 'City Bikes' }).click();
  await form(page, 'New tag').getByRole('tab', { name: 'Endpoint' }).click();
  await form(page, 'New tag').getByRole('textbox', { name: 'Ad tag URL' }).fill('https://ads.example/vast');
  await page.getByRole('button', { name: 'Create tag' }).click();
  await dialog.getByRole('button', { name: 'Attach 2' }).click();
  await page.getByRole('link', { name: 'Made in place' }).waitFor();
});
