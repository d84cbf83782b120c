import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Waits until a page has its content and stands still. */
export async function waitUntilShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  if (page.url().includes('open='))
    await page.getByRole('dialog').getByRole('tab', { selected: true }).first().waitFor();
  await waitUntilStill(page);
}

/** Waits until nothing loads and nothing moves. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isWaiting = document.querySelector('[aria-busy="true"], .skeleton') !== null;
    return !isWaiting && document.getAnimations().every((each) => each.playState !== 'running');
  });
}

/**
 * What axe finds against WCAG 2.2 AA, one line each. Once for each state of a page, in the light theme: the dark one changes
 * colours alone, and their contrasts are computed (`tests/contrast.test.ts`).
 */
export async function violationsOf(page: Page, part: string, within = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const run = async ([name, selector]: [string, string]) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // A message that fades meanwhile would be judged by a colour that it has for a moment.
    const withoutMotion = new CSSStyleSheet();
    withoutMotion.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets.push(withoutMotion);
    const { violations } = await axe.run(
      // The guards of a focus trap can be reached by keyboard so that they can pass the focus on; none keeps it.
      { include: [[selector]], exclude: [['[data-base-ui-focus-guard]']] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      },
    );
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== withoutMotion);
    return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  };
  return page.evaluate(run, [part, within] as [string, string]);
}

/** What axe finds in a page once it stands still. */
export async function expectNoViolations(page: Page, part: string, within?: string): Promise<string[]> {
  await waitUntilStill(page);
  return violationsOf(page, part, within);
}
