import type { Snapshot } from '../snapshot/snapshotState.ts';
import { campaignsOfCreative, campaignsOfDeal } from './buyingIndex.ts';

type Known = Pick<Snapshot, 'rows' | 'buying'>;

/** Forgets what was made of a campaign: its index is settled before it is asked again. */
export function invalidateCampaign({ rows, buying }: Known, id: number): void {
  const row = rows.campaign.get(id);
  if (row) buying.unsettled.set(id, row.demandId ?? 0);
}

function invalidateCampaigns(snapshot: Known, ids: Iterable<number> = []): void {
  for (const id of ids) invalidateCampaign(snapshot, id);
}

/** Forgets what was made of a creative, and of the campaigns that show it. */
export function invalidateCreative(snapshot: Known, id: number): void {
  snapshot.buying.creatives.delete(id);
  invalidateCampaigns(snapshot, campaignsOfCreative(snapshot.buying, id));
}

/** Forgets what was made of an advertiser's campaigns. */
export function invalidateCampaignsOfAdvertiser(snapshot: Known, id: number): void {
  invalidateCampaigns(snapshot, snapshot.buying.campaignsOfAdvertiser.get(id));
}

/** Forgets what was made of the campaigns that buy under a deal. */
export function invalidateCampaignsOfDeal(snapshot: Known, id: number): void {
  invalidateCampaigns(snapshot, campaignsOfDeal(snapshot.buying, id));
}

/** Forgets on which days what of an account is in flight. */
export function invalidateAccountZone(snapshot: Known, accountId: number): void {
  const { rows, buying } = snapshot;
  buying.soldDeals.delete(accountId);
  for (const id of buying.campaignsOfAccount.get(accountId) ?? []) {
    for (const creativeId of rows.campaign.get(id)?.creativeIds ?? []) buying.creatives.delete(creativeId);
    invalidateCampaign(snapshot, id);
  }
}
