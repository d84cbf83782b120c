import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole({ DATABASE_EDITION: 'V2V' });
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** As long as any other wait for the page. */
const soon = { timeout: 15_000 };

const table = (page: Page) => page.getByRole('table', { name: 'Members' });
const members = (page: Page) => table(page).locator('tbody td:not(:has(input))').allTextContents();
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Members of/ });
const box = (page: Page) => dialog(page).getByRole('textbox', { name: 'Members' });
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click();

/** Pastes a text into the box, as the clipboard would. */
async function paste(page: Page, text: string): Promise<void> {
  await box(page).evaluate((area, pasted) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    area.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => pasted } }));
  }, text);
}

/** The report of a dry run, as "label: number" lines. */
async function reportOf(page: Page): Promise<string[]> {
  const report = dialog(page).getByLabel('Report');
  const [labels, values] = [await report.locator('dt').allTextContents(), await report.locator('dd').allTextContents()];
  return labels.map((label, index) => `${label}: ${values[index]}`);
}

/** Opens the members of a new list. */
async function openNew(entity: 'applists' | 'crelists' | 'publists', name: string): Promise<Page> {
  const { status, body } = await client.call<{ id: number }>('POST', `/api/demand/${entity}`, { name });
  expect(status).toBe(201);
  const page = await ui.open('demand', `/${entity}?open=${body.id}&tab=members`);
  await page.getByRole('tab', { name: 'Members', selected: true }).waitFor();
  return page;
}

async function openChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit members' }).click();
  await dialog(page).waitFor();
}

test('10,000 lines are pasted, checked, applied and undone', async () => {
  const page = await ui.open('demand', '/applists');
  await page.getByRole('button', { name: 'New app list', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ten thousand sites');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Site domain' }).click();
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.getByRole('tab', { name: 'Members', selected: true }).waitFor();
  await page.getByText('No members').waitFor();
  await openChange(page);
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    if (index % 2500 === 17) return `not a domain ${index}`;
    return index % 1000 === 999 ? 'https://www.SITE0.example/path' : `site${index}.example`;
  });
  await paste(page, lines.join('\n'));
  // A text of this length would make the page slow in a text box.
  await dialog(page).getByText('10,000 lines').waitFor();
  await press(page, 'Check');
  await expect
    .poll(() => reportOf(page), soon)
    .toEqual([
      'Lines read: 10,000',
      'New: 9,986',
      'Already in the list: 0',
      'Duplicates: 10',
      'Invalid, skipped: 4',
      'Members after the change: 9,986',
    ]);
  const faults = dialog(page).getByRole('region', { name: 'Invalid lines' }).locator('tbody tr');
  expect((await faults.allTextContents())[1]).toBe('2,518not a domain 2517Not a domain');
  // Nothing is changed yet.
  await press(page, 'Back');
  await press(page, 'Check');
  await press(page, 'Add 9,986');
  await page.getByText('9,986 added; 9,986 members now').waitFor();
  await expect.poll(async () => (await members(page))[0], soon).toBe('site0.example');
  await page.getByText('of 9,986 members').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  await page.getByText('No members').waitFor();
  // Both steps are in the history of the list.
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Members: 9,986 → 0 (−9,986)').waitFor();
});

describe('the members of a list', () => {
  test('are searched, sorted, selected and removed', async () => {
    const page = await openNew('publists', 'Some publishers');
    await openChange(page);
    await paste(page, Array.from({ length: 120 }, (_, index) => `pub-${index + 100}`.padEnd(60, ' ')).join('\n'));
    expect((await box(page).inputValue()).split('\n')).toHaveLength(120);
    await press(page, 'Check');
    await press(page, 'Add 120');
    await page.getByText('of 120 members').waitFor();
    await page.getByRole('textbox', { name: 'Search members' }).fill('PUB-21');
    await page.getByText('of 10 members').waitFor();
    await table(page).getByRole('button', { name: 'Publisher' }).click();
    await expect.poll(async () => (await members(page))[0], soon).toBe('pub-219');
    await table(page).getByRole('checkbox', { name: 'Select pub-219' }).check();
    await table(page).getByRole('checkbox', { name: 'Select pub-217' }).check();
    await page.getByRole('button', { name: 'Remove 2' }).click();
    await page.getByText('2 removed; 118 members now').waitFor();
    await page.getByText('of 8 members').waitFor();
    await page
      .getByRole('dialog', { name: 'Members changed' })
      .filter({ hasText: /2 removed/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('of 10 members').waitFor();
    // Enter in the search must not submit the form around it.
    await page.getByRole('textbox', { name: 'Search members' }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No members match').waitFor();
  });

  test('are imported from a file that replaces them, and downloaded', async () => {
    const page = await openNew('crelists', 'From a file');
    const lines = 'value,campaign\n"cr-1",a\nhttps://cdn.example/spot.mp4?x=1,b\ncr-1,c\n';
    const file = { name: 'creatives.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) };
    await openChange(page);
    await dialog(page).getByLabel('File of members').setInputFiles(file);
    await dialog(page).getByText('creatives.csv').waitFor();
    await press(page, 'Check');
    await expect.poll(() => reportOf(page), soon).toContain('Duplicates: 1');
    await press(page, 'Add 2');
    await expect.poll(() => members(page), soon).toEqual(['cdn.example/spot.mp4', 'cr-1']);

    await openChange(page);
    await dialog(page).getByRole('radio', { name: 'Replace all' }).check();
    await box(page).fill('cr-1\ncr-2');
    await press(page, 'Check');
    await press(page, 'Replace: add 1, remove 1');
    await expect.poll(() => members(page), soon).toEqual(['cr-1', 'cr-2']);
    const download = await page.request.get(
      (await page.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? '',
    );
    expect(download.headers()['content-disposition']).toContain('filename="From a file.txt"');
    expect(await download.text()).toBe('cr-1\ncr-2\n');
  });

  test('a long text is held beside the box, and an empty allow list shows a warning', async () => {
    const page = await openNew('applists', 'Allowed apps');
    await openChange(page);
    await paste(page, Array.from({ length: 20_000 }, (_, index) => `com.example.app${index}`).join('\n'));
    await dialog(page).getByText('20,000 lines').waitFor();
    await press(page, 'Check');
    await expect.poll(() => reportOf(page), soon).toContain('New: 20,000');
    await press(page, 'Back');
    await press(page, 'Cancel');

    await page.getByRole('tab', { name: 'Main' }).or(page.getByRole('tab').first()).first().click();
    await page.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByText('This allow list has no members.').waitFor();
    await page.getByRole('link', { name: 'Change mode' }).click();
    await page.getByRole('combobox', { name: 'Mode' }).waitFor();
    await page.getByRole('tab', { name: 'Members' }).click();
    // The version rose with the members, but the form still saves.
    await openChange(page);
    await box(page).fill('com.example.one');
    await press(page, 'Check');
    await press(page, 'Add 1');
    await expect.poll(() => members(page), soon).toEqual(['com.example.one']);
    await page.getByRole('tab').first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Allowed apps, renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Allowed apps, renamed').first().waitFor();
  });

  test('of platform lists are read by accounts, and only changed by the operator', async () => {
    const page = await ui.open('demand', '/applists');
    await page.getByRole('link', { name: 'Known fraudulent apps' }).click();
    await page.getByRole('tab', { name: 'Members' }).click();
    await expect.poll(() => members(page), soon).toEqual(['com.example.fake.player', 'tv.example.ghost']);
    expect(await page.getByRole('button', { name: 'Edit members' }).count()).toBe(0);
    expect(await table(page).getByRole('checkbox').count()).toBe(0);
  });
});
