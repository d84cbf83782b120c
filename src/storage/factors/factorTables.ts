import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];
const accountId = tableOf('demand').columns['id'];

/** A reference to the user to whom a row belongs. */
const ofUser = () =>
  integer('user_id')
    .notNull()
    .references(() => userId!, { onDelete: 'cascade' });

/** Second factors of users: authenticator apps (TOTP) and passkeys (WebAuthn). */
export const signInFactors = pgTable(
  'sign_in_factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofUser(),
    kind: text('kind').$type<'app' | 'passkey'>().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** The secret of an app, sealed under SECRET; null for a passkey. */
    sealedSecret: text('sealed_secret'),
    /** The time step of the last accepted code of an app: it and earlier ones are not accepted again. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** ID and public key (COSE) of a passkey, base64url; null for an app. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    /** Signature counter of a passkey; 0 if it has none. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    /** How the browser reaches a passkey: ["internal", "hybrid"]. */
    transports: jsonb('transports')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
  },
  (table) => [index('sign_in_factors_user_id_index').on(table.userId)],
);

/** Recovery codes that were not used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    /** SHA-256 of the user and the code, hexadecimal. */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Browsers in which a user signs in without the second factor. */
export const rememberedDevices = pgTable(
  'remembered_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the token in the browser's cookie, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: ofUser(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The last sign-in, with its address and browser. */
    usedAt: instant('used_at').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('remembered_devices_user_id_index').on(table.userId),
    index('remembered_devices_expires_at_index').on(table.expiresAt),
  ],
);

/** Sign-ins whose second step is pending, and challenges of passkeys. Each is valid for minutes, and once. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    /** SHA-256 of the ticket or challenge, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    /** ticket = the password was right; the others are challenges to sign in, to confirm, and to add a passkey. */
    kind: text('kind').$type<'ticket' | 'signIn' | 'confirm' | 'add'>().notNull(),
    /** Null for a challenge to sign in with a passkey alone. */
    userId: integer('user_id').references(() => userId!, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_challenges_user_id_index').on(table.userId),
    index('sign_in_challenges_expires_at_index').on(table.expiresAt),
  ],
);

/** How the users of an account sign in. Accounts without a row have the defaults. */
export const signInPolicies = pgTable('sign_in_policies', {
  demandId: integer('demand_id')
    .primaryKey()
    .references(() => accountId!, { onDelete: 'cascade' }),
  requiresFactor: boolean('requires_factor').notNull(),
});
