import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { AdsTxtAppRow, AdsTxtFileRow } from '#model/supply/adsTxt.ts';
import type { Database } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { adsTxtApps, adsTxtFiles } from '../tables.ts';
import { saveApp, saveFile } from './saveAdsTxt.ts';
import { appFeed, fileFeed, servedApp, servedFile } from './servedAdsTxt.ts';
import { upsertApps, upsertFiles } from './upsertAdsTxt.ts';
import type { FileName, CrawlApp, AppResult, FileResult } from './adsTxtNames.ts';

/** A file that one crawler is reading. */
export type ClaimedFile = Pick<AdsTxtFileRow, 'id' | 'kind' | 'host' | 'state'> & { failures: number };

/** An app whose developer one crawler is looking up. */
export interface ClaimedApp extends CrawlApp {
  id: number;
  developerUrl: string;
  failures: number;
}

/** A file as shown beside observed inventory. */
export type FileStatus = AdsTxtFileRow & { readAt: string | null; outcome: string };

/** The files that the crawler reads regularly, and their snapshot feed. */
export interface AdsTxtStore {
  /**
   * Records references to files and apps at a time (ISO 8601). New files and apps are due at once, as are apps whose
   * data changed.
   */
  requestCrawl(requested: { files: readonly FileName[]; apps: readonly CrawlApp[] }, at: string): Promise<void>;
  /** Claims due files; no other crawler gets them before `until`. */
  claimFiles(limit: number, times: { at: string; until: string }): Promise<ClaimedFile[]>;
  /** Stores the outcome of an attempt; `systems` lists our advertising systems at that time. */
  saveFile(id: number, result: FileResult, systems: string): Promise<void>;
  claimApps(limit: number, times: { at: string; until: string }): Promise<ClaimedApp[]>;
  saveApp(id: number, result: AppResult): Promise<void>;
  /**
   * Makes files due that were read when our advertising systems were others, except those that are due before `until`
   * anyway: a crawler may be reading them.
   */
  markForRecrawl(systems: string, times: { at: string; until: string }): Promise<void>;
  /** Prunes files and apps without a reference since a time. */
  pruneUnreferenced(before: string): Promise<void>;
  /** The files that refer to others: hosts with files of their own, and partners. */
  referrals(): Promise<(FileName & { subdomains: string[]; partners: string[] })[]>;
  appHosts(): Promise<string[]>;
  /** The accounts' own domains. */
  accountDomains(): Promise<string[]>;
  filesOf(hosts: readonly FileName[]): Promise<FileStatus[]>;
  appsOf(bundles: readonly string[]): Promise<AdsTxtAppRow[]>;
}

export function openAdsTxt(db: Database): AdsTxtStore {
  return {
    async requestCrawl({ files, apps }, at) {
      await upsertFiles(db, files, at);
      await upsertApps(db, apps, at);
    },
    async claimFiles(limit, { at, until }) {
      const { rows } = await db.execute<ClaimedFile & Record<string, unknown>>(sql`
        update ads_txt_files set due_at = ${until}::timestamptz where id in (
          select id from ads_txt_files where due_at <= ${at}::timestamptz
          order by due_at limit ${limit} for update skip locked
        ) returning id, kind, host, state, failures`);
      return rows;
    },
    saveFile: (id, result, systems) => saveFile(db, id, result, systems),
    async claimApps(limit, { at, until }) {
      const { rows } = await db.execute<ClaimedApp & Record<string, unknown>>(sql`
        update ads_txt_apps set due_at = ${until}::timestamptz where id in (
          select id from ads_txt_apps where due_at <= ${at}::timestamptz
          order by due_at limit ${limit} for update skip locked
        ) returning id, bundle, store_url as "storeUrl", publisher_domain as "publisherDomain",
          developer_url as "developerUrl", failures`);
      return rows;
    },
    saveApp: (id, result) => saveApp(db, id, result),
    async markForRecrawl(systems, { at, until }) {
      await db
        .update(adsTxtFiles)
        .set({ dueAt: at })
        .where(and(eq(adsTxtFiles.state, 'file'), ne(adsTxtFiles.systems, systems), gt(adsTxtFiles.dueAt, until)));
    },
    async pruneUnreferenced(before) {
      await db.transaction(async (transaction) => {
        const files = await transaction
          .delete(adsTxtFiles)
          .where(lt(adsTxtFiles.referencedAt, before))
          .returning({ id: adsTxtFiles.id, state: adsTxtFiles.state });
        const apps = await transaction
          .delete(adsTxtApps)
          .where(lt(adsTxtApps.referencedAt, before))
          .returning({ id: adsTxtApps.id });
        await publishChanges(transaction, fileFeed, asDeletions(files.filter(({ state }) => state !== 'unread')));
        await publishChanges(transaction, appFeed, asDeletions(apps));
      });
    },
    async referrals() {
      const rows = await db
        .select()
        .from(adsTxtFiles)
        .where(sql`${adsTxtFiles.subdomains} <> '[]' or ${adsTxtFiles.partners} <> '[]'`);
      return rows.map((row) => ({ ...servedFile(row), subdomains: row.subdomains as string[] }));
    },
    async appHosts() {
      const { rows } = await db.execute<{ host: string }>(
        sql`select distinct jsonb_array_elements_text(hosts) as host from ads_txt_apps`,
      );
      return rows.map(({ host }) => host);
    },
    async accountDomains() {
      const { rows } = await db.execute<{ domain: string }>(
        sql`select distinct domain from demands where domain <> '' and status <> 2`,
      );
      return rows.map(({ domain }) => domain);
    },
    async filesOf(names) {
      if (names.length === 0) return [];
      const hosts = [...new Set(names.map(({ host }) => host))];
      const rows = await db.select().from(adsTxtFiles).where(inArray(adsTxtFiles.host, hosts));
      return rows
        .filter((row) => names.some(({ kind, host }) => row.kind === kind && row.host === host))
        .map((row) => ({ ...servedFile(row), readAt: row.readAt, outcome: row.outcome }));
    },
    async appsOf(bundles) {
      if (bundles.length === 0) return [];
      const rows = await db
        .select()
        .from(adsTxtApps)
        .where(inArray(adsTxtApps.bundle, [...bundles]));
      return rows.map(servedApp);
    },
  };
}

function asDeletions(rows: readonly { id: number }[]): { id: number; row: null }[] {
  return rows.map(({ id }) => ({ id, row: null }));
}
