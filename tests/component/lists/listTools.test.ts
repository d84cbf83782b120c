import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { editor, filters, openTagList, place, rateOf, rowOf, tagNames } from '../../e2e/console/steps/tagListPage.ts';
import { createTagSeries, seriesList, seriesNames, type TagSeries } from '../../e2e/console/worlds/tagSeries.ts';
import { downloadFile } from '../reports/downloadFile.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

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
    await page.keyboard.press('Escape');
    await chips(page).getByText('Second partner, First partner').waitFor();
    await chips(page)
      .getByRole('button', { name: /^Remove filter Advertiser/ })
      .click();
    await chips(page).waitFor({ state: 'detached' });
    expect(place(page)).toBe('?q=List&sort=name');
  });

  test('rows are filtered by empty fields, by state and by figures', async () => {
    const page = await openTagList(ui, `${seriesList}&impsPerDay=any`);
    await expect.poll(() => tagNames(page)).toEqual(['List beta']);
    await page.goto(`${seriesList}&state=ended`);
    await expect.poll(() => tagNames(page)).toEqual(['List gamma']);
    await page.goto(seriesList);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filters(page).getByRole('button', { name: 'Metrics' }).click();
    await filters(page).getByRole('combobox', { name: 'Operator' }).selectOption('min');
    await filters(page).getByRole('textbox', { name: 'Value' }).fill('1');
    await filters(page).getByRole('button', { name: 'Add' }).click();
    await page.getByText('No tags match').waitFor();
    expect(place(page)).toContain('having=imps:min:1');
    await filters(page).getByRole('button', { name: 'Clear all' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=name');
  });

  test('all rows in a state are changed together, and no others', async () => {
    const page = await openTagList(ui, '/tags?q=List&state=ended');
    await series.client.call('PATCH', `/api/demand/tags/${series.ids.alpha}`, { endsOn: '2020-01-01' });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select List gamma' }).check();
    await page.getByRole('button', { name: 'Select all 2 matching' }).click();
    await page
      .getByRole('toolbar', { name: /selected tags/ })
      .getByRole('button', { name: 'Pause' })
      .click();
    const preview = page.getByRole('dialog', { name: 'Pause 2 tags' });
    await preview.getByText('2 tags will be paused.').waitFor();
    expect(await preview.textContent()).toContain('List alpha');
    await preview.getByRole('button', { name: 'Pause 2 tags' }).click();
    await preview.getByText('2 tags paused.').waitFor();
    await page.goto('/tags?q=List&status=paused&sort=name');
    await expect.poll(() => tagNames(page)).toEqual(['List alpha', 'List gamma']);
    for (const name of ['alpha', 'gamma'] as const)
      await series.client.call('PATCH', `/api/demand/tags/${series.ids[name]}`, { status: 1 });
    await series.client.call('PATCH', `/api/demand/tags/${series.ids.alpha}`, { endsOn: null });
  });
});

describe('figures', () => {
  test('some or all of them, for a period in the address, with totals of all rows', async () => {
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
  });

  test('the export has the rows and columns on screen', async () => {
    const page = await openTagList(ui, `${seriesList}&cols=name,rate,reqs&advertiserId=`);
    const file = await downloadFile(page.getByRole('link', { name: 'Export as CSV' }), 'tags.csv');
    const lines = String(file)
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('ID,Version,Name,Requests,Rate (USD CPM)');
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(seriesNames);
  });
});

describe('states', () => {
  test('are shown beside the switch with their reason, and link to where they are fixed', async () => {
    const page = await openTagList(ui);
    const chip = rowOf(page, 'List gamma').getByRole('link', { name: /^Ended \+1: The end date was 2020-01-01\./ });
    expect(await chip.getAttribute('title')).toContain('Not enabled in any channel’s waterfall.');
    await chip.click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Delivery', selected: true }).waitFor();
    expect(place(page)).toContain('tab=delivery');
  });
});

describe('a value in the list', () => {
  test('is changed by a click and Enter, and undone', async () => {
    const page = await openTagList(ui);
    await rateOf(page, 'List alpha').click();
    await editor(page).getByRole('textbox').fill('1,75');
    await page.keyboard.press('Enter');
    await page.getByText('List alpha: $1.00 → $1.75').waitFor();
    expect((await series.stored('alpha')).rate).toBe('1.75');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rateOf(page, 'List alpha').textContent()).toBe('$1.00');
    await expect.poll(async () => (await series.stored('alpha')).rate).toBe('1.00');
  });

  test('by keyboard: Enter opens, Shift+Tab saves and goes back, Tab continues, Escape cancels, F2 renames', async () => {
    const page = await openTagList(ui);
    await rateOf(page, 'List beta').focus();
    await page.keyboard.press('Enter');
    await editor(page)
      .getByRole('textbox', { name: /^Rate of List beta/ })
      .fill('2.10');
    await page.keyboard.press('Shift+Tab');
    await editor(page)
      .getByRole('combobox', { name: /^Rate model of List beta/ })
      .waitFor();
    await page.keyboard.press('Tab');
    await editor(page)
      .getByRole('textbox', { name: /^Rate of List beta/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await editor(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await series.stored('beta')).rate).toBe('2.10');
    await page.getByRole('link', { name: 'List delta' }).focus();
    await page.keyboard.press('F2');
    await editor(page).getByRole('textbox').fill('List delta two');
    await page.keyboard.press('Escape');
    expect((await series.stored('delta')).name).toBe('List delta');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('List delta');
    await page.keyboard.press('F2');
    await editor(page).getByRole('textbox').fill('List delta two');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'List delta two' }).waitFor();
    await page
      .getByRole('dialog', { name: 'Name changed', description: /^List delta/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(async () => (await series.stored('delta')).name).toBe('List delta');
  });

  test('that is invalid is refused in its cell, by the page and by the server', async () => {
    const page = await openTagList(ui);
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

  test('that another user has changed meanwhile is shown with theirs, and not overwritten', async () => {
    const page = await openTagList(ui);
    await rateOf(page, 'List gamma').click();
    await editor(page).getByRole('textbox').fill('9.00');
    const { version } = await series.stored('gamma');
    await series.client.call('PATCH', `/api/demand/tags/${series.ids.gamma}`, { rate: '7.00', version });
    await page.keyboard.press('Enter');
    await editor(page).getByText('Changed in the meantime: it is now $7.00').waitFor();
    expect((await series.stored('gamma')).rate).toBe('7.00');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await series.stored('gamma')).rate).toBe('9.00');
  });
});
