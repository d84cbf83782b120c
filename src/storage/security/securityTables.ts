import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { securityOutcomes } from '#model/security/securityEvents.ts';
import { instant } from '../entities/columnOf.ts';

/** The security log: events in the order of their writing, each with the hash of the one before it. */
export const securityEvents = pgTable(
  'security_events',
  {
    /** Without gaps, from 1. */
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** One of `securityEventTypes`; later releases may have more. */
    type: text('type').notNull(),
    outcome: text('outcome', { enum: securityOutcomes }).notNull(),
    /** The user who acted, as it was then; null for programs, the system, and people who are not signed in. */
    userId: integer('user_id'),
    userName: text('user_name'),
    userLogin: text('user_login'),
    userType: text('user_type'),
    /** The admin who acted as the user. */
    adminId: integer('admin_id'),
    adminName: text('admin_name'),
    /** The account; null = the platform. */
    demandId: integer('demand_id'),
    /** The API token of a program; null for all others. */
    keyId: text('key_id'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    requestId: text('request_id').notNull(),
    /** The object of the event, as it was named then. */
    subjectEntity: text('subject_entity'),
    subjectId: integer('subject_id'),
    subjectName: text('subject_name').notNull(),
    details: jsonb('details').notNull(),
    previousHash: text('previous_hash').notNull(),
    /** SHA-256 of the event with the hash before it (`hashOfEvent`), hexadecimal. */
    hash: text('hash').notNull(),
  },
  (table) => [
    index('security_events_account_index').on(table.demandId, table.seq),
    index('security_events_type_index').on(table.type, table.seq),
    index('security_events_at_index').on(table.at),
    index('security_events_subject_index').on(table.subjectEntity, table.subjectId, table.type),
  ],
);

/** One row: the end of the security log, whose lock orders its writers, and how far it is pruned and verified. */
export const securityChain = pgTable(
  'security_chain',
  {
    id: smallint('id').primaryKey().default(1),
    /** The last event; 0 and no hash while there is none. */
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default(''),
    /** The last event that was pruned. */
    prunedSeq: bigint('pruned_seq', { mode: 'number' }).notNull().default(0),
    prunedHash: text('pruned_hash').notNull().default(''),
    /** The last event that the current round of verification has reached. */
    checkedSeq: bigint('checked_seq', { mode: 'number' }).notNull().default(0),
    checkedHash: text('checked_hash').notNull().default(''),
    /** The last event of the last complete round without a fault, and its time. */
    verifiedSeq: bigint('verified_seq', { mode: 'number' }).notNull().default(0),
    verifiedAt: instant('verified_at'),
    /** The event at which the last round found a fault, its code, and since when; null = none. */
    brokenSeq: bigint('broken_seq', { mode: 'number' }),
    brokenFault: text('broken_fault'),
    brokenSince: instant('broken_since'),
    /** The last event that was sent to SECURITY_LOG_TO, and its time. */
    shippedSeq: bigint('shipped_seq', { mode: 'number' }).notNull().default(0),
    shippedAt: instant('shipped_at'),
  },
  (table) => [check('security_chain_single', sql`${table.id} = 1`)],
);
