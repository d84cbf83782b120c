import type { AdCounts, AdPerformance } from './adPerformance.ts';

/** Recent counts of ads, as sent to serving processes. */
export interface AdPerformanceData {
  /** By campaign and creative. */
  creatives: readonly AdPerformanceRow<{ creativeId: number }>[];
  /** By campaign and site or app. */
  places: readonly AdPerformanceRow<{ place: string }>[];
}

/** Counts of a campaign's ads by a further key. */
export type AdPerformanceRow<By> = AdCounts & { campaignId: number } & By;

/** Returns the counts for a request from a place: the app's bundle, else the site's host; empty = unknown. */
export type AdPerformanceAt = (place: string) => AdPerformance;

/** Indexes counts by campaign, creative and place. */
export function createAdPerformance({ creatives, places }: AdPerformanceData): AdPerformanceAt {
  const byCreative = new Map<string, AdCounts>();
  const byCampaign = new Map<number, AdCounts>();
  for (const { campaignId, creativeId, imps, clicks, completes } of creatives) {
    byCreative.set(`${campaignId} ${creativeId}`, { imps, clicks, completes });
    const sum = byCampaign.get(campaignId) ?? { imps: 0, clicks: 0, completes: 0 };
    sum.imps += imps;
    sum.clicks += clicks;
    sum.completes += completes;
    byCampaign.set(campaignId, sum);
  }
  const byPlace = new Map(places.map(({ campaignId, place, ...counts }) => [`${campaignId} ${place}`, counts]));
  return (place) => ({
    ofCampaign: (campaignId) => byCampaign.get(campaignId) ?? null,
    ofCampaignHere: (campaignId) => byPlace.get(`${campaignId} ${place}`) ?? null,
    ofCreative: (campaignId, creativeId) => byCreative.get(`${campaignId} ${creativeId}`) ?? null,
  });
}

/** Whether a campaign's bids or rotation depend on the performance of its ads. */
export function usesAdPerformance({
  bidStrategy,
  rotation,
}: {
  bidStrategy: 'flat' | 'cpc' | 'vcr';
  rotation: 'even' | 'weighted' | 'optimized';
}): boolean {
  return bidStrategy !== 'flat' || rotation === 'optimized';
}
