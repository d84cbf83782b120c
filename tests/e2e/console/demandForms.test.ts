import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { box, choose, drawer, faultOf, labelsIn, list, newTag, openTab, press } from './tagForm.ts';
import { named, rtb, rubicon, tagsOfDemand, type TagsOfDemand } from './tagsOfDemand.ts';

let ui: ConsoleUnderTest;
let tags: TagsOfDemand;

beforeAll(async () => {
  ui = await openConsole();
  tags = await tagsOfDemand(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

describe('a tag shows the fields of its integration alone', () => {
  test('an RTB tag has an endpoint, seats and a currency, and no rate', async () => {
    const name = named('Exchange');
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, name);
    const endpoint = drawer(page).getByRole('tabpanel', { name: 'Endpoint' });
    const bids = ['Bid endpoint', 'Protocol', 'Compress bid requests', 'Seats'];
    const vast = ['Source', 'Ad tag URL'];
    const shownOf = async (labels: string[]) => (await labelsIn(endpoint)).filter((label) => labels.includes(label));
    expect(await shownOf([...bids, ...vast])).toEqual(vast);
    await choose(page, 'Integration', 'RTB');
    expect(await shownOf([...bids, ...vast])).toEqual(bids);
    await press(page, 'Create tag');
    await expect.poll(() => faultOf(box(page, 'Bid endpoint'))).toBe('A bid endpoint is required');
    await box(page, 'Bid endpoint').fill('https://bidder.example/openrtb');
    await box(page, 'Seats').fill('seat-1, seat-2');
    await page.keyboard.press('Enter');
    await openTab(page, 'Price');
    expect(await labelsIn(drawer(page).getByRole('tabpanel', { name: 'Price' }))).toEqual([
      ...['Floor', 'Auction', 'Currency', 'Marketplace name'],
    ]);
    await choose(page, 'Currency', 'SEK – Swedish krona', 'krona');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'price of an RTB tag')).toEqual([]);
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({
      ...rtb,
      seats: ['seat-1', 'seat-2'],
      currency: 'SEK',
      rate: '0.00',
    });

    // The list tells that it bids, and its menu has no test that could not work.
    await page.keyboard.press('Escape');
    const row = rowOf(page, name);
    await row.getByText('Bids', { exact: true }).waitFor();
    await row.getByText('RTB', { exact: true }).waitFor();
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Test', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto('/tags?integration=RTB');
    await rowOf(page, name).waitFor();
    await expect.poll(() => page.locator('tbody tr').filter({ hasText: 'VAST' }).count()).toBe(0);
  });

  test('what bids, what is wrong with parameters and how much is capped keeps to WCAG 2.2 AA', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, named('Accessible'));
    await choose(page, 'Integration', 'RTB');
    await box(page, 'Cookie sync URL').fill('https://bidder.example/sync?to={redirect}');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'endpoint of an RTB tag')).toEqual([]);

    await choose(page, 'Integration', 'PreBid');
    await choose(page, 'Partner', /Rubicon/, 'rubi');
    await box(page, 'Site ID').fill('home');
    await press(page, 'Create tag');
    await expect.poll(() => faultOf(box(page, 'Site ID'))).toBe('Must be a whole number');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'faults at parameters')).toEqual([]);

    for (const [name, value] of Object.entries({ 'Account ID': '1', 'Site ID': '2', 'Zone ID': '3' }))
      await box(page, name).fill(value);
    await openTab(page, 'Delivery');
    await press(page, 'Add cap');
    await box(page, 'Most of cap 1').fill('1,000');
    await press(page, 'Add cap');
    await choose(page, 'Period of cap 2', 'an hour');
    await box(page, 'Most of cap 2').fill('2.5');
    await press(page, 'Create tag');
    await expect.poll(() => faultOf(list(page, 'Period of cap 2'))).toBe('Another cap counts the same');
    expect(await faultOf(box(page, 'Most of cap 2'))).toBe('Must be a whole number');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'caps')).toEqual([]);
  });
});

