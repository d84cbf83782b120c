import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../e2e/apiClient.ts';
import { createTargeting } from '../e2e/console/worlds/createTargeting.ts';
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

describe('the hours of a targeting', () => {
  test('are selected by keyboard and by whole days', async () => {
    const { id } = await createTargeting(demand, { name: 'Office hours' });
    const page = await ui.open('demand', `/targetings?open=${id}&tab=time`);
    const cell = (name: string) => drawer(page).getByRole('gridcell', { name, exact: true });
    await cell('Monday 09:00').focus();
    await page.keyboard.press('Space');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
    await drawer(page).getByText('4 of 168 hours').waitFor();
    expect(await cell('Tuesday 11:00').getAttribute('aria-selected')).toBe('true');
    expect(await cell('Tuesday 11:00').evaluate((element) => element === document.activeElement)).toBe(true);
    await drawer(page).getByRole('button', { name: 'Sun, all hours' }).click();
    await drawer(page).getByText('28 of 168 hours').waitFor();
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await drawer(page).getByText('28 of 168 hours').waitFor();
    expect(await cell('Monday 10:00').getAttribute('aria-selected')).toBe('true');
    expect(await cell('Monday 12:00').getAttribute('aria-selected')).toBe('false');
  });
});

describe('3rd Party Pixels', () => {
  test('macros are offered and inserted at the cursor, and a vendor’s own values are required', async () => {
    const page = await ui.open('demand', '/ivts?open=new');
    const form = page.getByRole('dialog').filter({ has: page.locator('form') });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Fraud check');
    const url = form.getByRole('textbox', { name: 'URL' });
    await url.fill('http://pixel.example/?id=&ip=');
    await form.getByRole('button', { name: 'Create pixel' }).click();
    await form.getByText(/Must be an https URL/).waitFor();
    await url.fill('https://pixel.example/?id=&ip=');
    for (let step = 0; step < '&ip='.length; step += 1) await url.press('ArrowLeft');
    await form.getByRole('button', { name: 'Add macro' }).click();
    await page.getByRole('menuitem', { name: /\{imp_id\}/ }).click();
    expect(await url.inputValue()).toBe('https://pixel.example/?id={imp_id}&ip=');
    await url.press('End');
    await form.getByRole('button', { name: 'Add macro' }).click();
    await page.getByRole('menuitem', { name: /\[DEVICEIP\]/ }).click();
    expect(await url.inputValue()).toBe('https://pixel.example/?id={imp_id}&ip=[DEVICEIP]');
    await form.getByRole('combobox', { name: 'Vendor' }).click();
    await page.getByRole('option', { name: 'Postbid wh' }).click();
    await form.getByRole('button', { name: 'Create pixel' }).click();
    await form.getByText('Add the macros that the vendor requires: [DEVICEUA]').waitFor();
    await url.fill('https://pixel.example/?id={imp_id}&ip=[DEVICEIP]&ua=[DEVICEUA]');
    await form.getByRole('button', { name: 'Create pixel' }).click();
    await page.getByText('Pixel created').waitFor();
    await form.getByRole('tab', { name: 'Where used' }).click();
    await form.getByText('Not used', { exact: true }).waitFor();
    await form.getByRole('tab', { name: 'Delivery' }).click();
    await form.getByRole('combobox', { name: 'Applied to' }).click();
    await page.getByRole('option', { name: 'All ads of the account' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByRole('tab', { name: 'Where used' }).click();
    await form.getByText('On all ads of the account').waitFor();
  });
});
