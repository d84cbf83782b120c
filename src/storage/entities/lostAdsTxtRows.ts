import { sql } from 'drizzle-orm';
import type { Connection } from './database.ts';

/** A sub-publisher whose seller ID is missing from files that listed it before. */
export interface LostAdsTxtRow {
  id: number;
  /** "ads.txt" or "app-ads.txt" of a host, in alphabetical order. */
  files: string[];
}

/**
 * The active ones of these sub-publishers whose seller ID is no longer in files that listed it. Their system is the
 * account's own domain, or else the platform's.
 */
export async function readLostAdsTxtRows(connection: Connection, ids: readonly number[]): Promise<LostAdsTxtRow[]> {
  if (ids.length === 0) return [];
  const isSystemOf = (account: string) =>
    sql.raw(`(${account}.domain = lost.asi or right(${account}.domain, length(lost.asi) + 1) = '.' || lost.asi)`);
  const { rows } = await connection.execute<LostAdsTxtRow & Record<string, unknown>>(sql`
    with lost as (
      select file.host, file.kind, split_part(seller, ' ', 1) as asi, split_part(seller, ' ', 2) as sid
      from ads_txt_files file cross join lateral jsonb_array_elements_text(file.lost) as line(seller)
      where file.lost <> '[]')
    select subpublisher.id,
      jsonb_agg(distinct (case lost.kind when 'app' then 'app-ads.txt' else 'ads.txt' end) || ' of ' || lost.host) as files
    from subpublishers subpublisher
    join demands account on account.id = subpublisher.demand_id
    join lost on lost.sid = coalesce(nullif(subpublisher.sellers_json ->> 'id', ''), 's' || subpublisher.id)
      and case account.domain when '' then not exists (select from demands other where ${isSystemOf('other')})
        else ${isSystemOf('account')} end
    where subpublisher.id = any(${`{${ids.join(',')}}`}::int[]) and subpublisher.status = 1
    group by 1`);
  return rows.map(({ id, files }) => ({ id, files: files.toSorted() }));
}
