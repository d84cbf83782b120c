import { and, desc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { scheduleLimits } from '#model/index.ts';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import type { DeliveryKind, DeliveryState, RunState } from '#model/schedules/runs.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { reportDeliveries, reportRuns, reportSchedules } from './scheduleTables.ts';

/** A run about to start. Times are ISO 8601. */
export interface NewRun {
  dueAt: string;
  /** Whether a user requested it. */
  isManual: boolean;
  /** Whether it started long after its due time. */
  isLate: boolean;
  /** Earlier due times that were missed while no process was running. */
  missed: number;
  /** First and last day of the report, and its hours from UTC. */
  startDate: string;
  endDate: string;
  offset: number;
  startedAt: string;
}

/** A run in the history. */
export interface RunRow extends NewRun {
  id: number;
  scheduleId: number;
  state: RunState;
  error: string | null;
  rowCount: number;
  endedAt: string | null;
}

/** A delivery in the history. */
export interface DeliveryRow {
  runId: number;
  kind: DeliveryKind;
  userId: number | null;
  address: string | null;
  state: DeliveryState;
  error: string | null;
  attempts: number;
  nextAt: string | null;
  endedAt: string | null;
}

/** A run whose export has ended, with the data for its deliveries. */
export interface EndedRun extends RunRow {
  exportId: number | null;
  /** Null when the export no longer exists. */
  exportState: 'done' | 'failed' | 'canceled' | null;
  exportError: string | null;
  exportRows: number;
  userId: number;
  reportId: number;
  colleagueIds: number[];
  emails: string[];
  name: string;
  isIvt: boolean;
  request: Record<string, unknown>;
  format: ExportFormat;
}

/** A delivery created at the end of a run. */
export interface NewDelivery {
  kind: DeliveryKind;
  userId?: number;
  address?: string;
  state: 'waiting' | 'sent' | 'failed' | 'stopped';
  error?: string;
}

export type RunOutcome =
  | {
      state: 'done';
      deliveries: readonly NewDelivery[];
      /** The scope of the file's facts, stored with the copies of colleagues. */
      seenAs: object;
    }
  | { state: 'failed'; error: string; /** Whether it counts towards pausing the schedule. */ isCounted: boolean };

export interface RunStore {
  /** The last runs of a schedule, newest first. */
  list(scheduleId: number): Promise<RunRow[]>;
  /** The last run of each schedule. */
  lastOf(scheduleIds: readonly number[]): Promise<RunRow[]>;
  deliveriesOf(runIds: readonly number[]): Promise<DeliveryRow[]>;
  /** Runs to be completed: their export has ended, or there is none. */
  ended(limit: number): Promise<EndedRun[]>;
  /**
   * Completes a run with its deliveries, and gives each colleague their own saved report; does nothing when another
   * process did. A schedule with too many consecutive failures pauses itself.
   */
  end(run: EndedRun, outcome: RunOutcome, now: string): Promise<void>;
}

const columns = {
  id: reportRuns.id,
  scheduleId: reportRuns.scheduleId,
  dueAt: reportRuns.dueAt,
  isManual: reportRuns.isManual,
  isLate: reportRuns.isLate,
  missed: reportRuns.missed,
  startDate: reportRuns.startDate,
  endDate: reportRuns.endDate,
  offset: reportRuns.offset,
  startedAt: reportRuns.startedAt,
  state: sql<RunState>`${reportRuns.state}`,
  error: reportRuns.error,
  rowCount: reportRuns.rowCount,
  endedAt: reportRuns.endedAt,
};

export function openRuns(db: Database): RunStore {
  return {
    list: (scheduleId) =>
      db
        .select(columns)
        .from(reportRuns)
        .where(eq(reportRuns.scheduleId, scheduleId))
        .orderBy(desc(reportRuns.id))
        .limit(scheduleLimits.runs),
    lastOf: async (scheduleIds) =>
      scheduleIds.length === 0
        ? []
        : db
            .selectDistinctOn([reportRuns.scheduleId], columns)
            .from(reportRuns)
            .where(inArray(reportRuns.scheduleId, [...scheduleIds]))
            .orderBy(reportRuns.scheduleId, desc(reportRuns.id)),
    deliveriesOf: async (runIds) =>
      runIds.length === 0
        ? []
        : db
            .select({
              runId: reportDeliveries.runId,
              kind: sql<DeliveryKind>`${reportDeliveries.kind}`,
              userId: reportDeliveries.userId,
              address: reportDeliveries.address,
              state: sql<DeliveryState>`${reportDeliveries.state}`,
              error: reportDeliveries.error,
              attempts: reportDeliveries.attempts,
              nextAt: reportDeliveries.nextAt,
              endedAt: reportDeliveries.endedAt,
            })
            .from(reportDeliveries)
            .where(inArray(reportDeliveries.runId, [...runIds]))
            .orderBy(reportDeliveries.id),
    ended: (limit) =>
      db
        .select({
          ...columns,
          exportId: reportRuns.exportId,
          exportState: sql<EndedRun['exportState']>`${reportExports.state}`,
          exportError: reportExports.error,
          exportRows: sql<number>`coalesce(${reportExports.rowCount}, 0)`.mapWith(Number),
          userId: reportSchedules.userId,
          reportId: reportSchedules.reportId,
          colleagueIds: sql<number[]>`${reportSchedules.colleagueIds}`,
          emails: sql<string[]>`${reportSchedules.emails}`,
          name: sql<string>`coalesce(${reportExports.name}, ${savedReports.name})`,
          isIvt: savedReports.isIvt,
          request: sql<Record<string, unknown>>`coalesce(${reportExports.request}, ${savedReports.request})`,
          format: sql<ExportFormat>`coalesce(${reportExports.format}, ${reportSchedules.format})`,
        })
        .from(reportRuns)
        .innerJoin(reportSchedules, eq(reportSchedules.id, reportRuns.scheduleId))
        .innerJoin(savedReports, eq(savedReports.id, reportSchedules.reportId))
        .leftJoin(reportExports, eq(reportExports.id, reportRuns.exportId))
        .where(
          and(
            eq(reportRuns.state, 'running'),
            or(isNull(reportExports.id), inArray(reportExports.state, ['done', 'failed', 'canceled'])),
          ),
        )
        .orderBy(reportRuns.id)
        .limit(limit),
    end: (run, outcome, now) =>
      db.transaction(async (transaction) => {
        const [free] = await transaction
          .select({ id: reportRuns.id })
          .from(reportRuns)
          .where(and(eq(reportRuns.id, run.id), eq(reportRuns.state, 'running')))
          .for('update', { skipLocked: true });
        if (!free) return;
        const error = outcome.state === 'failed' ? outcome.error : null;
        const rowCount = outcome.state === 'done' ? run.exportRows : 0;
        await transaction
          .update(reportRuns)
          .set({ state: outcome.state, error, rowCount, endedAt: now })
          .where(eq(reportRuns.id, run.id));
        if (outcome.state === 'done') await deliver(transaction, run, outcome, now);
        else if (outcome.isCounted) await countFailure(transaction, run.scheduleId, outcome.error);
        await pruneRuns(transaction, run.scheduleId);
      }),
  };
}

async function deliver(
  transaction: Transaction,
  run: EndedRun,
  { deliveries, seenAs }: RunOutcome & { state: 'done' },
  now: string,
): Promise<void> {
  const copies = deliveries.flatMap(({ kind, state, userId }) =>
    kind === 'colleague' && state === 'sent' && userId !== undefined ? [userId] : [],
  );
  const { name, isIvt, request, exportId, exportRows: rowCount, userId: senderId } = run;
  if (copies.length > 0) {
    const copy = { name, isIvt, request, rows: null, file: null, exportId, rowCount, senderId, seenAs };
    await transaction.insert(savedReports).values(copies.map((userId) => ({ ...copy, userId })));
  }
  if (deliveries.length > 0) {
    await transaction.insert(reportDeliveries).values(
      deliveries.map(({ state, ...delivery }) => ({
        ...delivery,
        state,
        runId: run.id,
        ...(state === 'waiting' ? { nextAt: now } : { endedAt: now }),
      })),
    );
  }
  await transaction.update(reportSchedules).set({ failures: 0 }).where(eq(reportSchedules.id, run.scheduleId));
}

async function countFailure(transaction: Transaction, scheduleId: number, error: string): Promise<void> {
  const limit = scheduleLimits.failures;
  await transaction
    .update(reportSchedules)
    .set({
      failures: sql`${reportSchedules.failures} + 1`,
      isPaused: sql`${reportSchedules.isPaused} or ${reportSchedules.failures} + 1 >= ${limit}`,
      pauseReason: sql`case when ${reportSchedules.isPaused} then ${reportSchedules.pauseReason}
        when ${reportSchedules.failures} + 1 >= ${limit} then ${`It failed ${limit} times in a row: ${error}`} end`,
    })
    .where(eq(reportSchedules.id, scheduleId));
}

/** Prunes runs that the history no longer shows, including their queued mails. */
async function pruneRuns(transaction: Transaction, scheduleId: number): Promise<void> {
  const retainedRuns = transaction
    .select({ id: reportRuns.id })
    .from(reportRuns)
    .where(eq(reportRuns.scheduleId, scheduleId))
    .orderBy(desc(reportRuns.id))
    .limit(scheduleLimits.runs);
  await transaction
    .delete(reportRuns)
    .where(and(eq(reportRuns.scheduleId, scheduleId), notInArray(reportRuns.id, retainedRuns)));
}
