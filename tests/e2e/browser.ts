import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Opens a headless Chromium: the machine's own, or else the one that comes from npm. */
export async function openBrowser(): Promise<Browser> {
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
  const system = systemBrowsers.find((path) => existsSync(path));
  if (system && process.env['BROWSER_FROM_NPM'] !== '1') return chromium.launch({ executablePath: system, args });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...args],
    headless: true,
  });
}
