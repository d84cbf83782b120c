import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GroupRole, ProvidedRole } from '#model/account/identityProvider.ts';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];
const accountId = tableOf('demand').columns['id'];

/** The identity provider of an account, or of the platform’s admins. */
export const identityProviders = pgTable(
  'identity_providers',
  {
    /** Part of its redirect URI. */
    id: uuid('id').primaryKey(),
    /** Null = of the platform’s admins. */
    demandId: integer('demand_id').references(() => accountId!, { onDelete: 'cascade' }),
    /** Names it on the sign-in page. */
    name: text('name').notNull(),
    /** Whether people can sign in with it. */
    isEnabled: boolean('is_enabled').notNull().default(false),
    /** Empty until it is set up, like the client ID. */
    issuer: text('issuer').notNull().default(''),
    clientId: text('client_id').notNull().default(''),
    /** Null = none. */
    sealedClientSecret: text('sealed_client_secret'),
    /** The claim with the groups of a user. */
    groupsClaim: text('groups_claim').notNull().default('groups'),
    /** The roles of groups, in the order in which they count; [] = roles are not managed by groups. */
    groupRoles: jsonb('group_roles')
      .$type<GroupRole[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** The role of users without such a group; null = they are refused. */
    defaultRole: text('default_role').$type<ProvidedRole>(),
    /** Whether users are created at their first sign-in. */
    createsUsers: boolean('creates_users').notNull().default(false),
    /** Whether addresses count that the provider does not mark as verified. */
    trustsEmail: boolean('trusts_email').notNull().default(false),
    /** Whether passwords sign in too. Owners and super admins always have theirs. */
    allowsPasswords: boolean('allows_passwords').notNull().default(true),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('identity_providers_account_unique').on(sql`coalesce(${table.demandId}, 0)`)],
);

/** Email domains of identity providers: verified at one of them only. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    providerId: uuid('provider_id')
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    domain: text('domain').notNull(),
    /** The text of the DNS record that proves it. */
    record: text('record').notNull(),
    verifiedAt: instant('verified_at'),
    /** How it was verified: by its record, or by a super admin without one. */
    verifiedBy: text('verified_by').$type<'record' | 'admin'>(),
    /** When its record was looked up last after it was verified; null = never. */
    checkedAt: instant('checked_at'),
    /** Since when its record is missing; null = it was there. */
    missingSince: instant('missing_since'),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.domain] }),
    uniqueIndex('sso_domains_verified_index')
      .on(table.domain)
      .where(sql`${table.verifiedAt} is not null`),
  ],
);

/** Users by their identity at a provider, to which they are bound at their first sign-in. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    providerId: uuid('provider_id')
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    /** The provider’s ID of the user (`sub`), which never changes. */
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    linkedAt: instant('linked_at').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.subject] }),
    unique('sso_identities_user_id_unique').on(table.providerId, table.userId),
  ],
);
