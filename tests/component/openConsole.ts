import type { Page } from 'playwright-core';
import { startDemoInProcess } from '../e2e/startDemoInProcess.ts';
import type { InProcessProduct } from '../e2e/startProductInProcess.ts';
import { collectPageErrors } from '../e2e/collectPageErrors.ts';
import { demoPassword, signInContext } from '../e2e/signInContext.ts';
import { WindowContext } from './window/WindowContext.ts';

export { demoPassword };

/** The console of a running product, in windows without a browser. */
export interface ConsoleUnderTest {
  product: InProcessProduct;
  /**
   * A new window, signed in as one of the demo's logins; null = signed out. Windows of a login share cookies and local
   * storage as in a browser.
   */
  open(login: string | null, path?: string): Promise<Page>;
  /**
   * Closes every window and resets their network; returns the errors and warnings of their pages, and the product's own
   * output meanwhile.
   */
  closeWindows(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the demo network without generated traffic, and opens its console. */
export async function openConsole(settings: Record<string, string> = {}): Promise<ConsoleUnderTest> {
  return openConsoleOf(await startDemoInProcess(settings));
}

/** Opens the console of a product; closing it ends the product. */
export async function openConsoleOf(product: InProcessProduct, password = demoPassword): Promise<ConsoleUnderTest> {
  const contexts = new Map<string | null, WindowContext>();
  const faults = collectPageErrors(product);

  async function contextFor(login: string | null): Promise<WindowContext> {
    const context = contexts.get(login) ?? new WindowContext(product.consoleUrl);
    contexts.set(login, context);
    if (login === null) await context.clearCookies();
    else if ((await context.cookies()).length === 0) await signInContext(context, login, password);
    return context;
  }

  async function closeShown(): Promise<void> {
    for (const context of contexts.values()) {
      for (const page of context.pages()) await page.close();
      await context.setOffline(false);
      context.localEntries.clear();
    }
  }

  return {
    product,
    async open(login, path = '/') {
      const page = await (await contextFor(login)).newPage();
      page.listenForFaults(({ text }) => faults.add(`${page.url()}: ${text}`));
      await page.goto(path);
      // It only has the methods of a page that work without a browser.
      return page as unknown as Page;
    },
    async closeWindows() {
      await closeShown();
      return faults.take();
    },
    async close() {
      for (const context of contexts.values()) await context.close();
      await product.stop();
    },
  };
}
