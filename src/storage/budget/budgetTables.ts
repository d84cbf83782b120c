import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/** The runs of serving processes that have leases of budgets, or may have some until their fence ends. */
export const budgetNodes = pgTable('budget_nodes', {
  /** Names one run of a process. */
  node: text('node').primaryKey(),
  /** Number of its last call. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  heardAt: instant('heard_at').notNull(),
  /** The time up to which it takes impressions as counted. */
  countedTo: instant('counted_to').notNull(),
});

/** What a run has of the budgets of a campaign, at most: as it told last, and what it was given then. */
export const budgetLeases = pgTable(
  'budget_leases',
  {
    node: text('node')
      .notNull()
      .references(() => budgetNodes.node, { onDelete: 'cascade' }),
    campaignId: integer('campaign_id').notNull(),
    /** What the amounts count: spend in nano-USD, or impressions. */
    unit: text('unit').notNull(),
    free: bigint('free', { mode: 'number' }).notNull(),
    held: bigint('held', { mode: 'number' }).notNull(),
    /** The part of what is held that is billed and not counted yet, and what is expected of the rest. */
    billed: bigint('billed', { mode: 'number' }).notNull(),
    expected: bigint('expected', { mode: 'number' }).notNull(),
    /** What its chances to bid would bring a second. */
    chance: doublePrecision('chance').notNull(),
  },
  (table) => [
    primaryKey({ name: 'budget_leases_key', columns: [table.campaignId, table.node] }),
    index('budget_leases_node_index').on(table.node),
  ],
);
