import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs, type TestClient } from '../apiClient.ts';
import { expectNoViolations } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { chooseProfile, openTab as openProfileTab, profileDialog, tabNames } from './steps/profilePage.ts';

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

const bannerCreative = (name: string, values: Record<string, unknown> = {}) =>
  create('creatives', {
    ...{ name, advertiserId, type: 'tag', markup: '<b>x</b>', width: 300, height: 250, adomain: 'lights.example' },
    ...values,
  });

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const form = (page: Page) => page.getByRole('form');
const box = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click();

// tests/component covers how these states are reached, without a browser.
describe('a buying state has no WCAG 2.2 AA violation', () => {
  test('of a campaign', async () => {
    const supplierId = await create('sups', { name: 'Lighthouse SSP' });
    const dealId = await create('deals', { name: 'Pier, private', dealId: 'pier-1', floor: '5.00' });
    const summer = await create('campaigns', {
      ...{ name: 'Summer', advertiserId, bid: '2.00', dealIds: [dealId], dealBids: { [dealId]: '5.50' } },
      frequencies: [{ imps: 3, per: 24, unit: 'hours', by: 'address' }],
      multipliers: [
        { dimension: 'country', value: 'DE', factor: 1.5 },
        { dimension: 'supplier', value: String(supplierId), factor: 0 },
      ],
    });
    const page = await ui.open('demand', `/campaigns?open=${summer}&tab=delivery`);
    await form(page).getByRole('combobox', { name: 'Viewer of cap 1' }).waitFor();
    const found = await expectNoViolations(page, 'frequency caps');
    await form(page).getByText('No bid', { exact: true }).waitFor();
    found.push(...(await expectNoViolations(page, 'multipliers')));
    await form(page).getByRole('list', { name: 'Bids by deal' }).getByText('$5.00').waitFor();
    found.push(...(await expectNoViolations(page, 'bids by deal')));

    const creative = await bannerCreative('Not approved');
    const winter = await create('campaigns', {
      ...{ name: 'Winter', advertiserId, type: 'banner', bid: '2.00', creativeIds: [creative] },
      ...{ spendTotal: '10.00', startDate: '2026-01-01', endDate: '2026-01-10' },
    });
    await page.goto(`/campaigns?open=${winter}&tab=creatives`);
    await form(page)
      .getByText('None of these creatives is approved yet. The campaign bids once one is approved.')
      .waitFor();
    found.push(...(await expectNoViolations(page, 'warnings of a campaign')));
    await box(page, 'Daily budget').fill('20');
    await box(page, 'Name').fill('');
    await form(page).getByLabel('End date', { exact: true }).fill('2025-12-31');
    await press(page, 'Save');
    await form(page).getByText('Must not be before the start date').first().waitFor();
    found.push(...(await expectNoViolations(page, 'faults of a campaign')));
    expect(found).toEqual([]);
  });

  test('of the review of creatives', async () => {
    const good = await bannerCreative('Good');
    await bannerCreative('Bad', { adomain: '' });
    const page = await ui.open('demand', `/creatives?advertiserId=${advertiserId}&open=${good}&tab=review`);
    await drawer(page).getByRole('region', { name: 'Review' }).getByText('Pending review').waitFor();
    const found = await expectNoViolations(page, 'review of a creative');
    await press(page, 'Reject…');
    const rejection = page.getByRole('dialog', { name: 'Reject Good?' });
    await rejection.getByRole('button', { name: 'Reject', exact: true }).click();
    await rejection.getByText('Enter what must be fixed').waitFor();
    found.push(...(await expectNoViolations(page, 'rejection')));
    await page.keyboard.press('Escape');
    await rejection.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    for (const name of ['Good', 'Bad'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Approve…' }).click();
    const approval = page.getByRole('dialog', { name: 'Approve 2 creatives' });
    await approval.getByRole('button', { name: 'Preview' }).click();
    await approval.getByRole('radio', { name: /^Errors/ }).check({ force: true });
    await approval.getByText('The advertiser domain is missing').waitFor();
    found.push(...(await expectNoViolations(page, 'bulk review')));
    expect(found).toEqual([]);
  });

  test('of the endpoint of a supplier, and of own campaigns in a waterfall', async () => {
    const supplierId = await create('sups', { name: 'Breakwater SSP', mediaTypes: ['banner', 'native'] });
    const page = await ui.open('demand', `/suppliers?open=${supplierId}&tab=endpoint`);
    await drawer(page).getByRole('radio', { name: 'Native' }).check({ force: true });
    await drawer(page).getByRole('group', { name: 'sample bid request' }).getByText('"native"').waitFor();
    const found = await expectNoViolations(page, 'endpoint of a supplier');
    await press(page, 'Create key');
    await page.getByRole('dialog', { name: 'New key' }).getByRole('group', { name: 'key' }).waitFor();
    found.push(...(await expectNoViolations(page, 'new key')));

    const tag = { name: 'Pier tag', advertiserId, url: 'https://ads.example/', rate: '2.00' };
    const [tagId, channelId] = [await create('tags', tag), await create('channels', { name: 'Pier cam' })];
    await create('waterfall', { channelId, tagId });
    await page.goto(`/channels?open=${channelId}&tab=waterfall`);
    await press(page, 'Add own campaigns');
    await drawer(page).getByRole('row').filter({ hasText: 'Own campaigns' }).waitFor();
    found.push(...(await expectNoViolations(page, 'own campaigns in a waterfall')));
    expect(found).toEqual([]);
  });
});

test('the members of a list are downloaded; they and the report of a change have no WCAG 2.2 AA violation', async () => {
  const id = await create('applists', { name: 'From a box', kind: 'domain' });
  const page = await ui.open('demand', `/applists?open=${id}&tab=members`);
  await page.getByRole('button', { name: 'Edit members' }).click();
  const dialog = page.getByRole('dialog', { name: /^Members of/ });
  const lines = Array.from({ length: 300 }, (_, index) =>
    index % 100 === 17 ? `not a domain ${index}` : `site${index % 290}.example`,
  );
  await dialog.getByRole('textbox', { name: 'Members' }).fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('region', { name: 'Invalid lines' }).waitFor();
  const found = await expectNoViolations(page, 'the report');
  await dialog.getByRole('button', { name: 'Add 287' }).click();
  await page.getByText('of 287 members').waitFor();
  found.push(...(await expectNoViolations(page, 'members')));
  expect(found).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('From a box.txt');
});

test('the two values of an edit conflict have no WCAG 2.2 AA violation', async () => {
  const id = await create('advs', { name: 'Fought over', notes: 'old' });
  const page = await ui.open('demand', `/advertisers?open=${id}`);
  const notes = box(page, 'Notes');
  await expect.poll(() => notes.inputValue()).toBe('old');
  await demand.call('PATCH', `/api/demand/advs/${id}`, { notes: 'theirs' });
  await notes.fill('mine');
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Someone else has changed this too' }).waitFor();
  expect(await expectNoViolations(page, 'the conflict')).toEqual([]);
});

test('every tab of the profile meets WCAG 2.2 AA and does not scroll sideways at 1024 pixels', async () => {
  const page = await ui.open('demand', '/channels');
  await page.setViewportSize({ width: 1024, height: 700 });
  await chooseProfile(page);
  for (const name of await tabNames(page)) {
    await openProfileTab(page, name);
    expect(await expectNoViolations(page, name, '[role=dialog]')).toEqual([]);
    const sideways = await profileDialog(page).evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(sideways, name).toBe(0);
  }
});

test('an observed creative can be watched', async () => {
  const { body: channels } = await demand.call<{ rows: { uid: string }[] }>(
    'GET',
    '/api/demand/channels?q=Player page – inline ad',
  );
  await eventually(
    async () => {
      await (await fetch(`${ui.product.adsUrl}/vast/${channels.rows[0]?.uid}`)).text();
      return demand.call<{ rows: { title: string }[] }>('GET', '/api/observed/creatives?q=City bikes');
    },
    ({ body }) => body.rows.length > 0,
  );
  const page = await ui.open('demand', '/tcreatives');
  await page.getByRole('button', { name: 'Play City bikes' }).click();
  const dialog = page.getByRole('dialog', { name: 'City bikes' });
  await dialog.getByText('8 s · 640 × 360 · 40 kbit/s · video/mp4').waitFor();
  await dialog.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
