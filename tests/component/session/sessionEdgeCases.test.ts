import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { countAdvertisers } from '../../e2e/console/worlds/countAdvertisers.ts';
import { fillIn, heading } from '../../e2e/console/steps/framePage.ts';
import { namesOf } from '../../e2e/console/steps/namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Waits as long as for any element: the machine may be busy. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });
const create = (page: Page) => drawer(page).getByRole('button', { name: 'Create advertiser' });
const failure = (page: Page) => page.getByRole('dialog', { name: 'Error on save' });
const placeOf = (page: Page) => page.url().slice(ui.product.consoleUrl.length);

/** The response to the next POST to a path; pages request reports by POST too. */
function posted(page: Page, path: string): Promise<Response> {
  return page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === path,
  );
}

/** Number of advertisers of the demo account with this name. */
const countOf = (name: string) => countAdvertisers(client, name);

/** Signs in through the form of the login page on screen. */
async function signInBy(page: Page, login: string): Promise<void> {
  await heading(page, 'Sign in').waitFor();
  await fillIn(page, login, demoPassword);
}

/** A separate window, signed in through the form. */
async function openAs(login: string, path: string): Promise<Page> {
  const page = await ui.open(null, `/login?next=${encodeURIComponent(path)}`);
  await signInBy(page, login);
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
  return page;
}

