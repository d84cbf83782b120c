import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReportExport } from '#api/exports/exportContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { bellOf, panelOf, saveReport, today } from '../../e2e/console/steps/savedReports.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const problem = (code: string, message: string, more: object = {}) => ({
  status: 422,
  json: { problems: [{ code, message, path: '', ...more }] },
});

/** Mocks the responses to reports of the page; those of the frame, which runs reports of its own, are unchanged. */
async function answerReports(page: Page, answer: ReturnType<typeof problem>): Promise<void> {
  await page.route('**/api/rrun', (route) => {
    const { metrics } = route.request().postDataJSON() as { metrics: string[] };
    return metrics.includes('reqs') ? route.fulfill(answer) : route.fallback();
  });
}

const partOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

describe('a report that is refused for its size', () => {
  test.each(['report_too_long', 'report_too_large'])('%s: fewer days, or a file', async (code) => {
    const page = await ui.open('demand', '/reports');
    await answerReports(page, problem(code, 'Too much of it'));
    await page.goto('/report?range=last30&dims=day&metrics=reqs');
    await page.getByText('Too much of it').waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('Export started').waitFor();
    await page.getByRole('button', { name: 'Show last 7 days' }).click();
    await expect.poll(() => partOf(page, 'range')).toBeNull();
    // Seven days are the fewest that it offers.
    await page.getByRole('button', { name: 'Show last 7 days' }).waitFor({ state: 'detached' });
  });

  test('another error offers neither', async () => {
    const page = await ui.open('demand', '/reports');
    await answerReports(page, problem('busy', 'Not now'));
    await page.goto('/report?range=last30&dims=day&metrics=reqs');
    await page.getByText('Not now').waitFor();
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
    expect(await page.getByText('Error on load data').count()).toBe(0);
  });

  test('[ERR-02] a failure is shown in a red toast too, once for several requests', async () => {
    const page = await ui.open('demand', '/reports');
    const failure = { code: 'internal', message: 'Out of order', path: '' };
    await page.route('**/api/rrun', (route) => route.fulfill({ status: 500, json: { problems: [failure] } }));
    await page.goto('/');
    const toast = page.getByRole('heading', { name: 'Error on load data' });
    await toast.waitFor();
    await page.getByText('The figures could not be loaded.').first().waitFor();
    expect(await toast.count()).toBe(1);
    // The sidebar's figure is reported to the browser's console instead.
    expect((await ui.closeWindows()).join()).toContain('Out of order');
  });
});

describe('an empty report', () => {
  test('offers the import of verification results, or the page that has it', async () => {
    const page = await ui.open('demand', '/reports');
    await page.route('**/api/reports/explain', (route) =>
      route.fulfill({ json: { reasons: [{ code: 'no_results', message: 'No vendor results', path: 'startDate' }] } }),
    );
    const empty = 'from=2026-01-01&to=2026-01-02&dims=channel&metrics=results';
    await page.goto(`/report?${empty}`);
    await page.getByText('No vendor results.').waitFor();
    await page.getByRole('link', { name: 'Open postbid report' }).waitFor();
    await page.goto(`/pbReport?${empty}`);
    await page.getByText('No vendor results.').waitFor();
    await page.getByRole('button', { name: 'Import results…' }).last().click();
    await page.getByRole('dialog', { name: 'Import vendor report' }).waitFor();
  });

  test('a section that was omitted is restored from the banner that names it', async () => {
    const page = await ui.open('demand', '/report?dims=day&metrics=reqs&pivot=channel');
    await page.getByText('Channel cannot be used for columns: add it as a dimension.').waitFor();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await expect.poll(() => partOf(page, 'dims')).toBe('day,channel');
    await page.getByText(/cannot be used for columns/).waitFor({ state: 'detached' });
  });
});

describe('saving', () => {
  test('more rows than a snapshot may have are saved as CSV', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=day&metrics=reqs');
    await page.route('**/api/savedReport', (route) =>
      route.fulfill(problem('too_many_rows', 'A snapshot can have at most 10,000 rows', { path: 'request.limit' })),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Many rows');
    await dialog.getByRole('radio', { name: 'Snapshot' }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('A snapshot can have at most 10,000 rows.').waitFor();
    await dialog.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByText('Export started').waitFor();
  });
});

describe('an export that failed', () => {
  test('is retried as it was requested, or opened to be reduced', async () => {
    const request = { startDate: today(), endDate: today(), dimensions: ['channel'], metrics: ['reqs'], limit: null };
    const failed: ReportExport = {
      id: 999_999,
      name: 'Failed one',
      ivt: false,
      format: 'csv',
      state: 'failed',
      error: 'It took too long',
      request,
      rowCount: 0,
      byteCount: 0,
      expectedRows: null,
      createdAt: new Date().toISOString(),
      startedAt: null,
      endedAt: null,
    };
    const page = await ui.open('demand', '/report');
    let dismissed = '';
    let ordered: unknown;
    await page.route('**/api/exports', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: dismissed === '' ? [failed] : [] });
      ordered = route.request().postDataJSON();
      return route.continue();
    });
    await page.route('**/api/exports/*', (route) => {
      dismissed = route.request().url();
      return route.fulfill({ json: {} });
    });
    await page.goto('/reports');
    const list = page.getByRole('region', { name: 'Exports' });
    await list.getByText('Failed: It took too long').waitFor();
    const href = await list.getByRole('link', { name: 'Open report Failed one' }).getAttribute('href');
    const link = new URL(href ?? '', ui.product.consoleUrl);
    expect(link.pathname).toBe('/report');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ from: today(), dims: 'channel', metrics: 'reqs' });
    await list.getByRole('button', { name: 'Retry Failed one' }).click();
    await page.getByText('Export started').waitFor();
    await list.waitFor({ state: 'detached' });
    expect(ordered).toEqual({ name: 'Failed one', ivt: false, format: 'csv', request });
    expect(dismissed).toContain('/api/exports/999999');
  });
});

describe('links to what is missing', () => {
  test('an empty bell leads to a report to save', async () => {
    const page = await ui.open('harbour', '/');
    await bellOf(page).click();
    await panelOf(page).getByRole('link', { name: 'Create report' }).click();
    await page.waitForURL('**/report');
  });

  test('a schedule of fixed days leads to its report, and one without colleagues to the managers', async () => {
    const request = { startDate: today(), endDate: today(), dimensions: ['day'], metrics: ['reqs'] };
    const { id } = await saveReport(client, 'Fixed days', { saveAs: 'definition', request });
    const page = await ui.open('demand', '/reports');
    await page.route('**/api/savedReports/colleagues', (route) => route.fulfill({ json: [] }));
    await page.goto(`/reports?schedule=${id}`);
    const dialog = page.getByRole('dialog', { name: /Fixed days/ });
    expect(await dialog.getByRole('link', { name: 'Managers' }).getAttribute('href')).toBe('/managers');
    await dialog.getByRole('link', { name: 'Open report' }).click();
    await page.waitForURL(`**/report/${id}`);
  });
});
