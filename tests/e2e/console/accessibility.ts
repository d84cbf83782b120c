import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Waits until a page has its content and is stable. */
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
 * Violations of WCAG 2.2 AA that axe finds, one line each. Once for each state of a page, in the light theme: the dark
 * one only changes colors, and their contrasts are computed (`tests/contrast.test.ts`).
 */
export async function violationsOf(page: Page, part: string, within = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const run = async ([name, selector]: [string, string]) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // A toast that fades meanwhile would be evaluated by a transitional color.
    const withoutMotion = new CSSStyleSheet();
    withoutMotion.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets.push(withoutMotion);
    const { violations } = await axe.run(
      // The guards of a focus trap can be reached by keyboard to pass the focus on; none keeps it.
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

/** The violations in a page once it is stable. */
export async function expectNoViolations(page: Page, part: string, within?: string): Promise<string[]> {
  await waitUntilStill(page);
  return violationsOf(page, part, within);
}
