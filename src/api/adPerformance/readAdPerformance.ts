import type { AdPerformanceData } from '#engine/buying/createAdPerformance.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** Days that ads are learned from: of creatives, and of places, which the raw facts alone tell. */
const creativeDays = 14;
const placeDays = 7;

/** A place with fewer impressions of a campaign tells nothing; of the others the largest are told. */
const minImps = 200;
const maxPlaces = 200;

const dayMs = 86_400_000;

type Counted = Record<'imps' | 'clicks' | 'completes', string> & { campaignId: number };

/** What the ads of campaigns did lately. */
export async function readAdPerformance(
  facts: Pick<ClickHouse, 'query'>,
  campaignIds: readonly number[],
  now: number,
): Promise<AdPerformanceData> {
  if (campaignIds.length === 0) return { creatives: [], places: [] };
  // Thousands of ids stand in the statement: the URL, in which values go, could not hold them.
  const areAmong = `campaignId IN (${campaignIds.join()})`;
  const since = (days: number) => ({ since: Math.floor((now - days * dayMs) / 1000) });
  const [creatives, places] = await Promise.all([
    facts.query<Counted & { creativeId: number }>(
      `SELECT campaignId, creativeId, sum(hourly_buying.imps) AS imps, sum(hourly_buying.clicks) AS clicks,
         sum(hourly_buying.completes) AS completes
       FROM hourly_buying
       WHERE ${areAmong} AND hour >= toDateTime({since:UInt32})
       GROUP BY campaignId, creativeId HAVING imps > 0`,
      since(creativeDays),
    ),
    facts.query<Counted & { place: string }>(
      `SELECT campaignId, if(app = '', site, app) AS place, sum(facts.imps) AS imps, sum(facts.clicks) AS clicks,
         sum(facts.completes) AS completes
       FROM facts
       WHERE ${areAmong} AND at >= toDateTime({since:UInt32}) AND place != ''
       GROUP BY campaignId, place HAVING imps >= {least:UInt32}
       ORDER BY imps DESC LIMIT {most:UInt32} BY campaignId`,
      { ...since(placeDays), least: minImps, most: maxPlaces },
    ),
  ]);
  return { creatives: creatives.map(inNumbers), places: places.map(inNumbers) };
}

function inNumbers<T extends Counted>({ imps, clicks, completes, ...row }: T) {
  return { ...row, imps: Number(imps), clicks: Number(clicks), completes: Number(completes) };
}
