import type { ClaimedDailyMail } from '#storage/dailyMails/dailyMailQueue.ts';
import type { MailEnd } from '#storage/schedules/mailClaims.ts';
import type { ApiDeps } from '../deps.ts';
import { consoleUrlOf } from '../mail/consoleUrlOf.ts';
import { endOf, handOverMail, notSetUpText, retryAt } from '../mail/handOverMail.ts';
import { userOf } from '../schedules/startDueRuns.ts';
import { inactiveText } from '../session/readCurrentUser.ts';
import { composeDailyMail } from './composeDailyMail.ts';
import { lateAfterMs } from './dailyMailDue.ts';
import { type DailyMailDeps, readDailyMail } from './readDailyMail.ts';
import { readMailAddress } from './readMailAddress.ts';

export type SendDailyMailDeps = DailyMailDeps &
  Pick<ApiDeps, 'dailyMails' | 'mailer' | 'sessions' | 'tokens' | 'config'>;

/**
 * Sends a claimed daily mail with what its user may see now, and stores the result. Rejects when a store is unavailable
 * before the mail was handed over.
 */
export async function sendDailyMail(deps: SendDailyMailDeps, mail: ClaimedDailyMail): Promise<void> {
  const end = await attempt(deps, mail);
  if (end) await deps.dailyMails.end(mail, end, deps.now().toISOString());
}

/** Null when the mail now belongs to another process. */
async function attempt(deps: SendDailyMailDeps, mail: ClaimedDailyMail): Promise<MailEnd | null> {
  const { dailyMails, mailer, config, now } = deps;
  const from = config.MAIL_FROM;
  const lateAt = Date.parse(mail.dueAt) + lateAfterMs;
  if (!mailer || from === undefined) return { state: 'failed', error: notSetUpText };
  if (!mail.isWanted) return { state: 'stopped', error: 'It was turned off' };
  if (now().getTime() >= lateAt) return { state: 'failed', error: 'It could not be sent in time' };
  const user = await userOf(deps, mail.userId);
  if (!user) return { state: 'failed', error: inactiveText };
  const to = await readMailAddress(deps, user);
  if (to === null) return { state: 'failed', error: 'There is no email address' };
  const contents = await readDailyMail(deps, user, mail.day, AbortSignal.timeout(readTimeoutMs));
  if (!contents) return { state: 'stopped', error: 'There was nothing to report' };
  const consoleUrl = consoleUrlOf(config);
  const bytes = await composeDailyMail({ id: mail.id, from, to, consoleUrl, user, mail: contents });
  const result = await handOverMail(mailer, dailyMails, mail, { from, to, bytes }, now);
  if (result === null) return null;
  const retry = retryAt(mail.attempts, now());
  return endOf(result, retry && retry.getTime() < lateAt ? retry : null);
}

/** Maximum time in ms to read the contents: shorter than the time after which a mail counts as lost. */
const readTimeoutMs = 60_000;
