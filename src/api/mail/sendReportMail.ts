import type { SessionStore } from '#storage/entities/sessionStore.ts';
import type { ExportStore } from '#storage/exports/exportStore.ts';
import type { MailEnd, MailQueue, ClaimedMail } from '#storage/schedules/mailQueue.ts';
import type { Config } from '../../config.ts';
import { readExport } from '../exports/exportChunks.ts';
import { safeFileName } from '../reports/attachmentHeader.ts';
import { contentTypes } from '../contentTypes.ts';
import { userOf } from '../schedules/startDueRuns.ts';
import { unsubscribedText } from '../schedules/finishRuns.ts';
import { inactiveText } from '../session/readCurrentUser.ts';
import type { Mailer } from './openMailer.ts';
import { addressOf, composeReportMail, type ReportMail } from './reportMail.ts';
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

/** Delays in minutes after each failed attempt; after the last one, eleven hours in total, the mail fails. */
const retryMinutes = [1, 5, 15, 60, 180, 420];

/** Sends a claimed mail, and stores the result. Rejects when a store is unavailable before the mail was handed over. */
export async function sendReportMail(deps: MailDeps, mail: ClaimedMail): Promise<void> {
  const end = await attempt(deps, mail);
  if (end) await deps.mails.end(mail, end, deps.now().toISOString());
}

/** Null when the mail now belongs to another process. */
async function attempt(deps: MailDeps, mail: ClaimedMail): Promise<MailEnd | null> {
  const { mails, mailer, config, now } = deps;
  const from = config.MAIL_FROM;
  if (!mailer || from === undefined) return { state: 'failed', error: 'Email is not set up on this platform' };
  if (mail.isStopped) return { state: 'stopped', error: unsubscribedText };
  if (mail.file === null) return { state: 'failed', error: 'The file was deleted before it could be sent' };
  // The user may have become inactive: hours can lie between the run and the last attempt.
  if (!(await userOf(deps, mail.userId))) return { state: 'failed', error: inactiveText };
  const consoleUrl = (config.CONSOLE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
  const unsubscribeUrl = `${consoleUrl}/api/mail/stop/${signUnsubscription(config.secret, mail)}`;
  const bytes = await composeReportMail({
    mail,
    from,
    consoleUrl,
    unsubscribeUrl,
    attachment: await attachmentOf(deps, mail),
  });
  // Store failures during the handover are thrown here: the mailer would report them as failures of the mail server.
  let handover: Promise<boolean> = Promise.resolve(true);
  const result = await mailer.send({ from: addressOf(from), to: mail.address, bytes }, async () => {
    handover = mails.startHandoff(mail, now().toISOString());
    if (!(await handover)) throw new Error('another process sends this mail');
  });
  if (!(await handover)) return null;
  if (result.type === 'sent') return { state: 'sent' };
  if (result.type === 'unknown') return { state: 'unknown', error: result.reason };
  const minutes = retryMinutes[mail.attempts - 1];
  if (result.type === 'refused' || minutes === undefined) return { state: 'failed', error: result.reason };
  const nextAt = new Date(now().getTime() + minutes * 60_000).toISOString();
  return { state: 'waiting', error: result.reason, nextAt };
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
