import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

/** A page that does not exist, which is shown immediately. */
const nowhere = '/no-such-page';

/** Every page, and every tab of every drawer, by login. */
const places: { login: string | null; paths: string[] }[] = [
  { login: null, paths: ['/login', nowhere] },
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
      '/campaigns/1',
      '/creatives',
      '/adexchanges',
      '/suppliers',
      '/deals?open=1',
      '/targetings',
      '/targetings?open=1&tab=geography',
      '/targetings?open=1&tab=history',
      '/applists?open=1',
      '/ivts?open=1',
      '/ivts?open=1&tab=delivery',
      '/managers?open=new',
      '/roles?open=new',
      '/signin',
      '/campaigns/new',
      '/log',
      '/cutoffs',
      '/security',
      '/waiting',
      '/applications',
      '/applications/2',
      '/sites',
      '/publishers',
      '/tcreatives',
      '/tester',
      '/adstxt',
      '/why',
      '/why?channel=1',
      '/whatif',
      '/whatif?channel=1',
      '/configuration',
      '/reports',
      '/pbReport',
      nowhere,
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
      '/exchangerates',
      '/exchangerates?open=new',
      '/system',
      '/applists',
      '/finance',
      '/log',
      '/security',
      '/waiting',
      '/report?range=today',
    ],
  },
  { login: 'manager', paths: ['/tags?open=1', '/advertisers?open=1'] },
  { login: 'sub', paths: ['/', '/report?range=today', '/reports'] },
  { login: 'adv', paths: ['/', '/report?range=today'] },
  {
    login: 'sdk',
    paths: [
      '/',
      '/report',
      '/sdk',
      '/sdk?open=1',
      '/sdk?open=1&tab=placements',
      '/sdk?open=1&tab=config',
      '/sdk?open=1&tab=key',
    ],
  },
];

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
  // Some traffic, so that reports and charts have data.
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

/** How far a page, its content or its drawer can be scrolled sideways, in pixels, after a resize has been handled. */
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

/**
 * Navigates within the console, as its links do, and waits for the new page; to another place of the current page
 * through one that does not exist.
 */
async function goTo(page: Page, path: string): Promise<void> {
  const pathOf = (address: string) => new URL(address, page.url()).pathname;
  if (pathOf(path) === pathOf(page.url())) await goTo(page, nowhere);
  const left = await page.evaluateHandle((address) => {
    const heading = document.querySelector('h1');
    history.pushState(null, '', address);
    return heading;
  }, path);
  await page.waitForFunction((heading) => {
    const shown = document.querySelector('h1');
    return shown !== null && shown !== heading;
  }, left);
}

/** Paths in turns, so that few of the same page are adjacent. */
function inTurns(paths: string[]): string[] {
  const turnOf = (path: string, at: number) =>
    paths.slice(0, at).filter((before) => before.split('?')[0] === path.split('?')[0]).length;
  return paths
    .map((path, at) => ({ path, turn: turnOf(path, at) }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ path }) => path);
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 768 };

describe('every page', () => {
  test.each(places)(
    'as $login: no WCAG 2.2 AA violation, and at 1024 pixels nothing scrolls sideways',
    async ({ login, paths }) => {
      const found: string[] = [];
      const page = await ui.open(login, nowhere);
      for (const path of inTurns(paths)) {
        await page.setViewportSize(wide);
        await goTo(page, path);
        await waitUntilShown(page);
        found.push(...(await violationsOf(page, path)));
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

test('[ROUTE-04] [ERR-07] the progress bar is hidden for 200 ms and then advances for 5 s', async () => {
  const page = await ui.open('demand', '/');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const bar = page.getByRole('progressbar', { name: 'Loading page', includeHidden: true });
  const activeBar = bar.and(page.locator('[data-active]'));
  // Not before the dashboard is idle: the page would not restore what is removed below.
  await activeBar.waitFor({ state: 'detached' });
  const style = await bar.evaluate((element) => {
    element.setAttribute('data-active', 'true');
    const { transitionDelay } = getComputedStyle(element);
    const { animationDelay, animationDuration } = getComputedStyle(element.firstElementChild!);
    element.removeAttribute('data-active');
    return { transitionDelay, animationDelay, animationDuration };
  });
  expect(style).toEqual({ transitionDelay: '0.2s, 0.2s', animationDelay: '0.2s', animationDuration: '5s' });
  let letGo: () => void = () => undefined;
  const isSeen = new Promise<void>((done) => (letGo = done));
  await page.route('**/api/demand/tags?**', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click();
  await activeBar.waitFor({ state: 'visible' });
  letGo();
  await page.getByRole('link', { name: 'Bikes – inline', exact: true }).waitFor();
  await activeBar.waitFor({ state: 'detached' });
});
