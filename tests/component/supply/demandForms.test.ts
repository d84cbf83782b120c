import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  box,
  choose,
  drawer,
  errorOf,
  labelsIn,
  list,
  newTag,
  openTab,
  press,
} from '../../e2e/console/steps/tagForm.ts';
import { named, rtb, rubicon, tagsOfDemand, type TagsOfDemand } from '../../e2e/console/worlds/tagsOfDemand.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let tags: TagsOfDemand;

beforeAll(async () => {
  ui = await openConsole();
  tags = await tagsOfDemand(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

describe('a tag only shows the fields of its integration', () => {
  test('an OpenRTB tag has an endpoint, seats and a currency, and no rate', async () => {
    const name = named('Exchange');
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, name);
    const endpoint = drawer(page).getByRole('tabpanel', { name: 'Endpoint' });
    const bids = ['Bid endpoint', 'Protocol', 'Compress bid requests', 'Seats'];
    const vast = ['Source', 'Ad tag URL'];
    const shownOf = async (labels: string[]) => (await labelsIn(endpoint)).filter((label) => labels.includes(label));
    expect(await shownOf([...bids, ...vast])).toEqual(vast);
    await choose(page, 'Integration', 'OpenRTB');
    expect(await shownOf([...bids, ...vast])).toEqual(bids);
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(box(page, 'Bid endpoint'))).toBe('A bid endpoint is required');
    await box(page, 'Bid endpoint').fill('https://bidder.example/openrtb');
    await box(page, 'Seats').fill('seat-1, seat-2');
    await page.keyboard.press('Enter');
    await openTab(page, 'Price');
    expect(await labelsIn(drawer(page).getByRole('tabpanel', { name: 'Price' }))).toEqual([
      ...['Floor', 'Auction type', 'Currency', 'Marketplace name'],
    ]);
    await choose(page, 'Currency', 'SEK – Swedish krona', 'krona');
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({
      ...rtb,
      seats: ['seat-1', 'seat-2'],
      currency: 'SEK',
      rate: '0.00',
    });

    // The list marks it as bidding, and its menu has no test, which could not work.
    await page.keyboard.press('Escape');
    const row = rowOf(page, name);
    await row.getByText('Bids', { exact: true }).waitFor();
    await row.getByText('OpenRTB', { exact: true }).waitFor();
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Test', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto('/tags?integration=RTB');
    await rowOf(page, name).waitFor();
    await expect.poll(() => page.locator('tbody tr').filter({ hasText: 'VAST' }).count()).toBe(0);
  });

  test('the cookie sync URL lists the macros that it may contain, and the required one', async () => {
    const name = named('Synced');
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, name);
    await choose(page, 'Integration', 'OpenRTB');
    await box(page, 'Bid endpoint').fill(rtb.endpoint);
    const sync = box(page, 'Cookie sync URL');
    await sync.fill('https://bidder.example/sync?gdpr={consent}');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(sync)).toMatch(/^Must include \{redirect\}/);
    await sync.fill('https://bidder.example/sync?to=');
    await press(page, 'Add macro');
    await page.getByRole('menuitem', { name: /^\{redirect\}/ }).click();
    const url = 'https://bidder.example/sync?to={redirect}';
    expect(await sync.inputValue()).toBe(url);
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({ syncUrl: url });
  });
});

describe('the parameters of a partner', () => {
  test('are typed inputs; missing and invalid values are reported at the parameter, before and after the server validates them', async () => {
    const name = named('Header bidding');
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, name);
    await choose(page, 'Integration', 'Prebid');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(list(page, 'Partner'))).toBe('A partner is required');
    await choose(page, 'Partner', /Rubicon/, 'rubi');
    const params = drawer(page).getByRole('group', { name: 'Parameters' });
    await box(page, 'Zone ID').waitFor();
    expect(await labelsIn(params)).toEqual(['Account ID', 'Site ID', 'Zone ID', 'Position', 'Floor']);
    await box(page, 'Account ID').fill('4,934');
    await box(page, 'Site ID').fill('home');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(box(page, 'Site ID'))).toBe('Must be a whole number');
    expect(await errorOf(box(page, 'Zone ID'))).toBe('Required');
    expect(await errorOf(box(page, 'Account ID'))).toBeNull();
    await expect.poll(() => box(page, 'Site ID').evaluate((input) => input === document.activeElement)).toBe(true);
    await box(page, 'Site ID').fill('13945');
    await box(page, 'Zone ID').fill('23948');
    await box(page, 'Floor').fill('0,25');
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({
      partner: 'rubiconP',
      partnerParams: { accountId: 4934, siteId: 13945, zoneId: 23948, floor: 0.25 },
    });
  });

  test('another partner has the common values and drops the others; the previous one is unchanged', async () => {
    const id = await tags.createTag(rubicon);
    const page = await ui.open('demand', `/tags?open=${id}&tab=endpoint`);
    await box(page, 'Zone ID').waitFor();
    expect(await drawer(page).getByText('Unsaved changes', { exact: true }).count()).toBe(0);
    await choose(page, 'Partner', /Index Exchange/, 'index');
    await box(page, 'Zone ID').waitFor({ state: 'detached' });
    expect(await box(page, 'Site ID').inputValue()).toBe('2');
    await box(page, 'Site ID').fill('ix-7');
    await choose(page, 'Partner', /Rubicon/, 'rubi');
    await expect.poll(() => box(page, 'Zone ID').inputValue()).toBe('3');
    // A text is not a valid number of the other partner.
    expect(await box(page, 'Site ID').inputValue()).toBe('');
    await choose(page, 'Partner', /Index Exchange/, 'index');
    await box(page, 'Site ID').fill('ix-9');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await tags.tagOf(id)).toMatchObject({ partner: 'ixP', partnerParams: { siteId: 'ix-9' } });
    await choose(page, 'Partner', /Rubicon/, 'rubi');
    await box(page, 'Zone ID').fill('5');
    await press(page, 'Revert');
    await box(page, 'Zone ID').waitFor({ state: 'detached' });
    expect(await box(page, 'Site ID').inputValue()).toBe('ix-9');
    expect(await drawer(page).getByText('Unsaved changes', { exact: true }).count()).toBe(0);
  });

  test('alternatives are grouped, and each shows what it belongs to', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, named('Alternatives'));
    await choose(page, 'Integration', 'Prebid');
    await choose(page, 'Partner', /AppNexus/, 'appnexus');
    const group = drawer(page).getByRole('group', { name: 'Exactly one of these' });
    await group.waitFor();
    expect(await labelsIn(group)).toEqual(['Placement ID', 'Inventory code']);
    await drawer(page).getByText('Required with Inventory code.').waitFor();
    await box(page, 'Placement ID').fill('1');
    await box(page, 'Inventory code').fill('news');
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(box(page, 'Placement ID'))).toMatch(/^Only one of these/);
    expect(await errorOf(box(page, 'Member ID'))).toBe('Required');
  });
});

