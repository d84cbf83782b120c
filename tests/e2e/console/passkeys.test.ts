import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedBrowser } from '../browser.ts';
import { startDemoInProcess } from '../startDemoInProcess.ts';
import type { InProcessProduct } from '../startProductInProcess.ts';
import { demoPassword } from '../signInContext.ts';
import { heading } from './steps/framePage.ts';

let product: InProcessProduct;
let context: BrowserContext;
let page: Page;

/** Passkeys need a host name: the product listens on this machine’s address. */
const at = (path: string) => new URL(path, product.consoleUrl.replace('127.0.0.1', 'localhost')).href;

beforeAll(async () => {
  product = await startDemoInProcess();
  context = await (await openSharedBrowser()).newContext();
  page = await context.newPage();
  const cdp = await context.newCDPSession(page);
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
});

afterAll(async () => {
  await context?.close();
  await product?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function signOut(): Promise<void> {
  await context.clearCookies();
  await page.goto(at('/login'));
}

async function enterPassword(): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill('sub');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await button('Sign in').click();
}

test('[FACTOR-01] [FACTOR-02] [FACTOR-03] a user adds a passkey, signs in with it after the password and without, and removes it', async () => {
  await page.goto(at('/login'));
  await enterPassword();
  await heading(page, 'Dashboard').waitFor();
  await page.goto(at('/signin'));
  await button('Add passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await button('I saved the codes').click();
  const listed = page.getByRole('list', { name: 'Second factors' }).getByRole('listitem');
  await listed.filter({ hasText: 'Work laptop' }).waitFor();
  // Phones are second devices: the page fits them.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await signOut();
  await enterPassword();
  await button('Use a passkey').click();
  await heading(page, 'Dashboard').waitFor();

  await signOut();
  await button('Sign in with a passkey').click();
  await heading(page, 'Dashboard').waitFor();

  // One passkey of a device is enough.
  await page.goto(at('/signin'));
  await button('Add passkey').click();
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByText('You already have a passkey on this device').waitFor();
  await page.keyboard.press('Escape');
  await listed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You sign in with only your password.').waitFor();

  await signOut();
  await button('Sign in with a passkey').click();
  await page.getByText('This passkey is not valid here').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});
