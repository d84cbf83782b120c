import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { tableOf } from '../tableOf.ts';
import { mailColumns } from './mailColumns.ts';

const userId = tableOf('user').columns['id'];

/** When definitions run automatically, and who receives their files. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reportId: integer('report_id')
      .notNull()
      .unique()
      .references(() => savedReports.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** daily, weekly or monthly. */
    repeats: text('repeats').notNull(),
    /** 1 = Monday … 7 = Sunday. */
    weekDays: jsonb('week_days').notNull(),
    monthDay: integer('month_day'),
    /** Wall clock of the zone, HH:mm. */
    time: text('time').notNull(),
    zone: text('zone').notNull(),
    startDate: text('start_date'),
    endDate: text('end_date'),
    /** csv or xlsx. */
    format: text('format').notNull(),
    colleagueIds: jsonb('colleague_ids').notNull(),
    emails: jsonb('emails').notNull(),
    /** attachment or link. */
    emailForm: text('email_form').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Why it paused itself; null when a user paused it. */
    pauseReason: text('pause_reason'),
    /** Consecutive failures since the last successful run. */
    failures: integer('failures').notNull().default(0),
    /** Null = not computed yet, or ended. */
    nextDue: instant('next_due'),
    /** Whether it is never due again. */
    isOver: boolean('is_over').notNull().default(false),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('report_schedules_user_id_index').on(table.userId),
    index('report_schedules_next_due_index').on(table.nextDue),
  ],
);

/** The runs of schedules: one per due time, and manual ones. */
export const reportRuns = pgTable(
  'report_runs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    scheduleId: integer('schedule_id')
      .notNull()
      .references(() => reportSchedules.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    isManual: boolean('is_manual').notNull(),
    isLate: boolean('is_late').notNull(),
    /** Earlier due times that were missed while no process was running. */
    missed: integer('missed').notNull(),
    /** First and last day of the report, and its hours from UTC. */
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    offset: integer('offset').notNull(),
    /** The export that writes its file. */
    exportId: integer('export_id').references(() => reportExports.id, { onDelete: 'set null' }),
    /** running, done or failed. */
    state: text('state').notNull(),
    error: text('error'),
    rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    unique('report_runs_schedule_id_due_at_key').on(table.scheduleId, table.dueAt),
    index('report_runs_state_index').on(table.state),
    index('report_runs_export_id_index').on(table.exportId),
  ],
);

/** The recipients of a run's file: a queue of mails with the state of each. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    runId: integer('run_id')
      .notNull()
      .references(() => reportRuns.id, { onDelete: 'cascade' }),
    /** bell, colleague or email. */
    kind: text('kind').notNull(),
    userId: integer('user_id').references(() => userId!, { onDelete: 'set null' }),
    address: text('address'),
    ...mailColumns(),
  },
  (table) => [
    index('report_deliveries_run_id_index').on(table.runId),
    index('report_deliveries_state_index').on(table.state, table.nextAt),
  ],
);

/** Addresses unsubscribed from a report's mails. */
export const mailUnsubscribes = pgTable(
  'mail_unsubscribes',
  {
    reportId: integer('report_id')
      .notNull()
      .references(() => savedReports.id, { onDelete: 'cascade' }),
    /** In lower case. */
    address: text('address').notNull(),
    unsubscribedAt: instant('unsubscribed_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ name: 'mail_unsubscribes_key', columns: [table.reportId, table.address] })],
);
