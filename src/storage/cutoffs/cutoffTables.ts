import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const accountId = tableOf('demand').columns['id'];

/** Advertisers, buyers, creatives and suppliers that are cut off: nothing of them is shown, from anywhere. */
export const cutoffs = pgTable(
  'cutoffs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The account in which it applies; null = all accounts. */
    demandId: integer('demand_id').references(() => accountId!, { onDelete: 'cascade' }),
    /** One of `cutoffKinds`. */
    kind: text('kind').notNull(),
    /** ID of the object, or the text that bids name. */
    object: text('object').notNull(),
    /** Name of the object, at that time; empty for a text. */
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    /** Name of the user, at that time. */
    cutBy: text('cut_by').notNull(),
    cutById: integer('cut_by_id').notNull(),
    /** Whether a super admin made it: the account cannot undo it. */
    isOfOperator: boolean('is_of_operator').notNull(),
    cutAt: instant('cut_at').notNull(),
  },
  (table) => [uniqueIndex('cutoffs_object_unique').on(sql`coalesce(${table.demandId}, 0)`, table.kind, table.object)],
);