describe('[USER-03] exchange rates', () => {
  test('the super admin comes to them from the config and sets them, each currency once', async () => {
    const page = await ui.open('admin', '/');
    await page.getByRole('button', { name: /Super admin/ }).click();
    await page.getByRole('menuitem', { name: 'Config' }).click();
    await page
      .getByRole('dialog', { name: 'Application Config' })
      .getByRole('link', { name: 'Exchange rates' })
      .click();
    await page.waitForURL('**/exchangerates');
    await page.getByRole('button', { name: 'New exchange rate' }).first().click();
    await choose(page, 'Currency', 'JPY – Japanese yen', 'yen');
    await box(page, 'Rate').fill('0');
    await press(page, 'Create exchange rate');
    await expect.poll(() => faultOf(box(page, 'Rate'))).toBe('Must be more than 0');
    await box(page, 'Rate').fill('157.1');
    await waitUntilShown(page);
    expect(await violationsOf(page, 'new exchange rate')).toEqual([]);
    await press(page, 'Create exchange rate');
    await page.getByText('Exchange rate created').waitFor();
    await page.goto('/exchangerates?open=new');
    await choose(page, 'Currency', 'JPY – Japanese yen', 'jpy');
    await box(page, 'Rate').fill('1');
    await press(page, 'Create exchange rate');
    await expect.poll(() => faultOf(list(page, 'Currency'))).toBe('Another exchange rate has this currency');
    // Nothing that was typed is to be kept.
    await press(page, 'Clear');
    await page.keyboard.press('Escape');

    // It is no amount of dollars, and is changed where it stands.
    const row = rowOf(page, 'JPY – Japanese yen');
    await row.getByText('157.10', { exact: true }).click();
    await page.getByRole('textbox', { name: /^Rate of JPY/ }).fill('160');
    await page.keyboard.press('Enter');
    await row.getByText('160.00', { exact: true }).waitFor();
    await page.getByText('JPY – Japanese yen: 157.10 → 160').waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'exchange rates')).toEqual([]);
  });
});

describe('what competes in a channel', () => {
  test('the waterfall and its dialog tell how each tag is asked; those that bid stand first', async () => {
    const channelId = await tags.create('channels', { name: named('Mixed channel') });
    const [vast, exchange, partner] = [named('Fixed price'), named('Bidder'), named('Partner')];
    for (const values of [
      { name: vast, url: 'https://ads.example/vast', rate: '9.00' },
      { name: exchange, ...rtb },
      { name: partner, ...rubicon },
    ]) {
      await tags.create('waterfall', { channelId, tagId: await tags.createTag(values) });
    }
    const page = await ui.open('demand', `/channels?open=${channelId}&tab=waterfall`);
    const table = page.getByRole('table', { name: 'Waterfall' });
    await table.waitFor();
    expect(await table.locator('a.cell-link').allTextContents()).toEqual([exchange, partner, vast]);
    const rows = table.locator('tr[data-row]');
    expect(await rows.nth(0).getByText('RTB', { exact: true }).count()).toBe(1);
    expect(await rows.nth(0).getByText('Bids', { exact: true }).count()).toBe(1);
    expect(await rows.nth(1).getByText('PreBid', { exact: true }).count()).toBe(1);
    expect(await rows.nth(2).getByText('$9.00', { exact: true }).count()).toBe(1);
    expect(await table.getByText('Below floor').count()).toBe(0);
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await page.getByRole('radio', { name: 'Attached', exact: true }).check();
    const candidate = page
      .getByRole('table', { name: 'Tags to attach' })
      .getByRole('row')
      .filter({ hasText: exchange });
    await candidate.getByText('RTB', { exact: true }).waitFor();
    await candidate.getByText('Bids', { exact: true }).waitFor();
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    expect(await violationsOf(page, 'attach dialog')).toEqual([]);
  });
});

describe('narrow windows', () => {
  test('1024 px wide: parameters, caps, rates and tags can be read', async () => {
    const id = await tags.createTag({ ...rubicon, limits: [{ metric: 'impressions', period: 'hour', value: 10 }] });
    const channelId = await tags.create('channels', { name: named('Narrow') });
    const paths: [string, string][] = [
      ['demand', `/tags?open=${id}&tab=endpoint`],
      ['demand', `/tags?open=${id}&tab=delivery`],
      ['demand', `/channels?open=${channelId}&tab=get-tag`],
      ['admin', '/exchangerates?open=new'],
    ];
    for (const [login, path] of paths) {
      const page = await ui.open(login, path, { viewport: { width: 1024, height: 768 } });
      await waitUntilShown(page);
      if (path.includes('get-tag')) await openTab(page, 'OpenRTB');
      await waitUntilShown(page);
      expect(await violationsOf(page, path), path).toEqual([]);
      const sideways = await drawer(page).evaluate((it) => it.scrollWidth - it.clientWidth);
      expect(sideways, path).toBe(0);
    }
  });
});
