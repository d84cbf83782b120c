import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const accountId = tableOf('demand').columns['id'];

/** Muted alerts: one for each object and cause. The log has the ended ones. */
export const alertMutes = pgTable(
  'alert_mutes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id')
      .notNull()
      .references(() => accountId!, { onDelete: 'cascade' }),
    entity: text('entity').notNull(),
    objectId: integer('object_id').notNull(),
    /** Code of the state that is the alert's cause. */
    cause: text('cause').notNull(),
    reason: text('reason').notNull(),
    /** Null = until the cause is gone. */
    until: instant('until'),
    /** Name of the user, as of then. */
    mutedBy: text('muted_by').notNull(),
    mutedAt: instant('muted_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('alert_mutes_object_unique').on(table.entity, table.objectId, table.cause),
    index('alert_mutes_demand_id_index').on(table.demandId),
  ],
);