describe('caps', () => {
  test('are added and removed by row; faults are shown at their row', async () => {
    const id = await tags.createTag(rtb);
    const page = await ui.open('demand', `/tags?open=${id}&tab=delivery`);
    await press(page, 'Add cap');
    await page.keyboard.type('1,000');
    await choose(page, 'Pacing of cap 1', 'Evenly');
    await press(page, 'Add cap');
    await choose(page, 'Period of cap 2', 'Hour');
    await box(page, 'Maximum of cap 2').fill('2.5');
    await press(page, 'Save');
    await expect.poll(() => errorOf(list(page, 'Period of cap 2'))).toBe('Another cap has the same metric and period');
    expect(await errorOf(box(page, 'Maximum of cap 2'))).toBe('Must be a whole number');
    expect(await errorOf(box(page, 'Maximum of cap 1'))).toBeNull();
    await choose(page, 'Metric of cap 2', 'Revenue');
    await choose(page, 'Period of cap 2', 'Week');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const even = { metric: 'impressions', period: 'hour', value: 1000, pacing: 'even' };
    expect((await tags.tagOf(id))['limits']).toEqual([
      even,
      { metric: 'spend', period: 'week', value: 2.5, pacing: 'asap' },
    ]);
    await press(page, 'Remove cap 2');
    await press(page, 'Save');
    await expect.poll(async () => (await tags.tagOf(id))['limits']).toEqual([even]);

    // The history describes them in words.
    await openTab(page, 'History');
    await drawer(page)
      .getByText(/^Additional caps: 1,000 impressions per hour, evenly; \$2.*… → 1,000 impressions per hour, evenly$/)
      .waitFor();
  });
});

describe('[USER-03] exchange rates', () => {
  test('the super admin reaches them from the config and sets each currency once', async () => {
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
    await expect.poll(() => errorOf(box(page, 'Rate'))).toBe('Must be more than 0');
    await box(page, 'Rate').fill('157.1');
    await press(page, 'Create exchange rate');
    await page.getByText('Exchange rate created').waitFor();
    await page.goto('/exchangerates?open=new');
    await choose(page, 'Currency', 'JPY – Japanese yen', 'jpy');
    await box(page, 'Rate').fill('1');
    await press(page, 'Create exchange rate');
    await expect.poll(() => errorOf(list(page, 'Currency'))).toBe('Another exchange rate has this currency');
    // The typed text is discarded.
    await press(page, 'Clear');
    await page.keyboard.press('Escape');

    // The value is not an amount in dollars, and is edited in place.
    const row = rowOf(page, 'JPY – Japanese yen');
    await row.getByText('157.10', { exact: true }).click();
    await page.getByRole('textbox', { name: /^Rate of JPY/ }).fill('160');
    await page.keyboard.press('Enter');
    await row.getByText('160.00', { exact: true }).waitFor();
    await page.getByText('JPY – Japanese yen: 157.10 → 160').waitFor();
  });

  test('the palette of an admin links to them; an account has no such page', async () => {
    const page = await ui.open('admin', '/demands');
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('exch');
    await page.getByRole('option', { name: 'Exchange rates' }).click();
    await page.waitForURL('**/exchangerates');
    const other = await ui.open('demand', '/exchangerates');
    await other.waitForURL((url) => url.pathname !== '/exchangerates');
  });
});

describe('candidates of a channel', () => {
  test('the waterfall and its dialog show the integration of each tag; bidding ones come first', async () => {
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
    expect(await rows.nth(0).getByText('OpenRTB', { exact: true }).count()).toBe(1);
    expect(await rows.nth(0).getByText('Bids', { exact: true }).count()).toBe(1);
    expect(await rows.nth(1).getByText('Prebid', { exact: true }).count()).toBe(1);
    expect(await rows.nth(2).getByText('$9.00', { exact: true }).count()).toBe(1);
    expect(await table.getByText('Below floor').count()).toBe(0);
    await page.getByRole('button', { name: 'Attach tags' }).click();
    await page.getByRole('radio', { name: 'Attached', exact: true }).check();
    const candidate = page
      .getByRole('table', { name: 'Tags to attach' })
      .getByRole('row')
      .filter({ hasText: exchange });
    await candidate.getByText('OpenRTB', { exact: true }).waitFor();
    await candidate.getByText('Bids', { exact: true }).waitFor();
  });
});
