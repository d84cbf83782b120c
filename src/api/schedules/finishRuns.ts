import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { EndedRun, NewDelivery, RunOutcome, RunStore } from '#storage/schedules/runStore.ts';
import type { ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { Config } from '../../config.ts';
import { notSetUpText } from '../mail/handOverMail.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { inactiveText, readCurrentPeople } from '../session/readCurrentUser.ts';
import { userOf } from './startDueRuns.ts';
import { maySendTo, mayRun, viewOf } from './reportView.ts';

export interface FinishRunsDeps {
  runs: RunStore;
  schedules: Pick<ScheduleStore, 'unsubscribesOf'>;
  sessions: Pick<SessionStore, 'readUser' | 'readPeople'>;
  config: Config;
  now: () => Date;
}

/** Runs that one process finishes per round. */
const concurrency = 20;

/** Finishes runs whose export is written or failed: delivers them to colleagues, and queues their mails. */
export async function finishRuns(deps: FinishRunsDeps): Promise<void> {
  for (const run of await deps.runs.ended(concurrency)) {
    await deps.runs.end(run, await outcomeOf(deps, run), deps.now().toISOString());
  }
}

async function outcomeOf(deps: FinishRunsDeps, run: EndedRun): Promise<RunOutcome> {
  const failed = (error: string, isCounted = true): RunOutcome => ({ state: 'failed', error, isCounted });
  if (run.error !== null) return failed(run.error);
  if (run.exportState === 'failed') return failed(run.exportError ?? 'The file could not be written');
  if (run.exportState === 'canceled') return failed('The export was canceled', false);
  if (run.exportState === null) return failed('The file was deleted before it could be delivered', false);
  const user = await userOf(deps, run.userId);
  if (!user) return failed(inactiveText);
  const deliveries = [
    { kind: 'bell' as const, state: 'sent' as const, userId: user.id },
    ...(await toColleagues(deps, run, user)),
    ...(await toAddresses(deps, run)),
  ];
  return { state: 'done', deliveries, seenAs: viewOf(user) };
}

async function toColleagues(
  deps: FinishRunsDeps,
  { colleagueIds, request }: EndedRun,
  user: SessionUser,
): Promise<NewDelivery[]> {
  if (colleagueIds.length === 0) return [];
  const people = await readCurrentPeople(deps, user.demandId);
  return colleagueIds.map((userId) => {
    const colleague = people.find(({ id }) => id === userId);
    const delivery = { kind: 'colleague' as const, userId };
    if (!colleague) return { ...delivery, state: 'failed', error: 'This user is no longer active' };
    if (maySendTo(user, colleague) && mayRun(colleague, request)) return { ...delivery, state: 'sent' };
    return { ...delivery, state: 'failed', error: 'This user does not have access to all data in the report' };
  });
}

async function toAddresses(deps: FinishRunsDeps, { emails, reportId }: EndedRun): Promise<NewDelivery[]> {
  if (emails.length === 0) return [];
  const stops = await deps.schedules.unsubscribesOf([reportId]);
  return emails.map((address) => {
    const delivery = { kind: 'email' as const, address };
    if (!deps.config.SMTP_URL) return { ...delivery, state: 'failed', error: notSetUpText };
    if (stops.some((stop) => stop.address === address))
      return { ...delivery, state: 'stopped', error: unsubscribedText };
    return { ...delivery, state: 'waiting' };
  });
}

/** The reason why a recipient gets no mail. */
export const unsubscribedText = 'The recipient unsubscribed';
