import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { chooseFromMenu, field, profileDialog } from '../e2e/console/steps/profilePage.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const box = (page: Page) => page.getByRole('textbox');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The text of a table of the page, one line per row. */
async function linesOf(page: Page, table: 'Plan' | 'Errors'): Promise<string[]> {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  return cells.map((each) => each.filter((text) => text !== '').join(' | '));
}

/** The document that the page offers as a download. */
async function download(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Download' });
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="[^"]+\.yaml"/);
  return file.text();
}

/** A section of a document by its name, with its objects as texts. */
function objectsOf(text: string, part: string): string[] {
  const found = new RegExp(`\\n${part}:\\n((?:  .*\\n|\\n(?= ))+)`).exec(text)?.[1] ?? '';
  return found.split(/^(?=  - )/m);
}

const withoutClock = (text: string) => text.replace(/^#.*$/gm, '');

describe('configuration as code', () => {
  test('a downloaded document is changed, planned, applied, and undone', async () => {
    const page = await ui.open('demand', '/configuration');
    const before = await download(page);
    const [first = '', second = ''] = objectsOf(before, 'tags');
    const archived = objectsOf(before, 'deals').at(-1) ?? '';
    expect(archived).toContain('name:');
    const after = before
      .replace(first, `${first.replace(/^(\s+)rate: .*\n/m, '')}    rate: 7.25\n`)
      .replace(second, `${second.replace(/^(\s+)status: .*\n/m, '')}    status: paused\n`)
      .replace(archived, '');
    const file = { name: 'account.yaml', mimeType: 'application/yaml', buffer: Buffer.from(after) };
    await page.getByLabel('File of the document').setInputFiles(file);
    await press(page, 'Plan');
    await page.getByText('2 to change, 1 to archive').waitFor();
    const nameOf = (object: string) => /name: "?([^"\n]+)/.exec(object)?.[1] ?? '';
    const plan = await linesOf(page, 'Plan');
    expect(plan).toEqual([
      'tags | 2 to change',
      expect.stringContaining(`~ Change | ${nameOf(first)}`),
      expect.stringMatching(/^rate \| .* \| 7\.25$/),
      expect.stringContaining(`~ Change | ${nameOf(second)}`),
      'status | active | paused',
      'deals | 1 to archive',
      expect.stringContaining(`− Archive | ${nameOf(archived)}`),
    ]);

    await press(page, 'Apply');
    await page.getByText('Applied: 3 changes.').waitFor();
    const applied = await download(page);
    expect(applied).toContain('rate: 7.25');
    expect(applied).not.toContain(archived);

    await press(page, 'Undo');
    await page.getByText('Undone.').waitFor();
    expect(withoutClock(await download(page))).toBe(withoutClock(before));
  });

  test('faults are shown at their lines, and the line is shown in the editor', async () => {
    const page = await ui.open('demand', '/configuration');
    await box(page).fill('bidhouse: 1\ntags:\n  - name: no advertiser\n    rate: free\n    colour: red\n');
    await press(page, 'Plan');
    await page.getByText('4 errors').waitFor();
    expect(await linesOf(page, 'Errors')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^3 \| tags\.0\.advertiser \| /),
        '3 | tags.0.url | An ad tag URL is required for this integration',
        expect.stringMatching(/^4 \| tags\.0\.rate \| /),
        '5 | tags.0.colour | No such field',
      ]),
    );
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await press(page, 'Show line 4');
    const chosen = await box(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('    rate: free');

    await box(page).fill('tags: [');
    await press(page, 'Plan');
    await page.getByText('1 error').waitFor();
    expect((await linesOf(page, 'Errors'))[0]).toMatch(/^1 \| /);

    await box(page).fill('# of another version\nbidhouse: 2\n');
    await press(page, 'Plan');
    await page.getByText('Must start with bidhouse: 1').waitFor();
    expect(await linesOf(page, 'Errors')).toEqual(['2 | bidhouse | Must start with bidhouse: 1']);
    await press(page, 'Show line 2');
    expect(await box(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(21);
  });

  test('a document that is too long to edit is shown, with the line of a fault marked', async () => {
    const page = await ui.open('demand', '/configuration');
    const names = Array.from({ length: 9000 }, (_, index) => `  - name: a long name of advertiser ${index}`);
    const text = ['bidhouse: 1', 'advertisers:', '  - name: Quay', '    colour: red', ...names, ''].join('\n');
    const file = { name: 'long.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) };
    await page.getByLabel('File of the document').setInputFiles(file);
    const shown = page.getByRole('group', { name: 'Document to import' });
    await shown.getByText('bidhouse: 1').waitFor();
    await press(page, 'Plan');
    await press(page, 'Show line 4');
    await expect.poll(() => shown.locator('mark').textContent()).toBe('    colour: red');
    expect(await shown.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('an account that has changed since the plan is planned again', async () => {
    const page = await ui.open('demand', '/configuration');
    await press(page, 'View');
    await page.getByRole('group', { name: 'Document of the account' }).getByText('bidhouse: 1').waitFor();
    await box(page).fill('bidhouse: 1\nsuppliers: []\n');
    await press(page, 'Plan');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    const made = await page.request.post('/api/demand/sups', {
      data: { name: 'came meanwhile' },
      headers: { origin: ui.product.consoleUrl },
    });
    expect(made.status()).toBe(201);
    await press(page, 'Apply');
    await page.getByText('The account has changed since the plan.').waitFor();
    expect(await linesOf(page, 'Plan')).toContainEqual(expect.stringContaining('came meanwhile'));
  });

  test('is found in the palette and beside the API token, and never discards input without confirmation', async () => {
    const page = await ui.open('demand', '/');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Go to' }).fill('configuration');
    await page.getByRole('option', { name: 'Configuration as code' }).click();
    await page.waitForURL('**/configuration');

    await page.goto('/tags');
    await chooseFromMenu(page, 'Profile');
    await field(page, 'Contact number').fill('12345');
    await profileDialog(page).getByRole('link', { name: 'configuration as code' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(page.url()).toContain('/tags');
    await profileDialog(page).getByRole('link', { name: 'configuration as code' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/configuration');
    await profileDialog(page).waitFor({ state: 'hidden' });
  });
});
