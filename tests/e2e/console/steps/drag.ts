import type { Locator, Page } from 'playwright-core';

/** Drags a handle to a place in an element: a share of its height from the top. */
export async function drag(page: Page, from: Locator, to: Locator, part = 0.5): Promise<void> {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it to');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(end.x + 200, end.y + end.height * part, { steps: 8 });
  await page.mouse.up();
}
