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
    /** The user; null for mutes of the previous version. */
    mutedById: integer('muted_by_id'),
    mutedAt: instant('muted_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('alert_mutes_object_unique').on(table.entity, table.objectId, table.cause),
    index('alert_mutes_demand_id_index').on(table.demandId),
  ],
);

/** The TLS certificates of servers that active objects call: one row for each server. */
export const serverCertificates = pgTable(
  'server_certificates',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Host name, with the port if it is not 443. */
    server: text('server').notNull(),
    /** Why it is not accepted; empty = it is, or none was read yet. */
    problem: text('problem').notNull().default(''),
    /** The names of a certificate for other names; the code of OpenSSL for one that is not trusted. */
    detail: text('detail').notNull().default(''),
    /** Null = none was read yet. */
    validUntil: instant('valid_until'),
    /** Time of the last attempt that read one. */
    readAt: instant('read_at'),
    /** Consecutive attempts without one. */
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at')
      .notNull()
      .default(sql`now()`),
    /** Time of the last reference to it. */
    referencedAt: instant('referenced_at').notNull(),
  },
  (table) => [
    uniqueIndex('server_certificates_server_unique').on(table.server),
    index('server_certificates_due_at_index').on(table.dueAt),
  ],
);
