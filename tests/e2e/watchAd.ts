import type { Page } from 'playwright-core';

const patience = { timeout: 60_000 } as const;

/**
 * Opens a page with a player and lets its ad play to the end. A browser drops the pixels of a page that is closed: the
 * ad has ended here when the page says so and its last pixel is answered.
 */
export async function watchAd(page: Page, url: string): Promise<void> {
  const untilEnded = async () => {
    await page.goto(url);
    await page.waitForFunction("document.querySelector('#events').textContent.includes('ad ended')", null, patience);
  };
  await Promise.all([page.waitForResponse((answer) => answer.url().includes('/e/complete/'), patience), untilEnded()]);
}
