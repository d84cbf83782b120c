import { traceDays } from '#model/index.ts';
import { undoDays } from '#model/lists/listMembers.ts';
import { deletionRequestDays } from '#storage/deletions/deletionStore.ts';
import type { Config } from '../../config.ts';
import type { RetentionJob } from '#model/retentionJobs.ts';

/** Days for which each job has rows stored; null = until they end. */
export function retentionDays({
  REPORT_FILE_DAYS: fileDays,
  SECURITY_LOG_DAYS: securityDays,
}: Pick<Config, 'REPORT_FILE_DAYS' | 'SECURITY_LOG_DAYS'>): Record<RetentionJob, number | null> {
  return {
    // Serving that was away for longer reads a checkpoint.
    outbox: 1,
    // Those of traces, and one more for late events.
    pastRows: traceDays + 1,
    sessions: null,
    signInLinks: null,
    signInChallenges: null,
    rememberedDevices: null,
    // Ended tokens are still recognized, so that programs learn why they are refused.
    keyTokens: 1,
    attempts: null,
    failedSignIns: 90,
    securityLog: securityDays,
    memberChanges: undoDays,
    watches: null,
    // Expired links are still listed.
    shares: 90,
    dailyMails: 90,
    exports: fileDays,
    cspReports: 30,
    // Decided ones, like their events.
    waitingChanges: securityDays,
    deletionRequests: deletionRequestDays,
  };
}
