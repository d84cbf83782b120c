import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { findRowByName } from '../../e2e/console/steps/findRowByName.ts';
import { placeOf } from '../../e2e/console/steps/framePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let admin: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const box = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true });
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

/** Creates a row through the API; returns its id. */
async function create(client: TestClient, path: string, row: object): Promise<number> {
  const answer = await client.call<{ id: number }>('POST', `/api/${path}`, row);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

/** Adds members to a list of the demo account. */
async function addMembers(list: string, lines: readonly string[]): Promise<void> {
  const answer = await fetch(`${ui.product.consoleUrl}/api/${list}/members?mode=add`, {
    method: 'POST',
    headers: { cookie: demand.cookie, origin: ui.product.consoleUrl, 'content-type': 'text/plain' },
    body: lines.join('\n'),
  });
  if (!answer.ok) throw new Error(`${list} answered ${answer.status}: ${await answer.text()}`);
}

/** The pages of buyers. */
const pages = [
  ['/adexchanges', 'Ad exchanges', 'New ad exchange'],
  ['/suppliers', 'Suppliers', 'New supplier'],
  ['/campaigns', 'Campaigns', 'New campaign'],
  ['/creatives', 'Creatives', 'New creative'],
  ['/deals', 'Deals', 'New deal'],
] as const;

describe('[ROUTE-01] the pages of the account', () => {
  test('[MODE-05] each has its list, and lets its users add to it', async () => {
    const harbour = await findRowByName(admin, '/api/demands', 'Harbour Broadcasting');
    expect((await admin.call('PATCH', `/api/demands/${harbour.id}`, { showDsp: true })).status).toBe(200);
    const page = await ui.open('harbour', '/campaigns');
    for (const [path, title, button] of pages) {
      await page.goto(path);
      await heading(page, title).waitFor();
      await page.getByRole('button', { name: button }).first().waitFor();
    }
  });

  test('[NAV-10] an SDK login manages the apps of its account', async () => {
    const page = await ui.open('sdk', '/sdk');
    await page.getByRole('button', { name: 'New app' }).click();
    await box(page, 'Name').fill('Living room');
    await box(page, 'Bundle').fill('tv.example.apps');
    await drawer(page).getByRole('button', { name: 'Create app' }).click();
    await page.getByText('App created').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'tv.example.apps').waitFor();
  });
});

