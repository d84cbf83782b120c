import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { bellOf, panelOf, saveReport } from '../../e2e/console/steps/savedReports.ts';
import { startMailServer, type MailServer } from '../../system/api/mailServer.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  ui = await openConsole({ SMTP_URL: mail.url, MAIL_FROM: 'Reports <reports@mail.example>' });
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(async () => {
  await ui?.close();
  await mail?.close();
});
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const menuOf = async (page: Page, name: string, item: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .last()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).last();

describe('a scheduled report', () => {
  test('is described in words, run, delivered to the bell and by mail, and logged in its history', async () => {
    await saveReport(client, 'Channels each morning', { saveAs: 'definition' });
    const page = await ui.open('demand', '/reports');
    await menuOf(page, 'Channels each morning', 'Schedule…');
    const dialog = page.getByRole('dialog', { name: 'Schedule for Channels each morning' });
    await dialog.getByRole('radio', { name: 'Weekly' }).check();
    await dialog.getByRole('checkbox', { name: 'Mon' }).uncheck();
    await dialog.getByText('Complete the schedule to see its next runs.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Thu' }).check();
    await dialog.getByLabel('Time of day').fill('7:30');
    await dialog.getByLabel('Time zone').click();
    await page.getByPlaceholder('City or UTC+2').fill('Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    const runs = dialog.getByRole('region', { name: 'Next runs' });
    await runs.getByText('Next runs, Europe/Berlin').waitFor();
    expect(await runs.getByRole('listitem').allTextContents()).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^Thu \d{4}-\d\d-\d\d 07:30$/)),
    );
    await dialog.getByLabel('Email', { exact: true }).fill('Finance@Partner.example');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('The file as an attachment, up to').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Report scheduled').waitFor();
    const row = rowOf(page, 'Channels each morning');
    await row.getByText('Weekly, Thu, 07:30 Europe/Berlin').waitFor();
    await row.getByText('You, 1 email').waitFor();
    await menuOf(page, 'Channels each morning', 'Run and deliver now');
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(1);
    const [received] = mail.mails;
    expect(received?.to).toBe('finance@partner.example');
    const { sheets } = await readXlsx(received!.mail.attachments[0]!.content);
    expect(sheets[0]?.rows[0]?.slice(0, 2)).toEqual([expect.stringMatching(/^Day \(UTC\+\d\)$/), 'Requests']);
    await page.getByRole('button', { name: /^Done .*: run history of Channels each morning/ }).click();
    const history = page.getByRole('dialog', { name: 'Run history of Channels each morning' });
    await history.getByText('run manually').waitFor();
    await history.getByText('finance@partner.example').waitFor();
    await expect.poll(() => history.getByText('Delivered').count()).toBe(2);
    await history.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('combobox', { name: 'Schedule' }).click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'File · XLSX' }).count()).toBe(0);
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.reload();
    await bellOf(page).click();
    await panelOf(page).getByText('File').first().waitFor();
  });

  test('that fails is reported by the bell, which links to the reason', async () => {
    const report = await saveReport(client, 'To nobody', { saveAs: 'definition' });
    mail.onRecipient = () => ({ code: 550, text: 'no such user here' });
    const daily = { repeats: 'daily', weekDays: [], monthDay: null, time: '08:00', zone: 'UTC' };
    const delivery = { format: 'csv', colleagueIds: [], emails: ['gone@partner.example'], emailForm: 'link' };
    const bounds = { startDate: null, endDate: null, isPaused: false };
    const path = `/api/savedReport/${report.id}/schedule`;
    expect((await client.call('PUT', path, { ...daily, ...delivery, ...bounds })).status).toBe(200);
    expect((await client.call('POST', `${path}/run`)).status).toBe(202);
    type Listed = { reportId: number; lastRun: { undelivered: number } | null }[];
    const undelivered = async () =>
      (await client.call<Listed>('GET', '/api/savedReports/schedules')).body.find(
        ({ reportId }) => reportId === report.id,
      )?.lastRun?.undelivered;
    await expect.poll(undelivered, { timeout: 60_000 }).toBe(1);
    const page = await ui.open('demand', '/report');
    await page.getByRole('button', { name: 'Saved reports, new items' }).click();
    await panelOf(page).getByText('One delivery of the last run failed').waitFor();
    await panelOf(page).getByRole('link', { name: 'To nobody One delivery of the last run failed' }).click();
    await page.getByText('Failed: The mail server responded: 550 no such user here').waitFor();
  });
});
