import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

/**
 * Imported reports of verification vendors. Their lines are in ClickHouse, which defines which of them are in force.
 */
export const verificationImports = pgTable(
  'verification_imports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id')
      .notNull()
      .references(() => tableOf('demand').columns['id']!),
    vendor: text('vendor').notNull(),
    fileName: text('file_name').notNull(),
    lines: integer('lines').notNull(),
    imps: bigint('imps', { mode: 'number' }).notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    userId: integer('user_id'),
    /** Whether all of it is known to be in ClickHouse. */
    isFinished: boolean('is_finished').notNull().default(false),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('verification_imports_account_index').on(table.demandId, table.id)],
);
