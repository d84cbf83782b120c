import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

/** Every page, and every tab of every drawer, by who opens it. */
const places: { login: string | null; paths: string[] }[] = [
  { login: null, paths: ['/login', '/no-such-page'] },
  {
    login: 'demand',
    paths: [
      '/',
      '/tags?status=all',
      '/tags?q=no-such-tag',
      '/tags?open=new',
      '/tags?open=1',
      '/tags?open=1&tab=endpoint',
      '/tags?open=2&tab=endpoint',
      '/tags?open=4&tab=price',
      '/tags?open=1&tab=channels',
      '/advertisers',
      '/advertisers?open=1',
      '/channels',
      '/channels?open=3',
      '/channels?open=3&tab=payment',
      '/channels?open=3&tab=serving',
      '/channels?open=3&tab=waterfall',
      '/channels?open=3&tab=get-tag',
      '/subpublishers',
      '/subpublishers?open=1',
      '/report?range=today&dims=channel,tag',
      '/subpublishers?open=1&tab=sellers%20json',
      '/subpublishers?open=1&tab=logins',
      '/campaigns',
      '/campaigns?open=1',
      '/creatives',
      '/adexchanges',
      '/suppliers',
      '/deals?open=1',
      '/targetings',
      '/targetings?open=1&tab=geography',
      '/targetings?open=1&tab=history',
      '/applists?open=1',
      '/crelists?open=1',
      '/publists',
      '/ivts?open=1',
      '/managers?open=new',
      '/log',
      '/applications',
      '/applications/2',
      '/sites',
      '/publishers',
      '/tcreatives',
      '/reports',
      '/pbReport',
      '/no-such-page',
    ],
  },
  {
    login: 'admin',
    paths: [
      '/',
      '/demands',
      '/demands?open=1',
      '/demands?open=1&tab=prices',
      '/demands?open=1&tab=features',
      '/demands?open=1&tab=contacts',
      '/demands?open=1&tab=sellers%20json',
      '/demands?open=1&tab=tag%20parameters',
      '/users',
      '/users?open=2',
      '/tooltips',
      '/tooltips?open=1',
      '/applists',
      '/finance',
      '/log',
      '/report?range=today',
    ],
  },
  { login: 'manager', paths: ['/tags?open=1', '/advertisers?open=1'] },
  { login: 'sub', paths: ['/', '/report?range=today', '/reports'] },
  { login: 'adv', paths: ['/', '/report?range=today'] },
  { login: 'sdk', paths: ['/', '/report', '/sdk', '/sdk?open=1'] },
];

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
  // A little traffic, so that reports and charts have something to show.
  const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
  await eventually(
    async () => {
      for (const { uid } of body.rows) await (await fetch(`${ui.product.adsUrl}/vast/${uid}`)).text();
      return runReport(client, { dimensions: [], metrics: ['reqs'] });
    },
    ({ totals }) => Number(totals['reqs']) >= body.rows.length,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Waits until a page has its content and stands still. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  if (page.url().includes('open=')) await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor();
  await page.waitForFunction(() => {
    const isWaiting = document.querySelector('[aria-busy="true"], .skeleton') !== null;
    return !isWaiting && document.getAnimations().every((each) => each.playState !== 'running');
  });
}

/** What axe finds against WCAG 2.2 AA, one line each; or of one rule alone. */
async function violationsOf(page: Page, part: string, rule?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const run = async ([name, only]: [string, string | undefined]) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(
      // The guards of a focus trap can be reached by keyboard so that they can pass the focus on; none keeps it.
      { exclude: [['[data-base-ui-focus-guard]']] },
      {
        runOnly: only ? [only] : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      },
    );
    return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  };
  return page.evaluate(run, [part, rule] as [string, string | undefined]);
}

