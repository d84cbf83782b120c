import { sql } from 'drizzle-orm';
import { bigserial, customType, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Number of lanes: the maximum number of workers that share the decisions on first hits. */
export const laneCount = 16;

/**
 * The lanes into which serves are divided by their ID (`laneOf`). One worker at a time decides which hits of a lane are
 * the first.
 */
export const hitLanes = pgTable('hit_lanes', {
  lane: smallint('lane').primaryKey(),
  /** The worker that decides; null if none does. */
  node: text('node'),
  /** Incremented whenever the lane is taken, so that its former worker notices. */
  epoch: integer('epoch').notNull().default(0),
  /** Time at which the worker last confirmed it. */
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  /** First hour of serving that is still remembered; hits of earlier ones do not count. */
  prunedTo: integer('pruned_to').notNull().default(0),
});

/** The hits of a spool file in a lane, and which of them count. Deleted when the file’s segment is committed. */
export const hitClaims = pgTable(
  'hit_claims',
  {
    node: text('node').notNull(),
    file: text('file').notNull(),
    lane: smallint('lane').notNull(),
    /** Entries (src/events/hits/hitEntries.ts). */
    hits: bytes('hits').notNull(),
    /** Which of them count; null while undecided. */
    counted: bytes('counted'),
    claimedAt: instant('claimed_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'hit_claims_key', columns: [table.node, table.file, table.lane] }),
    index('hit_claims_open_index')
      .on(table.lane)
      .where(sql`counted is null`),
  ],
);

/** All decisions of a lane, from which the next worker of the lane restores what it has to remember. */
export const hitLog = pgTable(
  'hit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    lane: smallint('lane').notNull(),
    /** The latest hour that the entries require to be remembered. */
    lastHour: integer('last_hour').notNull(),
    /** Entries. */
    hits: bytes('hits').notNull(),
    /** Hour of the decision: until a lifetime after it, backfilled hits are remembered. */
    decidedIn: integer('decided_in').notNull(),
  },
  (table) => [index('hit_log_lane_index').on(table.lane, table.id)],
);
