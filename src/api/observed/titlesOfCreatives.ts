import type { FactReader } from '../reports/runReport.ts';

/** Keys per statement. */
const batchSize = 10_000;

/** Reads the titles of observed creatives, by key; of one account, or of all for null. */
export async function titlesOfCreatives(
  facts: FactReader,
  demandId: number | null,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const scope = demandId === null ? '' : 'AND demandId = {demandId:UInt32}';
  for (let from = 0; from < keys.length; from += batchSize) {
    const rows = await facts.query<{ key: string; title: string }>(
      `SELECT key, JSONExtractString(argMaxMerge(declared), 'title') AS title FROM observed
       WHERE inventory = 'creative' ${scope} AND key IN {keys:Array(String)}
       GROUP BY key HAVING title != ''`,
      { ...(demandId === null ? {} : { demandId }), keys: keys.slice(from, from + batchSize) },
    );
    for (const { key, title } of rows) titles.set(key, title);
  }
  return titles;
}
