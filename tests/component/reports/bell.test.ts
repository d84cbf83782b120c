import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';
import { bellOf, entryOf, isRun, panelOf, saveReport, today } from '../../e2e/console/steps/savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the bell', () => {
  test('[BELL-03] deleting requires confirmation, says that it is permanent, and offers Archive', async () => {
    const doomed = await saveReport(client, 'To be deleted');
    const snapshotReport = await saveReport(client, 'To be archived');
    const page = await ui.open('demand', '/reports');
    await bellOf(page).click();
    await panelOf(page).getByRole('button', { name: 'Delete To be deleted' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/permanent.*Archive is an option/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await bellOf(page).click();
    await panelOf(page).getByRole('button', { name: 'Delete To be deleted' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await client.call('GET', `/api/savedReport/${doomed.id}`)).status).toBe(404);

    await bellOf(page).click();
    await expect.poll(() => entryOf(page, 'To be deleted').count()).toBe(0);
    await panelOf(page).getByRole('button', { name: 'Delete To be archived' }).click();
    await question.getByRole('button', { name: 'Archive instead' }).click();
    await question.waitFor({ state: 'detached' });
    await bellOf(page).click();
    await expect.poll(() => entryOf(page, 'To be archived').count()).toBe(0);
    const { body } = await client.call<SavedReport>('GET', `/api/savedReport/${snapshotReport.id}`);
    expect(body.isArchived).toBe(true);
  });

  test('[BELL-02] [BELL-07] an entry opens its stored result, a post-bid report on its own page, a file in a new tab', async () => {
    const result = await saveReport(client, 'A result');
    const verification = await saveReport(client, 'A post-bid result', { ivt: true });
    const file = await saveReport(client, 'A file', { saveAs: 'file' });
    const both = await saveReport(client, 'A post-bid file', { ivt: true, saveAs: 'file' });
    const page = await ui.open('demand', '/reports');
    await bellOf(page).click();
    const addressOf = (name: string) => entryOf(page, name).getAttribute('href');
    expect(await addressOf('A result')).toBe(`/report/${result.id}?saved=1`);
    expect(await addressOf('A post-bid result')).toBe(`/pbReport/${verification.id}?saved=1`);
    for (const { id, name } of [file, both]) {
      expect(await addressOf(name)).toBe(`/api/savedFile/${id}`);
      expect(await entryOf(page, name).getAttribute('target')).toBe('_blank');
    }
    await entryOf(page, 'A post-bid result').click();
    await expect.poll(() => page.url()).toContain(`/pbReport/${verification.id}?saved=1`);
    await page.getByText(/^Saved \d{4}-/).waitFor();
  });

  test('[BELL-01] it lists the newest 20 reports', async () => {
    for (let index = 1; index <= 22; index += 1) await saveReport(client, `Number ${index}`);
    const page = await ui.open('demand', '/reports');
    await bellOf(page).click();
    await entryOf(page, 'Number 22').waitFor();
    const names = await panelOf(page).getByRole('listitem').getByRole('link').allTextContents();
    expect(names).toHaveLength(20);
    expect(names[0]).toContain('Number 22');
    expect(names.at(-1)).toContain('Number 3');
  });

  test('users without reports have no bell', async () => {
    const page = await ui.open('sdk', '/reports');
    await page.getByRole('heading', { name: 'No saved reports' }).waitFor();
    expect(await bellOf(page).count()).toBe(0);
  });
});

describe('the market report and the cost of the month', () => {
  test('[HELP-02] the cost of the month so far is the one in the last element of the response, in dollars and cents', async () => {
    const page = await ui.open('demand', '/reports');
    const requestSent = page.waitForRequest(
      (request) => isRun(request) && request.postData()?.includes('systemCost') === true,
    );
    await page.route('**/api/rrun', async (route) => {
      if (!route.request().postData()?.includes('systemCost')) return route.continue();
      return route.fulfill({ json: [{ systemCost: '7.00' }, { systemCost: '1234.565' }] });
    });
    await page.reload();
    expect((await requestSent).postDataJSON()).toEqual({
      startDate: `${today().slice(0, 7)}-01`,
      endDate: today(),
      offset: 1,
      metrics: ['systemCost'],
      limit: 1,
    });
    await page.getByText('$1,234.57', { exact: true }).waitFor();
  });

  test('[HELP-03] it is not shown to users without showSystemCost', async () => {
    for (const login of ['sub', 'admin']) {
      const page = await ui.open(login, '/reports');
      await page.getByRole('heading', { name: 'Saved Reports' }).waitFor();
      await bellOf(page).waitFor();
      expect(await page.getByText('System cost this month').count()).toBe(0);
    }
  });
});
