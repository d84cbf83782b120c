import type { Page } from 'playwright-core';

/**
 * Ends the session of a window when the next change is sent to `path`. If it ended earlier, a background call of the
 * page could be the first to notice.
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
