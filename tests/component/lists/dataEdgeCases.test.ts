import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { signInAs } from '../../e2e/apiClient.ts';
import { drawer, nameBox, nav } from '../../e2e/console/steps/advertiserListPage.ts';
import { advertiserOf, openPicker, options, waitForNewForm } from '../../e2e/console/steps/advertiserPicker.ts';
import { namesOf } from '../../e2e/console/steps/namesOf.ts';
import { createUnusualAdvertisers, unusualNames } from '../../e2e/console/worlds/unusualNames.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

/** Number of advertisers that the neighbour's account gets at once. */
const many = 10_000;
const nameOf = (index: number) => `Bulk ${String(index).padStart(5, '0')}`;

const names = Object.values(unusualNames);

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
  const client = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
  const me = await client.call<{ demandId: number }>('GET', '/api/session');
  // Through the API this would take minutes; the test is about how they are shown.
  const postgres = openPostgres(ui.product.databaseUrl);
  await postgres.pool.query(
    `insert into advertisers (demand_id, name) select $1, 'Bulk ' || lpad(i::text, 5, '0') from generate_series(1, $2) i`,
    [me.body.demandId, many],
  );
  await postgres.close();
  await createUnusualAdvertisers(client);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Waits as long as for any element: the machine may be busy. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
const total = many + names.length + 1;
/** A number as the console formats it, with thin spaces between groups. */
const grouped = (count: number) => count.toLocaleString('en-US');

/** Opens the advertisers in the form of a new tag. */
async function openPickerOfNew(page: Page) {
  await waitForNewForm(page);
  return openPicker(page);
}

/** Fills the remaining session storage with entries whose keys begin with this prefix. */
async function fillSessionStorage(page: Page, prefix: string): Promise<void> {
  await page.evaluate((start) => {
    const chunk = 'x'.repeat(100_000);
    let at = 0;
    for (let text = chunk; text.length > 0;) {
      try {
        sessionStorage.setItem(`${start}${at}`, text);
        at += 1;
      } catch {
        text = text.slice(0, Math.floor(text.length / 2));
      }
    }
  }, prefix);
}

describe('ten thousand objects', () => {
  test('a list opens with its first page and its total, and pages to the last', async () => {
    const page = await ui.open('harbour', '/advertisers?q=bulk&sort=name&size=100');
    await nav(page)
      .getByText(`1–100 of ${grouped(many)} advertisers`)
      .waitFor();
    expect((await namesOf(page))[0]).toBe(nameOf(1));
    // Only the rows in view are in the document; the table states their total.
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

  test('[LIST-01] [LIST-03] their names are fetched once, cached for the tab, and found by typing', async () => {
    const page = await ui.open('harbour', '/tags?open=new');
    let loads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/advs/list')) loads += 1;
    });
    await page.reload();
    const search = await openPickerOfNew(page);
    await options(page).first().waitFor();
    const shown = await options(page).count();
    expect(shown).toBeLessThanOrEqual(60);
    expect(await options(page).first().getAttribute('aria-setsize')).toBe(String(total));
    await search.fill(nameOf(9_876));
    const option = options(page).filter({ hasText: nameOf(9_876) });
    await option.waitFor();
    expect(await options(page).count()).toBe(1);
    await option.click();
    await poll(() => advertiserOf(page).textContent()).toContain(nameOf(9_876));
    const stored = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('list:advertisers') ?? '[]') as unknown[],
    );
    expect(stored).toHaveLength(total);
    const before = loads;
    await page.reload();
    await openPickerOfNew(page);
    await options(page).first().waitFor();
    expect(loads).toBe(before);
  });

  test.each([
    [
      'blocked',
      (page: Page) =>
        page.addInitScript(
          `Object.defineProperty(globalThis, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`,
        ),
    ],
    ['full', (page: Page) => fillSessionStorage(page, 'x')],
  ])('[LIST-03] everything works where session storage is %s', async (_, spoil) => {
    const page = await ui.open('harbour', '/login');
    await spoil(page);
    await page.goto('/tags?open=new');
    const search = await openPickerOfNew(page);
    await search.fill(nameOf(42));
    await options(page)
      .filter({ hasText: nameOf(42) })
      .click();
    const isStored = () => page.evaluate(() => sessionStorage.setItem('list:x', '')).then(() => true);
    expect(await isStored().catch(() => false)).toBe(false);
    await drawer(page).getByRole('button', { name: 'Clear', exact: true }).last().click();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.goto('/advertisers?q=bulk');
    await nav(page)
      .getByText(`of ${grouped(many)} advertisers`)
      .waitFor();
  });

  test('[ERR-08] lists that fill session storage are evicted for an unsaved form', async () => {
    const page = await ui.open('harbour', '/advertisers?open=new');
    await fillSessionStorage(page, 'list:filler');
    await nameBox(page).fill('Typed while storage was full');
    await poll(() => page.evaluate(() => JSON.stringify(sessionStorage).includes('Typed while'))).toBe(true);
  });
});

describe('a name that is hard to show', () => {
  test('is the same text in the list, drawer, toast and confirmation', async () => {
    const page = await ui.open('harbour', '/advertisers');
    for (const name of names) {
      await page.getByRole('textbox', { name: 'Search advertisers' }).fill(name);
      await poll(() => namesOf(page)).toEqual([name]);
      await page.getByRole('switch').click();
      const toast = page.getByRole('dialog').filter({ has: page.getByText(name, { exact: true }) });
      await toast.getByText('Advertiser paused', { exact: true }).waitFor();
      await toast.getByRole('button', { name: 'Undo' }).click();
      await poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('true');

      await page.locator('tbody a.cell-link').first().click();
      await poll(() => nameBox(page).inputValue()).toBe(name);
      expect(await drawer(page).getByRole('heading', { level: 2 }).textContent()).toBe(name);
      await drawer(page).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Archive…' }).click();
      const question = page.getByRole('alertdialog');
      await poll(() => question.getByRole('heading').textContent()).toBe(`Archive ${name}?`);
      await expectText(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await drawer(page).getByRole('button', { name: 'Close', exact: true }).click();
      await drawer(page).waitFor({ state: 'detached' });
    }
  });

  test('is found, selected and shown in a picker', async () => {
    const page = await ui.open('harbour', '/tags?open=new');
    await waitForNewForm(page);
    for (const name of names) {
      const search = await openPicker(page);
      await search.fill(name);
      await options(page).filter({ hasText: name }).click();
      await poll(() => advertiserOf(page).textContent()).toBe(name);
      await expectText(page);
    }
  });
});

/** Expects that no part of a name became markup. */
async function expectText(page: Page): Promise<void> {
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.locator('script', { hasText: 'hasRun' }).count()).toBe(0);
}
