import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/**
 * Lists of invalid traffic and blocked creatives, and the Global Vendor List, that were fetched from the operator's URLs, and
 * how the last attempt ended: a row for each.
 */
export const trafficLists = pgTable('traffic_lists', {
  /** One of `trafficListKinds`. */
  kind: text('kind').primaryKey(),
  /** SHA-256 of the URL, which changes once an hour at most unless an admin fetches the list. */
  sourceDigest: text('source_digest').notNull(),
  /** The list in use; empty until one was accepted. */
  contents: text('contents').notNull().default(''),
  /** SHA-256 of the contents; empty without any. */
  digest: text('digest').notNull().default(''),
  entries: bigint('entries', { mode: 'number' }).notNull().default(0),
  /** When these contents were accepted. */
  changedAt: instant('changed_at'),
  /** When the data was published, as the list itself says; null if it does not. */
  publishedAt: instant('published_at'),
  /** When the URL last had them or newer ones that were accepted. */
  confirmedAt: instant('confirmed_at'),
  /** When the URL was configured. */
  since: instant('since').notNull(),
  attemptedAt: instant('attempted_at'),
  /** Why the last attempt failed; null if it did not. */
  fault: text('fault'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  /** When it is fetched next. While it is fetched, the end of the claim. */
  dueAt: instant('due_at').notNull(),
  /** Whether a process fetches it, until `due_at`. */
  isClaimed: boolean('is_claimed').notNull().default(false),
});
