import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { savedReports } from '../reports/reportTables.ts';

/** Links by which people without a login read a saved report. Only the hash of a token is stored. */
export const reportShares = pgTable(
  'report_shares',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reportId: integer('report_id')
      .notNull()
      .references(() => savedReports.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Its recipient or purpose, in the user's words. */
    note: text('note').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    views: integer('views').notNull().default(0),
    lastViewAt: instant('last_view_at'),
  },
  (table) => [index('report_shares_report_id_index').on(table.reportId, table.id)],
);
