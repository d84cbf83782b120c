import packaged from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const args = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** One process for everything does not outlive the first window that is closed, and what a page may load is to be tested. */
const unwanted = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content'];

/** The headless Chromium that comes from npm is built for this. */
const hasPackage = process.platform === 'linux' && process.arch === 'x64';

/** Opens a headless Chromium: the one that comes from npm, so that it is the same everywhere, or else the machine's Chrome. */
export async function openBrowser(): Promise<Browser> {
  if (!hasPackage) return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args.filter((arg) => !unwanted.includes(arg)), ...args],
  });
}

/** Unpacks the browser once, before files that run side by side want it. Vitest calls it by this name. */
export async function setup(): Promise<void> {
  if (hasPackage) await packaged.executablePath();
}
