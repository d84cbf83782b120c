import type { Page } from 'playwright-core';
import { signInAs } from '../tests/e2e/apiClient.ts';
import { openBrowser } from '../tests/e2e/browser.ts';
import { startProduct } from '../tests/e2e/product.ts';
import { medianOf } from './medianOf.ts';

const tagCount = 10_000;
const rounds = 5;
/** Every column of the list, and the maximum page size. */
const address = '/tags?size=100&status=all';

/**
 * A list of 10,000 tags in a browser: from the API's response to its rows on screen, and how long scrolling blocks it.
 */
export async function benchConsole(): Promise<string> {
  const product = await startProduct('demo', { DEMO_VIEWS_PER_SECOND: '0', DEMO_HISTORY_DAYS: '0' });
  const browser = await openBrowser();
  try {
    const client = await signInAs(product.consoleUrl, 'demand', 'bidhouse-demo');
    const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demand/advs?size=1');
    const changes = Array.from({ length: tagCount }, (_, index) => ({
      entity: 'tag',
      action: 'create',
      values: { name: `Bench ${index}`, advertiserId: body.rows[0]?.id, url: 'https://ads.example/vast' },
    }));
    const made = await client.call('POST', '/api/changes', { changes });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body).slice(0, 300));
    const extraHTTPHeaders = { cookie: client.cookie };
    const context = await browser.newContext({ baseURL: product.consoleUrl, extraHTTPHeaders });
    const page = await context.newPage();
    await page.goto(address);
    await rowsOf(page).nth(9).waitFor();
    await page.getByRole('radio', { name: 'Full' }).click();
    await page.addInitScript(noteRows);
    const shown: number[] = [];
    const longTasks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.reload();
      await rowsOf(page).nth(9).waitFor();
      await page.waitForFunction('globalThis.rowsAt !== undefined');
      shown.push(await page.evaluate<number>(msToRows));
      longTasks.push(await page.evaluate<number>(longestTaskOfScrolling));
    }
    return (
      `10,000 tags, 100 on a page with every figure: rows ${medianOf(shown).toFixed(0)} ms after the answer, ` +
      `${longTasks.filter((ms) => ms > 0).length} of ${rounds} rounds of scrolling with a long task, the longest ${Math.max(...longTasks).toFixed(0)} ms`
    );
  } finally {
    await browser.close();
    await product.stop();
  }
}

const rowsOf = (page: Page) => page.locator('tbody tr[data-id]');

/** Records in a page when its first rows have been painted. */
const noteRows = `new MutationObserver((_, self) => {
  if (document.querySelectorAll('tbody tr[data-id]').length < 10) return;
  self.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.rowsAt = performance.now(); }, 0));
}).observe(document, { childList: true, subtree: true });`;

/** Milliseconds from the end of the list's response to the paint that includes its rows. */
const msToRows = `(() => {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/demand/tags?'));
  return globalThis.rowsAt - Math.min(...answers.map(({ responseEnd }) => responseEnd));
})()`;

/** Scrolls the list down and up. Returns the longest task meanwhile in milliseconds; 0 = none took 50 or more. */
const longestTaskOfScrolling = `new Promise((done) => {
  let longest = 0;
  const seen = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  seen.observe({ entryTypes: ['longtask'] });
  const box = document.querySelector('table').parentElement;
  let step = 0;
  const move = () => {
    box.scrollTop = Math.abs(Math.sin(step / 40)) * box.scrollHeight;
    step += 1;
    if (step < 240) requestAnimationFrame(move);
    else setTimeout(() => { seen.disconnect(); done(longest); }, 300);
  };
  requestAnimationFrame(move);
})`;
