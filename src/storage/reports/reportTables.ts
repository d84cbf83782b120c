import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Reports saved by users: the request, alone or with its result as rows or as a file. */
export const savedReports = pgTable(
  'saved_reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    isArchived: boolean('is_archived').notNull().default(false),
    /** Whether it is a verification report. */
    isIvt: boolean('is_ivt').notNull().default(false),
    /** The request body of POST /api/rrun. */
    request: jsonb('request').notNull(),
    /** The response of POST /api/rrun; null for a file. */
    rows: json('rows'),
    /** The result as CSV, for reports saved as a small file; exported ones have their own. */
    file: text('file'),
    /** The export that wrote its file; a report without rows, file and export is a definition. */
    exportId: integer('export_id').references(() => reportExports.id, { onDelete: 'cascade' }),
    rowCount: integer('row_count').notNull(),
    /** The colleague whose schedule delivered it; null for the user's own. */
    senderId: integer('sender_id').references(() => userId!, { onDelete: 'set null' }),
    /** The scope of a delivered file's facts: only users who may see as much may open it. */
    seenAs: jsonb('seen_as'),
    /** The display settings, as parameters of the page's URL; null = the default. */
    view: jsonb('view'),
  },
  (table) => [index('saved_reports_user_id_index').on(table.userId, table.id)],
);

/** Reports written to files in the background: a queue with the state of each. */
export const reportExports = pgTable(
  'report_exports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** The account of the user; null for an admin. Accounts take turns. */
    demandId: integer('demand_id'),
    name: text('name').notNull(),
    isIvt: boolean('is_ivt').notNull(),
    /** The request body of POST /api/rrun. */
    request: jsonb('request').notNull(),
    /** csv or xlsx. */
    format: text('format').notNull(),
    /** queued, running, done, failed or canceled. */
    state: text('state').notNull().default('queued'),
    /** Why it failed. */
    error: text('error'),
    rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull().default(0),
    /** The first totals of the file as written: labels and texts. */
    totals: jsonb('totals'),
    /** Expected number of rows, where it was known beforehand. */
    expectedRows: integer('expected_rows'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** The process that runs it, and its last heartbeat. */
    runner: text('runner'),
    aliveAt: instant('alive_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('report_exports_user_id_index').on(table.userId, table.id),
    index('report_exports_state_index').on(table.state, table.demandId),
  ],
);

/** The files of exports in chunks of about a megabyte. */
export const reportExportChunks = pgTable(
  'report_export_chunks',
  {
    exportId: integer('export_id')
      .notNull()
      .references(() => reportExports.id, { onDelete: 'cascade' }),
    /** The attempt that wrote it, so that chunks of a lost attempt are never mixed in. */
    attempt: integer('attempt').notNull(),
    place: integer('place').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ name: 'report_export_chunks_key', columns: [table.exportId, table.attempt, table.place] })],
);
