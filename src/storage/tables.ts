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

export * from './budget/budgetTables.ts';
export * from './finance/financeTables.ts';
export * from './verification/verificationImportTables.ts';

// The migrations' generator sees exported tables alone; a test compares them with the entities.
export const demands = tableOf('demand').table;
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
    /** The admin who acts as the user; null for a session of the user's own. */
    adminId: integer('admin_id').references(() => userId!, { onDelete: 'cascade' }),
    /** Moves ahead while the session is used. */
    expiresAt: instant('expires_at').notNull(),
    /** The session ends here however much it is used. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('sessions_user_id_index').on(table.userId), index('sessions_expires_at_index').on(table.expiresAt)],
);

/** Counters that throttle calls, and the addresses from which people signed in lately, by a hash of what is counted. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    /** When the count starts anew. */
    resetsAt: instant('resets_at').notNull(),
    /** The entry of the log with the count. */
    entry: bigint('entry', { mode: 'number' }),
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
    /** Since which version past_rows knows everything; null = nothing has changed since it is kept. */
    historyFrom: bigint('history_from', { mode: 'number' }),
  },
  (table) => [check('snapshot_version_single', sql`${table.id} = 1`)],
);

/** What rows were before changes, by the version of the change. */
export const pastRows = pgTable(
  'past_rows',
  {
    until: bigint('until', { mode: 'number' }).primaryKey(),
    entity: text('entity').notNull(),
    rowId: integer('row_id').notNull(),
    /** The account; 0 = the platform. */
    demandId: integer('demand_id').notNull(),
    /** The fields that changed, with what they had been; null = there was no such row. */
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

/** The bearer token by which programs act for an account. The token itself is known to them alone. */
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
});

/** What people did: one row per change of an object, or act of a person. */
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
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    rowId: integer('row_id'),
    name: text('name').notNull().default(''),
    /** What differs, by field: [{field, from, to}]. */
    fields: jsonb('fields')
      .notNull()
      .default(sql`'[]'::jsonb`),
    ip: text('ip').notNull().default(''),
    source: text('source').notNull(),
    requestId: text('request_id').notNull().default(''),
    revertOf: bigint('revert_of', { mode: 'number' }),
    /** The change set that it is part of. */
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

/** Changes that were made together, and can be taken back together: their entries of the log name the set. */
export const changeSets = pgTable('change_sets', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at')
    .notNull()
    .default(sql`now()`),
  /** The account whose rows it changed; null for those of the platform. */
  demandId: integer('demand_id'),
  userId: integer('user_id'),
  /** The set that took this one back. */
  undoneBy: bigint('undone_by', { mode: 'number' }),
});

/** One row: what the operator sets for the whole platform. */
export const platformConfig = pgTable(
  'platform_config',
  {
    id: smallint('id').primaryKey().default(1),
    postbidMaxImps: bigint('postbid_max_imps', { mode: 'number' }).notNull().default(0),
    postbidMaxReps: bigint('postbid_max_reps', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('platform_config_single', sql`${table.id} = 1`)],
);

/** States of a list page that people gave a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userId!, { onDelete: 'cascade' }),
    /** The account whose other people see it too; null = its maker's alone. */
    demandId: integer('demand_id').references(() => accountId!),
    /** Path of the page: "/tags". */
    page: text('page').notNull(),
    name: text('name').notNull(),
    /** The search part of the address, without "?". */
    search: text('search').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [uniqueIndex('saved_views_name_unique').on(table.userId, table.page, sql`lower(${table.name})`)],
);

/** Text that is compared byte by byte, whatever the language of the database: faster, and pages keep their order. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** The members of lists, in the form in which serving compares them. `src/storage/listMembers` alone writes them. */
export const listMembers = pgTable(
  'list_members',
  {
    /** 1 app lists, 2 creative lists, 3 publisher lists. */
    listKind: smallint('list_kind').notNull(),
    listId: integer('list_id').notNull(),
    value: bytewise('value').notNull(),
    /** The entry of the log with which it came; 0 = before there were such entries. */
    addedBy: bigint('added_by', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'list_members_key', columns: [table.listKind, table.listId, table.value] })],
);

/** What changes of members did beyond what list_members tells: kept as long as they can be taken back. */
export const listMemberChanges = pgTable(
  'list_member_changes',
  {
    /** The entry of the log. */
    entry: bigint('entry', { mode: 'number' }).notNull(),
    value: bytewise('value').notNull(),
    /** Whether it came back by the change, or left by it. */
    isAdded: boolean('is_added').notNull(),
    /** The entry with which the member had come first. */
    addedBy: bigint('added_by', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'list_member_changes_key', columns: [table.entry, table.value] })],
);

/** The ads.txt and app-ads.txt files that the crawler keeps up with: one row per host and kind. */
export const adsTxtFiles = pgTable(
  'ads_txt_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** ads or app. */
    kind: text('kind').notNull(),
    host: text('host').notNull(),
    /** file, none or unread. */
    state: text('state').notNull().default('unread'),
    /** Of the accounts in it those with our own advertising systems: "asi sid". */
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
    /** Which advertising systems were ours when it was read. */
    systems: text('systems').notNull().default(''),
    /** When a good copy was read. */
    readAt: instant('read_at'),
    /** What the last try brought; empty = there was none. */
    outcome: text('outcome').notNull().default(''),
    /** Tries in a row that brought no answer. */
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at')
      .notNull()
      .default(sql`now()`),
    /** When something wanted it last, to the day. */
    wantedAt: instant('wanted_at').notNull(),
  },
  (table) => [
    uniqueIndex('ads_txt_files_host_unique').on(table.kind, table.host),
    index('ads_txt_files_due_at_index').on(table.dueAt),
  ],
);

/** The apps whose developers' sites the crawler keeps up with. */
export const adsTxtApps = pgTable(
  'ads_txt_apps',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    bundle: text('bundle').notNull(),
    storeUrl: text('store_url').notNull().default(''),
    /** Domain of its publisher, as requests declare it. */
    publisherDomain: text('publisher_domain').notNull().default(''),
    /** The developer's site, as the page in the store tells it; empty = it does not, or was not read yet. */
    developerUrl: text('developer_url').notNull().default(''),
    /** Where app-ads.txt is looked for, in this order. */
    hosts: jsonb('hosts')
      .notNull()
      .default(sql`'[]'::jsonb`),
    outcome: text('outcome').notNull().default(''),
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at')
      .notNull()
      .default(sql`now()`),
    wantedAt: instant('wanted_at').notNull(),
  },
  (table) => [
    uniqueIndex('ads_txt_apps_bundle_unique').on(table.bundle),
    index('ads_txt_apps_due_at_index').on(table.dueAt),
  ],
);

/** What is watched for the moment: its requests are traced in full. */
export const watches = pgTable(
  'watches',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id')
      .notNull()
      .references(() => accountId!, { onDelete: 'cascade' }),
    /** As `watchKinds` has them. */
    kind: text('kind').notNull(),
    /** Id of the object, or the device's own. */
    object: text('object').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [uniqueIndex('watches_object_unique').on(table.demandId, table.kind, table.object)],
);
