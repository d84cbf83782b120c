import { sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import type { FileName, CrawlApp } from './adsTxtNames.ts';

const rowsPerStatement = 2000;

/** Records references to files. Permanent references are written once a day. */
export async function upsertFiles(db: Database, files: readonly FileName[], at: string): Promise<void> {
  for (const part of parts(files)) {
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as wanted(kind text, host text)`;
    await db.execute(sql`
      update ads_txt_files set referenced_at = ${at}::timestamptz from ${wanted}
      where ads_txt_files.kind = wanted.kind and ads_txt_files.host = wanted.host
        and ads_txt_files.referenced_at < ${at}::timestamptz - interval '1 day'`);
    // A conflict would use up an id each time.
    await db.execute(sql`
      insert into ads_txt_files (kind, host, due_at, referenced_at)
      select distinct wanted.kind, wanted.host, ${at}::timestamptz, ${at}::timestamptz from ${wanted}
      where not exists (
        select from ads_txt_files known where known.kind = wanted.kind and known.host = wanted.host
      ) on conflict do nothing`);
  }
}

/** Records references to apps. An app whose data changed is due again. */
export async function upsertApps(db: Database, apps: readonly CrawlApp[], at: string): Promise<void> {
  for (const part of parts(apps)) {
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
      as wanted(bundle text, "storeUrl" text, "publisherDomain" text)`;
    await db.execute(sql`
      update ads_txt_apps set referenced_at = ${at}::timestamptz from ${wanted}
      where ads_txt_apps.bundle = wanted.bundle and ads_txt_apps.referenced_at < ${at}::timestamptz - interval '1 day'`);
    await db.execute(sql`
      update ads_txt_apps set store_url = wanted."storeUrl", publisher_domain = wanted."publisherDomain",
        due_at = ${at}::timestamptz, failures = 0 from ${wanted}
      where ads_txt_apps.bundle = wanted.bundle
        and (ads_txt_apps.store_url, ads_txt_apps.publisher_domain) <> (wanted."storeUrl", wanted."publisherDomain")`);
    await db.execute(sql`
      insert into ads_txt_apps (bundle, store_url, publisher_domain, due_at, referenced_at)
      select wanted.bundle, wanted."storeUrl", wanted."publisherDomain", ${at}::timestamptz, ${at}::timestamptz
      from ${wanted}
      where not exists (select from ads_txt_apps known where known.bundle = wanted.bundle) on conflict do nothing`);
  }
}

function* parts<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += rowsPerStatement) {
    yield values.slice(start, start + rowsPerStatement);
  }
}
