import { randomUUID } from 'node:crypto';
import type { DueWorkReader } from '#storage/dueWork.ts';
import type { MailClaim, MailClaims } from '#storage/schedules/mailClaims.ts';
import { sendDailyMail, type SendDailyMailDeps } from '../dailyMail/sendDailyMail.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { sendReportMail, type MailDeps } from './sendReportMail.ts';

/** Maximum mails that one process sends at a time. */
const concurrency = 4;

/** Interval at which a process polls for mails, in ms. */
const intervalMs = 1000;

/** Time in ms after which a mail counts as lost with its process: longer than sending can take. */
const lostAfterMs = 5 * 60_000;

/** Delay of a mail after a fault of ours, in ms. */
const faultMs = 60_000;

/** The mail worker of this process. */
export interface SendingMails {
  /** Stops claiming mails, and waits for those being sent. */
  close(): Promise<void>;
}

/** A mail that this process has claimed, and the functions that send it or leave it to be sent later. */
interface Claimed {
  send(): Promise<void>;
  release(nextAt: string): Promise<void>;
}

/** Sends waiting mails, four at a time: daily mails and those with reports. Each process claims its own. */
export function startMails(
  deps: MailDeps &
    Omit<SendDailyMailDeps, 'read'> & { dueWork: DueWorkReader; logger: { error(error: unknown): void } },
): SendingMails {
  const { mails, dailyMails, dueWork, now, logger } = deps;
  const read = openFigures(deps);
  const runner = randomUUID();
  const sending = new Set<Promise<void>>();
  const closing = new AbortController();
  let isFailing = false;
  let polling: Promise<void> | null = null;

  async function claimFrom<Mail extends MailClaim>(
    queue: MailClaims<Mail>,
    send: (mail: Mail) => Promise<void>,
  ): Promise<Claimed | null> {
    const mail = await queue.claimNext(runner, now().toISOString());
    return mail && { send: () => send(mail), release: (nextAt) => queue.release(mail, nextAt) };
  }

  const claimNext = async () =>
    (await claimFrom(mails, (mail) => sendReportMail(deps, mail))) ??
    (await claimFrom(dailyMails, (mail) => sendDailyMail({ ...deps, read }, mail)));

  async function pollQueue(): Promise<void> {
    const at = now();
    const due = await dueWork.read(at.toISOString());
    if (!due.mails) return;
    const lostBefore = new Date(at.getTime() - lostAfterMs).toISOString();
    for (const queue of [mails, dailyMails]) await queue.requeueLost(lostBefore, at.toISOString());
    while (sending.size < concurrency && !closing.signal.aborted) {
      const mail = await claimNext();
      if (!mail) break;
      const done = mail
        .send()
        .catch(async (error: unknown) => {
          logger.error(error);
          await mail.release(new Date(now().getTime() + faultMs).toISOString());
        })
        // A mail that cannot be released counts as lost after a while.
        .catch(() => undefined)
        .finally(() => sending.delete(done));
      sending.add(done);
    }
  }

  const timer = setInterval(() => {
    polling ??= pollQueue()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing) logger.error(error);
          isFailing = true;
        },
      )
      .finally(() => {
        polling = null;
      });
  }, intervalMs);
  timer.unref();
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await polling;
      await Promise.all(sending);
    },
  };
}
