import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { editor, filters, openTagList, place, rateOf, tagNames } from './tagListPage.ts';
import { createTagSeries, seriesList, seriesNames, type TagSeries } from './tagSeries.ts';

let ui: ConsoleUnderTest;
let series: TagSeries;

beforeAll(async () => {
  ui = await openConsole();
  series = await createTagSeries(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const chips = (page: Page) => page.getByRole('group', { name: 'Filters' });

describe('filters', () => {
  test('[REF-08] any number of values of a field, with their counts, in the address and as a chip', async () => {
    const page = await openTagList(ui);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filters(page).getByRole('button', { name: 'Advertiser' }).click();
    const values = filters(page).getByRole('group', { name: 'Advertiser' });
    await expect.poll(() => values.textContent()).toContain('First partner2');
    await values.getByRole('checkbox', { name: /Second partner/ }).check();
    await expect.poll(() => tagNames(page)).toEqual(['List beta', 'List gamma']);
    await values.getByRole('checkbox', { name: /First partner/ }).check();
    await expect.poll(() => tagNames(page)).toEqual(seriesNames);
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
});

describe('figures', () => {
  test('a few or all of them, of a period in the address, with totals of all rows', async () => {
    const page = await openTagList(ui, `${seriesList}&size=10`);
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
    const page = await openTagList(ui, `${seriesList}&cols=name,rate,reqs&advertiserId=`);
    const link = page.getByRole('link', { name: 'Export as CSV' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('tags.csv');
    const text = await (await page.request.get((await link.getAttribute('href')) ?? '')).text();
    const lines = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('ID,Version,Name,Rate (USD CPM),Requests');
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(seriesNames);
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
  await series.client.call('PATCH', `/api/demand/tags/${series.ids.beta}`, { rate: '2.50' });
  await page.clock.fastForward(30_000);
  await rateOf(page, 'List beta').getByText('$2.50').waitFor();
  await series.client.call('PATCH', `/api/demand/tags/${series.ids.beta}`, { rate: '2.00' });
});

describe('a value in the list', () => {
  test('is changed by a press and Enter, and taken back', async () => {
    const page = await openTagList(ui);
    await rateOf(page, 'List alpha').click();
    await editor(page).getByRole('textbox').fill('1,75');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'a value being changed')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('List alpha: $1.00 → $1.75').waitFor();
    expect((await series.stored('alpha')).rate).toBe('1.75');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rateOf(page, 'List alpha').textContent()).toBe('$1.00');
    await expect.poll(async () => (await series.stored('alpha')).rate).toBe('1.00');
  });
});
