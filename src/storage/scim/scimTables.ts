import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const userId = tableOf('user').columns['id'];
const accountId = tableOf('demand').columns['id'];

/** The IDs of users at the program that provisions them. */
export const scimUsers = pgTable(
  'scim_users',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => userId!, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
  },
  (table) => [index('scim_users_external_id_index').on(table.externalId)],
);

/** Provisioned groups of an account, or of the platform (null). */
export const scimGroups = pgTable(
  'scim_groups',
  {
    id: uuid('id').primaryKey(),
    demandId: integer('demand_id').references(() => accountId!, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    externalId: text('external_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('scim_groups_name_unique').on(sql`coalesce(${table.demandId}, 0)`, table.name)],
);

/** The users in provisioned groups. */
export const scimGroupMembers = pgTable(
  'scim_group_members',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => scimGroups.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('scim_group_members_user_id_index').on(table.userId),
  ],
);
