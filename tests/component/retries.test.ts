import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../e2e/apiClient.ts';
import { creativesOf } from '../e2e/console/worlds/creativeFiles.ts';
import { heading } from '../e2e/console/steps/framePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(() => ui.closeWindows());

const away = { status: 500, body: '' };

describe('a failed load is retried where its data is missing', () => {
  test('options to select', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.evaluate(() => sessionStorage.removeItem('list:advertisers'));
    await page.route('**/api/demand/advs/list', (route) => route.fulfill(away));
    await page.goto('/tags?open=new');
    await page.getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByText('The list could not be loaded.').waitFor();
    await page.unroute('**/api/demand/advs/list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: 'City Bikes' }).waitFor();
    expect(await page.getByText('The list could not be loaded.').count()).toBe(0);
  });

  test('saved views', async () => {
    const page = await ui.open('demand', '/tags');
    await page.route(/\/api\/views/, (route) => route.fulfill(away));
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(/\/api\/views/);
    await views.getByRole('button', { name: 'Try again' }).click();
    await views.getByText(/^No saved views yet/).waitFor();
  });

  test('the figures of a waterfall', async () => {
    const { body } = await client.call<{ rows: { id: number; name: string }[] }>('GET', '/api/demand/waterfall');
    const [row] = body.rows as unknown as { channelId: number }[];
    const page = await ui.open('demand', '/');
    await page.route('**/api/rrun', (route) => route.fulfill(away));
    await page.goto(`/channels?open=${row?.channelId}&tab=waterfall`);
    await page.getByText('Metrics could not be loaded').waitFor();
    await page.unroute('**/api/rrun');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Metrics since/).waitFor();
  });

  test('the figures of a list', async () => {
    const page = await ui.open('demand', '/');
    let isAway = true;
    await page.route(/\/api\/demand\/tags\?/, async (route) => {
      if (!isAway) return route.continue();
      const answer = { rows: [], total: 0, figures: 'away' };
      return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) });
    });
    await page.goto('/tags');
    await page.getByText('Metrics are temporarily unavailable').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Metrics are temporarily unavailable').waitFor({ state: 'detached' });
  });

  test('one retry of the report page also reloads all else that failed', async () => {
    const page = await ui.open('demand', '/');
    const paths = /\/api\/(rrun|verification\/(quota|imports))$/;
    await page.route(paths, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/pbReport?range=last7');
    await page.getByText('Monthly postbid limits could not be loaded.').waitFor();
    await page.getByText('Vendor results could not be loaded.').waitFor();
    const report = page.getByRole('alert').filter({ hasText: 'The report could not be run' });
    await report.waitFor();
    const retries = page.getByRole('button', { name: 'Try again' });
    // The report, the limits, the vendor results, and the system cost in the sidebar.
    await expect.poll(() => retries.count()).toBe(4);
    await page.unroute(paths);
    await report.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Monthly postbid limits' }).waitFor();
    await page.getByRole('button', { name: 'Imports…' }).waitFor();
    await expect.poll(() => retries.count()).toBe(0);
  });
});

test('a period without activity is widened', async () => {
  const page = await ui.open('demand', '/log?from=2020-01-01&to=2020-01-02');
  await page.getByText('No activity in this period').waitFor();
  await page.getByRole('button', { name: 'Last 30 days' }).last().click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('a creative without files links to its markup', async () => {
  const id = await (await creativesOf(client))('tag', { markup: '<b>Hi</b>', width: 300, height: 250 });
  const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
  await page.getByRole('link', { name: 'Edit markup' }).click();
  await page.getByRole('textbox', { name: 'Markup' }).waitFor();
});

test('an object that other partners use is cloned from the message that says so', async () => {
  const make = async (path: string, body: object) => (await client.call<{ id: number }>('POST', path, body)).body.id;
  const own = await make('/api/demand/advs', { name: 'Own partner' });
  const other = await make('/api/demand/advs', { name: 'Other partner' });
  const targeting = await make('/api/demand/targetings', { name: 'Shared', countries: ['DE'] });
  const url = 'https://ads.example/';
  await make('/api/demand/tags', { name: 'Of the other', advertiserId: other, url, targetingIds: [targeting] });
  const login = { name: 'Some', login: 'some', password: demoPassword, managerRole: 'trafficker' };
  await make('/api/demand/managers', { ...login, scopeAdvertiserIds: [own] });
  const page = await ui.open('some', `/targetings?open=${targeting}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shared, changed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Other partners of the account use this targeting/).waitFor();
  await page.getByRole('button', { name: 'Clone…' }).click();
  await page.getByRole('dialog', { name: /^Clone/ }).waitFor();
});

test('a refused revert links to what was done since', async () => {
  const { body } = await client.call<{ id: number }>('POST', '/api/demand/advs', { name: 'First name' });
  const rename = (name: string) => client.call('PATCH', `/api/demand/advs/${body.id}`, { name });
  await rename('Second name');
  const log = await client.call<{ rows: { id: number }[] }>('GET', `/api/log?entity=advertiser&rowId=${body.id}`);
  const page = await ui.open('demand', `/log?open=${log.body.rows[0]?.id}`);
  await page.getByRole('button', { name: 'Undo…' }).click();
  await rename('Third name');
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await question.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('link', { name: 'View activity' }).click();
  await expect.poll(() => new URL(page.url()).search).toContain(`rowId=${body.id}`);
  await page.getByText('3 entries').or(page.getByText('of 3 entries')).first().waitFor();
});
