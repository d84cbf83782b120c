import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ObservedDeals } from '#api/deals/dealsContract.ts';
import { startMailServer, type MailServer } from '../../system/api/mailServer.ts';
import { eventually, runReport, signInAs, type TestClient } from '../apiClient.ts';
import { expectNoViolations, waitUntilShown } from './accessibility.ts';
import { drawer } from './steps/advertiserListPage.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { panelOf, saveReport } from './steps/savedReports.ts';

let ui: ConsoleUnderTest;
let mail: MailServer;
let demand: TestClient;

beforeAll(async () => {
  mail = await startMailServer();
  ui = await openConsole({ SMTP_URL: mail.url, MAIL_FROM: 'Reports <reports@mail.example>' });
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(async () => {
  await ui?.close();
  await mail?.close();
});
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** Overlays of a page, and how they are opened. */
interface Overlay {
  what: string;
  open: (page: Page) => Promise<unknown>;
}

const userMenu = (page: Page, item: string) => async () => {
  await page.getByRole('button', { name: /UTC/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const ofTags: Overlay[] = [
  {
    what: 'the menu of a row',
    open: (page) => page.getByRole('button', { name: 'Actions for Bikes – inline' }).click(),
  },
  { what: 'the user menu', open: (page) => page.getByRole('button', { name: /UTC/ }).click() },
  {
    what: 'the palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('coffee');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    what: 'the user interface settings',
    open: async (page) => {
      await userMenu(page, 'Settings')();
      await page.getByRole('dialog', { name: 'User Interface Settings' }).waitFor();
    },
  },
  { what: 'the saved views', open: (page) => page.getByRole('button', { name: 'Views' }).click() },
  {
    what: 'the profile',
    open: async (page) => {
      await userMenu(page, 'Profile')();
      await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor();
    },
  },
  {
    what: 'the list of keys',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    what: 'a question with the bulk bar behind it',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Bikes – inline' }).check();
      await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    },
  },
];

const ofReport: Overlay[] = [
  {
    what: 'the saving of a report',
    open: async (page) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog', { name: 'Save report' }).waitFor();
    },
  },
  { what: 'the choice of metrics', open: (page) => page.getByRole('button', { name: 'Metrics' }).click() },
  { what: 'the choice of days', open: (page) => page.getByRole('button', { name: 'Today' }).click() },
  { what: 'the editor of a filter', open: (page) => page.getByRole('button', { name: 'Filter', exact: true }).click() },
];

const overlay = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tree]';

/** Checks one after the other; Escape closes each. */
async function judgeAll(page: Page, overlays: Overlay[]): Promise<string[]> {
  const found: string[] = [];
  const opened = page.locator(overlay);
  for (const { what, open } of overlays) {
    await open(page);
    await opened.first().waitFor();
    found.push(...(await expectNoViolations(page, what)));
    await page.keyboard.press('Escape');
    await expect.poll(() => opened.count()).toBe(0);
  }
  return found;
}

describe('an overlay has no WCAG 2.2 AA violation', () => {
  test('over a list', async () => {
    const page = await ui.open('demand', '/tags');
    await waitUntilShown(page);
    const found = await judgeAll(page, ofTags);
    await page.getByRole('textbox', { name: 'Search tags' }).fill('no-such-tag');
    await page.getByText('No tags match').waitFor();
    // Its popup would cover parts of rows, whose targets then count as too small.
    await page.getByRole('button', { name: 'Saved reports' }).click();
    found.push(...(await expectNoViolations(page, 'the bell')));
    await page.goto('/log');
    await page.getByRole('row').nth(3).getByRole('link').first().click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await expectNoViolations(page, 'an entry of the log')));
    expect(found).toEqual([]);
  });

  test('over a report', async () => {
    const page = await ui.open('demand', '/report?range=today');
    await waitUntilShown(page);
    expect(await judgeAll(page, ofReport)).toEqual([]);
  });

  test('over a form', async () => {
    const page = await ui.open('demand', '/targetings?open=1&tab=geography');
    await page.getByRole('combobox', { name: 'Countries', exact: true }).click();
    await page.getByRole('tree').waitFor();
    const found = await expectNoViolations(page, 'a tree that is open');
    await page.keyboard.press('Escape');
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog', { name: 'Undo this change?' }).waitFor();
    found.push(...(await expectNoViolations(page, 'the way back from a change')));

    await page.goto('/tags?open=1');
    await page.getByRole('combobox', { name: 'Advertiser' }).click();
    await page.getByRole('option').first().waitFor();
    found.push(...(await expectNoViolations(page, 'an open choice')));

    await page.route('**/api/demand/tags/1', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.keyboard.press('Escape');
    await drawer(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Unsent');
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Error on save').first().waitFor();
    found.push(...(await expectNoViolations(page, 'an error message')));
    expect(found).toEqual([]);
  });

  test('over a page of the super admin', async () => {
    const page = await ui.open('admin', '/users');
    await userMenu(page, 'Config')();
    await page.getByRole('dialog', { name: 'Application Config' }).getByRole('textbox').first().waitFor();
    expect(await expectNoViolations(page, 'the application config')).toEqual([]);
  });
});

// Component tests of the same names cover how these states are reached.
describe('a working state has no WCAG 2.2 AA violation', () => {
  test('the countries on the dashboard', async () => {
    const { body } = await demand.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
    await (await fetch(`${ui.product.adsUrl}/vast/${body.rows[0]?.uid}?country=DE`)).text();
    await eventually(
      () => runReport(demand, { dimensions: ['country'], metrics: ['reqs'] }),
      ({ rows }) => rows.length > 0,
    );
    const page = await ui.open('admin', '/?supply=country');
    await page
      .getByRole('table', { name: 'Top countries today' })
      .getByRole('row', { name: /Germany/ })
      .waitFor();
    expect(await expectNoViolations(page, 'countries')).toEqual([]);
  });

  test('deals', async () => {
    const supplier = await demand.call<{ id: number; uid: string }>('POST', '/api/demand/sups', { name: 'Quay' });
    const offered = { id: 'QX-77', bidfloor: 3.5, at: 3, wseat: ['quay-9'] };
    const seen = async () => {
      await fetch(`${ui.product.adsUrl}/bid/${supplier.body.uid}`, {
        method: 'POST',
        body: JSON.stringify({
          id: 'quay-1',
          imp: [{ id: '1', bidfloor: 0.1, banner: { w: 300, h: 250 }, pmp: { deals: [offered] } }],
          site: { id: 's', page: 'https://quay.example/', publisher: { id: 'p' } },
          device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
        }),
      });
      return (await demand.call<ObservedDeals>('GET', '/api/demand/deals/observed?q=QX-77')).body.total;
    };
    await eventually(seen, (total) => total === 1);
    const page = await ui.open('demand', '/deals?view=observed&q=QX-77');
    await page.getByText('$3.50 fixed', { exact: true }).waitFor();
    const found = await expectNoViolations(page, 'deals that were seen');
    const set = { name: 'Quay', dealId: 'QX-77', supplierId: supplier.body.id };
    const { body: deal } = await demand.call<{ id: number }>('POST', '/api/demand/deals', set);
    await page.goto(`/deals?q=QX-77&cols=name,dealId,offers,bids,lostBy&open=${deal.id}&tab=check`);
    await drawer(page)
      .getByRole('list', { name: 'Checks' })
      .getByText(/^No campaign uses the deal\. Add it/)
      .waitFor();
    found.push(...(await expectNoViolations(page, 'check of a deal')));
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await page
      .locator('tbody tr')
      .filter({ hasText: /[1-9].*QX-77/ })
      .waitFor();
    found.push(...(await expectNoViolations(page, 'list of deals')));
    expect(found).toEqual([]);
  });

  test('imported verification results', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const file = (...lines: string[]) => ({
      name: 'pix.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Date,App bundle,Verdict,Impressions,Viewable', ...lines].join('\n')),
    });
    const page = await ui.open('demand', '/pbReport?dims=app&range=last7');
    await page.getByText(/^No vendor results imported yet/).waitFor();
    await page.getByRole('button', { name: 'Import results…' }).click();
    const window = page.getByRole('dialog', { name: 'Import vendor report' });
    const input = window.locator('input[type=file]');
    await input.waitFor({ state: 'attached' });
    const found = await expectNoViolations(page, 'the import of results');
    await input.setInputFiles(file(`${day},com.example.bad,strange,x,`));
    await window.getByText('2 errors:').waitFor();
    found.push(...(await expectNoViolations(page, 'a faulty file of results')));
    await input.setInputFiles(file(`${day},com.example.bad,Publisher fraud,600,90`));
    await window.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Results for 600 impressions imported').waitFor();
    await page.getByRole('radio', { name: 'Detailed' }).check({ force: true });
    const table = page.getByRole('table', { name: 'Report' });
    await table.getByRole('columnheader', { name: 'Publisher fraud' }).waitFor();
    await table.getByRole('row', { name: /com\.example\.bad/ }).waitFor();
    found.push(...(await expectNoViolations(page, 'the detailed postbid report')));
    await page.getByRole('button', { name: 'Imports…' }).click();
    await page.getByRole('dialog', { name: 'Imported vendor reports' }).getByText('In use for 1 day').waitFor();
    found.push(...(await expectNoViolations(page, 'the imports of results')));
    expect(found).toEqual([]);
  });

  test('a scheduled report', async () => {
    const { id } = await saveReport(demand, 'Each Thursday', { saveAs: 'definition' });
    mail.onRecipient = (address) => (address.startsWith('gone') ? { code: 550, text: 'no such user here' } : null);
    const weekly = { repeats: 'weekly', weekDays: [4], monthDay: null, time: '07:30', zone: 'Europe/Berlin' };
    const emails = ['gone@partner.example', 'finance@partner.example'];
    const delivery = { format: 'xlsx', colleagueIds: [], emails, emailForm: 'attachment' };
    const bounds = { startDate: null, endDate: null, isPaused: false };
    const path = `/api/savedReport/${id}/schedule`;
    expect((await demand.call('PUT', path, { ...weekly, ...delivery, ...bounds })).status).toBe(200);
    expect((await demand.call('POST', `${path}/run`)).status).toBe(202);
    type Listed = { lastRun: { undelivered: number } | null }[];
    await eventually(
      async () => (await demand.call<Listed>('GET', '/api/savedReports/schedules')).body[0]?.lastRun?.undelivered,
      (undelivered) => undelivered === 1,
      120,
    );
    const page = await ui.open('demand', '/reports');
    await page.getByRole('button', { name: 'Saved reports, new items' }).click();
    await panelOf(page).getByText('One delivery of the last run failed').waitFor();
    const found = await expectNoViolations(page, 'the bell with a failure');
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Schedule' }).click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    found.push(...(await expectNoViolations(page, 'scheduled reports')));
    await page.getByRole('button', { name: 'Actions for Each Thursday', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…', exact: true }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule for Each Thursday' });
    await schedule.getByText('Next runs, Europe/Berlin').waitFor();
    await schedule.getByText('The file as an attachment, up to').waitFor();
    found.push(...(await expectNoViolations(page, 'the dialog of a schedule')));
    await page.keyboard.press('Escape');
    await schedule.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /: run history of Each Thursday/ }).click();
    const history = page.getByRole('dialog', { name: 'Run history of Each Thursday' });
    await history.getByText('finance@partner.example').waitFor();
    found.push(...(await expectNoViolations(page, 'the history of a schedule')));
    expect(found).toEqual([]);
  });
});
