import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { playTag } from '../../e2e/playTag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

const storedVast = `<VAST version="3.0"><Ad id="hand"><InLine><AdSystem>By hand</AdSystem><AdTitle>Made by hand</AdTitle>
<Impression><![CDATA[https://partner.example/i]]></Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://partner.example/a.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

let ui: ConsoleUnderTest;
let client: TestClient;
/** The tag URL copied from the console. */
let tagUrl = '';

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const inDrawer = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true });
const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name });

/** Selects an option of a select or combobox by its label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await drawer(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The table under the Dashboard's chart by minute, expanded. The other charts come before or after it. */
async function openMinutes(page: Page): Promise<Locator> {
  const minutes = page.getByRole('region', { name: 'Impressions, last two hours by minute', includeHidden: true });
  await page.locator('details').filter({ has: minutes }).getByText('Show as table').click();
  return minutes;
}

/** Requests an ad from the tag as a player does; true if the response contains one. */
async function requestAd(): Promise<boolean> {
  const answer = await fetch(tagUrl.replaceAll(/\[\w+\]/g, '1'));
  return (await answer.text()).includes('Made by hand');
}

describe('setting up an account by hand', () => {
  test('an advertiser is created', async () => {
    const page = await ui.open('demand', '/advertisers');
    await page.getByRole('button', { name: 'New advertiser' }).click();
    await inDrawer(page, 'Name').fill('Handmade Goods');
    await page.keyboard.press('Enter');
    await page.getByText('Advertiser created').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Handmade Goods' }).waitFor();
  });

  test('a tag with stored VAST: invalid markup is reported at its field, then it is saved', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await inDrawer(page, 'Name').fill('Handmade – stored');
    await choose(page, 'Advertiser', 'Handmade Goods');
    await tab(page, 'Endpoint').click();
    await inDrawer(page, 'Ad tag URL').waitFor();
    await choose(page, 'Source', 'Stored VAST');
    await inDrawer(page, 'Ad tag URL').waitFor({ state: 'detached' });
    const vast = inDrawer(page, 'VAST');
    await vast.fill('<VAST version="3.0"><Ad>');
    await tab(page, 'Price').click();
    // As pasted from a spreadsheet, with a thousands separator.
    await inDrawer(page, 'Rate').fill('1,000');
    await drawer(page).getByRole('button', { name: 'Create tag' }).click();

    await page.getByText('Error on save').first().waitFor();
    await expect.poll(() => tab(page, 'Endpoint').getAttribute('aria-selected')).toBe('true');
    await drawer(page)
      .getByText(/^Not valid VAST/)
      .waitFor();
    await expect.poll(() => vast.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await vast.getAttribute('aria-invalid')).toBe('true');
    const described = await vast.getAttribute('aria-describedby');
    expect(await page.locator(`#${described?.split(' ')[0]?.replaceAll(/[^\w-]/g, '\\$&')}`).textContent()).toMatch(
      /^Not valid VAST/,
    );
    await vast.fill(storedVast);
    await drawer(page).getByRole('button', { name: 'Create tag' }).click();
    await page.getByText('Tag created').waitFor();
    const { body } = await client.call<{ rows: { rate: string }[] }>('GET', '/api/demand/tags?q=Handmade');
    expect(body.rows.map((row) => Number(row.rate))).toEqual([1000]);
  });

  test('a sub-publisher is created, and its fields follow its cost model', async () => {
    const page = await ui.open('demand', '/subpublishers?open=new');
    await inDrawer(page, 'Name').fill('Handmade Blog');
    await inDrawer(page, 'Revenue share').waitFor();
    expect(await inDrawer(page, 'CPM').count()).toBe(0);
    await choose(page, 'Cost model', 'Fixed CPM per impression');
    await inDrawer(page, 'CPM').fill('2.5');
    expect(await inDrawer(page, 'Revenue share').count()).toBe(0);
    await drawer(page).getByRole('button', { name: 'Create sub-publisher' }).click();
    await page.getByText('Sub-publisher created').waitFor();
  });

  test('a channel is created with the tag in its waterfall, and its URL returns the ad', async () => {
    const page = await ui.open('demand', '/channels?open=new');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await inDrawer(page, 'Name').fill('Handmade – pre-roll');
    await choose(page, 'Sub-publisher', 'Handmade Blog');
    await drawer(page).getByRole('button', { name: 'Create channel' }).click();
    await page.getByText('Channel created').waitFor();

    await tab(page, 'Waterfall').click();
    await drawer(page).getByText('No tags in this waterfall').waitFor();
    await drawer(page).getByRole('button', { name: 'Attach tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach tags' });
    await dialog.getByRole('checkbox', { name: 'Handmade – stored' }).check();
    await dialog.getByRole('button', { name: 'Attach 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await drawer(page).getByRole('link', { name: 'Handmade – stored' }).waitFor();
    await drawer(page).getByText('Handmade Goods').waitFor();

    await tab(page, 'Get tag').click();
    await drawer(page).getByRole('button', { name: 'Copy URL' }).click();
    await drawer(page).getByRole('button', { name: 'Copied' }).first().waitFor();
    tagUrl = await page.evaluate(() => navigator.clipboard.readText());
    expect(tagUrl).toMatch(new RegExp(`^${ui.product.adsUrl}/vast/[0-9a-z]{16}\\?`));
    expect(await eventually(requestAd, (isAd) => isAd, 4)).toBe(true);
  });

  test('a click on its switch pauses the channel, and Undo restores the ad', async () => {
    const page = await ui.open('demand', '/channels?q=Handmade');
    const toggle = page.getByRole('switch', { name: 'Handmade – pre-roll is active' });
    await toggle.click();
    await page.getByText('Channel paused').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    await eventually(requestAd, (isAd) => !isAd, 4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    await eventually(requestAd, (isAd) => isAd, 4);
  });

  test('a change that the server refuses is reverted and reported', async () => {
    const page = await ui.open('demand', '/channels?q=Handmade');
    const toggle = page.getByRole('switch', { name: 'Handmade – pre-roll is active' });
    await page.route('**/api/demand/channels/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await toggle.click();
    await page.getByText('Error on save').first().waitFor();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
  });

  test('the waterfall is changed in place: a weight, and a detached tag that Undo restores', async () => {
    const page = await ui.open('demand', '/channels?q=Handmade');
    await page.getByRole('link', { name: 'Handmade – pre-roll' }).click();
    await tab(page, 'Waterfall').click();
    const weight = drawer(page).getByRole('textbox', { name: 'Weight of Handmade – stored' });
    await weight.fill('30');
    await page.keyboard.press('Enter');
    await page.getByText('Weight of Handmade – stored: 30').waitFor();
    await drawer(page).getByRole('button', { name: 'Actions for Handmade – stored' }).click();
    await page.getByRole('menuitem', { name: 'Detach tag' }).click();
    await drawer(page).getByText('No tags in this waterfall').waitFor();
    await page.getByText('Handmade – stored detached').waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.poll(() => undo.count()).toBe(1);
    await undo.click();
    await expect.poll(() => weight.inputValue()).toBe('30');
  });
});

describe('the figures of its traffic', () => {
  /** Number of times the ad is shown below. */
  const plays = 3;
  const metrics = 'reqs,opps,imps,fill,rev,cost,profit';

  test('are in the report by channel', async () => {
    const before = await rowOfHandmade();
    for (let play = 0; play < plays; play += 1) await playTag(tagUrl.replaceAll(/\[\w+\]/g, '1'), ui.product);
    await eventually(rowOfHandmade, (row) => Number(row['imps'] ?? 0) >= Number(before['imps'] ?? 0) + plays);

    const page = await ui.open('demand', '/report?range=today');
    await page.getByRole('button', { name: 'Dimensions' }).click();
    await page.getByRole('checkbox', { name: /^Channel/ }).check();
    await page.getByRole('checkbox', { name: /^Day ?Day in/ }).uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.get('dims')).toBe('channel');
    await page.goto(`/report?range=today&dims=channel&metrics=${metrics}`);
    const row = page.getByRole('row', { name: /Handmade – pre-roll/ });
    await row.waitFor();
    const answer = await rowOfHandmade();
    expect(answer).toMatchObject({ imps: plays, rev: '3.00', cost: '0.0075' });
    expect((await row.getByRole('cell').allTextContents()).slice(1)).toEqual([
      String(answer['reqs']),
      String(answer['opps']),
      String(plays),
      `${(Number(answer['fill']) * 100).toFixed(2)}%`,
      '$3.00',
      '$0.0075',
      '$2.99',
    ]);
  });

  test('[ROUTE-07] the address of a report reproduces it in another window', async () => {
    const first = await ui.open('demand', `/report?range=today&dims=channel,tag&metrics=${metrics}`);
    await first.getByRole('button', { name: 'Impressions', exact: true }).click();
    await expect.poll(() => new URL(first.url()).searchParams.get('sort')).toMatch(/^-?imps$/);
    await first
      .getByRole('row', { name: /Handmade – pre-roll/ })
      .first()
      .waitFor();
    const second = await ui.open('demand', first.url());
    await second
      .getByRole('row', { name: /Handmade – pre-roll/ })
      .first()
      .waitFor();
    expect(await tableOf(second)).toEqual(await tableOf(first));
  });

  test('are on the Dashboard, equal to the report', async () => {
    const page = await ui.open('demand', '/');
    const tiles = page.getByRole('region', { name: 'Today so far' });
    const { totals } = await runToday({ dimensions: [], metrics: ['reqs', 'opps', 'imps', 'rev', 'profit'] });
    await expect.poll(() => tiles.textContent()).toContain(`Impressions${totals['imps']}`);
    const text = (await tiles.textContent()) ?? '';
    expect(text).toContain(`Requests${totals['reqs']}`);
    expect(text).toContain(`Opportunities${totals['opps']}`);
    expect(text).toContain(`Revenue$${Number(totals['rev']).toFixed(2)}`);
    expect(text).toContain(`Profit$${Number(totals['profit']).toFixed(2)}`);
    const channels = page.getByRole('table', { name: 'Top channels today' });
    await channels.getByRole('link', { name: 'Handmade – pre-roll', exact: true }).click();
    await drawer(page).getByRole('heading', { name: 'Handmade – pre-roll' }).waitFor();
  });

  test('are on the Dashboard by minute, with the largest values of the selected dimension', async () => {
    const page = await ui.open('demand', '/');
    // The current minute is not shown: in this window it is over.
    await page.clock.setSystemTime(Date.now() + 60_000);
    await page.reload();
    const minutes = await openMinutes(page);
    const { totals } = await runToday({ dimensions: [], metrics: ['imps'] });
    const counts = async () => {
      const cells = await minutes.getByRole('cell').allTextContents();
      return { minutes: cells.length, imps: cells.reduce((sum, text) => sum + Number(text), 0) };
    };
    await expect.poll(counts).toEqual({ minutes: 120, imps: totals['imps'] });
    await page.getByRole('combobox', { name: 'List by' }).last().click();
    await page.getByRole('option', { name: 'Advertiser' }).click();
    const advertisers = page.getByRole('table', { name: 'Top advertisers today' });
    await advertisers.getByRole('link', { name: 'Handmade Goods', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('demand')).toBe('advertiser');
  });

  test('are on the Dashboard of partners by minute too', async () => {
    for (const login of ['sub', 'adv']) {
      const page = await ui.open(login, '/');
      const minutes = await openMinutes(page);
      await expect.poll(() => minutes.getByRole('cell').count()).toBe(120);
    }
  });

  test('raise an alert on the Dashboard when a cap is reached, with a link to the cap', async () => {
    const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demand/tags?q=Handmade');
    const id = body.rows[0]?.id ?? 0;
    expect((await client.call('PATCH', `/api/demand/tags/${id}`, { impsPerDay: 1 })).status).toBe(200);
    const page = await ui.open('demand', '/');
    const alerts = page.getByRole('list', { name: 'Alerts' });
    const alarm = alerts.getByRole('listitem').filter({ hasText: 'Daily impression cap of 1 reached' });
    await alarm.getByRole('link', { name: /^Handmade/ }).click();
    await drawer(page).getByRole('tab', { name: 'Delivery', selected: true }).waitFor();
    expect((await client.call('PATCH', `/api/demand/tags/${id}`, { impsPerDay: null })).status).toBe(200);
  });

  test('a sub-publisher sees only its own channels, and neither revenue nor profit anywhere', async () => {
    const page = await ui.open('sub', '/');
    await page.getByRole('region', { name: 'Today so far' }).waitFor();
    expect(await page.locator('#content').textContent()).not.toMatch(/Revenue|Profit|Margin|Handmade/);
    await page.goto(`/report?range=today&dims=channel&metrics=${metrics}`);
    const table = page.getByRole('table', { name: 'Report' });
    await table.waitFor();
    await page
      .getByText(/^\d+ rows?$|No traffic on these days/)
      .first()
      .waitFor();
    const text = (await page.locator('#content').textContent()) ?? '';
    expect(text).not.toMatch(/Revenue|Profit|Handmade/);
    await page.getByRole('button', { name: 'Metrics' }).click();
    await page.getByRole('checkbox', { name: /^Requests/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^(Revenue|Profit|Margin)/ }).count()).toBe(0);
  });

  /** Today in the time zone of the demo account, as the console requests it. */
  async function runToday(body: Record<string, unknown>) {
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    return runReport(client, { startDate: today, endDate: today, offset: 1, ...body });
  }

  async function rowOfHandmade() {
    const { rows } = await runToday({ dimensions: ['channel'], metrics: metrics.split(',') });
    return rows.find((row) => row['channel_name'] === 'Handmade – pre-roll') ?? {};
  }
});

/** The texts of a report's table, by row. */
async function tableOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Report' }).getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}