/** Ends the session of a window from outside, as another device of the same user could. */
async function endSessionOf(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${ui.product.consoleUrl}/api/auth/logout`, { headers: { cookie } });
  expect(answer.status).toBe(200);
}

/** Saves a new object; a background call of the page may notice the ended session first. */
async function pressUnlessSignedOut(page: Page): Promise<void> {
  // A click that timed out is canceled: a pending one would save the restored form.
  await create(page)
    .click({ timeout: 3000 })
    .catch(() => heading(page, 'Sign in').waitFor());
}

/** Takes the network down once no call is pending: a failed poll would be logged by the browser. */
async function dropNetwork(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

describe('a lost network', () => {
  // Polls in the background only report to the browser's console that the network is away.
  const isOfPoll = (fault: string) => fault.includes('ApiError: The server cannot be reached');
  afterEach(async () => expect((await ui.closeWindows()).filter((each) => !isOfPoll(each))).toEqual([]));

  test('[ERR-02] in the middle of a save: the form stays, the failure is shown, and saving again works', async () => {
    const page = await ui.open('demand', '/advertisers?open=new');
    await nameBox(page).fill('Saved after a drop');
    await dropNetwork(page);
    await create(page).click();
    await failure(page)
      .getByText(/cannot be reached/)
      .waitFor();
    expect(await nameBox(page).inputValue()).toBe('Saved after a drop');
    await page.context().setOffline(false);
    await create(page).click();
    await page.getByText('Advertiser created').waitFor();
    expect(await countOf('Saved after a drop')).toBe(1);
  });

  test('on a load: the page says so, and Try again works once the network is back', async () => {
    const page = await ui.open('demand', '/login');
    await page.route('**/api/demand/advs?*', (route) => route.abort('internetdisconnected'));
    await page.goto('/advertisers');
    await page.getByText('The advertisers could not be loaded').waitFor();
    await page.unroute('**/api/demand/advs?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await poll(() => namesOf(page).then((names) => names.length)).toBeGreaterThan(0);
    await page.getByText('could not be loaded').waitFor({ state: 'detached' });
  });

  test('[ERR-02] under a switch: it returns to the stored value, and the failure is shown', async () => {
    const page = await ui.open('demand', '/advertisers?q=City Bikes');
    const toggle = page.getByRole('switch', { name: 'City Bikes is active' });
    await toggle.waitFor();
    await dropNetwork(page);
    await toggle.click();
    await failure(page)
      .getByText(/cannot be reached/)
      .waitFor();
    await poll(() => toggle.getAttribute('aria-checked')).toBe('true');
  });
});

describe('a save that the server refuses', () => {
  test('[ERR-02] because of an internal error (500): the form stays, and saving again works', async () => {
    const page = await ui.open('demand', '/advertisers?open=new');
    await nameBox(page).fill('Saved after a fault');
    await page.route('**/api/demand/advs', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '<h1>Oops</h1>' }) : route.continue(),
    );
    await create(page).click();
    await failure(page).getByText('The server could not process this request').waitFor();
    expect(await nameBox(page).inputValue()).toBe('Saved after a fault');
    await page.unroute('**/api/demand/advs');
    await create(page).click();
    await page.getByText('Advertiser created').waitFor();
    expect(await countOf('Saved after a fault')).toBe(1);
  });

  test('[ERR-08] because the name was taken meanwhile (409): shown at the name, without leaving the page', async () => {
    const page = await ui.open('demand', '/advertisers?open=new');
    const name = `Taken meanwhile ${Date.now()}`;
    await nameBox(page).fill(name);
    expect((await client.call('POST', '/api/demand/advs', { name: name.toUpperCase() })).status).toBe(201);
    const answer = posted(page, '/api/demand/advs');
    await create(page).click();
    expect((await answer).status()).toBe(409);
    await failure(page).waitFor();
    await expectFault(page);
    await nameBox(page).fill(`Not taken ${Date.now()}`);
    await create(page).click();
    await page.getByText('Advertiser created').waitFor();
  });

  test('[ERR-08] because an advertiser was archived meanwhile (422): shown at the advertiser', async () => {
    const { body } = await client.call<{ id: number }>('POST', '/api/demand/advs', { name: 'Soon archived' });
    const page = await ui.open('demand', '/tags?open=new');
    // A new form moves the focus to its name, also from an open list.
    await poll(() => nameBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await nameBox(page).fill('Tag of an archived advertiser');
    const picker = drawer(page).getByRole('combobox', { name: 'Advertiser' });
    await picker.click();
    await page.getByRole('option', { name: 'Soon archived' }).click();
    await drawer(page).getByRole('tab', { name: 'Endpoint' }).click();
    await drawer(page).getByRole('textbox', { name: 'Ad tag URL' }).fill('https://partner.example/vast');
    await client.call('PATCH', `/api/demand/advs/${body.id}`, { status: 2 });
    const answer = posted(page, '/api/demand/tags');
    await drawer(page).getByRole('button', { name: 'Create tag' }).click();
    expect((await answer).status()).toBe(422);
    await failure(page).waitFor();
    await drawer(page).getByText('This advertiser is archived').waitFor();
    await poll(() => picker.getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).pathname).toBe('/tags');
    const fix = drawer(page).getByRole('link', { name: 'Open advertiser' });
    expect(await fix.getAttribute('href')).toBe(`/advertisers?open=${body.id}&field=status`);
    expect(await fix.getAttribute('target')).toBe('_blank');
  });

  /** Expects the name to be marked as invalid, described by its fault, and focused. */
  async function expectFault(page: Page): Promise<void> {
    await poll(() => nameBox(page).getAttribute('aria-invalid')).toBe('true');
    await poll(() => nameBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/advertisers');
  }
});

describe('a session that ends under an unsaved form', () => {
  test('[ERR-03] [ERR-08] loses nothing typed, however recently', async () => {
    const page = await openAs('demand', '/advertisers?open=new');
    await nameBox(page).fill('Typed in time');
    await poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Typed in time');
    await endSessionOf(page);
    await nameBox(page).fill('Typed in time, and at the last moment');
    await nameBox(page).press('Enter');
    await signInBy(page, 'demand');
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await nameBox(page).inputValue()).toBe('Typed in time, and at the last moment');
    expect(placeOf(page)).toBe('/advertisers?open=new');
    await create(page).click();
    await page.getByText('Advertiser created').waitFor();
  });

  test('[ERR-03] [ERR-08] of a suspended account: restored for the same user, and never for another', async () => {
    const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const { body } = await client.call<{ demandId: number }>('GET', '/api/session');
    const neighbour = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
    const account = await neighbour.call<{ demandId: number }>('GET', '/api/session');
    expect(account.body.demandId).not.toBe(body.demandId);
    const setStatus = async (status: number) =>
      expect((await admin.call('PATCH', `/api/demands/${account.body.demandId}`, { status })).status).toBe(200);

    const page = await openAs('harbour', '/advertisers?open=new');
    await nameBox(page).fill('Secret of the neighbour');
    await setStatus(0);
    await pressUnlessSignedOut(page);
    await heading(page, 'Sign in').waitFor();
    expect(placeOf(page)).toBe('/login?next=/advertisers%3Fopen%3Dnew');
    await signInBy(page, 'harbour');
    await page.getByText('Bad credentials', { exact: true }).waitFor();

    await signInBy(page, 'demand');
    await nameBox(page).waitFor();
    expect(placeOf(page)).toBe('/advertisers?open=new');
    expect(await nameBox(page).inputValue()).toBe('');
    expect(await page.getByText('unsaved changes from before').count()).toBe(0);
    await nameBox(page).fill('Of somebody else');
    await endSessionOf(page);
    await pressUnlessSignedOut(page);

    await setStatus(1);
    await signInBy(page, 'harbour');
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await nameBox(page).inputValue()).toBe('Secret of the neighbour');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('a clock that is wrong', () => {
  test.each([
    ['ahead', 3],
    ['behind', -3],
  ])('three days %s: signing in, lists, figures and a report of today work', async (_, days) => {
    const page = await ui.open(null, '/login');
    await page.addInitScript(
      `{ const skew = ${days * 86_400_000}, Real = Date;
         globalThis.Date = class extends Real {
           constructor(...given) { given.length === 0 ? super(Real.now() + skew) : super(...given); }
           static now() { return Real.now() + skew; }
         }; }`,
    );
    await page.reload();
    const figures = page.waitForResponse((answer) => answer.url().endsWith('/api/rrun'));
    await signInBy(page, 'demand');
    await page.getByRole('region', { name: 'Today so far' }).waitFor();
    expect((await figures).status()).toBe(200);
    await page.goto('/advertisers?q=City Bikes');
    await page.getByRole('link', { name: 'City Bikes' }).waitFor();
    await page.goto('/report?range=today&dims=channel');
    await page
      .getByText(/^\d+ rows?$|No traffic on these days/)
      .first()
      .waitFor();
    await page.reload();
    await page.getByRole('table', { name: 'Report' }).waitFor();
    expect(await page.getByText(/could not be loaded|Error on load data/).count()).toBe(0);
  });
});

describe('two tabs', () => {
  test('[ERR-03] [SESS-02] signing out in one leads the other to /login at its next call', async () => {
    const first = await openAs('demand', '/advertisers');
    await first.getByRole('link', { name: 'City Bikes' }).waitFor();
    const second = await first.context().newPage();
    await second.goto('/');
    await second.getByRole('button', { name: /UTC/ }).click();
    await second.getByRole('menuitem', { name: 'Sign Out' }).click();
    await heading(second, 'Sign in').waitFor();
    await first.getByRole('link', { name: 'City Bikes' }).click();
    await heading(first, 'Sign in').waitFor();
    expect(new URL(first.url()).searchParams.get('next')).toMatch(/^\/advertisers\?open=\d+$/);
    expect(await first.getByText(/Error/).count()).toBe(0);
    await signInBy(first, 'demand');
    await poll(() => nameBox(first).inputValue()).toBe('City Bikes');
  });
});

describe('actions that are faster than the server', () => {
  test.each([
    ['a double click on the button', (page: Page) => create(page).dblclick()],
    [
      'Enter pressed twice',
      (page: Page) =>
        nameBox(page)
          .press('Enter')
          .then(() => nameBox(page).press('Enter')),
    ],
    [
      'two submits in one breath',
      (page: Page) =>
        drawer(page)
          .locator('form')
          .evaluate((form) => {
            (form as HTMLFormElement).requestSubmit();
            (form as HTMLFormElement).requestSubmit();
          }),
    ],
  ])('%s makes one object', async (how, send) => {
    const page = await ui.open('demand', '/advertisers?open=new');
    let calls = 0;
    await page.route('**/api/demand/advs', async (route) => {
      if (route.request().method() === 'POST') calls += 1;
      await route.continue();
    });
    const name = `Made by ${how}`;
    await nameBox(page).fill(name);
    await send(page);
    await page.getByText('Advertiser created').waitFor();
    await poll(() => new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/);
    expect([calls, await countOf(name), await failure(page).count()]).toEqual([1, 1, 0]);
  });

  test.each([
    ['a stored object', '/advertisers?q=Coffee Roasters', 'Coffee Roasters'],
    ['a new one', '/advertisers?open=new', null],
  ])('input typed while %s is being saved stays, as an unsaved change', async (_, path, row) => {
    const page = await ui.open('demand', path);
    if (row) await page.getByRole('link', { name: row }).click();
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((done) => (letGo = done));
    await page.route(/\/api\/demand\/advs(\/\d+)?$/, async (route) => {
      if (route.request().method() !== 'GET') await isLetGo;
      await route.continue();
    });
    await nameBox(page).fill(`Slow ${row}`);
    const writeRequest = page.waitForRequest((request) => ['PATCH', 'POST'].includes(request.method()));
    await nameBox(page).press('Enter');
    await writeRequest;
    await nameBox(page).press('End');
    await nameBox(page).pressSequentially(' and more');
    letGo();
    await page.getByText(row ? 'Saved' : 'Advertiser created', { exact: true }).waitFor();
    await drawer(page).getByText('Unsaved changes', { exact: true }).waitFor();
    await poll(() => nameBox(page).inputValue()).toBe(`Slow ${row} and more`);
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await poll(() => countOf(`Slow ${row} and more`)).toBe(1);
  });

  test('[ROUTE-07] the Back button closes a drawer, with a confirmation if its form is not saved', async () => {
    const page = await ui.open('demand', '/advertisers?q=City Bikes');
    const list = placeOf(page);
    await page.getByRole('link', { name: 'City Bikes' }).click();
    await nameBox(page).waitFor();
    await page.goBack();
    await drawer(page).waitFor({ state: 'detached' });
    expect(placeOf(page)).toBe(list);
    await page.goForward();
    await nameBox(page).fill('City Bikes, changed');
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    expect(placeOf(page)).toBe(list);
    expect(await namesOf(page)).toEqual(['City Bikes']);
  });
});
