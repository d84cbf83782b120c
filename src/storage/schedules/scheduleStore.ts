import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { EmailForm, SchedulePattern } from '#model/index.ts';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import { recordChanges, type Author, type NewEntry } from '../entities/changeLog.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import type { ExportInput } from '../exports/claimedExport.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { tableOf } from '../tableOf.ts';
import { mailUnsubscribes, reportRuns, reportSchedules } from './scheduleTables.ts';
import type { NewRun } from './runStore.ts';

/** The settings of a schedule. */
export interface ScheduleInput extends SchedulePattern {
  format: ExportFormat;
  colleagueIds: number[];
  /** In lower case. */
  emails: string[];
  emailForm: EmailForm;
  isPaused: boolean;
}

/** A stored schedule. Times are ISO 8601. */
export interface ScheduleRow extends ScheduleInput {
  id: number;
  reportId: number;
  userId: number;
  /** Why it paused itself; null when a user paused it. */
  pauseReason: string | null;
  /** Consecutive failures since the last successful run. */
  failures: number;
  nextDue: string | null;
}

/** A schedule with the name of its report. */
export interface NamedSchedule extends ScheduleRow {
  name: string;
}

/** A schedule that a process may run now, with the report to run. */
export interface DueSchedule extends NamedSchedule {
  isIvt: boolean;
  request: Record<string, unknown>;
}

/** The schedules of saved definitions. Each user has their own: user calls name the user. */
export interface ScheduleStore {
  /** All of a user, newest first. */
  list(userId: number): Promise<NamedSchedule[]>;
  read(userId: number, reportId: number): Promise<NamedSchedule | null>;
  /** Creates or replaces the schedule of a report; unsubscribed addresses stay so. */
  put(userId: number, reportId: number, input: ScheduleInput, nextDue: string | null): Promise<ScheduleRow>;
  /** Returns whether there was one to delete. */
  remove(userId: number, reportId: number): Promise<boolean>;
  /** Addresses unsubscribed from these reports. */
  unsubscribesOf(reportIds: readonly number[]): Promise<{ reportId: number; address: string }[]>;
  /** The report of a mail with its account; null when it was deleted. */
  readReport(reportId: number): Promise<{ name: string; demandId: number | null } | null>;
  /** The names of users, active or not. */
  namesOf(userIds: readonly number[]): Promise<{ id: number; name: string }[]>;
  /** Unsubscribes an address from a report's mails. False when the report no longer exists. */
  unsubscribe(reportId: number, address: string): Promise<boolean>;

  /** Schedules that are due or lack a due time, the longest overdue first; without paused ones and archived reports. */
  due(now: string, limit: number): Promise<DueSchedule[]>;
  /** A schedule that may be run manually. */
  forRun(userId: number, reportId: number): Promise<DueSchedule | null>;
  /** Sets the next due time, unless it was changed since. Null = never again. */
  plan(schedule: Pick<ScheduleRow, 'id' | 'nextDue'>, nextDue: string | null): Promise<void>;
  /**
   * Starts a run: queues its export, or records why there is none, in the transaction that advances the schedule. False
   * when another process started it, or for a manual run, when one is already running.
   */
  begin(
    schedule: Pick<ScheduleRow, 'id' | 'nextDue'>,
    run: NewRun & { nextDue: string | null },
    start: { input: ExportInput; entry: { author: Author; entry: NewEntry } | null } | { error: string },
  ): Promise<boolean>;
}

const users = tableOf('user');

const columns = {
  id: reportSchedules.id,
  reportId: reportSchedules.reportId,
  userId: reportSchedules.userId,
  repeats: sql<ScheduleRow['repeats']>`${reportSchedules.repeats}`,
  weekDays: sql<number[]>`${reportSchedules.weekDays}`,
  monthDay: reportSchedules.monthDay,
  time: reportSchedules.time,
  zone: reportSchedules.zone,
  startDate: reportSchedules.startDate,
  endDate: reportSchedules.endDate,
  format: sql<ExportFormat>`${reportSchedules.format}`,
  colleagueIds: sql<number[]>`${reportSchedules.colleagueIds}`,
  emails: sql<string[]>`${reportSchedules.emails}`,
  emailForm: sql<EmailForm>`${reportSchedules.emailForm}`,
  isPaused: reportSchedules.isPaused,
  pauseReason: reportSchedules.pauseReason,
  failures: reportSchedules.failures,
  nextDue: reportSchedules.nextDue,
};

