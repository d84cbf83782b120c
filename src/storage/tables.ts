import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './entities/columnOf.ts';
import { tableOf } from './tableOf.ts';

export * from './backup/backupTables.ts';
export * from './budget/budgetTables.ts';
export * from './cutoffs/cutoffTables.ts';
export * from './dailyMails/dailyMailTables.ts';
export * from './deletions/deletionTables.ts';
export * from './factors/factorTables.ts';
export * from './finance/financeTables.ts';
export * from './hits/hitTables.ts';
export * from './keys/keyTables.ts';
export * from './logins/loginTables.ts';
export * from './nodes/nodeTables.ts';
export * from './scans/scanTables.ts';
export * from './scim/scimTables.ts';
export * from './security/securityTables.ts';
export * from './sso/ssoTables.ts';
export * from './system/systemTables.ts';
export * from './trafficLists/trafficListTables.ts';
export * from './verification/verificationImportTables.ts';
export * from './waiting/waitingTables.ts';

// The migrations' generator only sees exported tables; a test compares them with the entities.
export const demands = tableOf('demand').table;
export const roles = tableOf('role').table;
export const users = tableOf('user').table;
export const advertisers = tableOf('advertiser').table;
export const subpublishers = tableOf('subpublisher').table;
export const tags = tableOf('tag').table;
export const channels = tableOf('channel').table;
export const waterfallRows = tableOf('waterfallRow').table;
export const suppliers = tableOf('supplier').table;
export const adexchanges = tableOf('adexchange').table;
export const campaigns = tableOf('campaign').table;
export const creatives = tableOf('creative').table;
export const deals = tableOf('deal').table;
export const targetings = tableOf('targeting').table;
export const appLists = tableOf('appList').table;
export const creLists = tableOf('creList').table;
export const pubLists = tableOf('pubList').table;
export const ivts = tableOf('ivt').table;
export const sdkApps = tableOf('sdkApp').table;
export const sdkPlacements = tableOf('sdkPlacement').table;
export const sdkConfigs = tableOf('sdkConfig').table;
export const tooltips = tableOf('tooltip').table;
export const exchangeRates = tableOf('exchangeRate').table;

const userId = tableOf('user').columns['id'];
const accountId = tableOf('demand').columns['id'];

/** Changes of served entities, in the order of their commits. Versions have no gaps. */
export const outbox = pgTable(
  'outbox',
  {
    version: bigint('version', { mode: 'number' }).primaryKey(),
    entity: text('entity').notNull(),
    rowId: integer('row_id').notNull(),
    /** The row after the change; null = removed. */
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
    /** The version from which past_rows is complete; null = no changes since recording started. */
    historyFrom: bigint('history_from', { mode: 'number' }),
  },
  (table) => [check('snapshot_version_single', sql`${table.id} = 1`)],
);

/** Previous values of changed rows, by the version of the change. */
export const pastRows = pgTable(
  'past_rows',
  {
    until: bigint('until', { mode: 'number' }).primaryKey(),
    entity: text('entity').notNull(),
    rowId: integer('row_id').notNull(),
    /** The account; 0 = the platform. */
    demandId: integer('demand_id').notNull(),
    /** The changed fields with their previous values; null = the row did not exist. */
    before: json('before'),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('past_rows_account_index').on(table.demandId, table.until),
    index('past_rows_at_index').on(table.at),
  ],
);

/** Bearer tokens by which programs act for an account. Only the programs have the token itself. */
export const apiTokens = pgTable('api_tokens', {
  demandId: integer('demand_id')
    .primaryKey()
    .references(() => accountId!),
  /** SHA-256 of the token, hexadecimal. */
  tokenHash: text('token_hash').notNull().unique(),
  /** The last four characters of the token. */
  hint: text('hint').notNull(),
  createdAt: instant('created_at')
    .notNull()
    .default(sql`now()`),
  /** Of the last call, to the minute; null = none since this is recorded. */
  lastUsedAt: instant('last_used_at'),
  lastUsedIp: text('last_used_ip').notNull().default(''),
  /** When the owner was mailed that API keys replace it; null = not yet. */
  notifiedAt: instant('notified_at'),
});

/** The log of people's actions: one row per change of an object, or other action. */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
    demandId: integer('demand_id'),
    userId: integer('user_id'),
    adminId: integer('admin_id'),
    /** The API key of the program that did it. */
    keyId: integer('key_id'),
    /** The second person, who approved it. */
    approvedBy: integer('approved_by'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    rowId: integer('row_id'),
    name: text('name').notNull().default(''),
    /** The differences by field: [{field, from, to}]. */
    fields: jsonb('fields')
      .notNull()
      .default(sql`'[]'::jsonb`),
    ip: text('ip').notNull().default(''),
    source: text('source').notNull(),
    requestId: text('request_id').notNull().default(''),
    revertOf: bigint('revert_of', { mode: 'number' }),
    /** The change set that it belongs to. */
    batch: bigint('batch', { mode: 'number' }),
  },
  (table) => [
    index('changes_batch_index').on(table.batch),
    index('changes_demand_id_index').on(table.demandId, table.id),
    index('changes_row_index').on(table.entity, table.rowId, table.id),
    index('changes_failed_sign_ins_index')
      .on(table.at)
      .where(sql`${table.action} in ('loginFailed', 'loginRefused')`),
  ],
);

