import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let advertiserId: number;
let supplierId: number;
let count = 0;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  advertiserId = await create('advs', { name: 'Harbour Lights' });
  supplierId = await create('sups', { name: 'Lighthouse SSP', mediaTypes: ['banner', 'native'] });
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function create(path: string, values: Record<string, unknown>): Promise<number> {
  const { status, body } = await demand.call<{ id: number }>('POST', `/api/demand/${path}`, values);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

async function rowOf(path: string, id: number): Promise<Record<string, unknown>> {
  return (await demand.call<Record<string, unknown>>('GET', `/api/demand/${path}/${id}`)).body;
}

/** A unique name. */
const named = (name: string) => `${name} ${(count += 1)}`;

const bannerCreative = (values: Record<string, unknown> = {}) =>
  create('creatives', {
    name: named('Banner'),
    advertiserId,
    ...{ type: 'tag', markup: '<b>x</b>', width: 300, height: 250, adomain: 'lights.example' },
    ...values,
  });

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const form = (page: Page) => page.getByRole('form');
const box = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click();
const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

/** Waits until an input is marked as invalid with its error, as a screen reader announces it. */
async function faulty(input: Locator, message: string): Promise<void> {
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const [first = ''] = ((await input.getAttribute('aria-describedby')) ?? '').split(' ');
  await expect.poll(() => input.page().locator(`[id="${first}"]`).textContent()).toBe(message);
}

/** Selects from a short list, or from a long one by typing. */
async function choose(page: Page, field: string, option: string, typed?: string): Promise<void> {
  await form(page).getByRole('combobox', { name: field, exact: true }).click();
  if (typed !== undefined) await page.getByRole('combobox', { name: /^Search: / }).pressSequentially(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('a campaign', () => {
  test('gets frequency caps, multipliers and bids by deal in rows, which history describes in words', async () => {
    const dealId = await create('deals', {
      name: 'Pier, private',
      dealId: named('pier').replace(' ', '-'),
      floor: '5.00',
    });
    const id = await create('campaigns', { name: named('Summer'), advertiserId, bid: '2.00', dealIds: [dealId] });
    const page = await ui.open('demand', `/campaigns?open=${id}&tab=delivery`);
    await press(page, 'Add frequency cap');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('frequencies.0.imps');
    await page.keyboard.type('3');
    await choose(page, 'Viewer of cap 1', 'IP address');

    await press(page, 'Add multiplier');
    await choose(page, 'Value of multiplier 1', 'Germany DE', 'Germ');
    await box(page, 'Factor of multiplier 1').fill('1.5');
    await press(page, 'Add multiplier');
    await choose(page, 'Dimension of multiplier 2', 'Supplier');
    await choose(page, 'Value of multiplier 2', 'Lighthouse SSP', 'Light');
    await box(page, 'Factor of multiplier 2').fill('0');
    await form(page).getByText('No bid', { exact: true }).waitFor();

    const bids = form(page).getByRole('list', { name: 'Bids by deal' });
    await bids.getByText('$5.00').waitFor();
    await bids.getByText('Below the deal price').waitFor();
    await form(page).getByText('The bid is below the price of one of the deals.').waitFor();
    await bids.getByRole('button', { name: 'Use deal price' }).click();
    await bids.getByText('Below the deal price').waitFor({ state: 'detached' });
    expect(await box(page, 'Bid for Pier, private').inputValue()).toBe('5.00');
    await box(page, 'Bid for Pier, private').fill('5.50');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await rowOf('campaigns', id)).toMatchObject({
      frequencies: [{ imps: 3, per: 24, unit: 'hours', by: 'address' }],
      multipliers: [
        { dimension: 'country', value: 'DE', factor: 1.5 },
        { dimension: 'supplier', value: String(supplierId), factor: 0 },
      ],
      dealBids: { [dealId]: '5.50' },
    });
    await form(page).getByText('3 impressions per 24 hours').first().waitFor();

    // The bid of a deal is removed with the deal.
    await press(page, 'Remove Pier, private');
    await form(page).getByText('Select a deal to set its bid.').waitFor();
    await press(page, 'Save');
    await expect.poll(async () => (await rowOf('campaigns', id))['dealBids']).toEqual({});
  });

  test('shows all faults of its form at once, including those between fields, each beside its field', async () => {
    const days = { startDate: '2026-05-02', endDate: '2026-05-09' };
    const id = await create('campaigns', {
      name: named('Spring'),
      advertiserId,
      bid: '2.00',
      spendTotal: '10',
      ...days,
    });
    const page = await ui.open('demand', `/campaigns?open=${id}`);
    const lastDay = form(page).getByLabel('End date', { exact: true });
    await box(page, 'Name').fill('');
    await lastDay.fill('2026-05-01');
    await box(page, 'Daily budget').fill('20');
    await press(page, 'Save');
    // The first fault is scrolled into view; the others are shown beside their fields.
    const sections = page.getByRole('navigation', { name: 'Sections of this campaign' });
    const faultsOf = (name: string) => sections.getByRole('link', { name: new RegExp(`^${name}\\s*1 error$`) });
    for (const name of ['Common', 'Budget', 'Flight']) await faultsOf(name).waitFor();
    await faulty(box(page, 'Name'), 'Required');
    await expect.poll(() => box(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true);
    await faulty(lastDay, 'Must not be before the start date');
    await faulty(box(page, 'Daily budget'), 'Must not exceed the budget of a longer period');
    expect(await rowOf('campaigns', id)).toMatchObject({ spendPerDay: null, ...days });
  });

  test('shows in its form and in its list why it does not bid', async () => {
    const creative = await bannerCreative();
    const name = named('Winter');
    const id = await create('campaigns', {
      name,
      advertiserId,
      type: 'banner',
      bid: '2.00',
      creativeIds: [creative],
      ...{ spendTotal: '1000.00', spendPerDay: '10.00', startDate: '2026-01-01', endDate: '2026-01-10' },
    });
    const page = await ui.open('demand', `/campaigns?open=${id}&tab=creatives`);
    await form(page)
      .getByText('None of these creatives is approved yet. The campaign bids once one is approved.')
      .waitFor();
    await form(page).getByText('Over 10 days, this allows $100. The lifetime budget is never reached.').waitFor();
    await page.getByRole('link', { name: 'Campaigns' }).first().click();
    await row(page, name).getByText('Ended +1').click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#flight');
    await page.goto(`/campaigns?state=not_approved&q=${name}`);
    await row(page, name).waitFor();
  });
});

describe('a creative', () => {
  test('the day at a glance shows figures, alerts and what waits for approval, which is approved there', async () => {
    const name = named('Waiting banner');
    const id = await bannerCreative({ name });
    const draft = named('Draft');
    const imageOf300 = { width: 300, height: 250, clickUrl: 'https://lights.example/' };
    await create('creatives', { name: draft, advertiserId, type: 'image', ...imageOf300 });
    const page = await ui.open('demand', '/today');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.getByRole('region', { name: 'Today so far' }).getByText('Revenue').waitFor();
    await page.getByRole('heading', { name: /^Alerts/ }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    const waiting = page.getByRole('list', { name: 'Waiting for approval' });
    await waiting.getByText(name).waitFor();
    expect(await waiting.getByText(draft).count()).toBe(0);
    await waiting.getByRole('button', { name: `Approve ${name}` }).click();
    const approval = page.getByRole('dialog', { name: `Approve ${name}?` });
    await approval.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Creative approved').waitFor();
    await waiting.getByText(name).waitFor({ state: 'hidden' });
    expect(await rowOf('creatives', id)).toMatchObject({ review: 'approved' });
    await page.getByRole('radio', { name: 'DSP' }).check();
    await page.getByRole('region', { name: 'Today so far' }).getByText('Win rate').waitFor();
  });

  test('is rejected with a reason, fixed, and approved; missing items are listed', async () => {
    const name = named('Poster');
    const id = await bannerCreative({ name, adomain: '' });
    const page = await ui.open('demand', `/creatives?open=${id}&tab=review`);
    const review = drawer(page).getByRole('region', { name: 'Review' });
    await review.getByText('Pending review').waitFor();
    await review.getByRole('button', { name: 'Reject…' }).click();
    const dialog = page.getByRole('dialog', { name: `Reject ${name}?` });
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByText('Enter what must be fixed').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too loud');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await review.getByText('Rejected', { exact: true }).waitFor();
    await review.getByText('Too loud').waitFor();

    await review.getByRole('button', { name: 'Approve…' }).click();
    const approval = page.getByRole('dialog', { name: `Approve ${name}?` });
    await approval.getByRole('button', { name: 'Approve', exact: true }).click();
    await approval.getByText('The advertiser domain is missing').waitFor();
    await approval.getByRole('link', { name: 'Advertiser domain' }).click();
    await approval.waitFor({ state: 'detached' });
    const domain = box(page, 'Advertiser domain');
    await expect.poll(() => domain.evaluate((element) => element === document.activeElement)).toBe(true);
    await domain.fill('lights.example');
    await press(page, 'Save');
    await review.getByText('Pending review').waitFor();
    await review.getByRole('button', { name: 'Approve…' }).click();
    await approval.getByRole('button', { name: 'Approve', exact: true }).click();
    await review.getByText('Approved', { exact: true }).waitFor();
    expect(await rowOf('creatives', id)).toMatchObject({ review: 'approved', reviewNote: '' });
  });

  test('is approved together with others; incomplete ones are not', async () => {
    const [good, bad] = [named('Good'), named('Bad')];
    const ids = [await bannerCreative({ name: good }), await bannerCreative({ name: bad, adomain: '' })];
    const page = await ui.open('demand', `/creatives?advertiserId=${advertiserId}`);
    for (const name of [good, bad]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Approve…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 creatives' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 creative will be approved').waitFor();
    await dialog.getByRole('radio', { name: /^Errors/ }).check({ force: true });
    await dialog.getByText('The advertiser domain is missing').waitFor();
    expect(await dialog.getByRole('link', { name: bad }).getAttribute('href')).toBe(
      `/creatives?open=${ids[1]}&field=adomain`,
    );
    await dialog.getByRole('button', { name: 'Approve 1 creative' }).click();
    await dialog.getByText('1 creative approved').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row(page, good).getByText('Approved').waitFor();
    const reviews = await Promise.all(ids.map(async (id) => (await rowOf('creatives', id))['review']));
    expect(reviews).toEqual(['approved', 'pending']);
  });

  test('is not reviewed by traffickers', async () => {
    const name = named('Leaflet');
    const id = await bannerCreative({ name });
    await create('managers', {
      name: 'Leaflets',
      login: 'leaflets',
      managerRole: 'trafficker',
      password: demoPassword,
    });
    const page = await ui.open('leaflets', `/creatives?open=${id}&tab=review`);
    const review = drawer(page).getByRole('region', { name: 'Review' });
    await review.getByText('Pending review').waitFor();
    expect(await review.getByRole('button').count()).toBe(0);
  });
});

describe('a supplier', () => {
  test('shows its endpoint, a sample request of each type that it sells, and a key once', async () => {
    const page = await ui.open('demand', `/suppliers?open=${supplierId}&tab=endpoint`);
    const { uid } = await rowOf('sups', supplierId);
    await drawer(page)
      .getByRole('group', { name: 'bid endpoint' })
      .getByText(`/bid/${String(uid)}`)
      .waitFor();
    const sample = drawer(page).getByRole('group', { name: 'sample bid request' });
    await sample.getByText('"banner"').waitFor();
    await drawer(page).getByRole('radio', { name: 'Native' }).check({ force: true });
    await sample.getByText('"native"').waitFor();
    await sample.getByText('"test": 1').waitFor();
    await drawer(page).getByRole('tabpanel').getByText('No key', { exact: true }).waitFor();
    await press(page, 'Create key');
    const dialog = page.getByRole('dialog', { name: 'New key' });
    const key = await dialog.getByRole('group', { name: 'key' }).textContent();
    expect(key?.trim()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await drawer(page).getByText('Key set', { exact: true }).waitFor();
    await sample.getByText('authorization: Bearer').waitFor();
    await press(page, 'Remove…');
    await page.getByRole('button', { name: 'Remove key' }).click();
    await drawer(page).getByRole('tabpanel').getByText('No key', { exact: true }).waitFor();
  });
});

describe('the waterfall of a channel', () => {
  test('has a row for own campaigns, which is moved and removed like a tag’s', async () => {
    const tagId = await create('tags', { name: named('Tag'), advertiserId, url: 'https://ads.example/', rate: '2.00' });
    const channelId = await create('channels', { name: named('Pier cam') });
    await create('waterfall', { channelId, tagId });
    const tierOf = async () => (await rowOf('channels', channelId))['campaignTier'];
    const page = await ui.open('demand', `/channels?open=${channelId}&tab=waterfall`);
    await press(page, 'Add own campaigns');
    const own = drawer(page).getByRole('row').filter({ hasText: 'Own campaigns' });
    await own.waitFor();
    await expect.poll(tierOf).toBe(2);
    await own.getByRole('button', { name: 'Actions for Own campaigns' }).click();
    await page.getByRole('menuitem', { name: /^Move up/ }).click();
    await expect.poll(tierOf).toBe(1);
    await page.getByText('Own campaigns → tier 1').waitFor();
    await page.getByText('Own campaigns → tier 2').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(tierOf).toBe(2);
    await page.getByText('Change undone').waitFor();
    await own.getByRole('button', { name: 'Actions for Own campaigns' }).click();
    await page.getByRole('menuitem', { name: 'Remove from waterfall' }).click();
    await own.waitFor({ state: 'detached' });
    await expect.poll(tierOf).toBeNull();
    await drawer(page).getByRole('button', { name: 'Add own campaigns' }).waitFor();
  });
});
