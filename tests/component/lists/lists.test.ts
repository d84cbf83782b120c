import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drawer, nameBox, nav, waitForTotal } from '../../e2e/console/steps/advertiserListPage.ts';
import { advertiserCount, createAdvertisers, seriesSize } from '../../e2e/console/worlds/advertiserSeries.ts';
import { signInAs } from '../../e2e/apiClient.ts';
import { placeOf } from '../../e2e/console/steps/framePage.ts';
import { namesOf } from '../../e2e/console/steps/namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

/** The neighbour's account belongs to this test: it contains what is created here, and two rows of the demo. */
beforeAll(async () => {
  ui = await openConsole();
  await createAdvertisers(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

const search = (page: Page) => page.getByRole('textbox', { name: 'Search advertisers' });

describe('a list', () => {
  test('[REF-08] [ROUTE-07] search, order, page and size are in the address, and it reproduces them', async () => {
    const page = await ui.open('harbour', '/advertisers');
    await waitForTotal(page, advertiserCount);
    await search(page).fill('row');
    await waitForTotal(page, seriesSize);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 01');

    await nav(page).getByRole('combobox', { name: 'Rows per page' }).click();
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
  });

  test('reversing the order and leaving the page size are remembered if the address has none', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row&sort=name');
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 01');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 55');
    expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await page.goto('/advertisers?q=row');
    await expect.poll(() => namesOf(page).then((names) => names[0])).toBe('Row 55');
  });

  test('an address with invalid parameters opens the list without them', async () => {
    const page = await ui.open('harbour', '/advertisers?page=-3&size=7&sort=no.such&status=odd&open=x&q=row');
    await nav(page).getByText(`1–50 of ${seriesSize} advertisers`).waitFor();
    await page.goto('/advertisers?q=row&page=999');
    await page
      .locator('tbody')
      .getByText(/Row|No advertisers/)
      .first()
      .waitFor();
  });

  test('a search without results offers to clear the filters', async () => {
    const page = await ui.open('harbour', '/advertisers?q=nothing-like-this&status=archived');
    await page.getByText('No advertisers match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await waitForTotal(page, advertiserCount);
    expect(placeOf(page)).toBe('/advertisers');
  });

  test('the status filter, and a status changed in the list', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 07');
    await page.getByRole('switch', { name: 'Row 07 is active' }).click();
    await page.getByText('Advertiser paused').waitFor();
    await page.getByRole('radio', { name: 'Paused' }).check();
    await expect.poll(() => namesOf(page)).toEqual(['Row 07']);
    expect(placeOf(page)).toBe('/advertisers?q=row+07&status=paused');
    await page.getByRole('switch', { name: 'Row 07 is active' }).click();
    await page.getByText('Advertiser activated').waitFor();
  });

  test('all matching rows are paused at once after a preview, and selected rows archived after a confirmation', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 4&size=10');
    // The search matches part of the name: Row 40 to Row 49, not Row 04.
    await waitForTotal(page, 10);
    await page.goto('/advertisers?q=row&size=10&sort=name');
    await waitForTotal(page, seriesSize);
    await page.getByRole('checkbox', { name: /all/i }).first().check();
    const bar = page.getByRole('toolbar', { name: /selected advertisers/ });
    await bar.getByText('10 advertisers selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 55 matching' }).click();
    await bar.getByText('55 advertisers selected').waitFor();
    await bar.getByRole('button', { name: 'Pause' }).click();
    const preview = page.getByRole('dialog', { name: 'Pause 55 advertisers' });
    await preview.getByText('55 advertisers will be paused.').waitFor();
    await preview.getByRole('button', { name: 'Pause 55 advertisers' }).click();
    await preview.getByText('55 advertisers paused.').waitFor();
    await preview.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('radio', { name: 'Paused' }).check();
    await waitForTotal(page, seriesSize);
    // Another filter, another selection.
    expect(await bar.count()).toBe(0);

    await page.getByRole('checkbox', { name: 'Select Row 02' }).check();
    await page.getByRole('checkbox', { name: 'Select Row 01' }).check();
    await bar.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('2 advertisers archived').waitFor();
    await waitForTotal(page, seriesSize - 2);
    // The newest message comes first.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await waitForTotal(page, seriesSize);

    const client = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
    const all = { q: 'row', status: [0] };
    expect((await client.call('POST', '/api/demand/advs/bulk', { all, status: 1 })).status).toBe(200);
  });

  test('columns are selected, and the selection is in the address', async () => {
    const page = await ui.open('demand', '/tags');
    await page.getByRole('columnheader', { name: 'Rate model' }).waitFor();
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Rate model' }).click();
    await page.getByRole('columnheader', { name: 'Rate model' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('cols')).toMatch(/status,name/);
  });
});

