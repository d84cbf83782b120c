import { sql } from 'drizzle-orm';
import { bigint, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/** The workers of all nodes that share this database. */
export const workerNodes = pgTable('worker_nodes', {
  /** Name of the node in the facts. */
  node: text('node').primaryKey(),
  /** ID of the worker’s current run. */
  run: text('run').notNull(),
  version: text('version').notNull(),
  /** Whether its facts are in an embedded store, which other nodes cannot reach. */
  facts: text('facts', { enum: ['embedded', 'server'] }).notNull(),
  startedAt: instant('started_at')
    .notNull()
    .default(sql`now()`),
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  /** Everything that its serving processes wrote before this time (ms since the epoch, its clock) has been read. */
  unreadSince: bigint('unread_since', { mode: 'number' }).notNull(),
  /** Set when the worker has stopped with nothing left to read. */
  leftAt: instant('left_at'),
  /** Host name of the machine that it runs on, and its DATA_DIR there; empty for earlier versions. */
  host: text('host').notNull().default(''),
  folder: text('folder').notNull().default(''),
  /** Identifies the start of this machine and the folder itself, whichever path it has (`readNodePlace`). */
  place: text('place').notNull().default(''),
});

/** The installation itself: one row. */
export const installations = pgTable('installations', {
  /** Always 1. */
  slot: smallint('slot').primaryKey().default(1),
  /** Random; the same in its ClickHouse database. */
  id: text('id').notNull(),
  /** Identifies the secret without revealing it (`secretMark`). */
  secretMark: text('secret_mark').notNull(),
  /** When a ClickHouse server was marked with the ID; null while there is none. */
  factsSince: instant('facts_since'),
  /** Since when secrets of entities are sealed; null while they are in clear text, as the release before 0.3.0 reads them. */
  secretsSealedAt: instant('secrets_sealed_at'),
});
