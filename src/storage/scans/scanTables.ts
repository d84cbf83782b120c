import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const creativeId = tableOf('creative').columns['id'];

/** When each creative was scanned, and when it is scanned next. Its findings are in its row. */
export const creativeScans = pgTable(
  'creative_scans',
  {
    creativeId: integer('creative_id')
      .primaryKey()
      .references(() => creativeId!, { onDelete: 'cascade' }),
    /** Null until it was scanned. */
    scannedAt: instant('scanned_at'),
    /** While a process scans it, the end of its claim. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('creative_scans_due_at_index').on(table.dueAt)],
);

/** Findings that a super admin has accepted in all creatives of all accounts. */
export const acceptedFindings = pgTable(
  'accepted_findings',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** One of `scanCodes`. */
    code: text('code').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    acceptedById: integer('accepted_by_id').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [uniqueIndex('accepted_findings_unique').on(table.code, table.subject)],
);
