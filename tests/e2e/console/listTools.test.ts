import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let client: Awaited<ReturnType<typeof signInAs>>;
const call: typeof client.call = (...args) => client.call(...args);
const ids: Record<string, number> = {};

/** The neighbour's account is the test's own, beside two rows of the demo: four tags that stand in no channel. */
beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
  const make = async (path: string, values: object) => {
    const answer = await call('POST', `/api/demand/${path}`, values);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: number }).id;
  };
  const first = await make('advs', { name: 'First partner' });
  const second = await make('advs', { name: 'Second partner' });
  const url = 'https://ads.example/vast';
  ids['alpha'] = await make('tags', { name: 'List alpha', advertiserId: first, url, rate: '1.00' });
  ids['beta'] = await make('tags', { name: 'List beta', advertiserId: second, url, rate: '2.00', impsPerDay: 500 });
  ids['gamma'] = await make('tags', {
    name: 'List gamma',
    advertiserId: second,
    url,
    rate: '3.00',
    endsOn: '2020-01-01',
  });
  ids['delta'] = await make('tags', { name: 'List delta', advertiserId: first, url, rate: '4.00' });
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const list = '/tags?q=List&sort=name';
const all = ['List alpha', 'List beta', 'List delta', 'List gamma'];
const namesOf = (page: Page) => page.locator('tbody a[data-field="name"]').allTextContents();
const place = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const filters = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
const chips = (page: Page) => page.getByRole('group', { name: 'Filters' });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`Select ${name}`) });
const rateOf = (page: Page, name: string) => rowOf(page, name).locator('[data-field="rate"]');
const editor = (page: Page) => page.getByRole('dialog', { name: /^Change / });
const stored = async (name: string) =>
  (await call('GET', `/api/demand/tags/${ids[name]}`)).body as { rate: string; name: string; version: number };

async function openList(path = list): Promise<Page> {
  const page = await ui.open('harbour', path);
  await page.locator('tbody a.cell-link').first().waitFor();
  return page;
}

