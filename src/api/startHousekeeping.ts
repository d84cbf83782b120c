import { traceDays } from '#model/index.ts';
import type { ApiDeps } from './deps.ts';

const intervalMs = 10 * 60_000;

/** Retention of changes in the outbox, in hours. Serving that was away for longer reads a checkpoint. */
const outboxHours = 24;

/** Retention of past rows, in days: that of traces, and one more for late events. */
const pastDays = traceDays + 1;

/** Days for which expired links to reports are still listed. */
const shareDays = 90;

/** Retention of failed sign-ins in the log, in days. */
const failureDays = 90;

/** Days for which ended tokens of API keys are recognized, so that programs learn why they are refused. */
const tokenDays = 1;

/** Retention of daily mails, in days. */
const dailyMailDays = 90;

/**
 * Prunes expired data every ten minutes: old changes and past rows, ended sessions, links, tokens and watches, attempt
 * counts and failed sign-ins, security events, leftovers of imports, export files, links to reports, daily mails.
 */
export function startHousekeeping(
  deps: Pick<
    ApiDeps,
    | 'entities'
    | 'lists'
    | 'sessions'
    | 'logins'
    | 'keys'
    | 'watches'
    | 'exports'
    | 'shares'
    | 'dailyMails'
    | 'fileDays'
    | 'now'
    | 'passwords'
    | 'security'
    | 'config'
  > & { log: { error(error: unknown): void } },
): { stop(): void } {
  const clean = async () => {
    const now = deps.now();
    await deps.entities.pruneOutbox(new Date(now.getTime() - outboxHours * 3_600_000).toISOString());
    await deps.entities.prunePast(new Date(now.getTime() - pastDays * 86_400_000).toISOString());
    await deps.sessions.prune(now.toISOString());
    await deps.logins.prune(now.toISOString());
    await deps.passwords.prune(now.toISOString());
    await deps.logins.pruneFailures(new Date(now.getTime() - failureDays * 86_400_000).toISOString());
    await deps.keys.prune(new Date(now.getTime() - tokenDays * 86_400_000).toISOString());
    await deps.lists.prune(now);
    await deps.watches.prune(now.getTime());
    await deps.shares.prune(new Date(now.getTime() - shareDays * 86_400_000).toISOString());
    await deps.dailyMails.prune(new Date(now.getTime() - dailyMailDays * 86_400_000).toISOString());
    await deps.security.prune(new Date(now.getTime() - deps.config.SECURITY_LOG_DAYS * 86_400_000).toISOString());
    await deps.exports.prune(new Date(now.getTime() - deps.fileDays * 86_400_000).toISOString());
  };
  const timer = setInterval(() => {
    clean().catch((error: unknown) => deps.log.error(error));
  }, intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
