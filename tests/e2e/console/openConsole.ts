import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openSharedBrowser } from '../browser.ts';
import { startDemoInProcess } from '../startDemoInProcess.ts';
import type { InProcessProduct } from '../startProductInProcess.ts';
import { collectPageErrors } from '../collectPageErrors.ts';
import { demoPassword, signInContext } from '../signInContext.ts';

export { demoPassword };

/** What a window has beside its login. */
export interface WindowOptions extends BrowserContextOptions {
  /** It and its like have a browser context that ends with the file: for what is done to all windows of one, as with its clock. */
  ownContext?: boolean;
}

/** The console of a running product, and a browser to use it with. */
export interface ConsoleUnderTest {
  product: InProcessProduct;
  browser: Browser;
  /** A new window, signed in as one of the demo's logins; null = signed out. */
  open(login: string | null, path?: string, options?: WindowOptions): Promise<Page>;
  /** Closes every window; returns the errors and warnings of their pages, and what the product itself printed meanwhile. */
  closeWindows(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser context, and the page of it that is always open: as long as it is, the code of the console stays compiled. */
interface Windows {
  context: BrowserContext;
  idlePage: Page;
}

/** Logins that the demo network has in every file; null = signed out. */
const demoLogins: readonly (string | null)[] = [null, 'admin', 'demand', 'manager', 'sub', 'adv', 'sdk'];

/** Their windows that have nothing particular, for all files of a worker, by login and options. */
const shared = new Map<string, Windows>();

/** Starts the demo network without traffic of its own, and opens its console. */
export async function openConsole(settings: Record<string, string> = {}): Promise<ConsoleUnderTest> {
  return openConsoleOf(await startDemoInProcess(settings));
}

/** Opens the console of a product in the browser of the worker; closing it ends the product. */
export async function openConsoleOf(product: InProcessProduct, password = demoPassword): Promise<ConsoleUnderTest> {
  const browser = await openSharedBrowser();
  /** Those of this file alone. */
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

  /** Closes all windows but those that are always open, in which nothing is stored any more. */
  async function closeShown(): Promise<void> {
    for (const { context, idlePage } of [...shared.values(), ...own.values()]) {
      for (const page of context.pages()) if (page !== idlePage) await page.close();
      // Asked of the page that stays: one that is just being loaded anew would let the question wait.
      await idlePage.evaluate(() => localStorage.clear());
    }
  }

  async function open(login: string | null, path = '/', options: WindowOptions = {}): Promise<Page> {
    const page = await (await contextFor(login, options)).newPage();
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // The browser itself notes every status from 400 on; what matters is what the page makes of it.
      if (message.text().startsWith('Failed to load resource')) return;
      // The search for violations asks frames of other origins in vain, of which some browsers tell.
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