describe('a form', () => {
  test('[REF-04] takes dates, refuses an end before the start, and its list shows them as YYYY-MM-DD', async () => {
    const page = await ui.open('demand', '/campaigns?open=new');
    const form = page.getByRole('form', { name: 'New campaign' });
    const field = (name: string) => form.getByRole('textbox', { name, exact: true });
    await field('Name').fill('Spring');
    await form.getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByRole('option', { name: 'City Bikes' }).click();
    await field('Start date').fill('2026-3-1');
    await field('End date').fill('2026-02-01');
    await field('Bid').fill('2.00');
    await form.getByRole('button', { name: 'Create campaign' }).click();
    await form.getByText('Must not be before the start date').first().waitFor();
    await field('End date').fill('2026-05-31');
    await form.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByText('Campaign created').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    const cells = rowOf(page, 'Spring').getByRole('cell');
    await expect
      .poll(() => cells.allTextContents().then((texts) => texts.join(' ')))
      .toContain('2026-03-01 2026-05-31');
  });

  test('[REF-02] takes countries from a tree by region, and its list names them', async () => {
    const page = await ui.open('demand', '/targetings?open=new&tab=geography');
    await drawer(page).getByRole('combobox', { name: 'Countries', exact: true }).click();
    await page.getByRole('textbox', { name: 'Search countries' }).fill('france');
    await page.getByRole('treeitem', { name: 'France' }).first().click();
    await page.keyboard.press('Escape');
    await drawer(page).getByRole('tab', { name: 'Common' }).click();
    await box(page, 'Name').fill('Viewers in France');
    await drawer(page).getByRole('button', { name: 'Create targeting' }).click();
    await page.getByText('Targeting created').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'Viewers in France').getByText('FR', { exact: true }).waitFor();
    await page.goto('/targetings?cols=name,countries');
    await rowOf(page, 'Viewers in France').getByText('France', { exact: true }).waitFor();
  });

  test('[PROF-05] [PROF-08] takes contacts and a seller; a nested fault is shown at its own field', async () => {
    const page = await ui.open('demand', '/subpublishers?q=Daily News');
    await page.getByRole('link', { name: 'Daily News' }).click();
    await drawer(page).getByRole('tab', { name: 'Contacts' }).click();
    const billing = drawer(page).getByRole('group', { name: 'Billing contact' });
    const email = billing.getByRole('textbox', { name: 'Contact email' });
    await email.fill('nobody');
    await drawer(page).getByRole('tab', { name: 'Sellers JSON' }).click();
    await box(page, 'Seller ID').fill('dn-1');
    await save(page);
    await billing.getByText('Must be an email address').waitFor();
    await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true);
    await email.fill('billing@daily.example');
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => email.inputValue()).toBe('billing@daily.example');
    await drawer(page).getByRole('tab', { name: 'Sellers JSON' }).click();
    expect(await box(page, 'Seller ID').inputValue()).toBe('dn-1');
  });

  test('[PROF-07] takes the sellers of an account as rows', async () => {
    const page = await ui.open('admin', '/demands?open=2&tab=sellers+json');
    await drawer(page).getByRole('button', { name: 'Add seller' }).click();
    await box(page, 'ID of seller 1').fill('hb-1');
    await box(page, 'Domain of seller 1').fill('not a domain');
    await box(page, 'Name of seller 1').fill('Harbour');
    await save(page);
    await drawer(page)
      .getByText(/Must be a domain/)
      .waitFor();
    await box(page, 'Domain of seller 1').fill('harbour.example');
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => box(page, 'Domain of seller 1').inputValue()).toBe('harbour.example');
  });

  test('of a user shows the fields of its type, and discards those of another type', async () => {
    const page = await ui.open('admin', '/users?open=new');
    const reference = (name: string) => drawer(page).getByRole('combobox', { name, exact: true });
    await box(page, 'Name').fill('Night desk');
    expect(await reference('Sub-publisher').count()).toBe(0);
    await drawer(page).getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Sub-publisher' }).click();
    await reference('Sub-publisher').click();
    await page.getByRole('option', { name: 'Daily News' }).click();
    expect(await reference('Advertiser').count()).toBe(0);
    await drawer(page).getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    expect(await reference('Sub-publisher').count()).toBe(0);
    await box(page, 'Login').fill('night-desk');
    await drawer(page).getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User created').waitFor();
    await drawer(page).getByText('The user has no password yet').waitFor();
  });

  test('[ERR-02] preserves input when the server fails during a save, and reports the failure', async () => {
    const page = await ui.open('demand', '/deals?open=new');
    await page.route('**/api/demand/deals', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await box(page, 'Name').fill('Evening deal');
    await box(page, 'Deal ID').fill('evening-1');
    await drawer(page).getByRole('button', { name: 'Create deal' }).click();
    await page.getByText('Error on save').first().waitFor();
    await page.getByText('The server could not process this request').first().waitFor();
    expect(await box(page, 'Deal ID').inputValue()).toBe('evening-1');
    await page.unroute('**/api/demand/deals');
    await drawer(page).getByRole('button', { name: 'Create deal' }).click();
    await page.getByText('Deal created').waitFor();
  });

  test('shows the operator’s help beside its field', async () => {
    await create(admin, 'tooltips', { name: 'deal.floor', title: 'Floor of a deal', body: 'The **least** price.' });
    const page = await ui.open('demand', '/deals?open=new&tab=price');
    await drawer(page).getByRole('button', { name: 'Help: Floor of a deal' }).click();
    await page.getByText('least', { exact: true }).waitFor();
    expect(
      await drawer(page)
        .getByRole('button', { name: /^Help:/ })
        .count(),
    ).toBe(1);
  });
});

describe('app lists', () => {
  test('of the platform are marked, read by accounts, and only changed by the super admin', async () => {
    const page = await ui.open('demand', '/applists?q=Known fraudulent');
    const row = rowOf(page, 'Known fraudulent apps');
    await row.getByText('Platform', { exact: true }).waitFor();
    expect(await row.getByRole('switch').count()).toBe(0);
    expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
    await row.getByRole('link', { name: 'Known fraudulent apps' }).click();
    await drawer(page).getByText('View only').waitFor();
    expect(await box(page, 'Name').getAttribute('readonly')).not.toBeNull();

    const operator = await ui.open('admin', '/applists');
    await rowOf(operator, 'Recipe apps').getByRole('link', { name: 'Demo Media' }).waitFor();
    await rowOf(operator, 'Known fraudulent apps').getByRole('link', { name: 'Known fraudulent apps' }).click();
    await box(operator, 'Description').fill('Reported by several exchanges.');
    await save(operator);
    await operator.getByText('Saved', { exact: true }).waitFor();
  });
});

describe('[ROUTE-02] inventory', () => {
  beforeAll(async () => {
    const { body } = await demand.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
    const tagUrl = `${ui.product.adsUrl}/vast/${body.rows[0]?.uid}`;
    await eventually(
      async () => {
        await (await fetch(`${tagUrl}?app_bundle=com.example.one`)).text();
        await (await fetch(`${tagUrl}?url=${encodeURIComponent('https://www.pages.example/front')}`)).text();
        return runReport(demand, { dimensions: ['app', 'site'], metrics: ['reqs'] });
      },
      ({ rows }) => ['com.example.one', 'pages.example'].every((each) => JSON.stringify(rows).includes(each)),
    );
  });

  test('with an id: the members of that list, with figures if there was traffic', async () => {
    const id = await create(demand, 'demand/applists', { name: 'Mixed' });
    await addMembers(`demand/applists/${id}`, ['com.example.one', 'com.example.silent']);
    const page = await ui.open('demand', `/applists?q=Mixed`);
    await page.getByRole('button', { name: 'Actions for Mixed' }).click();
    await page.getByRole('menuitem', { name: 'View apps' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'View sites' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'View apps' }).click();
    await heading(page, /Mixed/).waitFor();
    expect(placeOf(page)).toBe(`/applications/${id}`);
    await rowOf(page, 'com.example.one').filter({ hasText: /[1-9]/ }).waitFor();
    expect(await rowOf(page, 'com.example.silent').textContent()).not.toMatch(/\d/);
    await page.goto(`/sites/${id}`);
    await page.getByText('This list contains no sites').waitFor();
    expect(await page.getByText('com.example.one').count()).toBe(0);
  });

  test('[ERR-05] an invalid or unknown id, or one of another account, is not found', async () => {
    const id = await create(demand, 'demand/applists', { name: 'Of the demo', kind: 'domain' });
    const page = await ui.open('harbour', '/publishers/abc');
    for (const path of ['/publishers/abc', '/publishers/1', '/applications/0', '/sites/2147483647', `/sites/${id}`]) {
      await page.goto(path);
      await heading(page, 'This page could not be found').waitFor();
      expect(await page.getByText('pub-secret').count()).toBe(0);
    }
  });
});

