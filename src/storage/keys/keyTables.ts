import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];
const accountId = tableOf('demand').columns['id'];

/** API keys: permissions of a user that programs have. Revoked ones remain, for their names in the log. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Its ID as an OAuth client: bhc_… */
    clientId: text('client_id').notNull().unique(),
    /** The account; null for a key of an admin. */
    demandId: integer('demand_id').references(() => accountId!),
    /** The user whose rights it has. */
    userId: integer('user_id')
      .notNull()
      .references(() => userId!),
    name: text('name').notNull(),
    /** Its scopes: ["reports:read"]. */
    scopes: jsonb('scopes').notNull(),
    /** IP addresses and ranges from which it can be used; [] = any. */
    networks: jsonb('networks')
      .notNull()
      .default(sql`'[]'::jsonb`),
    createdAt: instant('created_at').notNull(),
    /** Null = no end. */
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    /** Of the last call, to the minute. */
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip').notNull().default(''),
  },
  (table) => [index('api_keys_demand_id_index').on(table.demandId), index('api_keys_user_id_index').on(table.userId)],
);

/** The tokens of API keys: the secrets themselves, and access tokens issued for them. Only programs have the texts. */
export const apiKeyTokens = pgTable(
  'api_key_tokens',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    keyId: integer('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** The secret for which an access token was issued, with which it ends; null for a secret. */
    parentHash: text('parent_hash').references((): AnyPgColumn => apiKeyTokens.tokenHash, { onDelete: 'cascade' }),
    /** The last four characters of a secret. */
    hint: text('hint').notNull().default(''),
    /** The scopes of an access token; null for a secret, which has those of the key. */
    scopes: jsonb('scopes'),
    createdAt: instant('created_at').notNull(),
    /** Null = with the key. */
    endsAt: instant('ends_at'),
  },
  (table) => [
    index('api_key_tokens_key_id_index').on(table.keyId),
    index('api_key_tokens_parent_hash_index').on(table.parentHash),
    index('api_key_tokens_ends_at_index').on(table.endsAt),
  ],
);
