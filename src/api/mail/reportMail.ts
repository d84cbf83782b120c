import { zonedMinute, zoneText } from '#model/index.ts';
import { zoneLabel } from '#reports/index.ts';
import type { ClaimedMail } from '#storage/schedules/mailQueue.ts';
import { composeMail, inOneLine } from './composeMail.ts';
import { escapeHtml } from './escapeHtml.ts';

/** The contents of a mail. */
export interface ReportMail {
  mail: ClaimedMail;
  /** The sender, with its name. */
  from: string;
  /** Public address of the console, without a trailing slash. */
  consoleUrl: string;
  /** The URL by which the recipient unsubscribes. */
  unsubscribeUrl: string;
  /** The attached file; null when the mail links to it. */
  attachment: { fileName: string; contentType: string; bytes: Uint8Array } | null;
}

/**
 * Composes the mail with a report as bytes (RFC 5322). The Message-ID depends only on run and recipient, so that
 * retries have the same.
 */
export async function composeReportMail(order: ReportMail): Promise<Uint8Array> {
  const { mail, from, unsubscribeUrl, attachment } = order;
  const { text, html } = wordsOf(order);
  return composeMail({
    from,
    to: mail.address,
    subject: subjectOf(mail),
    id: `report-delivery-${mail.id}`,
    unsubscribe: { url: unsubscribeUrl, isOneClick: true },
    text,
    html,
    attachments: attachment
      ? [
          {
            filename: attachment.fileName,
            contentType: attachment.contentType,
            content: Buffer.from(attachment.bytes),
          },
        ]
      : [],
  });
}

function daysOf({ startDate, endDate }: ClaimedMail): string {
  return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

function subjectOf(mail: ClaimedMail): string {
  return `${inOneLine(mail.name)}: ${daysOf(mail)}`;
}

function wordsOf({ mail, consoleUrl, unsubscribeUrl, attachment }: ReportMail): { text: string; html: string } {
  const { name, dueAt, zone, rowCount, offset, file } = mail;
  const title = inOneLine(name);
  const lines: [label: string, value: string][] = [
    ['Dates', `${daysOf(mail)}, ${zoneLabel(offset)}`],
    ['Scheduled for', `${zonedMinute(zone, Date.parse(dueAt))}, ${zoneText(zone)}`],
    ['Rows', rowCount.toLocaleString('en-US')],
    ...(file?.totals ?? []).map(({ label, text }): [string, string] => [`${label} (total)`, text === '' ? '–' : text]),
  ];
  const link = `${consoleUrl}/reports?${new URLSearchParams({ q: title, type: 'file' }).toString()}`;
  const where = attachment
    ? 'The report is attached to this email. You can also open it in the console (sign-in required):'
    : 'The report is ready in the console (sign-in required):';
  const why = 'You are receiving this email because this report is scheduled to be sent to your address.';
  return {
    text: [
      title,
      '',
      ...lines.map(([label, value]) => `${label}: ${value}`),
      '',
      where,
      link,
      '',
      `${why} Unsubscribe:`,
      unsubscribeUrl,
      '',
    ].join('\n'),
    html: `<!doctype html>
<html lang="en"><body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5">
<h1 style="font-size: 19px">${escapeHtml(title)}</h1>
<table role="presentation" cellpadding="0" cellspacing="0">${lines
      .map(
        ([label, value]) =>
          `<tr><td style="padding: 2px 24px 2px 0">${escapeHtml(label)}</td><td style="padding: 2px 0"><b>${escapeHtml(value)}</b></td></tr>`,
      )
      .join('')}</table>
<p>${where} <a href="${escapeHtml(link)}">Saved reports</a></p>
<p style="font-size: 13px">${why} <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>
</body></html>
`,
  };
}
