import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { signInAs } from '../apiClient.ts';
import { drawer, nameBox } from './steps/advertiserListPage.ts';
import { advertiserOf, openPicker, options, waitForNewForm } from './steps/advertiserPicker.ts';
import { namesOf } from './steps/namesOf.ts';
import { createUnusualAdvertisers, unusualNames } from './worlds/unusualNames.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

const names = Object.values(unusualNames);

interface Me {
  demandId: number;
}

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
  await createUnusualAdvertisers(await signInAs(ui.product.consoleUrl, 'harbour', demoPassword));
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

test('the picker of ten thousand reaches its last name and a typed one by keyboard, with few in the document', async () => {
  const many = 10_000;
  const me = await (await signInAs(ui.product.consoleUrl, 'demand', demoPassword)).call<Me>('GET', '/api/session');
  // Through the API this would take minutes; the test is about how they are shown.
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query(
    `insert into advertisers (demand_id, name) select $1, 'Bulk ' || lpad(i::text, 5, '0') from generate_series(1, $2) i`,
    [me.body.demandId, many],
  );
  await postgres.close();
  const page = await ui.open('demand', '/tags?open=new');
  await waitForNewForm(page);
  const search = await openPicker(page);
  await search.fill('bulk');
  await expect.poll(() => options(page).first().getAttribute('aria-setsize')).toBe(String(many));
  // The last entry creates a new advertiser.
  for (let index = 0; index < 3; index += 1) await page.keyboard.press('ArrowUp');
  await options(page)
    .and(page.locator(`[aria-posinset="${many}"]`))
    .waitFor();
  expect(await options(page).count()).toBeLessThanOrEqual(60);
  await search.fill('Bulk 09876');
  await options(page).filter({ hasText: 'Bulk 09876' }).waitFor();
  expect(await options(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => advertiserOf(page).textContent()).toContain('Bulk 09876');
});

/** The minimum width that the console supports, without animations. */
const narrow = { viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' } as const;

describe('names that are hard to show run no code and widen nothing', () => {
  test('in the list, its messages, the drawer and the confirmation', async () => {
    const page = await ui.open('harbour', '/advertisers?status=all', narrow);
    await expect.poll(() => namesOf(page)).toEqual(expect.arrayContaining(names));
    await expectCalm(page);
    for (const name of names) {
      const link = page.getByRole('link', { name, exact: true });
      const row = page.locator('tbody tr').filter({ has: link });
      await row.getByRole('switch').click();
      await page
        .getByRole('dialog')
        .filter({ hasText: 'Advertiser paused' })
        .getByText(name, { exact: true })
        .waitFor();
      await expectCalm(page);
      await link.click();
      await expect.poll(() => nameBox(page).inputValue()).toBe(name);
      await expectCalm(page);
      await drawer(page).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Archive…' }).click();
      const question = page.getByRole('alertdialog');
      const heading = question.getByRole('heading');
      await heading.waitFor();
      expect(await heading.evaluate(isInOrder), name).toBe(true);
      expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth), name).toBe(0);
      await expectCalm(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await drawer(page).waitFor({ state: 'detached' });
    }
  });

  test('in a picker', async () => {
    const page = await ui.open('harbour', '/tags?open=new', narrow);
    await waitForNewForm(page);
    for (const name of names) {
      const search = await openPicker(page);
      await search.fill(name);
      const option = options(page).filter({ hasText: name });
      await option.waitFor();
      await expectCalm(page);
      await option.click();
      await expect.poll(() => advertiserOf(page).textContent()).toBe(name);
      await expectCalm(page);
    }
  });
});

/** Expects that no code ran, nothing became markup, and the page is not wider than its window. */
async function expectCalm(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** True when left-to-right text around a name begins at its left and ends after everything on its line. */
function isInOrder(element: Element): boolean {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      boxes.push(range.getBoundingClientRect());
    }
  }
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (!first || !last) return false;
  const isFirst = boxes.every((box) => box.left >= first.left);
  const isLast = boxes.every((box) => box.bottom <= last.top || box.left <= last.left);
  return isFirst && isLast;
}
