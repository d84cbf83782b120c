import type { Page } from 'playwright-core';

const patience = { timeout: 60_000 } as const;

/**
 * Opens a page with a player and lets its ad play to the end. A browser drops the pixels of a page that is closed: the
 * ad has ended here when the page says so and its last pixel is answered. Fails with what the player did.
 */
export async function watchAd(page: Page, url: string): Promise<void> {
  const told: string[] = [];
  page.on('console', (line) => told.push(line.text()));
  page.on('requestfailed', (request) => told.push(`${request.url()} failed: ${request.failure()?.errorText}`));
  const untilEnded = async () => {
    await page.goto(url);
    await page.waitForFunction("document.querySelector('#events').textContent.includes('ad ended')", null, patience);
  };
  try {
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/e/complete/'), patience),
      untilEnded(),
    ]);
  } catch (error) {
    const events = await page.locator('#events li').allTextContents();
    throw new Error(`The ad did not end: ${[...events, ...told].join('; ')}`, { cause: error });
  }
}
