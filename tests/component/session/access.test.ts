import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fillIn, heading, placeOf } from '../../e2e/console/steps/framePage.ts';
import { endSessionAt } from './endSessionAt.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('signing in and out', () => {
  test('a demo login fills the form, and Enter signs in', async () => {
    const page = await ui.open(null, '/login');
    await page.getByRole('button', { name: 'Advertiser' }).click();
    expect(await page.getByLabel('Login', { exact: true }).inputValue()).toBe('adv');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard').waitFor();
  });

  test('the requested page opens after signing in, with its state', async () => {
    const page = await ui.open(null, '/channels?status=all&sort=-name');
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/channels?status=all&sort=-name');
    await fillIn(page, 'demand', demoPassword);
    await heading(page, 'Channels').waitFor();
    expect(placeOf(page)).toBe('/channels?status=all&sort=-name');
  });

  test('signing in does not leave the site, whatever ?next= contains', async () => {
    for (const next of ['//evil.example/tags', '/\\evil.example', '/\t/evil.example', 'https://evil.example/']) {
      const page = await ui.open(null, `/login?next=${encodeURIComponent(next)}`);
      await fillIn(page, 'demand', demoPassword);
      await heading(page, 'Dashboard').waitFor();
      expect(page.url()).toBe(`${ui.product.consoleUrl}/`);
    }
  });

  test('[SESS-02] signing out leads to /login and empties the caches, and going back opens nothing', async () => {
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
    // The form is saved shortly after typing stops.
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed before');
    await endSessionAt(page, '/api/demand/advs');
    await page.getByRole('button', { name: 'Create advertiser' }).click();
    await heading(page, 'Sign in').waitFor();
    await fillIn(page, 'demand', demoPassword);
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(placeOf(page)).toBe('/advertisers?open=new');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed before the session ended');
  });
});

describe('who may open what', () => {
  const everybodys = ['/', '/report', '/reports', '/pbReport', '/signin'];
  const admins = ['/demands', '/exchangerates', '/tooltips', '/system', '/finance', '/users'];
  const shared = ['/applists', '/applications', '/log'];
  const accounts = [
    ...['/adexchanges', '/advertisers', '/campaigns', '/channels', '/creatives', '/deals', '/ivts'],
    ...['/publishers', '/sites', '/subpublishers', '/suppliers', '/tags', '/targetings', '/tcreatives'],
  ];
  const everyPath = [...everybodys, ...admins, ...shared, ...accounts, '/managers', '/roles', '/sdk'];
  const logins = [
    { login: 'admin', mayOpen: [...everybodys, ...admins, ...shared] },
    { login: 'demand', mayOpen: [...everybodys, ...shared, ...accounts, '/managers', '/roles'] },
    { login: 'manager', mayOpen: [...everybodys, ...shared, ...accounts] },
    { login: 'sub', mayOpen: everybodys },
    { login: 'adv', mayOpen: everybodys },
    { login: 'sdk', mayOpen: [...everybodys, '/sdk'] },
  ];

  /** Goes to an address without reloading the page, and waits until the page responds. */
  async function go(page: Page, path: string): Promise<void> {
    await page.evaluate(async (to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }, path);
  }

  test.each(logins)(
    '[GUARD-01] [GUARD-02] [ROUTE-01] [ROUTE-02] $login opens its pages, and is led to /login from all others',
    async (each) => {
      const page = await ui.open(each.login, '/');
      for (const path of everyPath) {
        await go(page, path);
        const isOpen = each.mayOpen.includes(path);
        const place = isOpen ? path : `/login?next=${path}`;
        // The page before may have a heading of the same kind.
        await expect.poll(() => placeOf(page), { message: `${each.login} at ${path}` }).toBe(place);
        await (isOpen ? page.locator('#content h1').first() : heading(page, 'Sign in')).waitFor();
        expect(placeOf(page), `${each.login} at ${path}`).toBe(place);
      }
    },
  );

  test('[GUARD-01] a signed-out visitor is redirected to /login from every page', async () => {
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

  test('an unknown API path returns an API error and not a page', async () => {
    const page = await ui.open('demand', '/');
    const answer = await page.request.get('/api/no-such-thing');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([404, expect.stringContaining('json')]);
  });
});

describe('the frame', () => {
  test('the collapsed navigation has accessible names, and stays collapsed', async () => {
    const page = await ui.open('demand', '/tags');
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await page.getByRole('link', { name: 'Sub-publishers' }).click();
    await heading(page, 'Sub-publishers').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor();
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
