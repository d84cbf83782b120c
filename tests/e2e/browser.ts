import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Opens a headless Chromium: the machine's own, or else the one that comes from npm. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = systemBrowsers.find((path) => existsSync(path));
  return executablePath ? chromium.launch({ executablePath, args }) : openPackagedBrowser();
}

/** Opens the headless Chromium that comes from npm. */
export async function openPackagedBrowser(): Promise<Browser> {
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...args],
    headless: true,
  });
}
