import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];

/** The sessions of signed-in users. Only the browser has the token itself. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** The admin who acts as the user; null for a session of the user's own. */
    adminId: integer('admin_id').references(() => userId!, { onDelete: 'cascade' }),
    /** Extended while the session is used. */
    expiresAt: instant('expires_at').notNull(),
    /** End of the session, even when it is used. */
    endsAt: instant('ends_at').notNull(),
    /** Names it in lists, which do not have its token. */
    id: uuid('id').notNull().defaultRandom(),
    /** Last use, to the minute, and its address and browser; null for sessions of the previous version until then. */
    usedAt: instant('used_at'),
    ip: text('ip').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    /** The role as which the owner of an account sees the console: `readonly`, or the ID of a custom role; null = none. */
    viewedRole: text('viewed_role'),
    /** Last time that the person proved who they are, by a second factor or, without one, by the password. */
    confirmedAt: instant('confirmed_at'),
    /** The identity provider with which it was opened; null = a password. */
    providerId: uuid('provider_id'),
    /** The URL that also ends the session at the provider; null = none. */
    sealedSignOutUrl: text('sealed_sign_out_url'),
  },
  (table) => [index('sessions_user_id_index').on(table.userId), index('sessions_expires_at_index').on(table.expiresAt)],
);

/** One-time links by which people set their password. Only the hash of a token is stored. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** given = by another person; requested = by anyone who knows the login. One of each for a user is valid. */
    kind: text('kind').$type<'given' | 'requested'>().notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Throttle counters of calls, and the addresses of recent sign-ins, by a hash of the key. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    /** Time at which the count restarts. */
    resetsAt: instant('resets_at').notNull(),
    /** The log entry with the count. */
    entry: bigint('entry', { mode: 'number' }),
  },
  (table) => [index('login_attempts_resets_at_index').on(table.resetsAt)],
);
