import type { MailClaim, MailClaims, MailEnd } from '#storage/schedules/mailClaims.ts';
import { addressOf } from './composeMail.ts';
import type { Mailer, MailResult, RawMail } from './openMailer.ts';

/** The reason why no mail is sent without a mail server. */
export const notSetUpText = 'Email is not set up on this platform';

/** Delays in minutes after each failed attempt; after the last one, eleven hours in total, the mail fails. */
const retryMinutes = [1, 5, 15, 60, 180, 420];

/** Time of the next attempt after a number of attempts; null after the last one. */
export function retryAt(attempts: number, now: Date): Date | null {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/**
 * Hands a claimed mail to the mail server; null when it now belongs to another process. `from` may have a name. Rejects
 * when the store is unavailable before the handover.
 */
export async function handOverMail(
  mailer: Mailer,
  claims: Pick<MailClaims<MailClaim>, 'startHandoff'>,
  mail: MailClaim,
  { from, ...raw }: RawMail,
  now: () => Date,
): Promise<MailResult | null> {
  // Store failures during the handover are thrown here: the mailer would report them as failures of the mail server.
  let handover: Promise<boolean> = Promise.resolve(true);
  const result = await mailer.send({ ...raw, from: addressOf(from) }, async () => {
    handover = claims.startHandoff(mail, now().toISOString());
    if (!(await handover)) throw new Error('another process sends this mail');
  });
  return (await handover) ? result : null;
}

/** The outcome of an attempt; `retry` is the time of the next one, null = none. */
export function endOf(result: MailResult, retry: Date | null): MailEnd {
  if (result.type === 'sent') return { state: 'sent' };
  if (result.type === 'unknown') return { state: 'unknown', error: result.reason };
  if (result.type === 'refused' || retry === null) return { state: 'failed', error: result.reason };
  return { state: 'waiting', error: result.reason, nextAt: retry.toISOString() };
}
