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
import { instant } from './entities/columnOf.ts';
import { tableOf } from './tableOf.ts';

const userId = tableOf('user').columns['id'];
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Reports that people kept: the question, alone or with its answer as rows or as a file. */
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
    /** Whether it is a postbid report. */
    isIvt: boolean('is_ivt').notNull().default(false),
    /** The question, as POST /api/rrun takes it. */
    request: jsonb('request').notNull(),
    /** The answer as POST /api/rrun gave it; null for a file. */
    rows: json('rows'),
    /** The answer as CSV, of reports that were kept as a small file; those that were exported have their own. */
    file: text('file'),
    /** The export whose file it is; a report without rows, file and export is a definition. */
    exportId: integer('export_id').references(() => reportExports.id, { onDelete: 'cascade' }),
    rowCount: integer('row_count').notNull(),
    /** The colleague whose schedule delivered it; null for what its user saved. */
    senderId: integer('sender_id').references(() => userId!, { onDelete: 'set null' }),
    /** Whose facts a delivered file tells of: only somebody who sees as much may have it. */
    seenAs: jsonb('seen_as'),
    /** How it is shown, by parts of the address of its page; null = as it comes. */
    view: jsonb('view'),
  },
  (table) => [index('saved_reports_user_id_index').on(table.userId, table.id)],
);

/** Reports that are written to files in the background: a queue, and what became of each. */
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
    /** The question, as POST /api/rrun takes it. */
    request: jsonb('request').notNull(),
    /** csv or xlsx. */
    format: text('format').notNull(),
    /** queued, running, done, failed or canceled. */
    state: text('state').notNull().default('queued'),
    /** Why it failed. */
    error: text('error'),
    rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull().default(0),
    /** The first totals of the file, as it writes them: what they are called, and their text. */
    totals: jsonb('totals'),
    /** Rows that there will be, where that was known beforehand. */
    expectedRows: integer('expected_rows'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** The process that runs it, and when it last said so. */
    runner: text('runner'),
    aliveAt: instant('alive_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('report_exports_user_id_index').on(table.userId, table.id),
    index('report_exports_state_index').on(table.state, table.demandId),
  ],
);

/** The files of exports in pieces of about a megabyte. */
export const reportExportChunks = pgTable(
  'report_export_chunks',
  {
    exportId: integer('export_id')
      .notNull()
      .references(() => reportExports.id, { onDelete: 'cascade' }),
    /** The attempt that wrote it: what a lost one left is never mixed in. */
    attempt: integer('attempt').notNull(),
    place: integer('place').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ name: 'report_export_chunks_key', columns: [table.exportId, table.attempt, table.place] })],
);
