import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../e2e/apiClient.ts';
import { countAdvertisers } from '../e2e/console/worlds/countAdvertisers.ts';
import { fillIn, heading, openUserMenu, placeOf } from '../e2e/console/steps/framePage.ts';
import { navOf } from '../e2e/console/steps/modeSwitch.ts';
import { rowMenu } from '../e2e/console/steps/rowMenu.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });

/** The links of the navigation as [label, path], in order. */
async function linksOf(page: Page): Promise<[string, string][]> {
  await navOf(page).getByRole('link', { name: 'Dashboard' }).waitFor();
  const links = await navOf(page).getByRole('link').all();
  return Promise.all(
    links.map(async (link): Promise<[string, string]> => [
      (await link.textContent()) ?? '',
      (await link.getAttribute('href')) ?? '',
    ]),
  );
}

const dashboard: [string, string] = ['Dashboard', '/'];
const platform: [string, string][] = [
  ['Demands', '/demands'],
  ['Users', '/users'],
  ['Tooltips', '/tooltips'],
  ['System', '/system'],
];
const reports: [string, string][] = [
  ['Create Report', '/report'],
  ['Saved Reports', '/reports'],
];
const activity: [string, string][] = [
  ['User Activity', '/log'],
  ['Security log', '/security'],
];
const cutoffs: [string, string] = ['Cut-offs', '/cutoffs'];
const questions: [string, string][] = [
  ['Why no ad?', '/why'],
  ['What if?', '/whatif'],
];
const troubleshooting: [string, string][] = [
  ...questions,
  ['VAST tester', '/tester'],
  ['Observed', '/sites'],
  cutoffs,
  ['ads.txt', '/adstxt'],
];
const observedApps: [string, string] = ['Observed', '/applications'];
const targeting: [string, string][] = [
  ['App lists', '/applists'],
  ['Targetings', '/targetings'],
  ['3rd Party Pixels', '/ivts'],
];

