import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
/** The page of a test. */
let page: Page;

/** Responses of the API, of which the tests read a few fields. */
interface Rows<T> {
  rows: T[];
  total: number;
}

async function get<T>(path: string): Promise<T> {
  const { status, body } = await client.call<T>('GET', path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * A viewer of a page of the publisher: requests an ad from the channel and, if there is one, reports its impression.
 */
async function watch(channel: string, params: Record<string, string>): Promise<string> {
  const { rows } = await get<Rows<{ name: string; uid: string }>>('/api/demand/channels?size=100');
  const uid = rows.find(({ name }) => name === channel)?.uid;
  const xml = await (await fetch(`${ui.product.adsUrl}/vast/${uid}?${new URLSearchParams(params)}`)).text();
  for (const [, url = ''] of xml.matchAll(
    /<(?:Impression|Tracking event="(?:start|complete)")[^>]*><!\[CDATA\[([^\]]+)/g,
  ))
    if (url.startsWith(ui.product.adsUrl)) await fetch(url);
  return xml;
}

beforeAll(async () => {
  ui = await openConsole({ DATABASE_EDITION: 'V2V' });
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const viewers: [string, Record<string, string>][] = [
    ['Player page – inline ad', { pubid: 'pub-0017', pub_name: 'Daily News', url: 'https://news.example/a' }],
    ['Player page – inline ad', { pubid: 'pub-0017', pub_name: 'Daily News', url: 'https://news.example/b' }],
    ['Player page – two wrappers deep', { pubid: 'pub-0042', pub_name: 'Cooking', url: 'https://www.food.example/' }],
    ['Recipes app – mid-roll', { sub_id: 'desk-9', app_bundle: 'com.Recipes', app_name: 'All recipes', os: 'Android' }],
  ];
  for (const [channel, params] of viewers) expect(await watch(channel, params)).toContain('<Impression');
  const counted = async () => {
    const { rows } = await get<Rows<{ figures: { reqs: number; imps: number } }>>('/api/observed/publishers');
    return rows.map(({ figures }) => [figures.reqs, figures.imps]);
  };
  // One publisher with two requests and two with one, all of them sold.
  await eventually(
    counted,
    (figures) => figures.length === 3 && figures.flat().reduce((sum, each) => sum + each) === 8,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

/** The texts of a row by column heading. */
async function cellsOf(name: string): Promise<Record<string, string>> {
  const headings = await page.locator('thead th').allTextContents();
  const texts = await row(name).locator('td').allTextContents();
  return Object.fromEntries(headings.map((heading, index) => [heading.trim(), (texts[index] ?? '').trim()]));
}

describe('observed inventory, a minute after its traffic', () => {
  test('publishers: as their requests declare them, with figures and a search', async () => {
    page = await ui.open('demand', '/publishers');
    await row('pub-0017').waitFor();
    expect(await cellsOf('pub-0017')).toMatchObject({ Name: 'Daily News', Requests: '2', Impressions: '2' });
    expect(await cellsOf('desk-9')).toMatchObject({ Requests: '1' });
    await page.getByRole('textbox', { name: 'Search publishers' }).fill('cook');
    await row('pub-0017').waitFor({ state: 'detached' });
    expect(await cellsOf('pub-0042')).toMatchObject({ Name: 'Cooking' });
    await page.getByRole('textbox', { name: 'Search publishers' }).fill('nobody');
    await page.getByText('No observed publishers contain “nobody”.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await row('pub-0017').waitFor();
  });

  test('applications: the name and the operating system that the request declares', async () => {
    page = await ui.open('demand', '/applications');
    await row('com.Recipes').waitFor();
    expect(await cellsOf('com.Recipes')).toMatchObject({ Name: 'All recipes', OS: 'Android', Environment: 'In-app' });
  });

  test('creatives: their owner, how they play and which tags returned them', async () => {
    page = await ui.open('demand', '/tcreatives');
    await row('City bikes').waitFor();
    expect(await cellsOf('City bikes')).toMatchObject({
      'Advertiser domain': 'bikes.example',
      Advertiser: 'City Bikes',
      Duration: '8 s',
      Wrappers: '0',
      // A partner behind Prebid Server may have returned it as well.
      Tags: expect.stringMatching(/^Bikes – inline/),
    });
    expect(await cellsOf('Slow travel')).toMatchObject({ Wrappers: '2' });
    await page.getByRole('combobox', { name: 'Returned by tag' }).click();
    await page.getByRole('option', { name: 'Bikes – inline' }).click();
    await row('Slow travel').waitFor({ state: 'detached' });
    expect(page.url()).toContain('tag=');
  });
});

test('revenue and eCPM follow the name, the highest revenue first', async () => {
  const names = {
    '/publishers': ['Publisher', 'Name'],
    '/applications': ['App', 'Name'],
    '/sites': ['Site'],
    '/tcreatives': ['Creative'],
  };
  for (const [path, first] of Object.entries(names)) {
    page = await ui.open('demand', path);
    await page.locator('tbody tr').first().waitFor();
    const headings = (await page.locator('thead th').allTextContents()).map((text) => text.trim());
    const shown = [...first, 'Revenue', 'eCPM'];
    const at = headings.indexOf(first[0] ?? '');
    expect(headings.slice(at, at + shown.length), path).toEqual(shown);
    const heading = page.getByRole('columnheader', { name: 'Revenue' });
    expect(await heading.getAttribute('aria-sort'), path).toBe('descending');
  }
});

describe('adding to lists', () => {
  test('selected publishers are added to a list, which is shown beside them, and can be undone', async () => {
    page = await ui.open('demand', '/publishers');
    await row('pub-0042').getByRole('checkbox').check();
    await row('desk-9').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add to list…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 2 publishers to a list' });
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: /Direct publishers/ }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 publishers added to Direct publishers').waitFor();
    await row('pub-0042').getByRole('link', { name: 'Direct publishers' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('pub-0042').getByRole('link', { name: 'Direct publishers' }).waitFor({ state: 'detached' });
    // That one was a member already.
    await row('pub-0017').getByRole('link', { name: 'Direct publishers' }).waitFor();
  });

  test('a new list is created in the same step, by keyboard only, and its members have a page', async () => {
    page = await ui.open('demand', '/applications');
    await row('com.Recipes').getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Add to list…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add 1 app to a list' });
    await dialog.getByRole('radio', { name: 'App list' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Watched');
    await page.keyboard.press('Enter');
    await page.getByText('1 app added to Watched').waitFor();
    const { rows } = await get<Rows<{ id: number; name: string; kind: string }>>('/api/demand/applists?q=Watched');
    expect(rows).toMatchObject([{ name: 'Watched', kind: 'bundle' }]);
    await page.goto(`/applications/${rows[0]?.id}`);
    await page.getByRole('heading', { level: 1, name: /Watched/ }).waitFor();
    await row('com.recipes').waitFor();
    await expect.poll(async () => (await cellsOf('com.recipes'))['Requests']).toBe('1');
  });

  test('inventory blocked everywhere is not served any more', async () => {
    page = await ui.open('demand', '/tcreatives');
    await row('City bikes').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add to list…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 creative to a list' });
    await dialog.getByRole('radio', { name: 'Block everywhere' }).check();
    await dialog.getByRole('button', { name: 'Block everywhere' }).click();
    await page.getByText('1 creative added to Blocked creatives').waitFor();
    await row('City bikes').getByRole('link', { name: 'Blocked creatives' }).waitFor();
    await expect
      .poll(() => watch('Player page – inline ad', { pubid: 'pub-0017' }), { timeout: 30_000 })
      .not.toContain('<Impression');
  });
});
