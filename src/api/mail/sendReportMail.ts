import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { ExportStore } from '#storage/exports/exportStore.ts';
import type { MailEnd } from '#storage/schedules/mailClaims.ts';
import type { MailQueue, ClaimedMail } from '#storage/schedules/mailQueue.ts';
import type { Config } from '../../config.ts';
import { readExport } from '../exports/exportChunks.ts';
import { safeFileName } from '../reports/attachmentHeader.ts';
import { contentTypes } from '../contentTypes.ts';
import { userOf } from '../schedules/startDueRuns.ts';
import { unsubscribedText } from '../schedules/finishRuns.ts';
import { inactiveText } from '../session/readCurrentUser.ts';
import type { Mailer } from './openMailer.ts';
import { consoleUrlOf } from './consoleUrlOf.ts';
import { endOf, handOverMail, notSetUpText, retryAt } from './handOverMail.ts';
import { composeReportMail, type ReportMail } from './reportMail.ts';
import { signUnsubscription } from './unsubscribeToken.ts';

export interface MailDeps {
  mails: MailQueue;
  /** Null when mail is not set up. */
  mailer: Mailer | null;
  exports: Pick<ExportStore, 'readChunks'>;
  sessions: Pick<SessionStore, 'readUser'>;
  config: Config;
  now: () => Date;
}

/** Sends a claimed mail, and stores the result. Rejects when a store is unavailable before the mail was handed over. */
export async function sendReportMail(deps: MailDeps, mail: ClaimedMail): Promise<void> {
  const end = await attempt(deps, mail);
  if (end) await deps.mails.end(mail, end, deps.now().toISOString());
}

/** Null when the mail now belongs to another process. */
async function attempt(deps: MailDeps, mail: ClaimedMail): Promise<MailEnd | null> {
  const { mails, mailer, config, now } = deps;
  const from = config.MAIL_FROM;
  if (!mailer || from === undefined) return { state: 'failed', error: notSetUpText };
  if (mail.isStopped) return { state: 'stopped', error: unsubscribedText };
  if (mail.file === null) return { state: 'failed', error: 'The file was deleted before it could be sent' };
  // The user may have become inactive: hours can lie between the run and the last attempt.
  if (!(await userOf(deps, mail.userId))) return { state: 'failed', error: inactiveText };
  const consoleUrl = consoleUrlOf(config);
  const unsubscribeUrl = `${consoleUrl}/api/mail/stop/${signUnsubscription(config.secret, mail)}`;
  const bytes = await composeReportMail({
    mail,
    from,
    consoleUrl,
    unsubscribeUrl,
    attachment: await attachmentOf(deps, mail),
  });
  const result = await handOverMail(mailer, mails, mail, { from, to: mail.address, bytes }, now);
  if (result === null) return null;
  return endOf(result, retryAt(mail.attempts, now()));
}

async function attachmentOf(
  { exports, config }: MailDeps,
  { emailForm, file, name, startDate, endDate }: ClaimedMail,
): Promise<ReportMail['attachment']> {
  if (file === null || emailForm === 'link' || file.byteCount > config.MAIL_ATTACHMENT_MB * 1_000_000) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of readExport(exports, file.exportId, file.format)) pieces.push(piece);
  const days = startDate === endDate ? startDate : `${startDate} to ${endDate}`;
  return {
    fileName: `${safeFileName(name)} ${days}.${file.format}`,
    contentType: contentTypes[file.format],
    bytes: Buffer.concat(pieces),
  };
}
