import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { expectNoViolations, violationsOf, waitUntilShown } from './accessibility.ts';
import { nameBox, nav } from './steps/advertiserListPage.ts';
import { createAdvertisers, seriesSize } from './worlds/advertiserSeries.ts';
import { createNewHouseAccount } from './worlds/createNewHouseAccount.ts';
import { namesOf } from './steps/namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { editor, filters, openTagList, rateOf, tagNames } from './steps/tagListPage.ts';
import { createTagSeries, seriesList, type TagSeries } from './worlds/tagSeries.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let series: TagSeries;

/** The neighbour's account belongs to this test: it contains what is created here, and two rows of the demo. */
beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  await createAdvertisers(ui.product.consoleUrl, demoPassword);
  series = await createTagSeries(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('a list', () => {
  test('going back leads to the page before, also after a reload of the list', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row&size=20');
    await nav(page).getByRole('button', { name: 'Next page' }).click();
    await nav(page).getByText('21–40 of 55 advertisers').waitFor();
    await page.reload();
    await nav(page).getByText('21–40 of 55 advertisers').waitFor();
    await page.goBack();
    await nav(page).getByText('1–20 of 55 advertisers').waitFor();
  });

  test('rows do not move when the first is selected', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row&sort=-name');
    const row = page.getByRole('row', { name: /Row 50/ });
    const before = await row.boundingBox();
    await page.getByRole('checkbox', { name: 'Select Row 50' }).check();
    await page.getByRole('toolbar').waitFor();
    expect(await row.boundingBox()).toEqual(before);
  });

  test('rows do not move when their figures arrive', async () => {
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

  test('figures and their changes do not overlap, however large they are', async () => {
    const page = await ui.open('harbour', '/');
    const sizes = [7, 12_345, 9_876_543, 9_876_543_210];
    await page.route('**/api/demand/advs?**', async (route) => {
      const answer = (await (await route.fetch()).json()) as { rows: object[] };
      const rows = answer.rows.map((row, index) => {
        const imps = sizes[index % sizes.length] ?? 0;
        return { ...row, metrics: { imps }, previous: { imps: imps / 2000 } };
      });
      await route.fulfill({ json: { ...answer, rows } });
    });
    await page.goto('/advertisers?q=row&sort=-name&cols=name,imps');
    const figures = page.locator('tbody:not(.dt-totals) .cell-figure');
    await figures.first().waitFor();
    const shown = await figures.evaluateAll((cells) =>
      cells.slice(0, 4).map((cell) => {
        const box = cell.getBoundingClientRect();
        const [figure, change] = [...cell.children].map((part) => part.getBoundingClientRect());
        if (!figure || !change) return 'incomplete';
        if (figure.left < box.left || cell.children[0]!.scrollWidth > figure.width + 1) return 'cut';
        if (change.top >= box.bottom) return 'figure alone';
        return change.left >= figure.right ? 'both' : 'overlap';
      }),
    );
    expect(shown).toEqual(['both', 'both', 'both', 'figure alone']);
  });
});

describe('a form', () => {
  test('closing the window with unsaved changes requires confirmation; without changes it does not', async () => {
    const page = await ui.open('harbour', '/advertisers?q=row 12');
    await page.getByRole('link', { name: 'Row 12' }).click();
    const requestedUrls: string[] = [];
    page.on('dialog', (dialog) => {
      requestedUrls.push(dialog.type());
      void dialog.accept();
    });
    await nameBox(page).waitFor();
    await page.reload();
    expect(requestedUrls).toEqual([]);
    await nameBox(page).fill('Row 12 changed');
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Row 12 changed');
    await page.reload();
    expect(requestedUrls).toEqual(['beforeunload']);
    // Even so, the input is not lost.
    await page.getByText('Your unsaved changes were restored.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await nameBox(page).inputValue()).toBe('Row 12');
  });
});

test('axe finds nothing against WCAG 2.2 AA in figures, filters and a value being edited; the export is downloaded', async () => {
  const page = await openTagList(ui, `${seriesList}&size=10`);
  await page.getByRole('radio', { name: 'Full' }).check();
  await page.getByRole('columnheader', { name: 'Margin' }).waitFor();
  await page.getByText('Total of 4').waitFor();
  const found = await expectNoViolations(page, 'a list with figures');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('tags.csv');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await filters(page).getByRole('button', { name: 'Advertiser' }).click();
  await filters(page)
    .getByRole('checkbox', { name: /Second partner/ })
    .check();
  await expect.poll(() => tagNames(page)).toEqual(['List beta', 'List gamma']);
  found.push(...(await expectNoViolations(page, 'the filters')));
  await page.keyboard.press('Escape');
  await filters(page).waitFor({ state: 'detached' });
  await rateOf(page, 'List beta').click();
  await editor(page).getByRole('textbox').fill('1,75');
  found.push(...(await expectNoViolations(page, 'a value being changed')));
  expect(found).toEqual([]);
});

test('a list refreshes itself if the reader enables that, here and on the next visit', async () => {
  const page = await ui.open('harbour', '/tags?q=List&sort=name', { ownContext: true });
  await page.clock.install({ time: new Date() });
  await page.reload();
  const toggle = page.getByRole('button', { name: 'Refresh every 30 seconds' });
  await toggle.click();
  await rateOf(page, 'List beta').getByText('$2.00').waitFor();
  await page.reload();
  await rateOf(page, 'List beta').getByText('$2.00').waitFor();
  expect(await toggle.getAttribute('aria-pressed')).toBe('true');
  await series.client.call('PATCH', `/api/demand/tags/${series.ids.beta}`, { rate: '2.50' });
  await page.clock.fastForward(30_000);
  await rateOf(page, 'List beta').getByText('$2.50').waitFor();
  await series.client.call('PATCH', `/api/demand/tags/${series.ids.beta}`, { rate: '2.00' });
});

/** The minimum width that the console supports. */
const narrow = { viewport: { width: 1024, height: 768 } };

test('a list without rows says so in view, however narrow the window', async () => {
  const page = await ui.open('demand', '/channels?q=nobody', narrow);
  // Beside the sidebar: the middle of the visible area, whatever the width of the letters.
  const fromMiddle = async () => {
    const place = await page.getByText(/^No \w+ match$/).boundingBox();
    return Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - (56 + 1024) / 2);
  };
  expect(await fromMiddle()).toBeLessThan(20);
  await page.goto('/applications?q=nobody');
  expect(await fromMiddle()).toBeLessThan(20);
});

describe('preferences', () => {
  test('[ROUTE-07] the menu of a row opens it in a new tab', async () => {
    expect((await demand.call('POST', '/api/demand/sups', { name: 'Open network' })).status).toBe(201);
    const page = await ui.open('demand', '/suppliers?status=all');
    await page.getByRole('button', { name: 'Actions for Open network' }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Open in new tab' }).click();
    const tab = await opened;
    await expect.poll(() => nameBox(tab).inputValue()).toBe('Open network');
    expect(await namesOf(page)).toContain('Open network');
    await tab.close();
  });
});

describe('an account without objects', () => {
  test('has no WCAG 2.2 AA violation in its first steps', async () => {
    await createNewHouseAccount(ui.product.consoleUrl, demoPassword);
    const page = await ui.open('newhouse', '/');
    const steps = page.getByRole('list', { name: 'First steps' });
    await steps.getByRole('img', { name: 'To do' }).first().waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the first steps')).toEqual([]);
  });
});

describe('campaigns', () => {
  test('have all sections of their page one click away at 1024 pixels, and Save always in view', async () => {
    const page = await ui.open('demand', '/campaigns', narrow);
    await page.getByRole('link', { name: 'City Bikes – autumn' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections of this campaign' });
    await sections.getByRole('link', { name: 'History' }).waitFor();
    expect(await sections.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    for (const name of ['History', 'Targeting']) {
      await sections.getByRole('link', { name }).click();
      await sections.locator('[aria-current]').getByText(name).waitFor();
      const [bar, heading] = [
        await sections.boundingBox(),
        await page.getByRole('heading', { level: 2, name }).boundingBox(),
      ];
      expect(heading?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
      expect(
        await page
          .getByRole('button', { name: 'Save', exact: true })
          .boundingBox()
          .then((box) => box?.y),
      ).toBeLessThan(768);
    }
  });

  test('are saved under no toast, and the last rows of their list are scrolled clear of one', async () => {
    for (const { viewport } of [narrow, { viewport: { width: 1440, height: 900 } }]) {
      const page = await ui.open('demand', '/campaigns?status=all&size=100', { viewport });
      await page.getByRole('switch').first().click();
      const toast = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Undo' }) });
      await toast.waitFor();
      const top = async () => (await toast.boundingBox())?.y ?? 0;
      const bottomOf = async (what: Locator) => {
        const box = await what.boundingBox();
        return box ? box.y + box.height : Infinity;
      };
      await expect
        .poll(async () => {
          await page.locator('.dt').evaluate((table) => table.scrollTo(0, table.scrollHeight));
          return (await bottomOf(page.locator('tbody tr').last())) <= (await top());
        })
        .toBe(true);
      const bar = await page.getByRole('button', { name: 'Next page' }).boundingBox();
      expect(bar?.y).toBeGreaterThanOrEqual(await bottomOf(toast));
      await toast.getByRole('button', { name: 'Undo' }).click();
      await page.goto('/campaigns/1');
      await page.getByRole('textbox', { name: 'Notes' }).fill(`Seen at ${viewport.width}`);
      await page.keyboard.press('Control+s');
      const saved = page.getByRole('dialog').filter({ hasText: 'Saved' });
      await saved.waitFor();
      const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
      expect(save?.y).toBeGreaterThanOrEqual(await bottomOf(saved));
    }
  });
});
