import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Stages of a backup: it prepares, it asks all workers to pause, it reads what was cut, it is over. Only `holding` lets
 * workers pause.
 */
export const backupStages = ['preparing', 'holding', 'copying', 'done', 'failed'] as const;

/** Backups of this installation, in progress and past, of any place. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    /** Random. */
    id: text('id').primaryKey(),
    /** Name of the node whose worker makes it. */
    node: text('node').notNull(),
    /** Folder or bucket, without keys. */
    place: text('place').notNull(),
    /** Whether it was due, and not ordered. */
    isScheduled: boolean('is_scheduled').notNull(),
    stage: text('stage', { enum: backupStages }).notNull(),
    startedAt: instant('started_at')
      .notNull()
      .default(sql`now()`),
    /** Time at which its worker last confirmed that it goes on. */
    seenAt: instant('seen_at')
      .notNull()
      .default(sql`now()`),
    endedAt: instant('ended_at'),
    /** Of a complete one: its name in the place, which has the time of the cut. */
    name: text('name'),
    /** Bytes of all its contents. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** Longest time in ms for which a loader stood still. */
    pausedMs: integer('paused_ms'),
    /** Why it failed. */
    error: text('error'),
    /** Of a complete one: names of the backups in the place that it found damaged. */
    damaged: text('damaged')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (table) => [index('backup_runs_started_at_index').on(table.startedAt)],
);

/** Workers of other nodes that a backup in progress asks to pause. */
export const backupNodes = pgTable(
  'backup_nodes',
  {
    backup: text('backup').notNull(),
    node: text('node').notNull(),
    /** ID of the run of the worker that is asked: another one has not paused. */
    run: text('run').notNull(),
    /** Number of the attempt to make the cut. */
    attempt: smallint('attempt').notNull(),
    /** Asked; ready to pause at once; paused; has gone on by itself; has sent its files. */
    state: text('state', { enum: ['asked', 'ready', 'held', 'released', 'sent'] }).notNull(),
    /** Time in ms for which its loader stood still. */
    pausedMs: integer('held_ms'),
  },
  (table) => [primaryKey({ name: 'backup_nodes_key', columns: [table.backup, table.node] })],
);

/** Contents of files that workers of other nodes send to the one that makes the backup, which deletes what it has read. */
export const backupChunks = pgTable(
  'backup_chunks',
  {
    backup: text('backup').notNull(),
    node: text('node').notNull(),
    /** Number in the order of files and of their bytes. */
    seq: integer('seq').notNull(),
    /** Path of the file in the node’s data folder. */
    path: text('path').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ name: 'backup_chunks_key', columns: [table.backup, table.node, table.seq] })],
);

/** Nodes that make a backup every day. */
export const backupSchedules = pgTable('backup_schedules', {
  node: text('node').primaryKey(),
  /** Folder or bucket, without keys. */
  place: text('place').notNull(),
  /** Hour of the day, UTC. */
  hour: smallint('hour').notNull(),
  /** Since when there are backups to this place. */
  since: instant('since')
    .notNull()
    .default(sql`now()`),
});