/** How far a page, its content or its drawer can be scrolled sideways, in pixels, once what follows a resize is done. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const measure = () => {
      const places = ['html', '#content', '[role=dialog]'].map((each) => document.querySelector(each));
      return Math.max(0, ...places.map((each) => (each ? each.scrollWidth - each.clientWidth : 0)));
    };
    for (let frame = 0; frame < 60 && measure() > 0; frame += 1) await new Promise(requestAnimationFrame);
    return measure();
  });
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 768 };

describe('every page', () => {
  test.each(places)(
    'as $login: no WCAG 2.2 AA violation in light and dark, and at 1024 pixels nothing scrolls sideways',
    async ({ login, paths }) => {
      const page = await ui.open(login, paths[0]);
      const found: string[] = [];
      for (const path of paths) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(wide);
        await page.goto(path);
        await waitUntilShown(page);
        found.push(...(await violationsOf(page, `${path} light`)));
        // The theme changes colours alone.
        await page.emulateMedia({ colorScheme: 'dark' });
        await waitUntilShown(page);
        found.push(...(await violationsOf(page, `${path} dark`, 'color-contrast')));
        await page.setViewportSize(narrow);
        await waitUntilShown(page);
        const pixels = await sidewaysScroll(page);
        if (pixels > 0) found.push(`${path}: ${pixels} pixels too wide`);
      }
      expect(found).toEqual([]);
    },
  );

  test.each(['/tags', '/report?range=today&dims=channel'])(
    '[ROUTE-06] %s opened in a window of 1024 pixels does not scroll sideways',
    async (path) => {
      const page = await ui.open('demand', path, { viewport: narrow });
      await waitUntilShown(page);
      expect(await sidewaysScroll(page)).toBe(0);
    },
  );

  test('[ROUTE-06] a narrower window scrolls sideways and squeezes nothing', async () => {
    const page = await ui.open('demand', '/tags', { viewport: { width: 800, height: 700 } });
    await waitUntilShown(page);
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(1024);
  });
});

describe('what opens over a page', () => {
  const overlays: { what: string; path: string; open: (page: Page) => Promise<unknown> }[] = [
    {
      what: 'the menu of a row',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: 'Actions for Bikes – inline' }).click(),
    },
    {
      what: 'the user menu',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: /UTC/ }).click(),
    },
    {
      what: 'a question with the bulk bar behind it',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Bikes – inline' }).check();
        await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
      },
    },
    {
      what: 'an error message',
      path: '/tags?open=new',
      open: async (page) => {
        await page.route('**/api/demand/tags', (route) =>
          route.request().method() === 'POST' ? route.abort() : route.continue(),
        );
        const drawer = page.getByRole('dialog').first();
        await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Unsent');
        await drawer.getByRole('combobox', { name: 'Advertiser' }).click();
        await page.getByRole('option', { name: 'City Bikes' }).click();
        await drawer.getByRole('tab', { name: 'Endpoint' }).click();
        await drawer.getByRole('textbox', { name: 'Ad tag URL' }).fill('https://partner.example/vast');
        await drawer.getByRole('button', { name: 'Create tag' }).click();
        await page.getByText('Error on save').first().waitFor();
      },
    },
    {
      what: 'the bell',
      path: '/tags',
      open: (page) =>
        page
          .getByRole('button', { name: /reports/i })
          .first()
          .click(),
    },
    {
      what: 'the palette',
      path: '/tags',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('coffee');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      what: 'the user interface settings',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('button', { name: /UTC/ }).click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        await page.getByRole('dialog', { name: 'User Interface Settings' }).waitFor();
      },
    },
    {
      what: 'a tree that is open',
      path: '/targetings?open=1&tab=geography',
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Countries', exact: true }).click();
        await page.getByRole('tree').waitFor();
      },
    },
    {
      what: 'the saved views',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: 'Views' }).click(),
    },
    {
      what: 'the profile',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('button', { name: /UTC/ }).click();
        await page.getByRole('menuitem', { name: 'Profile' }).click();
        await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor();
      },
    },
    {
      what: 'an open choice',
      path: '/tags?open=1',
      open: (page) => page.getByRole('combobox', { name: 'Advertiser' }).click(),
    },
    {
      what: 'the choice of metrics',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Metrics' }).click(),
    },
    {
      what: 'the choice of days',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Today' }).click(),
    },
    {
      what: 'the editor of a filter',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Filter' }).click(),
    },
  ];

  test.each(overlays)('$what has no WCAG 2.2 AA violation', async ({ what, path, open }) => {
    const page = await ui.open('demand', path, { reducedMotion: 'reduce' });
    await waitUntilShown(page);
    await open(page);
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    expect(await violationsOf(page, what)).toEqual([]);
  });
});
