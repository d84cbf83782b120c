import type { TestApi } from '../startTestApi.ts';

/** Digests of the rows that queries find, by the name of the query. */
export type RowDigests = ReadonlyMap<string, string>;

/** Runs the queries in one statement, which is planned once per connection: tests repeat it after every call. The time of the last sign-in is excluded. */
export async function digestRows(api: TestApi, queries: Readonly<Record<string, string>>): Promise<RowDigests> {
  const parts = Object.entries(queries).map(
    ([name, query]) =>
      `select '${name}' as name, md5(coalesce(json_agg(to_jsonb(t) - 'last_login_at')::text, '')) as rows from (${query}) t`,
  );
  const found = await api.sql(parts.join(' union all '), { isPrepared: true });
  return new Map(found.map(({ name, rows }) => [String(name), String(rows)]));
}

/** The queries that find other rows than before. */
export function changedRows(before: RowDigests, after: RowDigests): string[] {
  return [...before.keys()].filter((name) => before.get(name) !== after.get(name));
}