/** Changes that were applied together, and can be reverted together: their log entries name the set. */
export const changeSets = pgTable('change_sets', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at')
    .notNull()
    .default(sql`now()`),
  /** The account of the changed rows; null for those of the platform. */
  demandId: integer('demand_id'),
  userId: integer('user_id'),
  /** The set that reverted this one. */
  undoneBy: bigint('undone_by', { mode: 'number' }),
});

/** One row: platform-wide settings of the operator. */
export const platformConfig = pgTable(
  'platform_config',
  {
    id: smallint('id').primaryKey().default(1),
    postbidMaxImps: bigint('postbid_max_imps', { mode: 'number' }).notNull().default(0),
    postbidMaxReps: bigint('postbid_max_reps', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('platform_config_single', sql`${table.id} = 1`)],
);

/** Named states of list pages. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** The account whose other users see it too; null = only its author does. */
    demandId: integer('demand_id').references(() => accountId!),
    /** Path of the page: "/tags". */
    page: text('page').notNull(),
    name: text('name').notNull(),
    /** Query part of the URL, without "?". */
    search: text('search').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [uniqueIndex('saved_views_name_unique').on(table.userId, table.page, sql`lower(${table.name})`)],
);

/** Text that is compared byte by byte, whatever the database's locale: faster, and the order of pages is stable. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** The members of lists, normalized as serving compares them. Only `src/storage/lists` writes them. */
export const listMembers = pgTable(
  'list_members',
  {
    /** 1 app lists, 2 creative lists, 3 publisher lists. */
    listKind: smallint('list_kind').notNull(),
    listId: integer('list_id').notNull(),
    value: bytewise('value').notNull(),
    /** The log entry that added it; 0 = before there were such entries. */
    addedBy: bigint('added_by', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'list_members_key', columns: [table.listKind, table.listId, table.value] })],
);

/** Details of member changes that list_members does not record; stored as long as the changes can be reverted. */
export const listMemberChanges = pgTable(
  'list_member_changes',
  {
    /** The log entry. */
    entry: bigint('entry', { mode: 'number' }).notNull(),
    value: bytewise('value').notNull(),
    /** Whether the change added it again, or removed it. */
    isAdded: boolean('is_added').notNull(),
    /** The entry that first added the member. */
    addedBy: bigint('added_by', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'list_member_changes_key', columns: [table.entry, table.value] })],
);

/** The ads.txt and app-ads.txt files that the crawler reads: one row per host and kind. */
export const adsTxtFiles = pgTable(
  'ads_txt_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** ads or app. */
    kind: text('kind').notNull(),
    host: text('host').notNull(),
    /** file, none or unread. */
    state: text('state').notNull().default('unread'),
    /** The accounts in it with our own advertising systems: "asi sid". */
    sellers: jsonb('sellers')
      .notNull()
      .default(sql`'[]'::jsonb`),
    partners: jsonb('partners')
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Hosts with a file of their own. */
    subdomains: jsonb('subdomains')
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** The accounts that an earlier reading listed and the last one did not. */
    lost: jsonb('lost')
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Our advertising systems when it was read. */
    systems: text('systems').notNull().default(''),
    /** Time of the last successful read. */
    readAt: instant('read_at'),
    /** Outcome of the last attempt; empty = none yet. */
    outcome: text('outcome').notNull().default(''),
    /** Consecutive attempts without a response. */
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at')
      .notNull()
      .default(sql`now()`),
    /** Time of the last reference to it, to the day. */
    referencedAt: instant('referenced_at').notNull(),
  },
  (table) => [
    uniqueIndex('ads_txt_files_host_unique').on(table.kind, table.host),
    index('ads_txt_files_due_at_index').on(table.dueAt),
  ],
);

/** The apps whose developers' sites the crawler reads. */
export const adsTxtApps = pgTable(
  'ads_txt_apps',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    bundle: text('bundle').notNull(),
    storeUrl: text('store_url').notNull().default(''),
    /** Domain of its publisher, as requests declare it. */
    publisherDomain: text('publisher_domain').notNull().default(''),
    /** The developer's site from the store page; empty = not given, or not read yet. */
    developerUrl: text('developer_url').notNull().default(''),
    /** Hosts to search for app-ads.txt, in this order. */
    hosts: jsonb('hosts')
      .notNull()
      .default(sql`'[]'::jsonb`),
    outcome: text('outcome').notNull().default(''),
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at')
      .notNull()
      .default(sql`now()`),
    referencedAt: instant('referenced_at').notNull(),
  },
  (table) => [
    uniqueIndex('ads_txt_apps_bundle_unique').on(table.bundle),
    index('ads_txt_apps_due_at_index').on(table.dueAt),
  ],
);

/** Active watches: their requests are traced in full. */
export const watches = pgTable(
  'watches',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id')
      .notNull()
      .references(() => accountId!, { onDelete: 'cascade' }),
    /** One of `watchKinds`. */
    kind: text('kind').notNull(),
    /** Id of the object, or the device's own. */
    object: text('object').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [uniqueIndex('watches_object_unique').on(table.demandId, table.kind, table.object)],
);
