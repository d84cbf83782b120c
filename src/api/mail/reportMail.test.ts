import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import type { ClaimedMail } from '#storage/schedules/mailQueue.ts';
import { composeReportMail, type ReportMail } from './reportMail.ts';

const buildMail = (overrides: Partial<ClaimedMail> = {}): ClaimedMail => ({
  id: 7,
  runner: 'r',
  attempts: 1,
  address: 'finance@partner.example',
  isStopped: false,
  userId: 1,
  reportId: 3,
  name: 'Channels',
  emailForm: 'attachment',
  zone: 'Europe/Berlin',
  dueAt: '2026-11-22T07:00:00.000Z',
  startDate: '2026-11-21',
  endDate: '2026-11-21',
  offset: 1,
  rowCount: 1234,
  file: { exportId: 1, format: 'csv', byteCount: 3, totals: [{ label: 'Requests', text: '99' }] },
  ...overrides,
});
const buildOrder = (mail: Partial<ClaimedMail> = {}, overrides: Partial<ReportMail> = {}): ReportMail => ({
  mail: buildMail(mail),
  from: 'Reports <reports@mail.example>',
  consoleUrl: 'https://console.example',
  unsubscribeUrl: 'https://console.example/api/mail/stop/t',
  attachment: null,
  ...overrides,
});
const parsed = async (order: ReportMail) => simpleParser(Buffer.from(await composeReportMail(order)));

test('a mail names the report, its days, rows and totals, and how to unsubscribe', async () => {
  const mail = await parsed(buildOrder());
  expect(mail.subject).toBe('Channels: 2026-11-21');
  expect(mail.from?.text).toBe('"Reports" <reports@mail.example>');
  for (const part of [mail.text, mail.html]) {
    expect(part).toMatch(
      /Dates[^]*2026-11-21, UTC\+1[^]*2026-11-22 08:00, Europe\/Berlin[^]*1,234[^]*Requests \(total\)[^]*99/,
    );
    expect(part).toContain('https://console.example/api/mail/stop/t');
  }
  const lines = mail.headerLines.map(({ line }) => line);
  expect(lines).toContain('List-Unsubscribe: <https://console.example/api/mail/stop/t>');
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(mail.messageId).toBe('<report-delivery-7@mail.example>');
});

test('a name cannot start a header, line or tag', async () => {
  const name = 'A\r\nBcc: spy@evil.example\r\n\r\n<script>x</script>\u2028Ünïcode 💶';
  const bytes = Buffer.from(await composeReportMail(buildOrder({ name })));
  const mail = await simpleParser(bytes);
  expect(mail.subject).toBe('A Bcc: spy@evil.example <script>x</script> Ünïcode 💶: 2026-11-21');
  expect(mail.bcc).toBeUndefined();
  expect(mail.headerLines.map(({ key }) => key)).not.toContain('bcc');
  expect(mail.html).not.toContain('<script>');
});

test('a long unsubscribe link stays on one line, and an attached file is unchanged', async () => {
  const stopUrl = `https://console.example/api/mail/stop/${'x'.repeat(420)}`;
  const bytes = Buffer.from([0, 255, 13, 10, 46, 13, 10, 1]);
  const attachment = { fileName: 'Übersicht 2026-11-21.xlsx', contentType: 'application/x-test', bytes };
  const mail = await parsed(buildOrder({}, { unsubscribeUrl: stopUrl, attachment }));
  expect(mail.text).toContain(stopUrl);
  expect(mail.attachments[0]).toMatchObject({ filename: 'Übersicht 2026-11-21.xlsx', content: bytes });
});
