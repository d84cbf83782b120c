import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { placeOf } from '../../e2e/console/steps/framePage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let advertiserId: number;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  advertiserId = await create('advs', { name: 'Harbour Lights' });
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function create(path: string, values: Record<string, unknown>): Promise<number> {
  const { status, body } = await demand.call<{ id: number }>('POST', `/api/demand/${path}`, values);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const createCampaign = (name: string) => create('campaigns', { name, advertiserId, bid: '2.00' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of this campaign' });
const box = (page: Page, name: string) => page.getByRole('form').getByRole('textbox', { name, exact: true });
const isFocused = (page: Page, name: string) => box(page, name).evaluate((input) => input === document.activeElement);
const hashOf = (page: Page) => new URL(page.url()).hash;

test('a campaign opens from its list as a page, in the order of a buyer’s work, and leads back to the filtered list', async () => {
  await createCampaign('Page by page');
  const page = await ui.open('demand', `/campaigns?advertiserId=${advertiserId}&sort=name`);
  await page.getByRole('link', { name: 'Page by page' }).click();
  await heading(page, 'Page by page').waitFor();
  expect(placeOf(page)).toMatch(/^\/campaigns\/\d+$/);
  expect(await sections(page).getByRole('link').allTextContents()).toEqual([
    ...['Common', 'Budget', 'Bid', 'Flight', 'Targeting', 'Supply', 'Creatives', 'Delivery'],
    ...['Forecast', 'Why no bid?', 'History'],
  ]);
  await page.getByRole('main').getByText('Active', { exact: true }).first().waitFor();
  await page.getByRole('region', { name: 'Alerts' }).getByText('No creatives are selected.').waitFor();
  await sections(page).getByRole('link', { name: 'Supply' }).click();
  await expect.poll(() => hashOf(page)).toBe('#supply');
  await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: 'Page by page' }).waitFor();
  expect(placeOf(page)).toBe(`/campaigns?advertiserId=${advertiserId}&sort=name`);
});

test('addresses of the drawer lead to the page: to a section, a field, and a new campaign of the filtered advertiser', async () => {
  const id = await createCampaign('Old addresses');
  const page = await ui.open('demand', `/campaigns?open=${id}&tab=supply`);
  await heading(page, 'Old addresses').waitFor();
  expect(placeOf(page) + hashOf(page)).toBe(`/campaigns/${id}#supply`);
  await page.goto(`/campaigns?open=${id}&field=bid`);
  await expect.poll(() => isFocused(page, 'Bid')).toBe(true);
  await expect.poll(() => placeOf(page) + hashOf(page)).toBe(`/campaigns/${id}#bid`);
  await page.goto(`/campaigns?advertiserId=${advertiserId}&open=new`);
  await heading(page, 'New campaign').waitFor();
  const advertiser = page.getByRole('form').getByRole('combobox', { name: 'Advertiser', exact: true });
  await expect.poll(() => advertiser.textContent()).toBe('Harbour Lights');
  await page.goto('/campaigns/none');
  await heading(page, 'This page could not be found').waitFor();
  await page.goto('/campaigns/999999');
  await page.getByText('This campaign could not be loaded').waitFor();
});

test('faults are counted in each section, Ctrl-S saves, and a new campaign stays open as the stored one', async () => {
  const page = await ui.open('demand', '/campaigns/new');
  const faultsOf = (name: RegExp) => sections(page).getByRole('link', { name });
  await expect.poll(() => isFocused(page, 'Name')).toBe(true);
  await page.keyboard.press('Control+s');
  await faultsOf(/^Common\s*2 errors$/).waitFor();
  await faultsOf(/^Bid\s*1 error$/).waitFor();
  await box(page, 'Name').fill('Made on a page');
  await page.getByRole('form').getByRole('combobox', { name: 'Advertiser', exact: true }).click();
  await page.getByRole('option', { name: 'Harbour Lights' }).click();
  await box(page, 'Bid').fill('3.00');
  await faultsOf(/errors?$/)
    .first()
    .waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByText('Campaign created').waitFor();
  await heading(page, 'Made on a page').waitFor();
  expect(placeOf(page)).toMatch(/^\/campaigns\/\d+$/);
  await box(page, 'Bid').fill('3.50');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page
    .getByRole('list', { name: 'History' })
    .getByText(/^Bid.*3\.5/)
    .first()
    .waitFor();
});

test('unsaved changes are not lost by leaving, and Cancel leads to the list', async () => {
  const id = await createCampaign('Half changed');
  const page = await ui.open('demand', `/campaigns/${id}`);
  await box(page, 'Bid').fill('9.00');
  await page.getByText('Unsaved changes').waitFor();
  await sections(page).getByRole('link', { name: 'Targeting' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await box(page, 'Bid').inputValue()).toBe('9.00');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await heading(page, 'Campaigns').waitFor();
  const { body } = await demand.call<{ bid: string }>('GET', `/api/demand/campaigns/${id}`);
  expect(body.bid).toBe('2.00');
});
