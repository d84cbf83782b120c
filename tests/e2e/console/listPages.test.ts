import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { createNewHouse } from './createNewHouse.ts';
import { namesOf } from './namesOf.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const box = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true });
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

describe('a form', () => {
  test('[REF-04] takes days, refuses an end before the start, and its list shows them as YYYY-MM-DD', async () => {
    const page = await ui.open('demand', '/campaigns?open=new');
    await box(page, 'Name').fill('Spring');
    await drawer(page).getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByRole('option', { name: 'City Bikes' }).click();
    await box(page, 'First day').fill('2026-3-1');
    await box(page, 'Last day').fill('2026-02-01');
    await drawer(page).getByRole('tab', { name: 'Bid' }).click();
    await box(page, 'Bid').fill('2.00');
    await drawer(page).getByRole('button', { name: 'Create campaign' }).click();
    await drawer(page).getByText('Must not be before the first day').waitFor();
    await box(page, 'Last day').fill('2026-05-31');
    await drawer(page).getByRole('button', { name: 'Create campaign' }).click();
    await page.getByText('Campaign created').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rowOf(page, 'Spring').innerText()).toMatch(/2026-03-01\s+2026-05-31/);
  });
});

test.each(['/channels?q=nobody', '/applications?q=nobody'])(
  '%s without rows says so in view, however narrow the window',
  async (path) => {
    const page = await ui.open('demand', path, { viewport: { width: 1024, height: 700 } });
    const box = await page.getByText(/^No \w+ match$/).boundingBox();
    // Beside the sidebar: the middle of what is in view, whatever the letters are as wide.
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middle - (56 + 1024) / 2)).toBeLessThan(20);
  },
);

describe('habits', () => {
  test('the width of a column is kept by its name', async () => {
    const page = await ui.open('demand', '/campaigns');
    const width = page.getByRole('separator', { name: 'Width of Advertiser' });
    const before = Number(await width.getAttribute('aria-valuenow'));
    await width.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => width.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(before);
    const chosen = await width.getAttribute('aria-valuenow');
    await page.goto('/campaigns?cols=name,notes,advertiserId');
    await expect.poll(() => width.getAttribute('aria-valuenow')).toBe(chosen);
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('menuitem', { name: 'Reset column widths' }).click();
    await expect.poll(() => width.getAttribute('aria-valuenow').then(Number)).toBe(before);
  });

  test('[ROUTE-07] the menu of a row opens it in a new tab', async () => {
    const page = await ui.open('demand', '/suppliers?status=all');
    expect((await demand.call('POST', '/api/demand/sups', { name: 'Open network' })).status).toBe(201);
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Open network' }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Open in new tab' }).click();
    const tab = await opened;
    await expect.poll(() => box(tab, 'Name').inputValue()).toBe('Open network');
    expect(await namesOf(page)).toContain('Open network');
    await tab.close();
  });
});

describe('an account without anything', () => {
  test('has no WCAG 2.2 AA violation in its first steps', async () => {
    await createNewHouse(ui.product.consoleUrl, demoPassword);
    const page = await ui.open('newhouse', '/');
    const steps = page.getByRole('list', { name: 'First steps' });
    await steps.getByRole('img', { name: 'To do' }).first().waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the first steps')).toEqual([]);
  });
});

describe('campaigns', () => {
  test('have all the tabs of their form in sight at 1024 pixels', async () => {
    const page = await ui.open('demand', '/campaigns', { viewport: { width: 1024, height: 768 } });
    await page.getByRole('link', { name: 'City Bikes – autumn' }).click();
    const tabs = page.getByRole('tablist', { name: 'Parts of this campaign' });
    await tabs.getByRole('tab', { name: 'History' }).waitFor();
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await tabs.getByRole('tab', { name: 'History' }).click();
    await tabs.getByRole('tab', { name: 'History', selected: true }).waitFor();
  });
});