describe('filters', () => {
  test('[REF-08] any number of values of a field, with their counts, in the address and as a chip', async () => {
    const page = await openList();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filters(page).getByRole('button', { name: 'Advertiser' }).click();
    const values = filters(page).getByRole('group', { name: 'Advertiser' });
    await expect.poll(() => values.textContent()).toContain('First partner2');
    await values.getByRole('checkbox', { name: /Second partner/ }).check();
    await expect.poll(() => namesOf(page)).toEqual(['List beta', 'List gamma']);
    await values.getByRole('checkbox', { name: /First partner/ }).check();
    await expect.poll(() => namesOf(page)).toEqual(all);
    expect(place(page)).toMatch(/advertiserId=\d+,\d+/);
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the filters')).toEqual([]);
    await page.keyboard.press('Escape');
    await chips(page).getByText('Second partner, First partner').waitFor();
    await chips(page)
      .getByRole('button', { name: /^Remove the filter Advertiser/ })
      .click();
    await chips(page).waitFor({ state: 'detached' });
    expect(place(page)).toBe('?q=List&sort=name');
  });

  test('rows are told apart by what they have set, by their state and by their figures', async () => {
    const page = await openList(`${list}&impsPerDay=any`);
    await expect.poll(() => namesOf(page)).toEqual(['List beta']);
    await page.goto(`${list}&state=ended`);
    await expect.poll(() => namesOf(page)).toEqual(['List gamma']);
    await page.goto(list);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filters(page).getByRole('button', { name: 'Figures' }).click();
    await filters(page).getByRole('combobox', { name: 'At least or at most' }).selectOption('min');
    await filters(page).getByRole('textbox', { name: 'Value' }).fill('1');
    await filters(page).getByRole('button', { name: 'Add' }).click();
    await page.getByText('No tags match').waitFor();
    expect(place(page)).toContain('having=imps:min:1');
    await filters(page).getByRole('button', { name: 'Clear all' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=name');
  });

  test('all rows in a state are changed together, and no others', async () => {
    const page = await openList('/tags?q=List&state=ended');
    await call('PATCH', `/api/demand/tags/${ids['alpha']}`, { endsOn: '2020-01-01' });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select List gamma' }).check();
    await page.getByRole('button', { name: 'Select all 2 matching' }).click();
    await page
      .getByRole('toolbar', { name: /chosen tags/ })
      .getByRole('button', { name: 'Pause' })
      .click();
    const preview = page.getByRole('dialog', { name: 'Pause 2 tags' });
    await preview.getByText('2 tags will be paused.').waitFor();
    expect(await preview.textContent()).toContain('List alpha');
    await preview.getByRole('button', { name: 'Pause 2 tags' }).click();
    await preview.getByText('2 tags paused.').waitFor();
    await page.goto('/tags?q=List&status=paused&sort=name');
    await expect.poll(() => namesOf(page)).toEqual(['List alpha', 'List gamma']);
    for (const name of ['alpha', 'gamma']) await call('PATCH', `/api/demand/tags/${ids[name]}`, { status: 1 });
    await call('PATCH', `/api/demand/tags/${ids['alpha']}`, { endsOn: null });
  });
});

describe('states', () => {
  test('stand beside the switch with their reason, and lead to where they are mended', async () => {
    const page = await openList();
    const chip = rowOf(page, 'List gamma').getByRole('link', { name: /^Ended \+1: Its last day was 2020-01-01\./ });
    expect(await chip.getAttribute('title')).toContain('It is enabled in no channel’s waterfall.');
    await chip.click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Delivery', selected: true }).waitFor();
    expect(place(page)).toContain('tab=delivery');
  });
});

describe('figures', () => {
  test('a few or all of them, of a period in the address, with totals of all rows', async () => {
    const page = await openList(`${list}&size=10`);
    await page.getByText('Total of 4').waitFor();
    const heads = () => page.getByRole('columnheader').allTextContents();
    expect(await heads()).toEqual(expect.arrayContaining(['Requests', 'Impressions', 'Revenue']));
    expect(await heads()).not.toContain('Margin');
    await page.getByRole('radio', { name: 'Full' }).check();
    await expect.poll(heads).toEqual(expect.arrayContaining(['Fill', 'eCPM', 'Supply cost', 'Profit', 'Margin']));
    await page.getByRole('combobox', { name: 'Period of the figures' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await expect.poll(() => place(page)).toContain('period=last7');
    await page.getByRole('button', { name: 'Revenue', exact: true }).click();
    await expect.poll(() => place(page)).toContain('sort=-rev');
    await page.reload();
    await page.getByText('Total of 4').waitFor();
    expect(await heads()).toContain('Margin');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'a list with figures')).toEqual([]);
  });

  test('the export has the rows and the columns that are shown', async () => {
    const page = await openList(`${list}&cols=name,rate,reqs&advertiserId=`);
    const link = page.getByRole('link', { name: 'Export as CSV' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('tags.csv');
    const text = await (await page.request.get((await link.getAttribute('href')) ?? '')).text();
    const lines = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('ID,Version,Name,Rate (USD CPM),Requests');
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(all);
  });
});

test('a list asks again by itself where the reader wants that, here and on the next visit', async () => {
  const page = await ui.open('harbour', '/tags?q=List&sort=name', { ownContext: true });
  await page.clock.install({ time: new Date() });
  await page.reload();
  const toggle = page.getByRole('button', { name: 'Refresh every 30 seconds' });
  await toggle.click();
  await rateOf(page, 'List beta').getByText('$2.00').waitFor();
  await page.reload();
  await rateOf(page, 'List beta').getByText('$2.00').waitFor();
  expect(await toggle.getAttribute('aria-pressed')).toBe('true');
  await call('PATCH', `/api/demand/tags/${ids['beta']}`, { rate: '2.50' });
  await page.clock.fastForward(30_000);
  await rateOf(page, 'List beta').getByText('$2.50').waitFor();
  await call('PATCH', `/api/demand/tags/${ids['beta']}`, { rate: '2.00' });
});

describe('a value in the list', () => {
  test('is changed by a press and Enter, and taken back', async () => {
    const page = await openList();
    await rateOf(page, 'List alpha').click();
    await editor(page).getByRole('textbox').fill('1,75');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'a value being changed')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('List alpha: $1.00 → $1.75').waitFor();
    expect((await stored('alpha')).rate).toBe('1.75');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rateOf(page, 'List alpha').textContent()).toBe('$1.00');
    await expect.poll(async () => (await stored('alpha')).rate).toBe('1.00');
  });

  test('by the keyboard: Enter opens, Tab saves and goes on, Escape gives up, F2 renames', async () => {
    const page = await openList();
    await rateOf(page, 'List beta').focus();
    await page.keyboard.press('Enter');
    await editor(page)
      .getByRole('textbox', { name: /^Rate of List beta/ })
      .fill('2.10');
    await page.keyboard.press('Tab');
    await editor(page)
      .getByRole('combobox', { name: /^Rate model of List beta/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await editor(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await stored('beta')).rate).toBe('2.10');
    await page.getByRole('link', { name: 'List delta' }).focus();
    await page.keyboard.press('F2');
    await editor(page).getByRole('textbox').fill('List delta two');
    await page.keyboard.press('Escape');
    expect((await stored('delta')).name).toBe('List delta');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('List delta');
    await page.keyboard.press('F2');
    await editor(page).getByRole('textbox').fill('List delta two');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'List delta two' }).waitFor();
    await page
      .getByRole('dialog', { name: 'Name changed', description: /^List delta/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(async () => (await stored('delta')).name).toBe('List delta');
  });

  test('that cannot be is refused in its cell, by the page and by the server', async () => {
    const page = await openList();
    await rateOf(page, 'List alpha').click();
    await editor(page).getByRole('textbox').fill('5000');
    await page.keyboard.press('Enter');
    await editor(page).getByText('At most 1000').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'List alpha' }).focus();
    await page.keyboard.press('F2');
    await editor(page).getByRole('textbox').fill('List beta');
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).getByRole('alert').textContent()).toBe('Another tag has this name');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'List alpha' }).waitFor();
  });

  test('that somebody else has changed meanwhile is told with theirs, and not written over', async () => {
    const page = await openList();
    await rateOf(page, 'List gamma').click();
    await editor(page).getByRole('textbox').fill('9.00');
    const { version } = await stored('gamma');
    await call('PATCH', `/api/demand/tags/${ids['gamma']}`, { rate: '7.00', version });
    await page.keyboard.press('Enter');
    await editor(page).getByText('Changed meanwhile: it is $7.00 now').waitFor();
    expect((await stored('gamma')).rate).toBe('7.00');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored('gamma')).rate).toBe('9.00');
  });
});
