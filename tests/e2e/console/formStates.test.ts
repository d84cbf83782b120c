import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { expectNoViolations, violationsOf, waitUntilShown } from './accessibility.ts';
import { openAdsTxtWorld } from './worlds/adsTxtWorld.ts';
import { bar, chooseAll, dialog, enterRateAndMacro, openBulkWorld } from './worlds/bulkWorld.ts';
import { createTargeting } from './worlds/createTargeting.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { openForecastWorld, longTimeout } from './worlds/forecastWorld.ts';
import { box, choose, drawer, errorOf, list, newTag, openTab, press } from './steps/tagForm.ts';
import { named, rtb, rubicon, tagsOfDemand, type TagsOfDemand } from './worlds/tagsOfDemand.ts';
import { choose as chooseChange, openWhatIfWorld } from './worlds/whatIfWorld.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let tags: TagsOfDemand;

beforeAll(async () => {
  ui = await openConsole({ TRACE_SHARE: '1' });
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  tags = await tagsOfDemand(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

test('the hours of a targeting are selected by dragging', async () => {
  const { id } = await createTargeting(demand, { name: 'Office hours' });
  const page = await ui.open('demand', `/targetings?open=${id}&tab=time`);
  const cell = (name: string) => drawer(page).getByRole('gridcell', { name, exact: true });
  // It is the first change of the form, which must move nothing under the pointer.
  await cell('Friday 01:00').hover();
  await page.mouse.down();
  for (const hour of ['02', '03']) await cell(`Friday ${hour}:00`).hover();
  await page.mouse.up();
  await cell('Friday 05:00').hover();
  await drawer(page).getByText('3 of 168 hours').waitFor();
  expect(await cell('Friday 02:00').getAttribute('aria-selected')).toBe('true');
  expect(await cell('Friday 05:00').getAttribute('aria-selected')).toBe('false');
  await waitUntilShown(page);
  expect(await violationsOf(page, 'the hours')).toEqual([]);
});

describe('a working state has no WCAG 2.2 AA violation', () => {
  test('testing a targeting and comparing two', async () => {
    const left = await createTargeting(demand, { name: 'Left one', countries: ['US', 'FR'] });
    const right = await createTargeting(demand, { name: 'Right one', countries: ['FR', 'US'], hours: [1, 2] });
    const page = await ui.open('demand', `/targetings?open=${left.id}&tab=test`);
    await box(page, 'Parameters').fill('country=US');
    await box(page, 'User agent').press('Enter');
    await drawer(page).getByText('The request passes').waitFor();
    expect(await violationsOf(page, 'the test')).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: left.name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: `Compare ${left.name}` });
    await dialog.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: right.name }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'an open list of choices')).toEqual([]);
    await page.getByRole('option', { name: right.name }).click();
    await dialog.getByRole('checkbox', { name: 'Show identical fields' }).click();
    await dialog.getByRole('row', { name: /^Countries/ }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the comparison')).toEqual([]);
  });

  test('the settings of an SDK app, beside their changes', async () => {
    const page = await ui.open('sdk', '/sdk?open=1&tab=config');
    await page.getByRole('dialog').getByRole('button', { name: 'New version' }).click();
    const editor = page.getByRole('dialog', { name: 'New version' });
    await editor.getByRole('textbox', { name: 'Settings' }).fill('{ "cacheMb": 77 }');
    await editor
      .getByRole('region', { name: /^Compared with / })
      .getByText('cacheMb')
      .waitFor();
    expect(await expectNoViolations(page, 'settings')).toEqual([]);
  });

  test('a bidding tag, its parameters and caps', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, named('Accessible'));
    await choose(page, 'Integration', 'OpenRTB');
    await box(page, 'Cookie sync URL').fill('https://bidder.example/sync?to={redirect}');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'endpoint of an RTB tag')).toEqual([]);
    await openTab(page, 'Price');
    await choose(page, 'Currency', 'SEK – Swedish krona', 'krona');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'price of an RTB tag')).toEqual([]);
    await openTab(page, 'Endpoint');

    await choose(page, 'Integration', 'Prebid');
    await choose(page, 'Partner', /Rubicon/, 'rubi');
    await box(page, 'Site ID').fill('home');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(box(page, 'Site ID'))).toBe('Must be a whole number');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'faults at parameters')).toEqual([]);

    for (const [name, value] of Object.entries({ 'Account ID': '1', 'Site ID': '2', 'Zone ID': '3' }))
      await box(page, name).fill(value);
    await openTab(page, 'Delivery');
    await press(page, 'Add cap');
    await box(page, 'Maximum of cap 1').fill('1,000');
    await press(page, 'Add cap');
    await choose(page, 'Period of cap 2', 'Hour');
    await box(page, 'Maximum of cap 2').fill('2.5');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(list(page, 'Period of cap 2'))).toBe('Another cap has the same metric and period');
    expect(await errorOf(box(page, 'Maximum of cap 2'))).toBe('Must be a whole number');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'caps')).toEqual([]);
  });

  test('parameters, caps, rates and tags in a window 1024 px wide', async () => {
    const id = await tags.createTag({ ...rubicon, limits: [{ metric: 'impressions', period: 'hour', value: 10 }] });
    const channelId = await tags.create('channels', { name: named('Narrow') });
    const tagId = await tags.createTag({ name: named('Bidder'), ...rtb });
    await tags.create('waterfall', { channelId, tagId });
    const judgeNarrow = async (page: Page, part: string) => {
      await waitUntilShown(page);
      expect(await violationsOf(page, part), part).toEqual([]);
      expect(await drawer(page).evaluate((it) => it.scrollWidth - it.clientWidth), part).toBe(0);
    };
    const page = await ui.open('demand', `/tags?open=${id}&tab=endpoint`);
    await page.setViewportSize({ width: 1024, height: 768 });
    await judgeNarrow(page, 'parameters');
    await openTab(page, 'Delivery');
    await judgeNarrow(page, 'caps');
    await page.goto(`/channels?open=${channelId}&tab=get-tag`);
    await waitUntilShown(page);
    await openTab(page, 'OpenRTB');
    await judgeNarrow(page, 'OpenRTB tag');
    await openTab(page, 'Waterfall');
    await press(page, 'Attach tags');
    await page.getByRole('radio', { name: 'Attached', exact: true }).check();
    const candidate = page
      .getByRole('table', { name: 'Tags to attach' })
      .getByRole('row')
      .filter({ hasText: 'Bidder' });
    await candidate.getByText('Bids', { exact: true }).waitFor();
    expect(await expectNoViolations(page, 'attach dialog')).toEqual([]);

    const rates = await ui.open('admin', '/exchangerates?open=new');
    await rates.setViewportSize({ width: 1024, height: 768 });
    await choose(rates, 'Currency', 'JPY – Japanese yen', 'yen');
    await box(rates, 'Rate').fill('157.1');
    await judgeNarrow(rates, 'new exchange rate');
    await press(rates, 'Create exchange rate');
    await rates.getByText('Exchange rate created').waitFor();
    await rates.goto('/exchangerates');
    await rates.getByText('JPY – Japanese yen').waitFor();
    await waitUntilShown(rates);
    expect(await violationsOf(rates, 'exchange rates')).toEqual([]);
  });

  test('bulk edits, their preview, an import and clones; a list is downloaded for editing', async () => {
    const bulk = await openBulkWorld(ui.product.consoleUrl, demoPassword, 'demand');
    const [channelId] = await bulk.make('channel', [{ name: 'Clone me' }]);
    await bulk.make('waterfallRow', [{ channelId, tagId: bulk.tagIds[0], tier: 2 }]);
    const page = await ui.open('demand', '/healthz');
    await chooseAll(page, '/tags?q=Bulk&sort=name&size=50', 30);
    await bar(page).getByRole('button', { name: 'Edit…' }).click();
    await enterRateAndMacro(page);
    expect(await expectNoViolations(page, 'the edits')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await dialog(page).getByText('30 tags will change.').waitFor();
    await dialog(page)
      .getByText(/In the last 7 days .* requests/)
      .waitFor();
    expect(await expectNoViolations(page, 'the preview')).toEqual([]);

    await page.goto('/tags?q=Bulk');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const download = page.waitForEvent('download');
    await dialog(page).getByRole('link', { name: 'All tags to edit' }).click();
    const exported = await readFile(await (await download).path(), 'utf8');
    expect(exported).toMatch(/^\uFEFF?id,/);
    expect(exported).toContain('Bulk 30');
    expect(await expectNoViolations(page, 'the import')).toEqual([]);

    await page.goto('/channels?q=Clone me');
    await page.getByRole('button', { name: /^Actions for Clone me/ }).click();
    await page.getByRole('menuitem', { name: 'Clone…' }).click();
    await dialog(page).getByRole('textbox', { name: 'Number of copies' }).fill('2');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('{name} {n}');
    expect(await expectNoViolations(page, 'the clone')).toEqual([]);
  });

  test('the tags of a channel, and macros of other ad servers', async () => {
    const { body } = await demand.call<{ rows: { id: number }[] }>('GET', '/api/demand/channels?q=Living room');
    const page = await ui.open('demand', `/channels?open=${body.rows[0]?.id}&tab=get-tag`);
    const form = drawer(page);
    await form.getByRole('combobox', { name: 'Ad server or player' }).click();
    await page.getByRole('option', { name: 'Roku Advertising Framework' }).click();
    await form.getByRole('textbox', { name: 'Value of app_name' }).fill('Sea & more');
    await form.getByRole('textbox', { name: 'Value of app_store_url' }).fill('https://store.example/app');
    await form.getByText('Required: app_name').waitFor({ state: 'detached' });
    await form.getByRole('checkbox', { name: 'ip', exact: true }).uncheck();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'get tag')).toEqual([]);
    for (const [tab, choice] of [
      ['OpenRTB', 'Web'],
      ['Prebid.js', 'Video'],
      ['Web page', 'Instream'],
    ] as const) {
      await openTab(page, tab);
      await form.getByRole('radio', { name: choice, exact: true }).check();
      await waitUntilShown(page);
      expect(await violationsOf(page, `${tab} tag`)).toEqual([]);
    }

    const url = 'https://partner.example/vast?cb=%%CACHEBUSTER%%&ip={{IP}}&ua=&page=__page-url__';
    await page.goto(`/tags?open=${await tags.createTag({ url, rate: '1.00' })}&tab=endpoint`);
    const panel = page.getByRole('group', { name: /macros of other ad servers/ });
    await panel.getByRole('checkbox', { name: /ip=/ }).uncheck();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'macro suggestions')).toEqual([]);
  });

  test('sites whose ads.txt is read, and the line for it', async () => {
    await openAdsTxtWorld(ui.product, demoPassword);
    const page = await ui.open('demand', '/sites');
    await page
      .getByRole('row', { name: /weather\.example/ })
      .getByText('Not listed')
      .waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'sites')).toEqual([]);
    await page.goto('/subpublishers?open=1&tab=sellers%20json');
    await drawer(page).getByRole('group', { name: 'line for own sites and apps' }).waitFor();
    await drawer(page).getByRole('switch', { name: 'Active' }).click();
    await press(page, 'Save');
    await drawer(page).getByText('does not list this seller').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copy line for own sites and apps');
    await drawer(page).getByRole('button', { name: 'Copied' }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'seller')).toEqual([]);
  });

  test('the funnel and the forecast of a campaign', async () => {
    const campaignId = await openForecastWorld(ui.product, demoPassword);
    const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=funnel`);
    await page.getByRole('list', { name: 'Lost: Bid price' }).getByRole('listitem').first().waitFor(longTimeout);
    await page
      .getByText(/^Based on \d+ sampled requests/)
      .first()
      .waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'funnel')).toEqual([]);
    await page.getByRole('link', { name: 'Forecast' }).click();
    await page.getByRole('list', { name: 'Reasons' }).getByRole('listitem').first().waitFor(longTimeout);
    await waitUntilShown(page);
    expect(await violationsOf(page, 'forecast')).toEqual([]);
    await page.goto('/campaigns?open=new&tab=forecast');
    await page.getByRole('listitem').filter({ hasText: 'Bid: Required' }).waitFor();
    expect(await violationsOf(page, 'faults')).toEqual([]);
  });

  test('the what-if result of a change', async () => {
    const { channelId, tags: placed } = await (await openWhatIfWorld(ui.product, demoPassword)).serve(40);
    const page = await ui.open('demand', `/whatif?channel=${channelId}&tag=${placed.highRate}&field=status`);
    await chooseChange(page, 'New value', 'Paused');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: 'Estimated impact' }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'what if')).toEqual([]);
  });
});
