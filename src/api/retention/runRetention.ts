import type { RetentionJob } from '#model/retentionJobs.ts';
import type { ApiDeps } from '../deps.ts';
import { retentionDays } from './retentionDays.ts';

/** Stores with data that the API deletes at the end of its retention. */
export type RetentionDeps = Pick<
  ApiDeps,
  | 'entities'
  | 'lists'
  | 'sessions'
  | 'logins'
  | 'watches'
  | 'exports'
  | 'shares'
  | 'dailyMails'
  | 'cspReports'
  | 'retention'
  | 'config'
  | 'keys'
  | 'passwords'
  | 'challenges'
  | 'devices'
  | 'security'
  | 'waiting'
  | 'now'
>;

/** Runs each job of the API once and records what it deleted. One that fails is logged, and the others run. */
export async function runRetention(deps: RetentionDeps, log: { error(error: unknown): void }): Promise<void> {
  const { entities, lists, sessions, logins, watches, shares, dailyMails, exports, cspReports } = deps;
  const { keys, passwords, challenges, devices, security, waiting } = deps;
  const days = retentionDays(deps.config);
  const at = deps.now();
  const now = at.toISOString();
  const oldest = (job: RetentionJob) => new Date(at.getTime() - (days[job] ?? 0) * 86_400_000).toISOString();
  const jobs: [RetentionJob, () => Promise<number>][] = [
    ['outbox', () => entities.pruneOutbox(oldest('outbox'))],
    ['pastRows', () => entities.prunePast(oldest('pastRows'))],
    ['sessions', () => sessions.prune(now)],
    ['signInLinks', () => passwords.prune(now)],
    ['signInChallenges', () => challenges.prune(now)],
    ['rememberedDevices', () => devices.prune(now)],
    ['keyTokens', () => keys.prune(oldest('keyTokens'))],
    ['attempts', () => logins.prune(now)],
    ['failedSignIns', () => logins.pruneFailures(oldest('failedSignIns'))],
    ['securityLog', () => security.prune(oldest('securityLog'))],
    ['memberChanges', () => lists.prune(at)],
    ['watches', () => watches.prune(at.getTime())],
    ['shares', () => shares.prune(oldest('shares'))],
    ['dailyMails', () => dailyMails.prune(oldest('dailyMails'))],
    ['exports', () => exports.prune(oldest('exports'))],
    ['cspReports', () => cspReports.prune(oldest('cspReports'))],
    ['waitingChanges', async () => (await waiting.expire(now)) + (await waiting.prune(oldest('waitingChanges')))],
  ];
  for (const [job, prune] of jobs) {
    try {
      await deps.retention.record(job, await prune(), now);
    } catch (error) {
      log.error(error);
    }
  }
}
