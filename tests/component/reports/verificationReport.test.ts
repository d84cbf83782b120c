import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const endsOn = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
})();

let ui: ConsoleUnderTest;
let owner: TestClient;
let admin: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const table = (page: Page) => page.getByRole('table', { name: 'Report' });
const heads = (page: Page) => table(page).getByRole('columnheader').allTextContents();

const file = (...lines: string[]) => ({
  name: 'pix-november.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Date,App bundle,Verdict,Impressions,Viewable', ...lines].join('\n')),
});

describe('the work of a quality manager', () => {
  test('a report is imported, its worst app is found, blocked, and unblocked', async () => {
    const page = await ui.open('demand', '/pbReport?dims=app&range=last7');
    await page.getByText(/^No vendor results imported yet/).waitFor();
    await page.getByRole('button', { name: 'Import results…' }).click();
    const window = dialog(page, 'Import vendor report');
    const input = window.locator('input[type=file]');
    await input.setInputFiles(file(`${yesterday},com.example.bad,strange,x,`));
    await window.getByText('2 errors:').waitFor();
    await window.getByText(/^Line 2, impressions: Must be a whole number$/).waitFor();
    expect(await window.getByRole('button', { name: 'Import', exact: true }).isEnabled()).toBe(false);
    await input.setInputFiles(
      file(
        `${yesterday},com.example.bad,Publisher fraud,600,90`,
        `${yesterday},com.example.bad,valid,400,300`,
        `${yesterday},com.example.good,valid,995,700`,
        `${yesterday},com.example.good,non-malicious bots,5,1`,
      ),
    );
    await window.getByText(/: 2,000 impressions, 30\.25% invalid\.$/).waitFor();
    await window.getByText('No results exist for these days yet.').waitFor();
    await window.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Results for 2,000 impressions imported').waitFor();
    await page.getByText(`Imported results: Postbid pix up to ${yesterday}.`).waitFor();

    await page.getByRole('columnheader', { name: 'Postbid IVT rate' }).getByRole('button').first().click();
    const bad = table(page).getByRole('row', { name: /com\.example\.bad/ });
    await expect.poll(() => bad.textContent()).toContain('60.00%');
    await page.getByRole('radio', { name: 'Detailed' }).check({ force: true });
    await expect.poll(() => heads(page)).toContain('Publisher fraud');
    await expect.poll(() => new URL(page.url()).searchParams.get('metrics')).toContain('pb_spoofing');
    await page.getByRole('radio', { name: 'Basic' }).check({ force: true });
    await expect.poll(() => heads(page)).not.toContain('Publisher fraud');

    await bad.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add 1 app to list…' }).click();
    const lists = dialog(page, 'Add 1 app to a list');
    await lists.getByRole('radio', { name: 'New list' }).check({ force: true });
    await lists.getByLabel('Name').fill('Bad apps');
    await lists.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 app added to Bad apps').waitFor();
    const members = async () => {
      const { body } = await owner.call<{ rows: { id: number }[] }>('GET', '/api/demand/applists?q=Bad%20apps');
      const list = await owner.call<{ rows: { value: string }[] }>(
        'GET',
        `/api/demand/applists/${body.rows[0]?.id}/members`,
      );
      return JSON.stringify(list.body);
    };
    await expect.poll(members).toContain('com.example.bad');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Removed from Bad apps').waitFor();
    await expect.poll(members).not.toContain('com.example.bad');
  });

  test('the imports are listed, and a removed one no longer counts', async () => {
    const page = await ui.open('demand', '/pbReport?dims=vendor&range=last7&metrics=scanned,results');
    await page.getByText(`Imported results: Postbid pix up to ${yesterday}.`).waitFor();
    await page.getByRole('button', { name: 'Imports…' }).click();
    const window = dialog(page, 'Imported vendor reports');
    const row = window.getByRole('row', { name: /pix-november\.csv/ });
    await expect.poll(() => row.textContent()).toContain('In use for 1 day');
    await row.getByRole('button', { name: 'Remove pix-november.csv' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('pix-november.csv removed').waitFor();
    await window.getByText('No vendor reports imported', { exact: true }).waitFor();
    await window.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText(/^No vendor results imported yet/).waitFor();
  });

  test('a post-bid report over the month’s quota is refused until a stated time', async () => {
    const before = await admin.call<{ reports: { used: number } }>('GET', '/api/verification/quota');
    await owner.call('POST', '/api/savedReport', {
      name: 'The last one',
      ivt: true,
      saveAs: 'rows',
      request: { startDate: yesterday, endDate: yesterday, metrics: ['scanned'] },
    });
    const most = before.body.reports.used + 1;
    await admin.call('PUT', '/api/admin/config', { postbidMaxImps: 0, postbidMaxReps: most });
    const page = await ui.open('demand', '/pbReport?range=last7');
    const limits = page.getByRole('region', { name: 'Monthly postbid limits' });
    await limits.getByText(new RegExp(`only live reports can be saved until ${endsOn}, 00:00 UTC`)).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const window = dialog(page, 'Save postbid report');
    await window.getByRole('radio', { name: 'Snapshot' }).check();
    await window.getByText(/The monthly limit of postbid reports is reached/).waitFor();
    await window.getByRole('textbox', { name: 'Name' }).fill('One too many');
    await page.keyboard.press('Enter');
    await page
      .getByText(new RegExp(`are used. You can save new ones from ${endsOn} 00:00 UTC`))
      .first()
      .waitFor();
    await admin.call('PUT', '/api/admin/config', { postbidMaxImps: 0, postbidMaxReps: 0 });
  });
});

describe('users without post-bid figures', () => {
  test('without post-bid verification it says what is missing', async () => {
    const page = await ui.open('admin', '/pbReport');
    await page.getByRole('heading', { name: 'Postbid is not enabled' }).waitFor();
    await page.getByRole('link', { name: 'Accounts', exact: true }).last().click();
    await page.waitForURL('**/demands');
  });

  test.each(['sub', 'adv'])('%s, who sees none of its figures, is led to its own report', async (login) => {
    const page = await ui.open(login, '/pbReport');
    await page.getByRole('heading', { name: 'No postbid data for your role' }).waitFor();
    await page.getByRole('link', { name: 'Open report' }).click();
    await page.getByRole('heading', { name: 'Report', level: 1 }).waitFor();
  });
});