describe('a form', () => {
  test('every way out requires confirmation before unsaved changes are lost', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 11');
    await page.getByRole('link', { name: 'Row 11' }).click();
    await nameBox(page).fill('Row 11 changed');
    const question = page.getByRole('alertdialog');
    const leaves: (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Escape'),
      () => drawer(page).getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ];
    for (const leave of leaves) {
      await leave();
      await question.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await nameBox(page).inputValue()).toBe('Row 11 changed');
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Row 11' }).click();
    await expect.poll(() => nameBox(page).inputValue()).toBe('Row 11');
  });

  test('a taken name is reported at the field; missing values are reported before sending', async () => {
    const page = await ui.open('harbour', '/advertisers?open=new');
    await drawer(page).getByRole('button', { name: 'Create advertiser' }).click();
    await drawer(page).getByText('Required', { exact: true }).waitFor();
    await nameBox(page).fill('Row 13');
    await drawer(page).getByRole('button', { name: 'Create advertiser' }).click();
    await page.getByText('Error on save').first().waitFor();
    expect(await nameBox(page).getAttribute('aria-invalid')).toBe('true');
    await drawer(page).getByRole('button', { name: 'Clear' }).click();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
  });

  test('numbers with separators are parsed as people write them, and invalid ones are refused at their field', async () => {
    const page = await ui.open('demand', '/channels?q=Recipes');
    await page.getByRole('link', { name: 'Recipes app – mid-roll' }).click();
    await drawer(page).getByRole('tab', { name: 'Serving' }).click();
    const timeout = drawer(page).getByRole('textbox', { name: 'Total timeout' });
    await timeout.fill('abc');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => timeout.getAttribute('aria-invalid')).toBe('true');
    await timeout.fill('1,250');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await timeout.inputValue()).toBe('1250');
    await expect.poll(() => drawer(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  test('a read-only login has no way to change anything', async () => {
    const page = await ui.open('harbour', '/demands');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    // The demo has no admin without rights: mocked responses replace one.
    const admin = await ui.open('admin', '/login');
    await admin.route('**/demands?open=1', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"role":"super"', '"role":"admin"');
      await route.fulfill({ response: answer, body });
    });
    await admin.goto('/demands?open=1');
    await admin.getByText('View only').waitFor();
    expect(await nameBox(admin).getAttribute('readonly')).not.toBeNull();
    expect(await admin.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await admin.keyboard.press('Escape');
    await drawer(admin).waitFor({ state: 'detached' });
    expect(await admin.getByRole('button', { name: /New/ }).count()).toBe(0);
    expect(await admin.getByRole('switch').count()).toBe(0);
    expect(await admin.locator('tbody').getByRole('checkbox').count()).toBe(0);
  });

  test('an id of another account opens nothing of it', async () => {
    const page = await ui.open('harbour', '/advertisers?open=1');
    await page.getByText('This advertiser could not be loaded').waitFor();
    await page.getByText('City Bikes').waitFor({ state: 'detached' });
  });
});

describe('keyboard only', () => {
  test('/ searches, Escape clears, j and k move, x selects, e opens, Escape restores the focus', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row&sort=name');
    await waitForTotal(page, seriesSize);
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('Search advertisers');
    await page.keyboard.press('Escape');
    await waitForTotal(page, advertiserCount);
    await page.keyboard.type('row 2');
    await waitForTotal(page, 10);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');

    const active = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('.cell-link')?.textContent);
    await page.keyboard.press('j');
    await expect.poll(active).toBe('Row 20');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(active).toBe('Row 21');
    await page.keyboard.press('x');
    await page.getByText('1 advertiser selected').waitFor();
    await page.keyboard.press('e');
    await expect.poll(() => nameBox(page).inputValue()).toBe('Row 21');
    // Letters typed in a form are not shortcuts.
    await nameBox(page).press('End');
    await page.keyboard.type('jkxen/');
    expect(await nameBox(page).inputValue()).toBe('Row 21jkxen/');
    await drawer(page).getByRole('button', { name: 'Revert' }).click();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await expect.poll(active).toBe('Row 21');
  });

  test('n opens a new form at its name, and Tab stays inside', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row');
    await waitForTotal(page, seriesSize);
    await page.keyboard.press('n');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      const isInside = () =>
        page.evaluate(() => {
          const at = document.activeElement;
          return at === document.body || at?.closest('[role=dialog]') !== null;
        });
      // At the end a focus guard outside has the focus for a moment and passes it to the beginning.
      await expect.poll(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
  });

  test('the focus moves from a row into the drawer and back to the row', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 33');
    const link = page.getByRole('link', { name: 'Row 33' });
    await link.focus();
    await page.keyboard.press('Enter');
    await nameBox(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
