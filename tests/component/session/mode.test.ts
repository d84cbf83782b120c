import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../../e2e/apiClient.ts';
import { fillIn, heading, placeOf } from '../../e2e/console/steps/framePage.ts';
import { modeOf, navOf, switchMode } from '../../e2e/console/steps/modeSwitch.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the mode', () => {
  test('[MODE-02] [MODE-03] a choice is stored in local storage and reloads the page', async () => {
    const page = await ui.open('demand', '/advertisers');
    await heading(page, 'Advertisers').waitFor();
    expect(await modeOf(page, 'SSP').isChecked()).toBe(true);
    await page.evaluate(() => void Object.assign(globalThis, { isOldPage: true }));
    await switchMode(page, 'DSP');
    expect(await page.evaluate(() => 'isOldPage' in globalThis)).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('mode'))).toBe('dsp');
    expect(await modeOf(page, 'DSP').isChecked()).toBe(true);
    expect(placeOf(page)).toBe('/advertisers');
    await page.reload();
    await navOf(page).getByRole('link', { name: 'Campaigns' }).waitFor();
  });

  test('[MODE-02] [MODE-04] a user who may not switch has no switch, and is in SSP mode whatever is stored', async () => {
    const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const name = 'No buying';
    const account = await admin.call<{ id: number }>('POST', '/api/demands', { name, showDsp: false });
    const login = { name, login: 'nobuying', password: demoPassword, type: 'demand', demandId: account.body.id };
    expect((await admin.call('POST', '/api/users', login)).status).toBe(201);
    const page = await ui.open('nobuying', '/');
    await page.evaluate(() => localStorage.setItem('mode', 'dsp'));
    await page.reload();
    await navOf(page).getByRole('link', { name: 'Tags' }).waitFor();
    expect(await page.getByRole('radiogroup', { name: 'Mode' }).count()).toBe(0);
    expect(await navOf(page).getByRole('link', { name: 'Campaigns' }).count()).toBe(0);
    for (const path of ['/campaigns', '/adexchanges', '/deals', '/suppliers', '/creatives']) {
      await page.goto(path);
      await page.waitForURL(/\/login/);
    }
    await fillIn(page, 'nobuying', demoPassword);
    await page.getByText('you do not have access to that page').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).not.toBe('true');
  });

  test('a tab stays in the mode it was loaded with; when another tab switches, it says so and offers Reload', async () => {
    const first = await ui.open('demand', '/');
    await navOf(first).getByRole('link', { name: 'Tags' }).waitFor();
    const second = await ui.open('demand', '/');
    await switchMode(second, 'DSP');
    await first.getByText('The mode is now DSP. This tab still shows SSP.').waitFor();
    await navOf(first).getByRole('link', { name: 'Tags' }).waitFor();
    await first.getByRole('button', { name: 'Reload' }).click();
    await navOf(first).getByRole('link', { name: 'Campaigns' }).waitFor();
    expect(await first.getByText('The mode is now').count()).toBe(0);
  });
});

describe('the mode of a page', () => {
  test('a buying page opens in DSP mode, in which the tab stays; the stored choice is unchanged', async () => {
    const page = await ui.open('demand', '/tags');
    await navOf(page).getByRole('link', { name: 'Tags' }).waitFor();
    await page.goto('/campaigns');
    await navOf(page).getByRole('link', { name: 'Suppliers' }).waitFor();
    expect(await modeOf(page, 'DSP').isChecked()).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('mode'))).toBeNull();
    await navOf(page).getByRole('link', { name: 'Advertisers' }).click();
    await heading(page, 'Advertisers').waitFor();
    await page.reload();
    await navOf(page).getByRole('link', { name: 'Campaigns' }).waitFor();
    expect(await page.getByText('The mode is now').count()).toBe(0);
    await page.goto('/tags');
    await navOf(page).getByRole('link', { name: 'Channels' }).waitFor();
    expect(await navOf(page).getByRole('link', { name: 'Campaigns' }).count()).toBe(0);
  });

  test('switching on a page of the other mode leads to the dashboard', async () => {
    const page = await ui.open('demand', '/campaigns');
    await navOf(page).getByRole('link', { name: 'Suppliers' }).waitFor();
    await switchMode(page, 'SSP');
    await navOf(page).getByRole('link', { name: 'Channels' }).waitFor();
    expect(placeOf(page)).toBe('/');
    expect(await page.evaluate(() => localStorage.getItem('mode'))).toBe('ssp');
  });

  test('the buying dashboard has alerts on campaigns, each with a link to what must be fixed', async () => {
    const page = await ui.open('demand', '/');
    await navOf(page).getByRole('link', { name: 'Tags' }).waitFor();
    await switchMode(page, 'DSP');
    const alerts = page.getByRole('list', { name: 'Alerts' });
    const alert = alerts.getByRole('listitem').filter({ hasText: 'City Bikes – build your own' });
    await alert.getByText('No creative is approved.').waitFor();
    expect(await alerts.getByText('channel').count()).toBe(0);
    await alert.getByRole('link').first().click();
    await page.getByRole('form', { name: 'Edit campaign' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/campaigns\/\d+#creatives$/);
  });
});
