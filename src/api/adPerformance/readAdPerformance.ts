import type { AdPerformanceData } from '#engine/buying/createAdPerformance.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** Days of data for creatives, and for places, which only the raw facts name. */
const creativeDays = 14;
const placeDays = 7;

/** Impressions that a place needs to count, and places per campaign; those with the most impressions come first. */
const minImps = 200;
const maxPlaces = 200;

const dayMs = 86_400_000;

type Counted = Record<'imps' | 'clicks' | 'completes', string> & { campaignId: number };

/** Reads the recent impressions, clicks and completes of campaigns, by creative and by place. */
export async function readAdPerformance(
  facts: Pick<ClickHouse, 'query'>,
  campaignIds: readonly number[],
  now: number,
): Promise<AdPerformanceData> {
  if (campaignIds.length === 0) return { creatives: [], places: [] };
  // The ids are part of the statement: thousands of them are too long for the URL that carries parameters.
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
       GROUP BY campaignId, place HAVING imps >= {minImps:UInt32}
       ORDER BY imps DESC LIMIT {maxPlaces:UInt32} BY campaignId`,
      { ...since(placeDays), minImps, maxPlaces },
    ),
  ]);
  return { creatives: creatives.map(inNumbers), places: places.map(inNumbers) };
}

function inNumbers<T extends Counted>({ imps, clicks, completes, ...row }: T) {
  return { ...row, imps: Number(imps), clicks: Number(clicks), completes: Number(completes) };
}
