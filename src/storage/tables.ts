import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, json, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { type EntityName, entityList } from '#model/index.ts';
import { instant } from './entities/columnOf.ts';
import { type EntityTable, entityTable } from './entities/entityTable.ts';

const byName = new Map<string, EntityTable>();
for (const entity of entityList) byName.set(entity.name, entityTable(entity, byName));

/** The table of an entity. */
export function tableOf(name: EntityName): EntityTable {
  const table = byName.get(name);
  if (!table) throw new Error(`no table for ${name}`);
  return table;
}

// The migrations' generator sees exported tables alone; a test compares them with the entities.
export const demands = tableOf('demand').table;
export const users = tableOf('user').table;
export const advertisers = tableOf('advertiser').table;
export const subpublishers = tableOf('subpublisher').table;
export const tags = tableOf('tag').table;
export const channels = tableOf('channel').table;
export const waterfallRows = tableOf('waterfallRow').table;

const userId = tableOf('user').columns['id'];

/** Who is signed in. The token itself is known to the browser alone. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Moves ahead while the session is used. */
    expiresAt: instant('expires_at').notNull(),
    /** The session ends here however much it is used. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('sessions_user_id_index').on(table.userId), index('sessions_expires_at_index').on(table.expiresAt)],
);

/** Counters that throttle sign-in, by a hash of what is counted. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    /** When the count starts anew. */
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('login_attempts_resets_at_index').on(table.resetsAt)],
);

/** Changes of served entities, in the order in which they were committed. Versions have no gaps. */
export const outbox = pgTable(
  'outbox',
  {
    version: bigint('version', { mode: 'number' }).primaryKey(),
    entity: text('entity').notNull(),
    rowId: integer('row_id').notNull(),
    /** The row as it then was; null = removed. */
    row: json('row'),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('outbox_at_index').on(table.at)],
);

/** One row: the version of the last change. Updating it is the lock that orders changes. */
export const snapshotVersion = pgTable(
  'snapshot_version',
  {
    id: smallint('id').primaryKey().default(1),
    version: bigint('version', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('snapshot_version_single', sql`${table.id} = 1`)],
);
