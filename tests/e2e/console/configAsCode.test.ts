import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

test('configuration as code is downloaded, edited by keyboard only, has no WCAG 2.2 AA violation, and fits 1024 pixels', async () => {
  const page = await ui.open('demand', '/configuration');
  await page.setViewportSize({ width: 1024, height: 768 });
  const box = page.getByRole('textbox');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.yaml$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('bidhouse: 1');

  await page.getByRole('button', { name: 'Edit here' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toContain('bidhouse: 1');
  await box.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing to change.').waitFor();

  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('group', { name: 'Document of the account' }).getByText('bidhouse: 1').waitFor();
  const found: string[] = [];
  for (const [state, text] of [
    ['Plan', 'bidhouse: 1\nsuppliers: []\nadvertisers:\n  - name: New one\n    notes: x\n'],
    ['Errors', 'bidhouse: 1\nsuppliers:\n  - name: ""\n    colour: red\n'],
  ] as const) {
    await box.fill(text);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await page.getByRole('table', { name: state }).waitFor();
    await waitUntilShown(page);
    found.push(...(await violationsOf(page, state)));
    const pixels = await page.evaluate(() => {
      const content = document.querySelector('main');
      return content ? content.scrollWidth - content.clientWidth : 0;
    });
    expect(pixels).toBe(0);
  }
  expect(found).toEqual([]);
});

test('a plan of thousands of rows is shown at once and scrolls without all of them in the page', async () => {
  const page = await ui.open('demand', '/configuration');
  const items = Array.from(
    { length: 5000 },
    (_, index) => `  - name: Exchange ${index}\n    endpoint: https://buyer.example/${index}\n`,
  );
  const buffer = Buffer.from(`bidhouse: 1\nadexchanges:\n${items.join('')}`);
  const file = { name: 'thousands.yaml', mimeType: 'application/yaml', buffer };
  await page.getByLabel('File of the document').setInputFiles(file);
  await page.getByText('thousands.yaml').waitFor();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page
    .getByText(/^5.000 to create/)
    .first()
    .waitFor({ timeout: 60_000 });
  const plan = page.getByRole('table', { name: 'Plan' });
  expect(await plan.locator('tbody tr').count()).toBeLessThan(70);
  await plan.evaluate((table) => table.parentElement?.scrollTo({ top: table.parentElement.scrollHeight }));
  await plan.getByText('Exchange 4999').waitFor();
});
