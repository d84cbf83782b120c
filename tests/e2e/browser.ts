import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packaged from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';
import { freeSharedMemory } from '../../scripts/sharedMemory.ts';
import { waitForLock } from '../stores/waitForLock.ts';

const ownBrowser = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path));

const args = [
  // Pages of a site share a process, which keeps its compiled code as long as one of them is open.
  '--process-per-site',
  // A page of a test is closed before optimized code would pay off.
  '--js-flags=--no-maglev,--no-opt',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Without media, a page is cheaper without a code cache for later browsers, and without a separate network process. */
const thrifty = ['--v8-cache-options=none', '--enable-features=NetworkServiceInProcess2'];

/**
 * Default switches to remove: a single process would not survive the first window that closes, and tests depend on
 * web security.
 */
const unwanted = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content'];

/** Opens a headless Chromium that plays media: the machine's own, or else the one from npm. */
export async function openBrowser(): Promise<Browser> {
  return ownBrowser ? chromium.launch({ executablePath: ownBrowser, args }) : openPackagedBrowser();
}

/**
 * Opens the headless Chromium from npm. It takes a third less processor time than the headless mode of a complete one,
 * but its muted videos do not always start. Linux only.
 */
export async function openPackagedBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await packagedPath(),
    args: [...packaged.args.filter((arg) => !unwanted.includes(arg)), ...args, ...more],
    // Data that browser processes share, mainly drawn pages, need not be files on a disk if memory has room for them.
    ignoreDefaultArgs: freeSharedMemory() > 2e9 ? ['--disable-dev-shm-usage'] : [],
    headless: true,
  });
}

/** Path of the browser from npm once it is unpacked: one process unpacks it while others wait. */
async function packagedPath(): Promise<string> {
  const lock = await waitForLock(join(tmpdir(), 'bidhouse-chromium.lock'));
  try {
    return await packaged.executablePath();
  } finally {
    lock.release();
  }
}

/** Opens a headless Chromium for pages without media. */
export async function openPageBrowser(): Promise<Browser> {
  return process.platform === 'linux' ? openPackagedBrowser(thrifty) : openBrowser();
}

/** The worker's browser for pages without media: all its files open their windows in it. */
let shared: Promise<Browser> | null = null;

/** Opens the worker's browser for pages without media; it ends with the worker. */
export function openSharedBrowser(): Promise<Browser> {
  return (shared ??= openPageBrowser());
}
