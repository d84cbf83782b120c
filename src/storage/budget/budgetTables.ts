import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/**
 * The serving nodes that have budget leases, or may have some until their fence ends. A node here is one run of a
 * process.
 */
export const budgetNodes = pgTable('budget_nodes', {
  /** ID of one run of a process. */
  node: text('node').primaryKey(),
  /** Number of its last report. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  /** The time up to which it considers impressions counted. */
  countedTo: instant('counted_to').notNull(),
});

/** Upper bound of a node's share of a campaign's budgets: its last report plus the grants of that exchange. */
export const budgetLeases = pgTable(
  'budget_leases',
  {
    node: text('node')
      .notNull()
      .references(() => budgetNodes.node, { onDelete: 'cascade' }),
    campaignId: integer('campaign_id').notNull(),
    /** The unit of the amounts: spend in nano-USD, or impressions. */
    unit: text('unit').notNull(),
    free: bigint('free', { mode: 'number' }).notNull(),
    reserved: bigint('reserved', { mode: 'number' }).notNull(),
    /** The reserved amount that is billed but not counted yet, and the expected part of the remainder. */
    billed: bigint('billed', { mode: 'number' }).notNull(),
    expected: bigint('expected', { mode: 'number' }).notNull(),
    /** Potential spend per second of its bid opportunities. */
    opportunityRate: doublePrecision('opportunity_rate').notNull(),
  },
  (table) => [
    primaryKey({ name: 'budget_leases_key', columns: [table.campaignId, table.node] }),
    index('budget_leases_node_index').on(table.node),
  ],
);
