import { traceDays } from '#model/index.ts';
import type { ApiDeps } from './deps.ts';

const intervalMs = 10 * 60_000;

/** Hours that changes stay in the outbox: serving that was away for longer reads a checkpoint. */
const outboxHours = 24;

/** Days that it is known what rows were: those of traces, and one for what comes late. */
const pastDays = traceDays + 1;

/** Days that links to reports are told of after they are over. */
const shareDays = 90;

/** Days for which the log has failed sign-ins. */
const failureDays = 90;

/** Prunes what is over, every ten minutes: old changes and what was before them, ended sessions and watches, counts of attempts and failed sign-ins, what imports left, files of exports, links to reports. */
export function startHousekeeping(
  deps: Pick<
    ApiDeps,
    'entities' | 'lists' | 'sessions' | 'logins' | 'watches' | 'exports' | 'shares' | 'fileDays' | 'now'
  > & { log: { error(error: unknown): void } },
): { stop(): void } {
  const clean = async () => {
    const now = deps.now();
    await deps.entities.pruneOutbox(new Date(now.getTime() - outboxHours * 3_600_000).toISOString());
    await deps.entities.prunePast(new Date(now.getTime() - pastDays * 86_400_000).toISOString());
    await deps.sessions.prune(now.toISOString());
    await deps.logins.prune(now.toISOString());
    await deps.logins.pruneFailures(new Date(now.getTime() - failureDays * 86_400_000).toISOString());
    await deps.lists.prune(now);
    await deps.watches.prune(now.getTime());
    await deps.shares.prune(new Date(now.getTime() - shareDays * 86_400_000).toISOString());
    await deps.exports.prune(new Date(now.getTime() - deps.fileDays * 86_400_000).toISOString());
  };
  const timer = setInterval(() => {
    clean().catch((error: unknown) => deps.log.error(error));
  }, intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
