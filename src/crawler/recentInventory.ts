import type { ClickHouse } from '#storage/clickhouse.ts';
import type { CrawlApp } from '#storage/adsTxt/adsTxtNames.ts';

/** Recently observed inventory: hosts of sites, and apps as requests declared them. */
export interface RecentInventory {
  sites: string[];
  apps: CrawlApp[];
}

/** Days after which unobserved inventory is ignored, and the maximum of each kind, most recent first. */
const seenDays = 30;
const maxPerKind = 100_000;

const sql = `
SELECT inventory, key, argMaxMerge(observed.declared) AS declared
FROM observed
WHERE inventory IN ('site', 'app', 'publisher') AND lastSeen >= now() - INTERVAL ${seenDays} DAY
GROUP BY inventory, key
ORDER BY max(lastSeen) DESC, key
LIMIT ${maxPerKind} BY inventory
SETTINGS max_execution_time = 60, max_memory_usage = 700000000`;

/** Reads the recently observed inventory of all accounts. */
export async function readRecentInventory(facts: Pick<ClickHouse, 'query'>): Promise<RecentInventory> {
  const rows = await facts.query<{ inventory: string; key: string; declared: string }>(sql, {}, { lane: 'report' });
  const domains = new Map<string, string>();
  for (const { inventory, key, declared } of rows) {
    if (inventory === 'publisher') domains.set(key, textIn(declared, 'domain'));
  }
  const of = (kind: string) => rows.filter(({ inventory }) => inventory === kind);
  return {
    sites: of('site').map(({ key }) => key),
    apps: of('app').map(({ key, declared }) => ({
      bundle: key,
      storeUrl: textIn(declared, 'storeUrl'),
      publisherDomain: domains.get(textIn(declared, 'publisher')) ?? '',
    })),
  };
}

/** A declared text; empty when it was not declared. */
function textIn(declared: string, name: string): string {
  if (declared === '') return '';
  const value: unknown = (JSON.parse(declared) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}
