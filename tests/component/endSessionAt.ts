import type { Page } from 'playwright-core';

/**
 * Lets the session of a window end as the next change is sent to `path`. Were it ended before, a call that the page makes
 * by itself could be the first to learn of it.
 */
export async function endSessionAt(page: Page, path: string): Promise<void> {
  let hasEnded = false;
  await page.route(`**${path}`, async (route) => {
    if (!hasEnded && route.request().method() !== 'GET') {
      hasEnded = true;
      await page.context().clearCookies();
    }
    await route.fallback();
  });
}