// The demo network is of the edition CTVMediaV2V.
describe('the navigation', () => {
  const sspOfDemand = [
    dashboard,
    ['Tags', '/tags'],
    ['Advertisers', '/advertisers'],
    ['Channels', '/channels'],
    ['Sub-publishers', '/subpublishers'],
    ...targeting,
    ...reports,
    ...activity,
    ...troubleshooting,
  ];
  const team: [string, string][] = [
    ['Managers', '/managers'],
    ['Roles', '/roles'],
  ];
  test.each([
    {
      login: 'admin',
      name: 'SSP' as const,
      links: [
        dashboard,
        ...platform,
        ['App lists', '/applists'],
        ...reports,
        ['Financial Report', '/finance'],
        ...activity,
        ...questions,
        observedApps,
        cutoffs,
      ],
    },
    {
      login: 'admin',
      name: 'DSP' as const,
      links: [
        dashboard,
        ...platform,
        ...reports,
        ['Financial Report', '/finance'],
        ...activity,
        ...questions,
        observedApps,
        cutoffs,
      ],
    },
    { login: 'demand', name: 'SSP' as const, links: [...sspOfDemand, ...team] },
    {
      login: 'demand',
      name: 'DSP' as const,
      links: [
        dashboard,
        ['Creatives', '/creatives'],
        ['Campaigns', '/campaigns'],
        ['Ad exchanges', '/adexchanges'],
        ['Advertisers', '/advertisers'],
        ['Suppliers', '/suppliers'],
        ...targeting,
        ['Deals', '/deals'],
        ...reports,
        ...activity,
        ...troubleshooting,
        ...team,
      ],
    },
    { login: 'manager', name: 'SSP' as const, links: sspOfDemand.filter(([, path]) => path !== '/security') },
    { login: 'sub', name: null, links: [dashboard, ...reports] },
    { login: 'adv', name: null, links: [dashboard, ...reports] },
    { login: 'sdk', name: null, links: [dashboard, ['SDK Admin', '/sdk']] },
  ])(
    '[NAV-01] [NAV-02] [NAV-03] [NAV-05] [NAV-06] [NAV-07] [NAV-09] [NAV-10] [NAV-11] [NAV-12] [NAV-13] [NAV-20] [NAV-21] $login has exactly its links ($name), and each opens',
    async ({ login, name, links }) => {
      const page = await ui.open(login, '/');
      await navOf(page).waitFor();
      if (name === 'DSP') {
        await page.evaluate(() => localStorage.setItem('mode', 'dsp'));
        await page.reload();
        await navOf(page).waitFor();
      }
      expect(await linksOf(page)).toEqual(links);
      for (const [label, path] of links) {
        const link = navOf(page).getByRole('link', { name: label ?? '', exact: true });
        await link.click();
        await navOf(page)
          .locator('[data-status=active]', { hasText: label ?? '' })
          .waitFor();
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await navOf(page).locator('[data-status=active]').allTextContents()).toEqual([label]);
      }
    },
  );

  test('[NAV-04] [NAV-16] [NAV-19] the menu of an admin holds Config, Financial Report, Settings and Sign Out', async () => {
    const page = await ui.open('admin', '/');
    const menu = await openUserMenu(page);
    const names = await menu.getByRole('menuitem').allTextContents();
    expect(names.filter((name) => name !== 'Keyboard shortcuts?')).toEqual([
      'Config',
      'Financial Report',
      'API keys',
      'Single sign-on',
      'Password and sessions',
      'Settings',
      'Market report',
      'Force data reload',
      'Sign Out',
    ]);
    await menu.getByRole('menuitem', { name: 'Financial Report' }).click();
    await page.waitForURL('**/finance');
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Config' }).click();
    await page.getByRole('dialog', { name: 'Application Config' }).waitFor();
  });

  test.each(['demand', 'sub', 'adv', 'sdk'])(
    '[NAV-16] [NAV-19] %s has Profile and Settings, no Config, and can sign out',
    async (login) => {
      const page = await ui.open(login, '/');
      const menu = await openUserMenu(page);
      const names = await menu.getByRole('menuitem').allTextContents();
      expect(names).toEqual(expect.arrayContaining(['Profile', 'Settings', 'Sign Out']));
      expect(names).not.toContain('Config');
      expect(names.includes('Market report')).toBe(login === 'demand');
      await menu.getByRole('menuitem', { name: 'Profile' }).click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
  );

  test('a menu collapses under its heading and stays collapsed', async () => {
    const page = await ui.open('demand', '/');
    const fold = () => navOf(page).getByRole('button', { name: 'Targeting' });
    await fold().click();
    expect(await fold().getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await fold().waitFor();
    expect((await linksOf(page)).map(([label]) => label)).toEqual([
      'Dashboard',
      'Tags',
      'Advertisers',
      'Channels',
      'Sub-publishers',
      'Create Report',
      'Saved Reports',
      'User Activity',
      'Security log',
      ...troubleshooting.map(([label]) => label),
      'Managers',
      'Roles',
    ]);
  });

  test('[NAV-18] Force data reload clears only the list of applications, and reloads the page', async () => {
    const page = await ui.open('demand', '/reports');
    await navOf(page).waitFor();
    await page.evaluate(() => {
      for (const name of ['appLists', 'tags']) sessionStorage.setItem(`list:${name}`, '[{"id":1,"name":"kept"}]');
    });
    const loaded = page.waitForEvent('load');
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Force data reload' }).click();
    await loaded;
    await navOf(page).waitFor();
    const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('list:')));
    expect(left).toEqual(['list:tags']);
  });

  test('[NAV-17] without a landing address the logo is no link', async () => {
    const page = await ui.open('demand', '/');
    await page.locator('header').getByText('Bidhouse', { exact: true }).waitFor();
    expect(await page.locator('header').getByRole('link', { name: 'Bidhouse' }).count()).toBe(0);
  });
});

describe('acting as a user', () => {
  test('[NAV-15] [CALL-07] a bar names the user and the account, and its way back leaves no data of the user', async () => {
    const page = await ui.open('admin', '/demands');
    await heading(page, 'Accounts').waitFor();
    expect(await page.getByText('You are acting as').count()).toBe(0);
    await page.goto('/api/switch?type=demand&id=1');
    await page.getByText('You are acting as Demand · Demo Media').waitFor();
    await page.goto('/tags?open=1');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.press('Escape');
    const back = page.getByRole('link', { name: 'Back to Super admin' });
    expect(await back.getAttribute('href')).toMatch(/^\/api\/switch\?type=admin&id=\d+$/);
    const session = await page.evaluate(async () => (await fetch('/api/session')).json() as Promise<{ id: number }>);
    await page.evaluate((id) => {
      sessionStorage.setItem('list:tags', '[{"id":1,"name":"of the user"}]');
      sessionStorage.setItem(`draft:${id}:tag:1`, '{"name":"typed as the user"}');
    }, session.id);
    await back.click();
    await heading(page, 'Accounts').waitFor();
    expect(new URL(page.url()).pathname).toBe('/demands');
    const storedEntries = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(storedEntries).not.toContain('of the user');
    expect(storedEntries).not.toContain('typed as the user');
    expect(await page.getByText('You are acting as').count()).toBe(0);
  });

  test('[NAV-15] [CALL-07] an admin logs in as an account’s owner, sees the notice, and returns with an empty store', async () => {
    const page = await ui.open('admin', '/demands');
    await (await rowMenu(page, 'Demo Media')).getByRole('menuitem', { name: 'Act as' }).click();
    await heading(page, 'Dashboard').waitFor();
    await page.getByText('You are acting as Demand · Demo Media').waitFor();
    await page.goto('/tags?open=new');
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('list:')));

    await page.goto('/');
    const back = page.getByRole('link', { name: 'Back to Super admin' });
    expect(await back.getAttribute('href')).toMatch(/^\/api\/switch\?type=admin&id=\d+$/);
    await back.click();
    await heading(page, 'Accounts').waitFor();
    expect(await page.getByText('You are acting as').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('list:')))).toEqual([]);
  });
});

