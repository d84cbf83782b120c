import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { signInAs, type TestClient } from '../apiClient.ts';
import { namesOf } from './namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

/** How many advertisers the neighbour gets at a stroke. */
const many = 10_000;
const nameOf = (index: number) => `Bulk ${String(index).padStart(5, '0')}`;

/** Names that are hard to show, by what is hard about them. */
const oddNames = {
  markup: '<img src=x onerror="globalThis.hasRun=true">',
  script: '"><script>globalThis.hasRun=true</script>',
  quotes: `"'&amp; – \\ \${1+1} {{1+1}}`,
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 🚲',
  rightToLeft: 'שלום (עולם) 12!',
  override: '\u202Edesrever',
  combining: `Z${'\u0335\u0321\u034B'.repeat(20)}algo e\u0301`,
  widest: 'W'.repeat(255),
};
const odd = Object.entries(oddNames);

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
  const me = await client.call<{ demandId: number }>('GET', '/api/session');
  // Through the API this would take minutes; what is tested is how they are shown.
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query(
    `insert into advertisers (demand_id, name) select $1, 'Bulk ' || lpad(i::text, 5, '0') from generate_series(1, $2) i`,
    [me.body.demandId, many],
  );
  await postgres.close();
  for (const name of Object.values(oddNames)) {
    const answer = await client.call('POST', '/api/demand/advs', { name });
    if (answer.status >= 300) throw new Error(`creating «${name}» answered ${answer.status}`);
  }
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Waits for as long as for any element: the machine may be busy. */
const poll = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 });
const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const nameBox = (page: Page) => drawer(page).getByRole('textbox', { name: 'Name', exact: true });
const options = (page: Page) => page.getByRole('option');
const total = many + odd.length + 1;
/** A number as the console writes it, its groups parted by a thin space. */
const grouped = (count: number) => count.toLocaleString('en-US');

/** Opens the advertisers in the form of a new tag, and gives the search box above them. */
async function openPicker(page: Page) {
  // A new form takes the focus to its name first.
  await poll(() => nameBox(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await drawer(page).getByRole('combobox', { name: 'Advertiser' }).click();
  const search = page.getByRole('combobox', { name: /^Search: / });
  await search.waitFor();
  return search;
}

describe('ten thousand objects', () => {
  test('a list opens with its first page and its total, and pages to the last', async () => {
    const page = await ui.open('harbour', '/advertisers?q=bulk&sort=name&size=100');
    await nav(page)
      .getByText(`1–100 of ${grouped(many)} advertisers`)
      .waitFor();
    expect((await namesOf(page))[0]).toBe(nameOf(1));
    // Only the rows in view are in the document; the table says how many there are.
    expect((await namesOf(page)).length).toBeLessThanOrEqual(100);
    expect(await page.getByRole('table', { name: 'Advertisers' }).getAttribute('aria-rowcount')).toBe(String(many + 1));
    await nav(page).getByRole('button', { name: 'Last page' }).click();
    await nav(page)
      .getByText(`${grouped(many - 99)}–${grouped(many)} of ${grouped(many)} advertisers`)
      .waitFor();
    await poll(() => namesOf(page).then((names) => names[0])).toBe(nameOf(many - 99));
    expect(await nav(page).getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  });

  test('the list is sorted and searched as a whole, not by page', async () => {
    const page = await ui.open('harbour', '/advertisers?q=bulk&sort=name');
    await poll(() => namesOf(page).then((names) => names[0])).toBe(nameOf(1));
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await poll(() => namesOf(page).then((names) => names[0])).toBe(nameOf(many));
    await page.getByRole('textbox', { name: 'Search advertisers' }).fill('bulk 0777');
    await nav(page).getByText('1–10 of 10 advertisers').waitFor();
    expect((await namesOf(page))[0]).toBe('Bulk 07779');
  });

  test('[LIST-01] [LIST-03] their names come once, are kept for the tab, and are found by typing', async () => {
    const page = await ui.open('harbour', '/tags?open=new');
    let loads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/advs/list')) loads += 1;
    });
    await page.reload();
    const search = await openPicker(page);
    await options(page).first().waitFor();
    const shown = await options(page).count();
    expect(shown).toBeLessThanOrEqual(60);
    expect(await options(page).first().getAttribute('aria-setsize')).toBe(String(total));
    await search.fill(nameOf(9_876));
    await options(page)
      .filter({ hasText: nameOf(9_876) })
      .waitFor();
    expect(await options(page).count()).toBe(1);
    await page.keyboard.press('Enter');
    await poll(() => drawer(page).getByRole('combobox', { name: 'Advertiser' }).textContent()).toContain(nameOf(9_876));
    const stored = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('list:advertisers') ?? '[]') as unknown[],
    );
    expect(stored).toHaveLength(total);
    const before = loads;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await openPicker(page);
    await options(page).first().waitFor();
    expect(loads).toBe(before);
  });

  test('the picker goes to its last name by the keyboard, with few of them in the document', async () => {
    const page = await ui.open('harbour', '/tags?open=new');
    const search = await openPicker(page);
    await search.fill('bulk');
    await poll(() => options(page).first().getAttribute('aria-setsize')).toBe(String(many));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await options(page)
      .and(page.locator(`[aria-posinset="${many}"]`))
      .waitFor();
    expect(await options(page).count()).toBeLessThanOrEqual(60);
  });

  test.each([
    ['blocked', `Object.defineProperty(globalThis, 'sessionStorage', { get: refuse })`],
    ['full', `Storage.prototype.setItem = refuse`],
  ])('[LIST-03] everything works where session storage is %s', async (_, script) => {
    const page = await ui.open('harbour', '/login');
    await page.addInitScript(
      `{ const refuse = () => { throw new DOMException('no', 'QuotaExceededError'); }; ${script}; }`,
    );
    await page.goto('/tags?open=new');
    const search = await openPicker(page);
    await search.fill(nameOf(42));
    await options(page)
      .filter({ hasText: nameOf(42) })
      .click();
    const isKept = () => page.evaluate(() => sessionStorage.setItem('list:x', '')).then(() => true);
    expect(await isKept().catch(() => false)).toBe(false);
    await drawer(page).getByRole('button', { name: 'Clear', exact: true }).last().click();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.goto('/advertisers?q=bulk');
    await nav(page)
      .getByText(`of ${grouped(many)} advertisers`)
      .waitFor();
  });

  test('[ERR-08] lists that fill session storage give way to an unsaved form', async () => {
    const page = await ui.open('harbour', '/advertisers?open=new');
    await page.evaluate(() => {
      const chunk = 'x'.repeat(100_000);
      let at = 0;
      for (let text = chunk; text.length > 0;) {
        try {
          sessionStorage.setItem(`list:filler${at}`, text);
          at += 1;
        } catch {
          text = text.slice(0, Math.floor(text.length / 2));
        }
      }
    });
    await nameBox(page).fill('Typed while storage was full');
    await poll(() => page.evaluate(() => JSON.stringify(sessionStorage).includes('Typed while'))).toBe(true);
  });
});

