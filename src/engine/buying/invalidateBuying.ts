import type { Snapshot } from '../snapshot/snapshotState.ts';
import { campaignsOfCreative, campaignsOfDeal } from './buyingIndex.ts';

type Known = Pick<Snapshot, 'rows' | 'buying'>;

/** Invalidates what was compiled from a campaign: it is indexed again before its next use. */
export function invalidateCampaign({ rows, buying }: Known, id: number): void {
  const row = rows.campaign.get(id);
  if (row) buying.unsettled.set(id, row.demandId ?? 0);
}

function invalidateCampaigns(snapshot: Known, ids: Iterable<number> = []): void {
  for (const id of ids) invalidateCampaign(snapshot, id);
}

/** Invalidates what was compiled from a creative, and the campaigns that use it. */
export function invalidateCreative(snapshot: Known, id: number): void {
  snapshot.buying.creatives.delete(id);
  invalidateCampaigns(snapshot, campaignsOfCreative(snapshot.buying, id));
}

export function invalidateCampaignsOfAdvertiser(snapshot: Known, id: number): void {
  invalidateCampaigns(snapshot, snapshot.buying.campaignsOfAdvertiser.get(id));
}

export function invalidateCampaignsOfDeal(snapshot: Known, id: number): void {
  invalidateCampaigns(snapshot, campaignsOfDeal(snapshot.buying, id));
}

/**
 * Invalidates everything of an account that depends on its time zone: the flights of deals, creatives and campaigns.
 */
export function invalidateAccountZone(snapshot: Known, accountId: number): void {
  const { rows, buying } = snapshot;
  buying.soldDeals.delete(accountId);
  for (const id of buying.campaignsOfAccount.get(accountId) ?? []) {
    for (const creativeId of rows.campaign.get(id)?.creativeIds ?? []) buying.creatives.delete(creativeId);
    invalidateCampaign(snapshot, id);
  }
}
