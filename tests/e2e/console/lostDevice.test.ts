import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAppCodes } from '../../support/factors/createAppCodes.ts';
import { type ConsoleUnderTest, openConsole } from './openConsole.ts';
import { fillIn, heading, openUserMenu } from './steps/framePage.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const login = 'wilma@daily-news.example';
const password = 'pigeons on the roof';

const laptop = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const borrowed = 'Mozilla/5.0 (X11; Linux x64; rv:143.0) Gecko/20100101 Firefox/143.0';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const listed = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');

/** A window of a device of its own, signed out. Passkeys need a host name, not an address. */
async function openDevice(userAgent: string, path: string): Promise<Page> {
  const baseURL = ui.product.consoleUrl.replace('127.0.0.1', 'localhost');
  const page = await ui.open(null, path, { baseURL, userAgent, ownContext: true });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

/** Signs out by the user menu. */
async function signOut(page: Page): Promise<void> {
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Sign Out' }).click();
  await heading(page, 'Sign in').waitFor();
}

/** Adds a passkey on the page of one's own sign-in. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/signin');
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
}

/** The recovery codes that come with the first factor. */
async function saveCodes(page: Page): Promise<string[]> {
  await page.getByText('Save these codes now.').waitFor();
  const codes = await listed(page, 'Recovery codes').allTextContents();
  await button(page, 'I saved the codes').click();
  return codes;
}

/** The sign-in of the login, on the page of the sub-publisher. */
async function openSignIn(owner: Page) {
  await owner.goto('/subpublishers?open=1&tab=logins');
  await listed(owner, 'Logins').filter({ hasText: login }).getByRole('button', { name: 'Sign-in' }).click();
  return owner.getByRole('dialog', { name: 'Sign-in of Wilma Stone' });
}

/** The events of the login in the security log, the oldest first: what happened, its outcome and who did it. */
async function eventsOf(owner: Page): Promise<string[]> {
  await owner.goto('/security?q=Wilma');
  const rows = owner.getByRole('table', { name: 'Security log' }).locator('tbody tr');
  await rows.first().waitFor();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [1, 2, 3].map((cell) => row.querySelectorAll('td')[cell]?.textContent).join(', ')),
  );
  return texts.toReversed();
}

