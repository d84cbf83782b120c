import type { AdCounts, AdPerformance } from './adPerformance.ts';

/** What was counted of ads lately, as serving processes are told. */
export interface AdPerformanceData {
  /** Of each creative of a campaign. */
  creatives: readonly AdPerformanceRow<{ creativeId: number }>[];
  /** Of a campaign in a site or app. */
  places: readonly AdPerformanceRow<{ place: string }>[];
}

/** Counts of a campaign's ads. */
export type AdPerformanceRow<By> = AdCounts & { campaignId: number } & By;

/** Gives the counts for a request by its place: the app, else the host of the site; empty = not known. */
export type AdPerformanceAt = (place: string) => AdPerformance;

/** Counts by campaign, creative and place. */
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

/** Whether what a campaign bids or shows follows what its ads did. */
export function usesAdPerformance({
  bidStrategy,
  rotation,
}: {
  bidStrategy: 'flat' | 'cpc' | 'vcr';
  rotation: 'even' | 'weighted' | 'optimized';
}): boolean {
  return bidStrategy !== 'flat' || rotation === 'optimized';
}
