import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/** Content that the content security policy of pages has blocked, counted. Nothing of the viewer or the page is stored. */
export const cspReports = pgTable(
  'csp_reports',
  {
    /** The directive that blocked it: script-src-elem. */
    directive: text('directive').notNull(),
    /** Origin, scheme or keyword of what was blocked: https://cdn.example, data, inline. */
    blocked: text('blocked').notNull(),
    reports: bigint('reports', { mode: 'number' }).notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ name: 'csp_reports_key', columns: [table.directive, table.blocked] })],
);

/** The jobs that delete data at the end of its retention: one row for each, with its last run. */
export const retentionRuns = pgTable('retention_runs', {
  /** One of `retentionJobs`. */
  job: text('job').primaryKey(),
  ranAt: instant('ran_at').notNull(),
  /** Rows that the last run deleted. */
  deleted: bigint('deleted', { mode: 'number' }).notNull(),
  /** Rows that all runs deleted. */
  deletedInAll: bigint('deleted_in_all', { mode: 'number' }).notNull(),
  /** When a run last deleted something; null = none has. */
  lastDeletionAt: instant('last_deletion_at'),
});
