import type { CampaignRow, DealRow } from '#model/index.ts';
import { moveId, type IdIndex } from '../snapshot/idIndex.ts';
import type { CreativeFacts } from './creativeFacts.ts';
import type { MatchIndex } from './matchIndex.ts';
import type { SoldDeals } from './soldDeals.ts';
import { idsReferringTo, moveIds, type SparseIdIndex } from './sparseIdIndex.ts';

/** What a snapshot knows of campaigns and deals beside their rows: ask `campaignsOf`, `soldDealsOf` and `boughtDealIdsOf`. */
export interface BuyingIndex {
  /** The active campaigns of each account. */
  readonly indexes: Map<number, MatchIndex>;
  /** Campaigns that have changed, or something that they name, since their index was settled; with their accounts. */
  readonly unsettled: Map<number, number>;
  /** What was compiled of creatives and is still valid. */
  readonly creatives: Map<number, CreativeFacts>;
  /** What accounts sell under deals, as far as it was asked for and is still valid. */
  readonly soldDeals: Map<number, SoldDeals>;
  /** The ids of the deals that accounts buy under, as far as they were asked for and are still valid. */
  readonly boughtDealIds: Map<number, ReadonlySet<string>>;
  /** Reverse references, by the id that is referred to. */
  readonly campaignsOfAccount: IdIndex;
  readonly campaignsOfAdvertiser: IdIndex;
  readonly campaignsOfCreative: SparseIdIndex;
  readonly campaignsOfDeal: SparseIdIndex;
  readonly dealsOfSeller: IdIndex;
  readonly dealsOfBuyer: IdIndex;
}

/** An index without campaigns and deals. */
export function emptyBuyingIndex(): BuyingIndex {
  return {
    indexes: new Map(),
    unsettled: new Map(),
    creatives: new Map(),
    soldDeals: new Map(),
    boughtDealIds: new Map(),
    campaignsOfAccount: new Map(),
    campaignsOfAdvertiser: new Map(),
    campaignsOfCreative: new Map(),
    campaignsOfDeal: new Map(),
    dealsOfSeller: new Map(),
    dealsOfBuyer: new Map(),
  };
}

type Changed<T> = T | null | undefined;

/** Follows a change of a campaign's row. */
export function indexCampaign(
  buying: BuyingIndex,
  id: number,
  before: Changed<CampaignRow>,
  after: Changed<CampaignRow>,
): void {
  moveId(buying.campaignsOfAccount, id, before?.demandId, after?.demandId);
  moveId(buying.campaignsOfAdvertiser, id, before?.advertiserId, after?.advertiserId);
  moveIds(buying.campaignsOfCreative, id, before?.creativeIds ?? [], after?.creativeIds ?? []);
  moveIds(buying.campaignsOfDeal, id, before?.dealIds ?? [], after?.dealIds ?? []);
  buying.unsettled.set(id, (after ?? before)?.demandId ?? 0);
}

/** Follows a change of a deal's row. */
export function indexDeal(buying: BuyingIndex, id: number, before: Changed<DealRow>, after: Changed<DealRow>): void {
  const accountOf = (row: Changed<DealRow>, side: DealRow['side']) => (row?.side === side ? row.demandId : null);
  moveId(buying.dealsOfSeller, id, accountOf(before, 'sell'), accountOf(after, 'sell'));
  moveId(buying.dealsOfBuyer, id, accountOf(before, 'buy'), accountOf(after, 'buy'));
  for (const row of [before, after]) {
    buying.soldDeals.delete(accountOf(row, 'sell') ?? 0);
    buying.boughtDealIds.delete(accountOf(row, 'buy') ?? 0);
  }
}

/** The campaigns that show a creative. */
export function campaignsOfCreative(buying: BuyingIndex, creativeId: number): Iterable<number> {
  return idsReferringTo(buying.campaignsOfCreative, creativeId);
}

/** The campaigns that buy under a deal. */
export function campaignsOfDeal(buying: BuyingIndex, dealId: number): Iterable<number> {
  return idsReferringTo(buying.campaignsOfDeal, dealId);
}
