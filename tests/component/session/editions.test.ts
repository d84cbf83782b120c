import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../../e2e/apiClient.ts';
import { startProductInProcess } from '../../e2e/startProductInProcess.ts';
import { openConsole, openConsoleOf, type ConsoleUnderTest } from '../openConsole.ts';

const hub = 'https://hub.example/insight';
const landing = 'https://landing.example/';

/** A window on the dashboard. */
async function openWindow(ui: ConsoleUnderTest, login: string): Promise<Page> {
  const page = await ui.open(login);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
  return page;
}

/** The addresses of the links of the navigation. */
async function addressesOf(page: Page): Promise<string[]> {
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

/** Expects pages of other editions to be the same “not found” as an unknown path. */
async function expectUnknown(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByText('This page could not be found', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }
}

describe('the edition V2V, with an insight hub and a landing page', () => {
  let ui: ConsoleUnderTest;
  beforeAll(async () => {
    ui = await openConsole({
      DATABASE_EDITION: 'V2V',
      INSIGHT_HUB_URL: hub,
      LANDING_URL: landing,
    });
  });
  afterAll(() => ui?.close());
  afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

  test('[NAV-08] [NAV-12] [NAV-13] [NAV-14] a demand user has the lists of creatives and publishers and the hub', async () => {
    const page = await openWindow(ui, 'demand');
    expect(await addressesOf(page)).toEqual([
      '/',
      '/tags',
      '/advertisers',
      '/channels',
      '/subpublishers',
      '/applists',
      '/targetings',
      '/ivts',
      '/crelists',
      '/publists',
      '/report',
      '/reports',
      '/security',
      '/why',
      '/whatif',
      '/tester',
      '/sites',
      '/cutoffs',
      '/adstxt',
      hub,
    ]);
    for (const path of ['/crelists', '/publists']) {
      await page.goto(path);
      await page
        .getByRole('button', { name: /^New (creative|publisher) list$/ })
        .first()
        .waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await expectUnknown(page, ['/log', '/managers', '/roles']);
  });

  test('[NAV-12] the toast of a change still has Undo, without a way to the activity log', async () => {
    const page = await ui.open('demand', '/tags?q=Bikes');
    const toggle = page.getByRole('switch', { name: 'Bikes – inline is active' });
    await toggle.click();
    await page.getByText('Tag paused').waitFor();
    expect(await page.getByRole('button', { name: 'Activity' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('link', { name: 'Bikes – inline' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByRole('button', { name: 'Undo', exact: true })
      .first()
      .waitFor();
  });

  test('[NAV-14] the insight hub opens in a new tab without access to this one', async () => {
    const page = await openWindow(ui, 'admin');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Insight Hub' });
    expect(await link.getAttribute('href')).toBe(hub);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toBe('noopener');
  });

  test.each(['sub', 'adv', 'sdk'])('[NAV-10] [NAV-20] %s has no link to the hub', async (login) => {
    expect(await addressesOf(await openWindow(ui, login))).not.toContain(hub);
  });

  test('[NAV-17] the logo leads to the landing page', async () => {
    const page = await openWindow(ui, 'demand');
    const logo = page.locator('header').getByRole('link', { name: 'Bidhouse' });
    expect(await logo.getAttribute('href')).toBe(landing);
  });
});

describe('the plain edition, with an insight hub setting that it ignores', () => {
  const password = 'a password of the plain one';
  let ui: ConsoleUnderTest;
  beforeAll(async () => {
    const product = await startProductInProcess('start', { ADMIN_PASSWORD: password, INSIGHT_HUB_URL: hub });
    ui = await openConsoleOf(product, password);
    const admin = await signInAs(product.consoleUrl, 'admin', password);
    const account = await admin.call<{ id: number }>('POST', '/api/demands', { name: 'Plain' });
    const user = { name: 'Plain', login: 'plain', password, type: 'demand', demandId: account.body.id };
    expect((await admin.call('POST', '/api/users', user)).status).toBe(201);
  });
  afterAll(() => ui?.close());
  afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

  test('[NAV-08] [NAV-12] [NAV-13] [NAV-14] a demand user has no additions of editions', async () => {
    expect(await addressesOf(await openWindow(ui, 'plain'))).toEqual([
      '/',
      '/tags',
      '/advertisers',
      '/channels',
      '/subpublishers',
      '/applists',
      '/targetings',
      '/ivts',
      '/report',
      '/reports',
      '/security',
      '/why',
      '/whatif',
      '/tester',
      '/sites',
      '/cutoffs',
      '/adstxt',
    ]);
  });

  test('[ROUTE-03] [NAV-08] [NAV-12] [NAV-13] pages of editions are unknown, signed in and signed out', async () => {
    const paths = ['/crelists', '/publists', '/log', '/managers', '/roles'];
    await expectUnknown(await openWindow(ui, 'plain'), paths);
    const visitor = await ui.open(null, '/login');
    for (const path of paths) {
      await visitor.goto(path);
      await visitor.getByText('This page could not be found', { exact: true }).waitFor();
    }
  });

  test('[NAV-08] [NAV-23] neither the palette nor observed inventory offers what the edition lacks', async () => {
    const page = await openWindow(ui, 'plain');
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog');
    for (const word of ['creative list', 'publisher list', 'user activity', 'managers']) {
      await palette.getByRole('combobox').fill(word);
      expect(await palette.getByRole('option', { name: new RegExp(word, 'i') }).count(), word).toBe(0);
    }
    await page.goto('/publishers');
    await page.getByText('No publishers yet').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Lists' }).count()).toBe(0);
  });

  test('[NAV-12] [NAV-14] neither has an admin', async () => {
    expect(await addressesOf(await openWindow(ui, 'admin'))).toEqual([
      '/',
      '/demands',
      '/users',
      '/tooltips',
      '/system',
      '/applists',
      '/report',
      '/reports',
      '/finance',
      '/security',
      '/why',
      '/whatif',
      '/applications',
      '/cutoffs',
    ]);
  });
});