describe('a name that is hard to show', () => {
  test.each(odd)('(%s) is the same text in the list, drawer, toast and question', async (_, name) => {
    const page = await ui.open('harbour', `/advertisers?q=${encodeURIComponent(name)}`, narrow);
    await poll(() => namesOf(page)).toEqual([name]);
    await expectCalm(page);

    await page.getByRole('switch').click();
    await toast(page, 'Advertiser paused').getByText(name, { exact: true }).waitFor();
    await expectCalm(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('true');

    await page.locator('tbody a.cell-link').first().click();
    await poll(() => nameBox(page).inputValue()).toBe(name);
    expect(await drawer(page).getByRole('heading', { level: 2 }).textContent()).toBe(name);
    await expectCalm(page);
    await drawer(page).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    const question = page.getByRole('alertdialog').getByRole('heading');
    await question.waitFor();
    expect(await question.textContent()).toBe(`Archive ${name}?`);
    expect(await question.evaluate(isInOrder)).toBe(true);
    expect(await question.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expectCalm(page);
  });

  test.each(odd)('(%s) is found, chosen and shown in a picker', async (_, name) => {
    const page = await ui.open('harbour', '/tags?open=new', narrow);
    const search = await openPicker(page);
    await search.fill(name);
    const option = options(page).filter({ hasText: name });
    await option.waitFor();
    await expectCalm(page);
    await option.click();
    const picker = drawer(page).getByRole('combobox', { name: 'Advertiser' });
    await poll(() => picker.textContent()).toBe(name);
    await expectCalm(page);
  });
});

/** The least width that the console is made for. */
const narrow = { viewport: { width: 1024, height: 768 } };

const toast = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title });

/** Nothing ran, nothing became markup, and nothing makes the page wider than its window. */
async function expectCalm(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Whether a text that reads from left to right around a name begins at its left and ends behind everything on its line. */
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
