import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openSharedBrowser } from '../browser.ts';
import { startDemoHere } from '../startDemoHere.ts';
import type { ProductHere } from '../startProductHere.ts';

/** The password of every login of the demo network. */
export const demoPassword = 'bidhouse-demo';

/** The console of a running product, and a browser to use it with. */
export interface ConsoleUnderTest {
  product: ProductHere;
  browser: Browser;
  /** A new window, signed in as one of the demo's logins; null = signed out. */
  open(login: string | null, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Closes every window; returns the errors and warnings of their pages, and what the product itself printed meanwhile. */
  closeWindows(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the demo network without traffic of its own, and opens its console. */
export async function openConsole(settings: Record<string, string> = {}): Promise<ConsoleUnderTest> {
  return openConsoleOf(await startDemoHere(settings));
}

/** Opens the console of a product in the browser of the worker; closing it ends the product. */
export async function openConsoleOf(product: ProductHere, password = demoPassword): Promise<ConsoleUnderTest> {
  const browser = await openSharedBrowser();
  // One context for each login and kind of window: later windows find the console's files in its cache, and its code
  // compiled, because one page stays open all the time.
  const contexts = new Map<string, BrowserContext>();
  const kept = new Set<Page>();
  let faults: string[] = [];
  let read = product.output().length;

  async function contextFor(login: string | null, options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify([login, options]);
    const context = contexts.get(key) ?? (await newContext(options));
    contexts.set(key, context);
    if (login === null) await context.clearCookies();
    else if ((await context.cookies()).length === 0) await signInWindow(context, login, password);
    return context;
  }

  async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: product.consoleUrl, viewport, ...options });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await page.goto('/healthz');
    kept.add(page);
    return context;
  }

  async function open(login: string | null, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await contextFor(login, options)).newPage();
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      // The browser itself notes every status from 400 on; what matters is what the page makes of it.
      if (message.text().startsWith('Failed to load resource')) return;
      // The search for violations asks frames of other origins in vain, of which some browsers tell.
      if (message.text().startsWith("Failed to execute 'postMessage' on 'DOMWindow'")) return;
      faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
    await page.goto(path);
    return page;
  }

  return {
    product,
    browser,
    open,
    async closeWindows() {
      for (const page of [...contexts.values()].flatMap((context) => context.pages())) {
        if (!kept.has(page)) await page.close();
      }
      // Asked of the pages that stay: one that is just being loaded anew would let the question wait.
      for (const page of kept) await page.evaluate(() => localStorage.clear());
      const printed = withoutFailedSignIns(product.output().slice(read)).trim();
      read = product.output().length;
      const found = printed === '' ? faults : [...faults, `the product printed: ${printed}`];
      faults = [];
      return found;
    },
    async close() {
      for (const context of contexts.values()) await context.close();
      await product.stop();
    },
  };
}

/** The output, without the lines of the server's log about wrong passwords: tests type them on purpose. */
function withoutFailedSignIns(output: string): string {
  const isOfSignIn = (line: string) => /"text":"(failed sign-in|sign-in limit reached) from /.test(line);
  return output
    .split('\n')
    .filter((line) => !isOfSignIn(line))
    .join('\n');
}

/** Signs in without the login page. */
async function signInWindow(context: BrowserContext, login: string, password: string): Promise<void> {
  const answer = await context.request.post('/api/auth/login', { data: { login, password } });
  if (!answer.ok()) throw new Error(`sign-in of ${login} answered ${answer.status()}: ${await answer.text()}`);
}

/** The names in a list, from top to bottom. */
export async function namesOf(page: Page): Promise<string[]> {
  return page.locator('tbody a.cell-link[href*="open="]').allTextContents();
}
