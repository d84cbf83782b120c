import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown, waitUntilStill } from './accessibility.ts';
import { createTargeting } from './createTargeting.ts';
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
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save', exact: true }).click();

describe('a targeting', () => {
  test('its hours are chosen by keyboard, by drag and by whole days', async () => {
    const { id } = await createTargeting(demand, { name: 'Office hours' });
    const page = await ui.open('demand', `/targetings?open=${id}&tab=time`);
    const cell = (name: string) => drawer(page).getByRole('gridcell', { name, exact: true });
    await cell('Monday 09:00').focus();
    await page.keyboard.press('Space');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
    await drawer(page).getByText('4 of 168 hours').waitFor();
    expect(await cell('Tuesday 11:00').getAttribute('aria-selected')).toBe('true');
    expect(await cell('Tuesday 11:00').evaluate((element) => element === document.activeElement)).toBe(true);
    await cell('Friday 01:00').hover();
    await page.mouse.down();
    for (const hour of ['02', '03']) await cell(`Friday ${hour}:00`).hover();
    await page.mouse.up();
    await cell('Friday 05:00').hover();
    await drawer(page).getByText('7 of 168 hours').waitFor();
    await drawer(page).getByRole('button', { name: 'Sun, all hours' }).click();
    await drawer(page).getByText('31 of 168 hours').waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the hours')).toEqual([]);
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await drawer(page).getByText('31 of 168 hours').waitFor();
    expect(await cell('Friday 02:00').getAttribute('aria-selected')).toBe('true');
    expect(await cell('Friday 05:00').getAttribute('aria-selected')).toBe('false');
  });

  test('axe finds nothing against WCAG 2.2 AA in the test of one and in the comparison of two', async () => {
    const left = await createTargeting(demand, { name: 'Left one', countries: ['US', 'FR'] });
    const right = await createTargeting(demand, { name: 'Right one', countries: ['FR', 'US'], hours: [1, 2] });
    const page = await ui.open('demand', `/targetings?open=${left.id}&tab=test`);
    await box(page, 'Parameters').fill('country=US');
    await box(page, 'User agent').press('Enter');
    await drawer(page).getByText('The request passes').waitFor();
    expect(await violationsOf(page, 'the test')).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: left.name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: `Compare ${left.name}` });
    await dialog.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: right.name }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'an open list of choices')).toEqual([]);
    await page.getByRole('option', { name: right.name }).click();
    await dialog.getByRole('checkbox', { name: 'Also what is the same' }).click();
    await dialog.getByRole('row', { name: /^Countries/ }).waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'the comparison')).toEqual([]);
  });
});

describe('the settings of an SDK app', () => {
  test('are written as JSON, and axe finds nothing against WCAG 2.2 AA beside what they change', async () => {
    const page = await ui.open('sdk', '/sdk?open=1&tab=config');
    await page.getByRole('dialog').getByRole('button', { name: 'New version' }).click();
    const editor = page.getByRole('dialog', { name: 'New version' });
    await editor.getByRole('textbox', { name: 'Settings' }).fill('{ "cacheMb": 77 }');
    await editor
      .getByRole('region', { name: /^Against / })
      .getByText('cacheMb')
      .waitFor();
    await waitUntilStill(page);
    expect(await violationsOf(page, 'settings')).toEqual([]);
  });
});

describe('3rd Party Pixels', () => {
  test('macros are offered, put where the cursor is, and a vendor’s own are asked for', async () => {
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
    await form.getByText('The vendor counts by [DEVICEUA]: add what lacks').waitFor();
    await url.fill('https://pixel.example/?id={imp_id}&ip=[DEVICEIP]&ua=[DEVICEUA]');
    await form.getByRole('button', { name: 'Create pixel' }).click();
    await page.getByText('Pixel created').waitFor();
    await form.getByRole('tab', { name: 'Where used' }).click();
    await form.getByText('Not used').waitFor();
    await form.getByRole('tab', { name: 'Delivery' }).click();
    await form.getByRole('combobox', { name: 'Carried by' }).click();
    await page.getByRole('option', { name: 'All ads of the account' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByRole('tab', { name: 'Where used' }).click();
    await form.getByText('On all ads of the account').waitFor();
  });
});
