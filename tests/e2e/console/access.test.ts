import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function fillIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Path and query of where a page is. */
function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

describe('signing in and out', () => {
  test('[ERR-01] a wrong password is told in the words Bad credentials, and the right one then lets in', async () => {
    const page = await ui.open(null, '/');
    await heading(page, 'Sign in').waitFor();
    expect(placeOf(page)).toBe('/login');
    await fillIn(page, 'demand', 'not the password');
    await page.getByText('Bad credentials', { exact: true }).waitFor();
    await fillIn(page, 'demand', demoPassword);
    await heading(page, 'Dashboard').waitFor();
    expect(placeOf(page)).toBe('/');
  });

  test('a demo login fills the form, and Enter signs in', async () => {
    const page = await ui.open(null, '/login');
    await page.getByRole('button', { name: 'Advertiser' }).click();
    expect(await page.getByLabel('Login', { exact: true }).inputValue()).toBe('adv');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard').waitFor();
  });

  test('the page that was asked for opens after signing in, with its state', async () => {
    const page = await ui.open(null, '/channels?status=all&sort=-name');
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/channels?status=all&sort=-name');
    await fillIn(page, 'demand', demoPassword);
    await heading(page, 'Channels').waitFor();
    expect(placeOf(page)).toBe('/channels?status=all&sort=-name');
  });

  test('whatever ?next= says, signing in does not leave the site', async () => {
    for (const next of ['//evil.example/tags', '/\\evil.example', '/\t/evil.example', 'https://evil.example/']) {
      const page = await ui.open(null, `/login?next=${encodeURIComponent(next)}`);
      await fillIn(page, 'demand', demoPassword);
      await heading(page, 'Dashboard').waitFor();
      expect(page.url()).toBe(`${ui.product.consoleUrl}/`);
    }
  });

  test('[SESS-03] [ROUTE-07] a reload keeps the session and the page, and never shows the login page', async () => {
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

  test('[SESS-02] signing out leads to /login, empties the caches, and going back opens nothing', async () => {
    const page = await ui.open('sub', '/');
    await heading(page, 'Dashboard').waitFor();
    await page.evaluate(() => sessionStorage.setItem('list:tag', '[{"id":1,"name":"left over"}]'));
    await page.getByRole('button', { name: /Daily News/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await heading(page, 'Sign in').waitFor();
    expect(placeOf(page)).toBe('/login');
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('list')))).toEqual([]);
    await page.goto('/report');
    await heading(page, 'Sign in').waitFor();
  });

  test('[SESS-02] signing out works while the server cannot be reached', async () => {
    const page = await ui.open('demand', '/');
    await heading(page, 'Dashboard').waitFor();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: /^Demand/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await heading(page, 'Sign in').waitFor();
    // The failure is reported, not hidden.
    expect(await ui.closeWindows()).toHaveLength(1);
  });

  test('[ERR-03] [ERR-08] a session that ends leads to /login and back, with the unsaved form as it was', async () => {
    const page = await ui.open('demand', '/advertisers?open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the session ended');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    // The form is kept a moment after typing rests.
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed before');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create advertiser' }).click();
    await heading(page, 'Sign in').waitFor();
    await fillIn(page, 'demand', demoPassword);
    await page.getByText('Your unsaved changes from before are back.').waitFor();
    expect(placeOf(page)).toBe('/advertisers?open=new');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed before the session ended');
  });
});

describe('who may open what', () => {
  const everybodys = ['/', '/report', '/reports', '/pbReport'];
  const admins = ['/demands', '/exchangerates', '/tooltips', '/finance', '/users'];
  const shared = ['/applists', '/applications', '/log'];
  const accounts = [
    ...['/adexchanges', '/advertisers', '/campaigns', '/channels', '/creatives', '/crelists', '/deals', '/ivts'],
    ...['/publists', '/publishers', '/sites', '/subpublishers', '/suppliers', '/tags', '/targetings', '/tcreatives'],
  ];
  const everyPath = [...everybodys, ...admins, ...shared, ...accounts, '/managers', '/sdk'];
  const logins = [
    { login: 'admin', mayOpen: [...everybodys, ...admins, ...shared] },
    { login: 'demand', mayOpen: [...everybodys, ...shared, ...accounts, '/managers'] },
    { login: 'manager', mayOpen: [...everybodys, ...shared, ...accounts] },
    { login: 'sub', mayOpen: everybodys },
    { login: 'adv', mayOpen: everybodys },
    { login: 'sdk', mayOpen: [...everybodys, '/sdk'] },
  ];

  /** Goes to an address without loading the page anew. */
  async function go(page: Page, path: string): Promise<void> {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  test.each(logins)(
    '[GUARD-01] [GUARD-02] [ROUTE-01] [ROUTE-02] $login opens its pages, and is led to /login from all others',
    async (each) => {
      const page = await ui.open(each.login, '/');
      for (const path of everyPath) {
        await go(page, path);
        const isOpen = each.mayOpen.includes(path);
        await (isOpen ? page.locator('#content h1').first() : heading(page, 'Sign in')).waitFor();
        expect(placeOf(page), `${each.login} at ${path}`).toBe(isOpen ? path : `/login?next=${path}`);
      }
    },
  );

  test('[GUARD-01] somebody signed out is led to /login from every page', async () => {
    const page = await ui.open(null, '/');
    for (const path of everyPath) {
      await page.goto(path);
      await heading(page, 'Sign in').waitFor();
    }
  });
});

describe('an address that is no page', () => {
  test.each([null, 'demand', 'admin'])(
    '[ROUTE-03] [ERR-05] answers 404 and leads home (signed in: %s)',
    async (login) => {
      const page = await ui.open(login, '/');
      const answer = await page.goto('/no-such-page?x=1');
      expect(answer?.status()).toBe(404);
      await page.getByText('This page could not be found', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await heading(page, login ? 'Dashboard' : 'Sign in').waitFor();
    },
  );

  test('a call of an API that does not exist is answered as such, not with a page', async () => {
    const page = await ui.open('demand', '/');
    const answer = await page.request.get('/api/no-such-thing');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([404, expect.stringContaining('json')]);
  });
});

describe('the frame', () => {
  test('the theme is chosen in the user menu and stays after a reload', async () => {
    const page = await ui.open('demand', '/tags', { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await heading(page, 'Tags').waitFor();
    const light = await background();
    await page.getByRole('button', { name: /^Demand/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    expect(await background()).toBe(dark);
  });

  test('the folded navigation keeps its names for screen readers, and stays folded', async () => {
    const page = await ui.open('demand', '/tags');
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await page.getByRole('link', { name: 'Sub-publishers' }).click();
    await heading(page, 'Sub-publishers').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor();
  });

  test('Tab first reaches the link that skips to the content', async () => {
    const page = await ui.open('demand', '/tags');
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('back and forward move through the pages', async () => {
    const page = await ui.open('demand', '/tags');
    await page.getByRole('link', { name: 'Channels' }).click();
    await heading(page, 'Channels').waitFor();
    await page.goBack();
    await heading(page, 'Tags').waitFor();
    await page.goForward();
    await heading(page, 'Channels').waitFor();
    expect(await page.title()).toBe('Channels · Bidhouse');
  });
});
