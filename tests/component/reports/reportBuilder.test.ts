import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { today } from '../../e2e/console/steps/savedReports.ts';
import { playTag } from '../../e2e/playTag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
let channel: { id: number; name: string };

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  type Rows = { rows: { id: number; uid: string; name: string }[] };
  const { body } = await client.call<Rows>('GET', '/api/demand/channels');
  const [first, second] = body.rows;
  if (!first || !second) throw new Error('the demo has no two channels');
  channel = first;
  for (const [uid, site] of [
    [first.uid, 'news.example'],
    [first.uid, 'sport.example'],
    [second.uid, 'news.example'],
  ] as const) {
    await playTag(`${ui.product.adsUrl}/vast/${uid}?url=${encodeURIComponent(`https://${site}/page`)}`, ui.product);
  }
  await eventually(
    () => runReport(client, { dimensions: ['channel', 'site'], metrics: ['reqs'] }),
    ({ totals }) => Number(totals['reqs']) >= 3,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the question of a report', () => {
  test('a metric that is incompatible with the selection says why, and offers a way out', async () => {
    const page = await open('dims=tag&metrics=imps');
    await page.getByRole('button', { name: /^Metrics/ }).click();
    const calls = page.getByRole('checkbox', { name: /^Calls/ });
    await calls.waitFor();
    expect(await calls.isDisabled()).toBe(true);
    await page
      .getByText('Calls: counted per channel request, cannot be combined with demand.', {
        exact: true,
      })
      .waitFor();
    await page.getByRole('button', { name: 'Remove Tag to see Calls' }).click();
    await expectSearch(page, { dims: 'none', metrics: 'imps,calls' });
    await expect.poll(() => headings(page)).toEqual(['Impressions', 'Calls']);
  });

  test('metrics are reordered by keyboard', async () => {
    const page = await open('dims=channel&metrics=imps,reqs,rev');
    await page.getByRole('button', { name: /^Metrics/ }).click();
    const up = page.getByRole('button', { name: 'Move Revenue up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expectSearch(page, { metrics: 'imps,rev,reqs' });
    // The button keeps the focus, so that the next key press continues.
    await page.keyboard.press('Enter');
    await expectSearch(page, { metrics: 'rev,imps,reqs' });
    await expect.poll(() => headings(page)).toEqual(['Channel', 'Revenue', 'Impressions', 'Requests']);
  });

  test('a metric filter excludes rows and not totals; without rows it says why', async () => {
    const page = await open('dims=channel&metrics=reqs');
    await rowsOf(page).nth(1).waitFor();
    await page.getByRole('button', { name: 'Metric filter', exact: true }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('nonsense');
    await chooseMetric(page, 'Requests');
    await page.getByRole('button', { name: 'Add metric filter' }).last().click();
    await page.getByText('Enter a number with at most 9 decimals').waitFor();
    await page.getByRole('textbox', { name: 'Value' }).fill('1');
    await page.getByRole('button', { name: 'Add metric filter' }).last().click();
    await expectSearch(page, { having: 'reqs:gt:1' });
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByText('The totals include all rows, also those hidden by metric filters.').waitFor();
    await page.goto(`/report?${range()}&dims=channel&metrics=reqs&having=reqs:gt:1000000`);
    await page.getByRole('list', { name: 'Why there are no rows' }).waitFor();
    await page.getByRole('button', { name: 'Clear metric filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
  });

  test('figures are shown beside those of earlier days, with a sign of the change, and rows are sorted by it', async () => {
    const page = await open('dims=channel&metrics=reqs');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Same days, earlier week' }).click();
    await expectSearch(page, { compare: 'week' });
    await expect.poll(() => headings(page)).toEqual(['Channel', 'Requests', 'Requests, previous', 'Requests, change']);
    await page.getByRole('button', { name: 'Requests, change' }).click();
    await expectSearch(page, { sort: '-reqs.change' });
    // Nothing was counted a week ago: there is no change to show.
    await expect.poll(() => cellsOf(rowsOf(page).first()).then((cells) => cells.slice(2))).toEqual(['0', '–']);
  });

  test('OpenRTB 2.6, 3.2.1: test requests are shown on their own, and never among live ones', async () => {
    const { body: found } = await client.call<{ uid: string }>('GET', `/api/demand/channels/${channel.id}`);
    const video = { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 360 };
    const site = { page: 'https://test.example/page', publisher: { id: 'p' } };
    const device = { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' };
    const request = { id: 'a', test: 1, imp: [{ id: '1', video }], site, device };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${ui.product.adsUrl}/rtb/${found.uid}`, { method: 'POST', body: JSON.stringify(request), headers });
    await eventually(
      () => runReport(client, { dimensions: ['site'], metrics: ['calls'], traffic: 'test' }),
      ({ totals }) => Number(totals['calls']) === 1,
    );
    const page = await open('dims=site&metrics=calls');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Traffic: live' }).press('ArrowRight');
    await page.getByRole('menuitemradio', { name: 'Test requests' }).click();
    await expectSearch(page, { traffic: 'test' });
    await page.getByText('Test requests only: they earn and cost nothing.').waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect((await cellsOf(rowsOf(page).first())).slice(-2)).toEqual(['test.example', '1']);
  });

  test('every setting is in the address, and an invalid one is named', async () => {
    const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
    const address = [
      `from=${day}&to=${day}&zone=3&dims=day,channel&metrics=reqs,fill&f=channel:in:${channel.id}`,
      'having=reqs:gt:0&compare=previous&pivot=channel&view=bars&chart=fill&top=15&limit=100&zero=hide&errors=hide',
    ].join('&');
    const page = await open(address, '');
    await page.getByRole('columnheader', { name: `${channel.name} · Fill` }).waitFor();
    await page.getByRole('heading', { name: 'Fill by day, channel' }).waitFor();
    await page.getByRole('button', { name: /UTC\+3/ }).waitFor();
    await page.goto(`/report?${range()}&dims=channel,colour&metrics=reqs&having=luck:gt:1&view=pie`);
    const banner = page.getByText('Part of this link could not be read.');
    await banner.waitFor();
    await page
      .getByText(
        'Unknown dimension “colour”, or no access to it. Metric filter “luck:gt:1” is not valid. Unknown chart type “pie”.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('dims')).toBe('channel');
  });

  test('a fault found by the server is shown beside the part it belongs to', async () => {
    const page = await open(`dims=day&metrics=reqs&f=channel:in:${channel.id}`);
    await rowsOf(page).first().waitFor();
    const problems = [
      { code: 'bad', message: 'Too many days', path: 'endDate' },
      { code: 'bad', message: 'No such channel', path: 'filters.0.values.0' },
    ];
    await page.route('**/api/rrun', (route) => {
      const { dimensions } = route.request().postDataJSON() as { dimensions?: string[] };
      // The frame runs reports of its own.
      return dimensions?.includes('hour') ? route.fulfill({ status: 422, json: { problems } }) : route.fallback();
    });
    await page.getByRole('button', { name: 'Time unit day' }).click();
    await page.getByRole('menuitemradio', { name: 'hour', exact: true }).click();
    await page.getByText('No such channel', { exact: true }).waitFor();
    await page.getByText('Too many days', { exact: true }).waitFor();
  });
});

describe('the table', () => {
  test('a dimension in columns has the figures of the store, including rates', async () => {
    const { rows } = await runToday({ dimensions: ['site', 'channel'], metrics: ['reqs', 'opp_rate'] });
    const page = await open('dims=site,channel&metrics=reqs,opp_rate');
    await page.getByRole('button', { name: 'Columns none' }).click();
    await page.getByRole('menuitemradio', { name: 'Channel', exact: true }).click();
    await expectSearch(page, { pivot: 'channel' });
    await page.getByRole('button', { name: 'Columns Channel' }).waitFor();
    const name = `${channel.name} · Requests`;
    await page.getByRole('columnheader', { name }).waitFor();
    const heads = await headings(page);
    const row = page.getByRole('row', { name: /^news\.example/ });
    const meant = rows.find((each) => each['site'] === 'news.example' && each['channel'] === channel.id);
    await expect
      .poll(async () => (await cellsOf(row))[heads.indexOf(name)])
      .toBe(Number(meant?.['reqs']).toLocaleString('en-US'));
    const rate = (await cellsOf(row))[heads.indexOf(`${channel.name} · Opp. rate`)];
    expect(rate).toBe(`${(Number(meant?.['opp_rate']) * 100).toFixed(2)}%`);
    await page.getByText('2 columns by channel. The first columns are the row totals.').waitFor();
  });

  test('a value is included, excluded and broken down from its menu, and Back undoes each', async () => {
    const page = await open('dims=channel&metrics=reqs');
    await menuOf(page, channel.name);
    await page.getByRole('menuitem', { name: 'Break down by' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Site', exact: true }).click();
    await expectSearch(page, { dims: 'site', f: `channel:in:${channel.id}` });
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.goBack();
    await expectSearch(page, { dims: 'channel', f: null });
    // The right mouse button opens the same menu anywhere in the row.
    await page
      .getByRole('row', { name: new RegExp(`^${channel.name}`) })
      .getByRole('cell')
      .first()
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: `Exclude ${channel.name}` }).click();
    await expectSearch(page, { f: `channel:not_in:${channel.id}` });
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.goBack();
    await menuOf(page, channel.name);
    await page.getByRole('menuitem', { name: 'Open channel' }).click();
    await expect.poll(() => page.url()).toContain(`/channels?open=${channel.id}`);
  });

  test('a row is copied with its exact values by keyboard only', async () => {
    const page = await open('dims=channel&metrics=reqs,rev');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button', { name: `Actions for ${channel.name}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.getByRole('menuitem', { name: 'Copy row' }).press('Enter');
    await page.getByText('Row copied').waitFor();
    const { rows } = await runToday({ dimensions: ['channel'], metrics: ['reqs', 'rev'] });
    const meant = rows.find((each) => each['channel'] === channel.id);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${channel.name}\t${meant?.['reqs']}\t${meant?.['rev']}`,
    );
  });

  test('selected sites are added to a new block list, which the message links to and can undo', async () => {
    const page = await open('dims=site&metrics=reqs');
    await page.getByRole('checkbox', { name: 'Select sport.example' }).check();
    await page.getByRole('button', { name: 'Add 1 site to list…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 site to a list' });
    await dialog.getByRole('radio', { name: 'New list' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Not these sites');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 site added to Not these sites').waitFor();
    type Lists = { rows: { id: number; name: string; mode: string }[] };
    const listOf = async () => {
      const { body } = await client.call<Lists>('GET', '/api/demand/applists?q=Not%20these');
      return body.rows[0];
    };
    const list = await listOf();
    expect(list).toMatchObject({ name: 'Not these sites', mode: 'block' });
    const members = async () => {
      const { body } = await client.call<{ total: number }>('GET', `/api/demand/applists/${list?.id}/members`);
      return body.total;
    };
    expect(await members()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Removed from Not these sites').waitFor();
    expect(await members()).toBe(0);
    await page.getByRole('button', { name: 'Actions for sport.example' }).click();
    await page.getByRole('menuitem', { name: 'Add to list…' }).click();
    await dialog.getByRole('radio', { name: 'New list' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nor these');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Open list' }).click();
    await expect.poll(() => page.url()).toMatch(/\/applists\?open=\d+/);
  });

  test('a slow report is stopped, and run again', async () => {
    const page = await open('dims=channel&metrics=reqs');
    await rowsOf(page).first().waitFor();
    let isBlocked = true;
    await page.route('**/api/rrun', async (route) => {
      // The request is canceled before its response.
      if (!isBlocked) await route.continue();
    });
    await page.getByRole('button', { name: 'Time unit none' }).click();
    await page.getByRole('menuitemradio', { name: 'day', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The report was stopped. The previous result is shown below.').waitFor();
    isBlocked = false;
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('columnheader', { name: 'Day' }).waitFor();
  });
});

describe('the charts', () => {
  test('one that does not fit the question says what is missing, and adds it', async () => {
    const page = await open('dims=channel&metrics=fill&view=area');
    await page.getByText('A chart over time needs a time dimension.').waitFor();
    await page.getByRole('button', { name: 'Add Hour', exact: true }).click();
    await page.getByText('Fill cannot be stacked: its parts do not add up to a total.').waitFor();
    await page.getByRole('button', { name: 'Add Impressions' }).click();
    await expectSearch(page, { dims: 'hour,channel', metrics: 'fill,imps', chart: 'imps' });
    await page
      .getByRole('img', { name: /^Impressions by hour, channel/ })
      .locator('canvas')
      .waitFor();
  });

  test('the heat map has each hour of the week in words and figures', async () => {
    const page = await open('dims=channel&metrics=reqs');
    await page.getByRole('combobox', { name: 'Chart type' }).click();
    await page.getByRole('option', { name: 'Weekly heat map' }).click();
    await page.getByRole('button', { name: 'Use day of week and hour' }).click();
    const map = page.getByRole('table', { name: /^Requests by day of week, hour of day/ });
    await map.waitFor();
    expect(await map.getByRole('rowheader').allTextContents()).toEqual([
      ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    ]);
    const { totals } = await runToday({ dimensions: [], metrics: ['reqs'] });
    const cells = (await map.getByRole('cell').allTextContents()).filter((text) => text !== '–');
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(Number(totals['reqs']));
  });

  test('the funnel equals the report, and shows why requests were lost', async () => {
    const page = await open(`dims=day&metrics=reqs&view=funnel&f=tag:in:1`);
    await page.getByText('The funnel counts channel requests, which cannot be filtered by tag.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Remove the filter on Tag' }).click();
    const { totals } = await runToday({ dimensions: [], metrics: ['calls', 'reqs', 'opps', 'imps'] });
    const funnel = page.getByRole('list', { name: 'From calls to impressions' });
    for (const [label, key] of [
      ['Calls', 'calls'],
      ['Requests', 'reqs'],
      ['Opportunities', 'opps'],
      ['Impressions', 'imps'],
    ] as const) {
      const step = funnel.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) });
      await expect.poll(() => step.textContent()).toContain(`${label}${Number(totals[key]).toLocaleString('en-US')}`);
    }
  });

  test('changes of the report’s single object are shown beside its chart', async () => {
    const { body } = await client.call<{ rows: { id: number; name: string }[] }>('GET', '/api/demand/channels');
    const meant = body.rows.at(-1);
    await client.call('PATCH', `/api/demand/channels/${meant?.id}`, { name: 'Renamed on the way' });
    const page = await open(`dims=hour&metrics=reqs&view=line&f=channel:in:${channel.id}`);
    await page.getByRole('img', { name: /^Requests by hour/ }).waitFor();
    expect(await page.getByText(/Renamed on the way/).count()).toBe(0);
    await page.goto(`/report?${range()}&dims=hour&metrics=reqs&view=line&f=channel:in:${meant?.id}`);
    const changes = page.getByRole('region', { name: 'Changes in this period' });
    await changes.getByText(/Renamed on the way/).waitFor();
    await changes.getByRole('link', { name: 'History' }).waitFor();
    await client.call('PATCH', `/api/demand/channels/${meant?.id}`, { name: meant?.name });
  });
});

/** Today in the time zone of the account: the plays were made at most a moment before. */
function range(): string {
  return 'range=today';
}

async function open(search: string, days = range()): Promise<Page> {
  return ui.open('demand', `/report?${[days, search].filter(Boolean).join('&')}`);
}

function runToday(body: Record<string, unknown>) {
  return runReport(client, { startDate: today(), endDate: today(), offset: 1, ...body });
}

/** The rows in the page, without headings and totals. */
function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Report' }).locator('tr[data-row]');
}

async function cellsOf(row: Locator): Promise<string[]> {
  return row.getByRole('cell').allTextContents();
}

function headings(page: Page): Promise<string[]> {
  return page.getByRole('table', { name: 'Report' }).getByRole('columnheader').allTextContents();
}

async function menuOf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menu').waitFor();
}

async function chooseMetric(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Metric', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Waits until the address has these parameters; null = absent. */
async function expectSearch(page: Page, parts: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(parts)) {
    await expect.poll(() => new URL(page.url()).searchParams.get(name), { message: name }).toBe(value);
  }
}
