import type { Page } from 'playwright-core';

const longTimeout = { timeout: 60_000 } as const;

/**
 * Opens a page with a player and waits until its ad has played to the end. A browser drops the pixels of a closed page:
 * the ad has ended when the page says so and its last pixel has a response. Fails with a log of the player.
 */
export async function watchAd(page: Page, url: string): Promise<void> {
  const messages: string[] = [];
  page.on('console', (line) => messages.push(line.text()));
  page.on('requestfailed', (request) => messages.push(`${request.url()} failed: ${request.failure()?.errorText}`));
  const untilEnded = async () => {
    await page.goto(url);
    await page.waitForFunction("document.querySelector('#events').textContent.includes('ad ended')", null, longTimeout);
  };
  try {
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/e/complete/'), longTimeout),
      untilEnded(),
    ]);
  } catch (error) {
    const events = await page.locator('#events li').allTextContents();
    throw new Error(`The ad did not end: ${[...events, ...messages].join('; ')}`, { cause: error });
  }
}
