import type { CampaignRow, DealRow } from '#model/index.ts';
import { moveId, type IdIndex } from '../snapshot/idIndex.ts';
import type { CompiledCreative } from './compileCreative.ts';
import type { MatchIndex } from './matchIndex.ts';
import type { SoldDeals } from './soldDeals.ts';
import { idsReferringTo, moveIds, type SparseIdIndex } from './sparseIdIndex.ts';

/**
 * Derived data of campaigns and deals in a snapshot. Read it with `campaignsOf`, `soldDealsOf` and `boughtDealIdsOf`.
 */
export interface BuyingIndex {
  /** The index of active campaigns, by account. */
  readonly indexes: Map<number, MatchIndex>;
  /** Campaigns to be indexed again because they or something they refer to have changed, with their accounts. */
  readonly unsettled: Map<number, number>;
  /** Compiled creatives, as far as they are valid. */
  readonly creatives: Map<number, CompiledCreative>;
  /** Deals that accounts sell under; built on demand. */
  readonly soldDeals: Map<number, SoldDeals>;
  /** IDs of the deals that accounts buy under; built on demand. */
  readonly boughtDealIds: Map<number, ReadonlySet<string>>;
  /** Reverse references, by the id that is referred to. */
  readonly campaignsOfAccount: IdIndex;
  readonly campaignsOfAdvertiser: IdIndex;
  readonly campaignsOfCreative: SparseIdIndex;
  readonly campaignsOfDeal: SparseIdIndex;
  readonly dealsOfSeller: IdIndex;
  readonly dealsOfBuyer: IdIndex;
}

/** Creates an index without campaigns and deals. */
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

/** Updates the index after a change of a campaign's row. */
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

/** Updates the index after a change of a deal's row. */
export function indexDeal(buying: BuyingIndex, id: number, before: Changed<DealRow>, after: Changed<DealRow>): void {
  const accountOf = (row: Changed<DealRow>, side: DealRow['side']) => (row?.side === side ? row.demandId : null);
  moveId(buying.dealsOfSeller, id, accountOf(before, 'sell'), accountOf(after, 'sell'));
  moveId(buying.dealsOfBuyer, id, accountOf(before, 'buy'), accountOf(after, 'buy'));
  for (const row of [before, after]) {
    buying.soldDeals.delete(accountOf(row, 'sell') ?? 0);
    buying.boughtDealIds.delete(accountOf(row, 'buy') ?? 0);
  }
}

export function campaignsOfCreative(buying: BuyingIndex, creativeId: number): Iterable<number> {
  return idsReferringTo(buying.campaignsOfCreative, creativeId);
}

export function campaignsOfDeal(buying: BuyingIndex, dealId: number): Iterable<number> {
  return idsReferringTo(buying.campaignsOfDeal, dealId);
}
