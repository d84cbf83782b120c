import { sql } from 'drizzle-orm';
import { type RetentionJob, retentionJobs } from '#model/retentionJobs.ts';
import type { Database } from '../entities/database.ts';
import { retentionRuns } from '../tables.ts';

/** The last run of a job. Times are ISO 8601. */
export interface RetentionRun {
  job: RetentionJob;
  ranAt: string;
  deleted: number;
  deletedInAll: number;
  lastDeletionAt: string | null;
}

export interface RetentionStore {
  /** Records a run that deleted this number of rows. */
  record(job: RetentionJob, deleted: number, at: string): Promise<void>;
  /** The last runs of all jobs that have run. */
  list(): Promise<RetentionRun[]>;
}

/** Opens the record of retention. */
export function openRetention(db: Database): RetentionStore {
  return {
    async record(job, deleted, at) {
      const lastDeletionAt = deleted > 0 ? at : null;
      await db
        .insert(retentionRuns)
        .values({ job, ranAt: at, deleted, deletedInAll: deleted, lastDeletionAt })
        .onConflictDoUpdate({
          target: retentionRuns.job,
          set: {
            ranAt: at,
            deleted,
            deletedInAll: sql`${retentionRuns.deletedInAll} + ${deleted}`,
            ...(deleted > 0 ? { lastDeletionAt } : {}),
          },
        });
    },
    async list() {
      const rows = await db.select().from(retentionRuns);
      // A later release may have further jobs.
      return rows.flatMap(({ job, ...run }) => (isJob(job) ? { job, ...run } : []));
    },
  };
}

function isJob(name: string): name is RetentionJob {
  return Object.hasOwn(retentionJobs, name);
}