export function openSchedules(db: Database): ScheduleStore {
  const own = (userId: number, reportId: number) =>
    and(eq(reportSchedules.userId, userId), eq(reportSchedules.reportId, reportId));
  const withReport = () =>
    db
      .select({
        ...columns,
        name: savedReports.name,
        isIvt: savedReports.isIvt,
        request: sql<Record<string, unknown>>`${savedReports.request}`,
      })
      .from(reportSchedules)
      .innerJoin(savedReports, eq(savedReports.id, reportSchedules.reportId));
  /** The condition that a schedule's due time is unchanged since it was read. */
  const asRead = ({ id, nextDue }: Pick<ScheduleRow, 'id' | 'nextDue'>) =>
    and(
      eq(reportSchedules.id, id),
      nextDue === null ? isNull(reportSchedules.nextDue) : eq(reportSchedules.nextDue, nextDue),
    );
  return {
    list: (userId) => withReport().where(eq(reportSchedules.userId, userId)).orderBy(desc(reportSchedules.id)),
    async read(userId, reportId) {
      const [row] = await withReport().where(own(userId, reportId));
      return row ?? null;
    },
    async put(userId, reportId, input, nextDue) {
      const values = {
        ...input,
        weekDays: [...input.weekDays],
        pauseReason: null,
        failures: 0,
        nextDue,
        isOver: nextDue === null,
        updatedAt: sql`now()`,
      };
      const [row] = await db
        .insert(reportSchedules)
        .values({ ...values, userId, reportId })
        .onConflictDoUpdate({ target: reportSchedules.reportId, set: values })
        .returning(columns);
      if (!row) throw new Error('the schedule was not stored');
      return row;
    },
    async remove(userId, reportId) {
      const deleted = await db
        .delete(reportSchedules)
        .where(own(userId, reportId))
        .returning({ id: reportSchedules.id });
      return deleted.length > 0;
    },
    unsubscribesOf: async (reportIds) =>
      reportIds.length === 0
        ? []
        : db
            .select({ reportId: mailUnsubscribes.reportId, address: mailUnsubscribes.address })
            .from(mailUnsubscribes)
            .where(inArray(mailUnsubscribes.reportId, [...reportIds]))
            .orderBy(mailUnsubscribes.address),
    async readReport(reportId) {
      const [row] = await db
        .select({ name: savedReports.name, demandId: sql<number | null>`${columnNamed(users, 'demandId')}` })
        .from(savedReports)
        .innerJoin(users.table, eq(columnNamed(users, 'id'), savedReports.userId))
        .where(eq(savedReports.id, reportId));
      return row ?? null;
    },
    namesOf: async (userIds) =>
      userIds.length === 0
        ? []
        : db
            .select({ id: sql<number>`${columnNamed(users, 'id')}`, name: sql<string>`${columnNamed(users, 'name')}` })
            .from(users.table)
            .where(inArray(columnNamed(users, 'id'), [...userIds])),
    async unsubscribe(reportId, address) {
      const { rowCount } = await db.execute(sql`
        insert into mail_unsubscribes (report_id, address)
        select id, ${address} from saved_reports where id = ${reportId}
        on conflict (report_id, address) do update set unsubscribed_at = mail_unsubscribes.unsubscribed_at`);
      return (rowCount ?? 0) > 0;
    },

    due: (now, limit) =>
      withReport()
        .where(
          and(
            or(isNull(reportSchedules.nextDue), lte(reportSchedules.nextDue, now)),
            eq(reportSchedules.isOver, false),
            eq(reportSchedules.isPaused, false),
            eq(savedReports.isArchived, false),
          ),
        )
        .orderBy(sql`${reportSchedules.nextDue} nulls first`, reportSchedules.id)
        .limit(limit),
    async forRun(userId, reportId) {
      const [row] = await withReport().where(and(own(userId, reportId), eq(savedReports.isArchived, false)));
      return row ?? null;
    },
    async plan(schedule, nextDue) {
      await db
        .update(reportSchedules)
        .set({ nextDue, isOver: nextDue === null })
        .where(asRead(schedule));
    },
    begin: (schedule, { nextDue, ...run }, start) =>
      db.transaction(async (transaction) => {
        const [free] = await transaction
          .select({ id: reportSchedules.id })
          .from(reportSchedules)
          .where(and(asRead(schedule), run.isManual ? undefined : eq(reportSchedules.isPaused, false)))
          .for('update', { skipLocked: true });
        if (!free) return false;
        if (run.isManual) {
          const running = await transaction
            .select({ id: reportRuns.id })
            .from(reportRuns)
            .where(and(eq(reportRuns.scheduleId, schedule.id), eq(reportRuns.state, 'running')));
          if (running.length > 0) return false;
        } else {
          await transaction
            .update(reportSchedules)
            .set({ nextDue, isOver: nextDue === null })
            .where(eq(reportSchedules.id, schedule.id));
        }
        const [begun] = await transaction
          .insert(reportRuns)
          .values({ ...run, scheduleId: schedule.id, state: 'running' })
          .onConflictDoNothing()
          .returning({ id: reportRuns.id });
        if (!begun) return false;
        const ended =
          'error' in start ? { error: start.error } : { exportId: await queueExport(transaction, start.input) };
        await transaction.update(reportRuns).set(ended).where(eq(reportRuns.id, begun.id));
        if ('input' in start && start.entry) {
          await recordChanges(transaction, start.entry.author, [start.entry.entry]);
        }
        return true;
      }),
  };
}

async function queueExport(transaction: Pick<Database, 'insert'>, input: ExportInput): Promise<number> {
  const [row] = await transaction.insert(reportExports).values(input).returning({ id: reportExports.id });
  if (!row) throw new Error('the export was not stored');
  return row.id;
}
