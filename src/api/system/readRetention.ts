import { type RetentionJob, retentionJobs } from '#model/retentionJobs.ts';
import type { RetentionStore } from '#storage/system/retentionStore.ts';
import { retentionDays } from '../retention/retentionDays.ts';
import type { Config } from '../../config.ts';
import type { SystemRetention } from './systemContract.ts';

/** Reads what is deleted at the end of its retention, with the last and the next run. */
export async function readRetention(
  retention: Pick<RetentionStore, 'list'>,
  config: Pick<Config, 'REPORT_FILE_DAYS' | 'SECURITY_LOG_DAYS'>,
): Promise<SystemRetention[]> {
  const runs = new Map((await retention.list()).map((run) => [run.job, run]));
  return Object.entries(retentionDays(config)).map(([name, days]) => {
    const job = name as RetentionJob;
    const run = runs.get(job);
    return {
      job,
      days,
      ranAt: run?.ranAt ?? null,
      nextAt: run ? nextRun(run) : null,
      deleted: run?.deleted ?? 0,
      deletedInAll: run?.deletedInAll ?? 0,
      lastDeletionAt: run?.lastDeletionAt ?? null,
    };
  });
}

function nextRun({ job, ranAt }: { job: RetentionJob; ranAt: string }): string {
  return new Date(Date.parse(ranAt) + retentionJobs[job] * 60_000).toISOString();
}
