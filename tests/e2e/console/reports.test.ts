import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { NewReportShare } from '#api/shares/shareContract.ts';
import { eventually, runReport, signInAs, type TestClient } from '../apiClient.ts';
import { playTag } from '../playTag.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { bellOf, entryOf, expectNoErrors, saveReport, today } from './steps/savedReports.ts';

let ui: ConsoleUnderTest;
let client: TestClient;

const narrow = { viewport: { width: 1024, height: 768 } };
const phone = { viewport: { width: 390, height: 780 }, colorScheme: 'dark', hasTouch: true } as const;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
  const sites = ['news.example', 'sport.example'];
  for (const { uid } of body.rows.slice(0, 2)) {
    for (const site of sites)
      await playTag(`${ui.product.adsUrl}/vast/${uid}?url=https%3A%2F%2F${site}%2F`, ui.product);
  }
  await eventually(
    () => runReport(client, { dimensions: [], metrics: ['reqs'] }),
    ({ totals }) => Number(totals['reqs']) >= 2 * sites.length,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('reports in a browser', () => {
  test('metrics are reordered by dragging', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=rev,imps,reqs');
    await page.getByRole('button', { name: /^Metrics/ }).click();
    const order = page.getByRole('list', { name: 'Metrics in order' }).getByRole('listitem');
    await order.nth(2).dragTo(order.nth(0));
    await expect.poll(() => new URL(page.url()).searchParams.get('metrics')).toBe('reqs,rev,imps');
    const heads = page.getByRole('table', { name: 'Report' }).getByRole('columnheader');
    await expect.poll(() => heads.allTextContents()).toEqual(['Channel', 'Requests', 'Revenue', 'Impressions']);
  });

  test('only the visible rows of ten thousand are in the page, under sticky headings', async () => {
    const page = await ui.open('demand', '/reports');
    await page.route('**/api/rrun', (route) => {
      const rows = Array.from({ length: 10_000 }, (_, index) => ({
        site: `site${index}.example`,
        reqs: 10_000 - index,
      }));
      return route.fulfill({ json: [...rows, { site: null, reqs: 50_005_000 }] });
    });
    await page.goto('/report?range=today&dims=site&metrics=reqs&limit=10000');
    await page.getByText('site3.example', { exact: true }).waitFor();
    const table = page.getByRole('group', { name: 'Report, scrollable' });
    await table.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
    await page.getByText('site9999.example', { exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Report' }).locator('tr[data-row]').count()).toBeLessThanOrEqual(60);
    const [head, box] = [
      await page.getByRole('columnheader', { name: 'Site' }).boundingBox(),
      await table.boundingBox(),
    ];
    expect(Math.abs((head?.y ?? 0) - (box?.y ?? 1000))).toBeLessThan(2);
  });

  test.for(['dims=site', 'dims=day'])('rows do not move when the chart above them has loaded: %s', async (question) => {
    const page = await ui.open('demand', '/reports');
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/ReportChart-*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`/report?range=today&${question}&metrics=reqs`);
    const rows = page.getByRole('region', { name: 'Rows' });
    await rows.locator('tr[data-row]').first().waitFor();
    expect(await page.getByLabel('Chart type').count()).toBe(0);
    const before = await rows.boundingBox();
    gate.resolve();
    await page.getByLabel('Chart type').waitFor();
    expect(await rows.boundingBox()).toEqual(before);
  });

  test('axe finds nothing against WCAG 2.2 AA in the tables and charts of a report', async () => {
    const page = await ui.open('demand', '/', narrow);
    for (const search of [
      'dims=channel&metrics=reqs,imps&compare=previous&having=reqs:gt:0',
      'dims=day,channel&metrics=reqs&pivot=channel',
      'dims=weekday,hour_of_day&metrics=reqs',
      'dims=day&metrics=reqs&view=funnel',
      'dims=channel&metrics=fill&view=area',
      'dims=site&metrics=reqs&f=site:in:nothing.example&having=x',
    ]) {
      await page.goto(`/report?range=today&${search}`);
      await expectNoErrors(page, search);
    }
  });

  test('axe finds nothing against WCAG 2.2 AA in the date picker and the meaning of a heading', async () => {
    const page = await ui.open('demand', '/report?dims=channel&metrics=reqs,fill');
    const fill = page.getByRole('button', { name: 'Fill', exact: true });
    const meaning = (await fill.getAttribute('aria-description')) ?? '';
    expect(meaning).not.toBe('');
    await page.getByRole('button', { name: 'Requests', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.locator('div[aria-hidden]', { hasText: meaning }).waitFor();
    await expectNoErrors(page, 'a heading with its meaning');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    const picker = page.getByRole('dialog', { name: 'Date range' });
    await picker.getByRole('button', { name: 'Last hour' }).waitFor();
    await expectNoErrors(page, 'the picker of ranges', '[role="dialog"]');
  });

  test('axe finds nothing against WCAG 2.2 AA in saved reports, and a file of one is downloaded', async () => {
    const name = 'Looked at';
    const saved = await saveReport(client, name);
    const request = { startDate: today(), endDate: today(), offset: 1, dimensions: ['channel'], metrics: ['reqs'] };
    const ordered = { name: 'Channels by day', ivt: false, format: 'xlsx', request };
    expect((await client.call('POST', '/api/exports', ordered)).status).toBe(202);
    await eventually(
      () => client.call<SavedReport[]>('GET', '/api/savedReports'),
      ({ body }) => body.some((report) => report.name === ordered.name),
    );
    const page = await ui.open('demand', '/reports', narrow);
    const row = page.getByRole('row').filter({ hasText: 'Channels by day' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Channels by day' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Channels by day.xlsx');
    const [sheet] = await readXlsxFile(await download.path());
    expect(sheet?.data.some(([first]) => first === 'Report: Channels by day')).toBe(true);
    await expectNoErrors(page, 'saved reports with an export');
    await bellOf(page).click();
    await entryOf(page, name).waitFor();
    await expectNoErrors(page, 'the bell on saved reports', '[role="dialog"]');
    for (const path of [`/report/${saved.id}?saved=1`, '/reports?q=nothing-at-all']) {
      await page.goto(path);
      await expectNoErrors(page, path);
    }
  });

  test('the charts and downloads of a report equal its rows', async () => {
    const metrics = ['reqs', 'opps', 'imps', 'fill', 'rev', 'cost', 'profit'];
    const page = await ui.open('demand', `/report?range=today&dims=channel&metrics=${metrics.join()}`);
    const canvas = page.getByRole('img', { name: /by channel/ }).locator('canvas');
    await canvas.waitFor();
    await expect.poll(() => canvas.evaluate(countOfColours)).toBeGreaterThan(1);
    const table = await page.getByRole('table', { name: 'Report' }).getByRole('row').count();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV of shown rows' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await readFile(await file.path(), 'utf8');
    // A spreadsheet recognizes UTF-8 by its byte order mark.
    expect(csv.startsWith('\uFEFF')).toBe(true);
    const lines = csv
      .slice(1)
      .split('\r\n')
      // Names with a comma are in quotes.
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
      );
    expect(lines[0]).toEqual([
      ...['Channel ID', 'Channel', 'Requests', 'Opportunities', 'Impressions', 'Fill'],
      ...['Revenue (USD)', 'Supply cost (USD)', 'Profit (USD)'],
    ]);
    const dates = { startDate: today(), endDate: today(), offset: 1 };
    const { rows } = await runReport(client, { ...dates, dimensions: ['channel'], metrics });
    const played = rows.filter((row) => Number(row['imps']) > 0);
    expect(played).toHaveLength(2);
    for (const answer of played) {
      const exported = lines.find((line) => line[1] === answer['channel_name']);
      expect(exported?.slice(2)).toEqual(metrics.map((key) => String(answer[key])));
    }
    // The number of rows of the table, including its totals, between the heading and the note about the days.
    expect(lines.length - 3).toBe(table - 1);
  });
});

describe('sharing a report by link', () => {
  test('a partner reads it on a phone and downloads it', async () => {
    const { id } = await saveReport(client, 'For Example Media', {
      saveAs: 'definition',
      view: { chart: 'imps' },
    });
    const page = await ui.open('demand', `/report/${id}`);
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Share “/ });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = new URL(await dialog.getByLabel('New link').inputValue()).pathname;
    await expectNoErrors(page, 'links to a report', '[role="dialog"]');

    const partner = await ui.open(null, link, phone);
    await partner.getByRole('columnheader', { name: 'Revenue' }).waitFor();
    await partner.getByRole('img', { name: /^Impressions by day/ }).waitFor();
    expect(await partner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await partner.evaluate(() => document.cookie)).toBe('');
    await expectNoErrors(partner, 'a shared report on a phone in the dark');
    const [download] = await Promise.all([
      partner.waitForEvent('download'),
      partner.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`report-${today()}-${today()}.csv`);
    expect(await readFile(await download.path(), 'utf8')).toContain('Totals,');
    await partner.goto(`${link}x`);
    await partner.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectNoErrors(partner, 'a link that is over');

    const snapshotReport = await saveReport(client, 'As it was today');
    const shared = await client.call<NewReportShare>('POST', `/api/savedReport/${snapshotReport.id}/shares`, {
      hours: 24,
    });
    await page.goto(new URL(shared.body.url).pathname);
    await page.getByText(/^\d rows?$/).waitFor();
    await expectNoErrors(page, 'a shared report');
  });
});

/** Number of colors in a canvas, sampled. */
function countOfColours(canvas: Element): number {
  const canvasElement = canvas as HTMLCanvasElement;
  // Read from a copy: the browser warns about repeated reads of one canvas.
  const copy = new OffscreenCanvas(canvasElement.width, canvasElement.height).getContext('2d');
  copy?.drawImage(canvasElement, 0, 0);
  const pixels = copy?.getImageData(0, 0, canvasElement.width, canvasElement.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4 * 37) {
    if (pixels[at + 3]) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
  }
  return colours.size;
}