test('[FACTOR-01] [FACTOR-02] [FACTOR-03] [FACTOR-07] a publisher’s user is invited, adds devices, loses them and gets back in', async () => {
  const owner = await ui.open('demand', '/subpublishers?open=1&tab=logins');
  await button(owner, 'New login').click();
  const form = owner.getByRole('dialog', { name: 'New login' });
  await form.getByLabel('Name').fill('Wilma Stone');
  await form.getByLabel('Login').fill(login);
  await form.getByRole('button', { name: 'Create login' }).click();
  const invitation = owner.getByRole('dialog', { name: 'Sign-in of Wilma Stone' });
  await button(owner, 'Create link').click();
  const link = new URL(await invitation.getByRole('textbox', { name: 'One-time link' }).inputValue());
  await button(owner, 'Done').click();

  // The first device: a password by the link, then a passkey, which alone signs in.
  const first = await openDevice(laptop, link.pathname + link.hash);
  await heading(first, 'Welcome, Wilma Stone').waitFor();
  await first.getByRole('textbox', { name: 'New password' }).fill(password);
  await button(first, 'Set password and sign in').click();
  await heading(first, 'Dashboard').waitFor();
  await addPasskey(first, 'Work laptop');
  const codes = await saveCodes(first);
  expect(codes).toHaveLength(10);
  await signOut(first);
  await button(first, 'Sign in with a passkey').click();
  await heading(first, 'Dashboard').waitFor();

  // The second device: an app, added on the first one, lets it in; then it has a passkey too.
  await first.goto('/signin');
  await button(first, 'Add authenticator app').click();
  const nextCode = createAppCodes((await field(first, 'Key').inputValue()).replaceAll(' ', ''));
  await field(first, 'Code').fill(nextCode());
  await first.getByRole('dialog').getByRole('button', { name: 'Add authenticator app' }).click();
  await expect.poll(() => listed(first, 'Second factors').count()).toBe(2);
  const second = await openDevice(phone, '/login');
  await fillIn(second, login, password);
  await field(second, 'Code').fill(nextCode());
  await button(second, 'Sign in').click();
  await heading(second, 'Dashboard').waitFor();
  await addPasskey(second, 'Phone');
  await listed(second, 'Second factors').filter({ hasText: 'Phone' }).waitFor();

  // The first device is lost: its passkey and its session end.
  await listed(second, 'Second factors')
    .filter({ hasText: 'Work laptop' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => listed(second, 'Second factors').count()).toBe(2);
  await button(second, 'End all others').click();
  await expect.poll(() => listed(second, 'Sessions').count()).toBe(1);
  await first.reload();
  await heading(first, 'Sign in').waitFor();
  await button(first, 'Sign in with a passkey').click();
  await first.getByText('This passkey is not valid here').waitFor();

  // On a borrowed computer, a recovery code lets the user in, once.
  const third = await openDevice(borrowed, '/login');
  await fillIn(third, login, password);
  await button(third, 'Use a recovery code').click();
  await field(third, 'Recovery code').fill(codes[0] ?? '');
  await button(third, 'Sign in').click();
  await heading(third, 'Dashboard').waitFor();
  await third.goto('/signin');
  await third.getByText('9 recovery codes left.').waitFor();
  await signOut(third);
  await fillIn(third, login, password);
  await button(third, 'Use a recovery code').click();
  await field(third, 'Recovery code').fill(codes[0] ?? '');
  await button(third, 'Sign in').click();
  await third.getByText('This code is wrong, has expired or was used before').waitFor();

  // Everything is lost: the owner resets the second factor, which ends all sessions.
  const signIn = await openSignIn(owner);
  await signIn.getByText('Signs in with one of 2 second factors.').waitFor();
  await button(owner, 'Reset second factor').click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await signIn.getByText('Not signed in anywhere.').waitFor();
  await second.reload();
  await heading(second, 'Sign in').waitFor();
  await button(second, 'Sign in with a passkey').click();
  await second.getByText('This passkey is not valid here').waitFor();

  // The password alone signs in, and the new device gets a passkey and new codes.
  const replacement = await openDevice(`${laptop} Edg/140.0.0.0`, '/login');
  await fillIn(replacement, login, password);
  await heading(replacement, 'Dashboard').waitFor();
  await addPasskey(replacement, 'New laptop');
  const newCodes = await saveCodes(replacement);
  expect(newCodes.filter((code) => codes.includes(code))).toEqual([]);
  await signOut(replacement);
  await button(replacement, 'Sign in with a passkey').click();
  await heading(replacement, 'Dashboard').waitFor();

  expect(await eventsOf(owner)).toEqual([
    'User created, Done, Demand',
    'Sign-in link created, Done, Demand',
    'Password changed, Done, Wilma Stone',
    'Sessions ended, Done, Wilma Stone',
    'Sign-in, Done, Wilma Stone',
    'Second factor added, Done, Wilma Stone',
    'Sign-out, Done, Wilma Stone',
    'Sign-in, Done, Wilma Stone',
    // The second device.
    'Second factor added, Done, Wilma Stone',
    'Sign-in, Done, Wilma Stone',
    'Second factor added, Done, Wilma Stone',
    // The loss of the first one.
    'Second factor removed, Done, Wilma Stone',
    'Sessions ended, Done, Wilma Stone',
    'Recovery code used, Done, Wilma Stone',
    'Sign-in, Done, Wilma Stone',
    'Sign-out, Done, Wilma Stone',
    'Wrong second factor, Failed, Not signed in',
    // The loss of everything.
    'Second factors reset, Done, Demand',
    'Sign-in, Done, Wilma Stone',
    'Second factor added, Done, Wilma Stone',
    'Sign-out, Done, Wilma Stone',
    'Sign-in, Done, Wilma Stone',
  ]);
});
