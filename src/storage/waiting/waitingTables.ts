import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FourEyesArea, RecordedChange, WaitingState } from '#model/fourEyes/waitingChange.ts';
import { instant } from '../entities/columnOf.ts';

/** Changes that wait for a second person, or waited for one. */
export const waitingChanges = pgTable(
  'waiting_changes',
  {
    id: uuid('id').primaryKey(),
    area: text('area').$type<FourEyesArea>().notNull(),
    /** The account whose users decide; null = the platform. */
    demandId: integer('demand_id'),
    /** The proposer. */
    userId: integer('user_id').notNull(),
    /** The admin who acted as the proposer. */
    adminId: integer('admin_id'),
    /** Method and path template of the call: `PATCH /api/users/{id}`. */
    route: text('route').notNull(),
    /** Parameters, query and body of the call as sealed JSON, as a body may have a secret. Null once it is decided. */
    sealedCall: text('sealed_call'),
    /** The change in one line. */
    summary: text('summary').notNull(),
    /** The entries that the log would have recorded: the comparison with the state at its approval. */
    entries: jsonb('entries').$type<RecordedChange[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    state: text('state').$type<WaitingState>().notNull(),
    /** Who approved, rejected or withdrew it. */
    decidedBy: integer('decided_by'),
    decidedAt: instant('decided_at'),
    /** Why it was rejected, or could not be applied. */
    reason: text('reason'),
  },
  (table) => [
    index('waiting_changes_state_index').on(table.state, table.createdAt),
    index('waiting_changes_user_index').on(table.userId),
  ],
);