describe('settings', () => {
  test('[UI-01] Settings has one check box, whose key is 1 when ticked and absent when not', async () => {
    const page = await ui.open('demand', '/');
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'User Interface Settings' });
    const boxes = dialog.getByRole('checkbox');
    await boxes.waitFor();
    expect(await boxes.count()).toBe(1);
    const box = dialog.getByLabel('Open links in new Tabs');
    const key = () => page.evaluate(() => localStorage.getItem('ui_tabs'));
    await box.check();
    expect(await key()).toBe('1');
    await box.uncheck();
    expect(await key()).toBeNull();
  });
});

describe('keyboard shortcuts', () => {
  test('? lists them, and single-key shortcuts can be turned off permanently', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.reload();
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    expect(placeOf(page)).toBe('/tags');
    await page.keyboard.press('Escape');
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'New tag' }).waitFor();
  });
});

describe('signing in', () => {
  test('[ERR-01] a wrong password is answered with Bad credentials, and the right one signs in', async () => {
    const page = await ui.open(null, '/');
    await heading(page, 'Sign in').waitFor();
    expect(placeOf(page)).toBe('/login');
    await fillIn(page, 'demand', 'not the password');
    await page.getByText('Bad credentials', { exact: true }).waitFor();
    await fillIn(page, 'demand', demoPassword);
    await heading(page, 'Dashboard').waitFor();
    expect(placeOf(page)).toBe('/');
  });

  test('[SESS-03] [ROUTE-07] a reload restores the session and the page, and never shows the login page', async () => {
    const page = await ui.open('demand', '/tags?q=bikes&status=all');
    await page.getByRole('link', { name: 'Bikes – inline' }).waitFor();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seenHeadings: seen });
      new MutationObserver(() => {
        for (const each of document.querySelectorAll('h1')) seen.push(each.textContent ?? '');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Bikes – inline' }).waitFor();
    expect(placeOf(page)).toBe('/tags?q=bikes&status=all');
    const seen = await page.evaluate(() => (globalThis as unknown as { seenHeadings: string[] }).seenHeadings);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => text.includes('Sign in'))).toEqual([]);
  });
});

describe('two tabs', () => {
  test('[MODE-03] each stays in its mode until it is reloaded, and both save', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const create = (page: Page) => drawer(page).getByRole('button', { name: 'Create advertiser' });
    const ssp = await ui.open('demand', '/advertisers?open=new');
    const dsp = await ui.open('demand', '/');
    // Also beside an open drawer, which hides them from screen readers.
    const links = (page: Page) => page.locator('nav[aria-label=Main] a');
    await dsp.getByRole('radio', { name: 'DSP' }).click();
    await links(dsp).filter({ hasText: 'Campaigns' }).waitFor();
    expect(await dsp.evaluate(() => localStorage.getItem('mode'))).toBe('dsp');
    await nameBox(ssp).fill('Saved by the tab of the sellers');
    await create(ssp).click();
    await ssp.getByText('Advertiser created').waitFor();
    expect(await links(ssp).filter({ hasText: 'Channels' }).count()).toBe(1);
    expect(await links(ssp).filter({ hasText: 'Campaigns' }).count()).toBe(0);

    await dsp.goto('/advertisers?open=new');
    await nameBox(dsp).fill('Saved by the tab of the buyers');
    await create(dsp).click();
    await dsp.getByText('Advertiser created').waitFor();
    expect(await countAdvertisers(client, 'Saved by the tab of')).toBe(2);

    await ssp.reload();
    await links(ssp).filter({ hasText: 'Campaigns' }).waitFor();
    expect(await links(ssp).filter({ hasText: 'Channels' }).count()).toBe(0);
  });
});