describe('preferences', () => {
  const views = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
  const openViews = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click();

  test('the width of a column is stored by its name', async () => {
    const page = await ui.open('demand', '/campaigns');
    const width = page.getByRole('separator', { name: 'Width of Advertiser' });
    const before = Number(await width.getAttribute('aria-valuenow'));
    await width.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => width.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(before);
    const chosen = await width.getAttribute('aria-valuenow');
    await page.goto('/campaigns?cols=name,notes,advertiserId');
    await expect.poll(() => width.getAttribute('aria-valuenow')).toBe(chosen);
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('menuitem', { name: 'Reset column widths' }).click();
    await expect.poll(() => width.getAttribute('aria-valuenow').then(Number)).toBe(before);
  });

  test('a view restores the widths of its columns, and Enter resets one', async () => {
    const page = await ui.open('demand', '/deals');
    const width = page.getByRole('separator', { name: 'Width of Name' });
    const widthNow = () => width.getAttribute('aria-valuenow').then(Number);
    const before = await widthNow();
    await width.focus();
    await page.keyboard.press('End');
    await expect.poll(widthNow).toBe(900);
    await openViews(page);
    await views(page).getByRole('textbox', { name: 'Save current view as' }).fill('Wide names');
    await views(page).getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View saved').waitFor();
    await page.keyboard.press('Escape');
    await width.focus();
    await page.keyboard.press('Enter');
    await expect.poll(widthNow).toBe(before);
    await openViews(page);
    await views(page)
      .getByRole('button', { name: /^Wide names/ })
      .click();
    await expect.poll(widthNow).toBe(900);
    expect(placeOf(page)).not.toContain('widths');
  });

  test('a view stores filters, order and columns, is shared with the account, and is deleted by its creator', async () => {
    await create(admin, 'users', {
      name: 'Colleague',
      login: 'colleague',
      password: demoPassword,
      type: 'demand',
      demandId: 1,
    });
    const page = await ui.open('demand', '/tags?status=all&sort=name&cols=name,rate');
    await openViews(page);
    await views(page).getByRole('textbox', { name: 'Save current view as' }).fill('Rates by name');
    await views(page).getByRole('checkbox', { name: 'Share with the account' }).check();
    await views(page).getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View saved').waitFor();
    await views(page)
      .getByRole('button', { name: /Rates by name/, pressed: true })
      .waitFor();

    const other = await ui.open('colleague', '/tags');
    await openViews(other);
    await views(other)
      .getByRole('button', { name: /Rates by name/ })
      .click();
    await expect.poll(() => placeOf(other)).toBe('/tags?status=all&sort=name&cols=name,rate');
    await expect.poll(() => other.getByRole('columnheader').allTextContents()).toContain('Rate');
    await openViews(other);
    expect(
      await views(other)
        .getByRole('button', { name: /Delete view/ })
        .count(),
    ).toBe(0);

    await views(page).getByRole('button', { name: 'Delete view Rates by name' }).click();
    await page.getByText('View deleted').waitFor();
    await views(page)
      .getByText(/No saved views yet/)
      .waitFor();
  });

  test('an address without filters restores the previous ones; an address with filters wins', async () => {
    const page = await ui.open('demand', '/creatives');
    await page.getByRole('radio', { name: 'Archived' }).check();
    await expect.poll(() => placeOf(page)).toBe('/creatives?status=archived');
    await page.goto('/deals');
    await heading(page, 'Deals').waitFor();
    await page.goto('/creatives');
    await expect.poll(() => placeOf(page)).toBe('/creatives?status=archived');
    expect(await page.getByRole('radio', { name: 'Archived' }).isChecked()).toBe(true);
    await page.goto('/creatives?status=all');
    await heading(page, 'Creatives').waitFor();
    expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Active' }).check();
    await expect.poll(() => placeOf(page)).toBe('/creatives');
    await page.reload();
    await heading(page, 'Creatives').waitFor();
    expect(await page.getByRole('radio', { name: 'Active' }).isChecked()).toBe(true);
  });
});
