import { randomUUID } from 'node:crypto';
import type { DueWorkReader } from '#storage/dueWork.ts';
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

/** Sends waiting mails, four at a time. Each process claims its own. */
export function startMails(
  deps: MailDeps & { dueWork: DueWorkReader; log: { error(error: unknown): void } },
): SendingMails {
  const { mails, dueWork, now, log } = deps;
  const runner = randomUUID();
  const sending = new Set<Promise<void>>();
  const closing = new AbortController();
  let isFailing = false;
  let polling: Promise<void> | null = null;

  async function pollQueue(): Promise<void> {
    const at = now();
    const due = await dueWork.read(at.toISOString());
    if (!due.mails) return;
    await mails.requeueLost(new Date(at.getTime() - lostAfterMs).toISOString(), at.toISOString());
    while (sending.size < concurrency && !closing.signal.aborted) {
      const mail = await mails.claimNext(runner, now().toISOString());
      if (!mail) break;
      const done = sendReportMail(deps, mail)
        .catch(async (error: unknown) => {
          log.error(error);
          await mails.release(mail, new Date(now().getTime() + faultMs).toISOString());
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
          if (!isFailing) log.error(error);
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
