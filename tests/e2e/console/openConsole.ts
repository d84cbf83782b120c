import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openSharedBrowser } from '../browser.ts';
import { startDemoInProcess } from '../startDemoInProcess.ts';
import type { InProcessProduct } from '../startProductInProcess.ts';
import { collectPageErrors } from '../collectPageErrors.ts';
import { demoPassword, signInContext } from '../signInContext.ts';

export { demoPassword };

/** Options of a window besides its login. */
export interface WindowOptions extends BrowserContextOptions {
  /**
   * Windows with the same options share a browser context that ends with the file: for changes of all windows of a
   * context, such as its clock.
   */
  ownContext?: boolean;
}

/** The console of a running product, with a browser. */
export interface ConsoleUnderTest {
  product: InProcessProduct;
  browser: Browser;
  /** A new window, signed in as one of the demo's logins; null = signed out. */
  open(login: string | null, path?: string, options?: WindowOptions): Promise<Page>;
  /** Closes every window; returns the errors and warnings of their pages, and the product's own output meanwhile. */
  closeWindows(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser context, and its page that is always open, so that the code of the console stays compiled. */
interface Windows {
  context: BrowserContext;
  idlePage: Page;
}

/** Logins of the demo network, for every file; null = signed out. */
const demoLogins: readonly (string | null)[] = [null, 'admin', 'demand', 'manager', 'sub', 'adv', 'sdk'];

/** Their windows without special options, for all files of a worker, by login and options. */
const shared = new Map<string, Windows>();

/** Starts the demo network without generated traffic, and opens its console. */
export async function openConsole(settings: Record<string, string> = {}): Promise<ConsoleUnderTest> {
  return openConsoleOf(await startDemoInProcess(settings));
}

/** Opens the console of a product in the worker's browser; closing it ends the product. */
export async function openConsoleOf(product: InProcessProduct, password = demoPassword): Promise<ConsoleUnderTest> {
  const browser = await openSharedBrowser();
  /** The windows of this file only. */
  const own = new Map<string, Windows>();
  const faults = collectPageErrors(product);

  async function contextFor(login: string | null, options: WindowOptions): Promise<BrowserContext> {
    const { context } = await windowsFor(login, options);
    if (login === null) await context.clearCookies();
    else if ((await context.cookies()).length === 0) await signInContext(context, login, password);
    return context;
  }

  async function windowsFor(login: string | null, options: WindowOptions): Promise<Windows> {
    const windows = demoLogins.includes(login) && Object.keys(options).length === 0 ? shared : own;
    const key = JSON.stringify([login, options]);
    const { ownContext: _, ...others } = options;
    const found = windows.get(key) ?? (await openWindows(others));
    windows.set(key, found);
    return found;
  }

  async function openWindows(options: BrowserContextOptions): Promise<Windows> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: product.consoleUrl, viewport, ...options });
    context.setDefaultTimeout(15_000);
    const idlePage = await context.newPage();
    await idlePage.goto('/healthz');
    return { context, idlePage };
  }

  /** Closes all windows except those that are always open, whose storage is cleared. */
  async function closeShown(): Promise<void> {
    for (const { context, idlePage } of [...shared.values(), ...own.values()]) {
      for (const page of context.pages()) if (page !== idlePage) await page.close();
      // Called on the page that stays: one that is reloading would delay the call.
      await idlePage.evaluate(() => localStorage.clear());
    }
  }

  async function open(login: string | null, path = '/', options: WindowOptions = {}): Promise<Page> {
    const page = await (await contextFor(login, options)).newPage();
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // The browser itself logs every status from 400 on; the page's reaction is what matters.
      if (message.text().startsWith('Failed to load resource')) return;
      // The accessibility check fails to reach frames of other origins, which some browsers log.
      if (message.text().startsWith("Failed to execute 'postMessage' on 'DOMWindow'")) return;
      faults.add(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.add(`${page.url()}: ${error.stack ?? error.message}`));
    await page.goto(path);
    return page;
  }

  return {
    product,
    browser,
    open,
    async closeWindows() {
      await closeShown();
      return faults.take();
    },
    async close() {
      await closeShown();
      for (const { context } of own.values()) await context.close();
      for (const { context } of shared.values()) {
        await context.clearCookies();
        await context.clearPermissions();
        await context.setOffline(false);
      }
      await product.stop();
    },
  };
}
