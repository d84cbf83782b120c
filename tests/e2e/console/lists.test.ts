import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drawer, nameBox, nav, waitForTotal } from './advertiserListPage.ts';
import { advertiserCount, createAdvertisers, oddNames, seriesSize } from './advertiserSeries.ts';
import { placeOf } from './framePage.ts';
import { namesOf } from './namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

/** The neighbour's account is the test's own: what it holds is what is made here, and two rows of the demo. */
beforeAll(async () => {
  ui = await openConsole();
  await createAdvertisers(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const search = (page: Page) => page.getByRole('textbox', { name: 'Search advertisers' });

describe('a list', () => {
  test('[REF-08] [ROUTE-07] search, order, page and size live in the address, and it reproduces them', async () => {
    const page = await ui.open('harbour', '/advertisers');
    await waitForTotal(page, advertiserCount);
    await search(page).fill('row');
    await waitForTotal(page, seriesSize);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 01');

    await nav(page).getByRole('combobox', { name: 'Rows on a page' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['10', '20', '50', '100']);
    await page.getByRole('option', { name: '20', exact: true }).click();
    await nav(page).getByText('1–20 of 55 advertisers').waitFor();
    await nav(page).getByRole('button', { name: 'Next page' }).click();
    await nav(page).getByText('21–40 of 55 advertisers').waitFor();
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 21');
    expect(placeOf(page)).toBe('/advertisers?q=row&sort=name&size=20&page=2');

    await page.reload();
    await nav(page).getByText('21–40 of 55 advertisers').waitFor();
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 21');
    expect(await search(page).inputValue()).toBe('row');
    const other = await ui.open('harbour', placeOf(page));
    await expect.poll(() => namesOf(other)).toEqual(await namesOf(page));

    await page.goBack();
    await nav(page).getByText('1–20 of 55 advertisers').waitFor();
  });

  test('names of markup, of other scripts and of the greatest length are shown as they are', async () => {
    const page = await ui.open('harbour', '/');
    for (const name of oddNames) {
      await page.goto(`/advertisers?q=${encodeURIComponent(name.slice(0, 40))}`);
      await expect.poll(() => namesOf(page)).toEqual([name]);
      await page.locator('tbody a.cell-link').first().click();
      await expect.poll(() => nameBox(page).inputValue()).toBe(name);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  });

  test('rows do not move when the first is chosen', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row&sort=-name');
    const row = page.getByRole('row', { name: /Row 50/ });
    const before = await row.boundingBox();
    await page.getByRole('checkbox', { name: 'Select Row 50' }).check();
    await page.getByRole('toolbar').waitFor();
    expect(await row.boundingBox()).toEqual(before);
  });

  test('rows do not move when their figures come', async () => {
    const page = await ui.open('harbour', '/');
    const totals = page.locator('.dt-totals');
    let areLate = true;
    await page.route('**/api/demand/advs?**', async (route) => {
      const { totals: _, ...answer } = (await (await route.fetch()).json()) as Record<string, unknown>;
      await (areLate ? route.fulfill({ json: { ...answer, figures: 'late' } }) : route.fallback());
    });
    await page.goto('/advertisers?q=row&sort=-name');
    const row = page.getByRole('row', { name: /Row 50/ });
    const before = await row.boundingBox();
    await expect.poll(() => totals.innerText()).toContain(`Total of ${seriesSize}\t…`);
    areLate = false;
    await expect.poll(() => totals.innerText()).not.toContain('…');
    expect(await row.boundingBox()).toEqual(before);
  });
});

describe('a form', () => {
  test('closing the window with unsaved changes asks too; without changes it does not', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 12');
    await page.getByRole('link', { name: 'Row 12' }).click();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await nameBox(page).waitFor();
    await page.reload();
    expect(asked).toEqual([]);
    await nameBox(page).fill('Row 12 changed');
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Row 12 changed');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    // What was typed is not lost even so.
    await page.getByText('Your unsaved changes from before are back.').waitFor();
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await nameBox(page).inputValue()).toBe('Row 12');
  });

  test('a login that may look but not change gets no way to change', async () => {
    const page = await ui.open('harbour', '/demands');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    // Nobody of the demo is an admin without rights: its answers stand in for one.
    const admin = await ui.open('admin', '/login');
    await admin.route('**/demands?open=1', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"role":"super"', '"role":"admin"');
      await route.fulfill({ response: answer, body });
    });
    await admin.goto('/demands?open=1');
    await admin.getByText('You may look, but not change this.').waitFor();
    expect(await nameBox(admin).getAttribute('readonly')).not.toBeNull();
    expect(await admin.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await admin.keyboard.press('Escape');
    await drawer(admin).waitFor({ state: 'detached' });
    expect(await admin.getByRole('button', { name: /New/ }).count()).toBe(0);
    expect(await admin.getByRole('switch').count()).toBe(0);
    expect(await admin.locator('tbody').getByRole('checkbox').count()).toBe(0);
  });
});
