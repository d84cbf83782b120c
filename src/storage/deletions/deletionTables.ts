import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/** Accepted data deletion requests. The identifier is stored only until its data is deleted and no partner waits for it. */
export const dataDeletions = pgTable(
  'data_deletions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Version of the framework: 1.0 or 2.0. */
    version: text('version').$type<'1.0' | '2.0'>().notNull(),
    /** Domain that sent the request, and the ID of its token. */
    requester: text('requester').notNull(),
    requestJti: text('request_jti').notNull(),
    /** SHA-256 of the token, base64url. */
    requestDigest: text('request_digest').notNull(),
    /** Domain of the 1st party, and the ID of its token. */
    origin: text('origin').notNull(),
    originJti: text('origin_jti').notNull(),
    identifierType: text('identifier_type').notNull(),
    identifierFormat: text('identifier_format').notNull(),
    /** Keyed hash. */
    identifierHash: text('identifier_hash').notNull(),
    /** Null once the request is finished. */
    identifier: text('identifier'),
    /** The 1st party's token, which may contain the identifier; null once the request is finished. */
    originToken: text('origin_token'),
    receivedAt: instant('received_at').notNull(),
    /** Time from which no event of an earlier ad is counted any more. */
    dueAt: instant('due_at').notNull(),
    /** Null = not deleted yet. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    unique('data_deletions_request_key').on(table.requester, table.requestJti),
    index('data_deletions_origin_index').on(table.origin, table.originJti),
    index('data_deletions_unfinished_index')
      .on(table.requester)
      .where(sql`${table.identifier} is not null`),
  ],
);

/** The partners to which a deletion request is passed on, with the state of each. */
export const dataDeletionDeliveries = pgTable(
  'data_deletion_deliveries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    deletionId: integer('deletion_id')
      .notNull()
      .references(() => dataDeletions.id, { onDelete: 'cascade' }),
    /** Root domain of the partner. */
    partner: text('partner').notNull(),
    /** Unsupported: the partner takes no requests for this type of identifier. */
    state: text('state')
      .$type<'waiting' | 'acknowledged' | 'refused' | 'unsupported' | 'failed'>()
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; null = there is none. */
    nextAt: instant('next_at'),
    /** Result code of its acknowledgement. */
    resultCode: integer('result_code'),
    /** Outcome of the last attempt, as a code; empty = none yet. */
    outcome: text('outcome').notNull().default(''),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('data_deletion_deliveries_deletion_id_index').on(table.deletionId),
    index('data_deletion_deliveries_next_at_index').on(table.nextAt),
  ],
);
