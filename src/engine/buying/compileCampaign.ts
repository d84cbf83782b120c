import type { AdvertiserRow, CampaignRow, DealRow, Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';
import { cpm, timeOf } from '../plan/planParts.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { Restriction } from '../targeting/restriction.ts';
import type { Rule } from '../targeting/rule.ts';
import type { CompiledCreative } from './compileCreative.ts';
import { compileMultipliers, type Multipliers } from './multipliers.ts';
import type { SupplySource } from './supplySource.ts';

/** Maximum ads per viewer within a time window. */
export interface FrequencyLimit {
  imps: number;
  windowMs: number;
  by: 'device' | 'address';
}

/** The bid strategy of a campaign. CPMs and prices are nano-USD. */
export type BidStrategy =
  | { kind: 'flat' }
  /** `goal` is the target cost of a click. */
  | { kind: 'cpc'; goal: Nanos; maxBidCpm: Nanos }
  /** `goal` is the target video completion rate, in basis points. */
  | { kind: 'vcr'; goal: number; maxBidCpm: Nanos };

export interface BoughtDeal {
  id: number;
  /** The ID in bid requests. */
  dealId: string;
  /** The supplier whose requests offer it; null = any supplier. */
  supplierId: number | null;
  /** The minimum CPM under the deal. */
  floor: Nanos;
  flight: Flight | null;
  /** The campaign's bid under the deal; null = its normal bid. */
  bid: Nanos | null;
}

/** A campaign as buying needs it. There is one object per version of the campaign and of what it refers to. */
export interface CompiledCampaign {
  id: number;
  demandId: number;
  advertiserId: number;
  type: CampaignRow['type'];
  isActive: boolean;
  isAdvertiserActive: boolean;
  flight: Flight | null;
  /** Paused until this time by a cap, in milliseconds since the epoch; 0 = not paused. */
  cappedUntil: number;
  checksIvt: boolean;
  /** CPM in nano-USD: the flat bid, or the starting point of a goal. */
  bid: Nanos;
  strategy: BidStrategy;
  multipliers: Multipliers;
  /** The account's margin on the bid. */
  marginBasisPoints: number;
  frequencies: readonly FrequencyLimit[];
  rotation: CampaignRow['rotation'];
  /** Whether it also bids without a deal. */
  isOpenMarket: boolean;
  /** Active deals by their ID in requests. Their flights are checked per request. */
  deals: ReadonlyMap<string, readonly BoughtDeal[]>;
  /** Suppliers that it buys from; null = all. */
  suppliers: ReadonlySet<number> | null;
  excludedSuppliers: ReadonlySet<number>;
  /** Channels that it buys from; null = all that accept campaigns. */
  channels: ReadonlySet<number> | null;
  /** Targeting rules of its advertiser and its own. */
  rules: readonly Rule[];
  /** Creative list rules of its advertiser and its own. */
  creativeRules: readonly CreativeRule[];
  /** Active, approved creatives of its media type that no scan blocks. */
  creatives: readonly CompiledCreative[];
  /** The reason why `creatives` is empty; null when it is not. */
  lacksCreatives: 'no_creative' | 'creative_pending' | 'creative_scan' | null;
  /** Pixels of all its ads. Those of its creatives and of the account come on top. */
  pixelIds: readonly number[];
}

/** The inputs of `compileCampaign`. Unknown deals and creatives of the row are left out. */
export interface CampaignParts {
  row: CampaignRow;
  advertiser: AdvertiserRow | undefined;
  deals: readonly DealRow[];
  creatives: readonly CompiledCreative[];
  /** The combined restrictions of its advertiser and its own. */
  restriction: Restriction;
  /** The account's UTC offset in whole hours. */
  zoneHours: number;
}

/** Compiles a campaign. */
export function compileCampaign({
  row,
  advertiser,
  deals,
  creatives,
  restriction,
  zoneHours,
}: CampaignParts): CompiledCampaign {
  const ofItsForm = creatives.filter(
    ({ mediaTypes, isActive, advertiserId }) =>
      isActive && mediaTypes.includes(row.type) && advertiserId === row.advertiserId,
  );
  const approved = ofItsForm.filter(({ review }) => review === 'approved');
  const served = approved.filter(({ isBlockedByScan }) => !isBlockedByScan);
  return {
    id: row.id,
    demandId: row.demandId ?? 0,
    advertiserId: row.advertiserId,
    type: row.type,
    isActive: row.status === 1,
    isAdvertiserActive: advertiser?.status === 1,
    flight: flightOf(row.startDate, row.endDate, zoneHours),
    cappedUntil: timeOf(row.cappedUntil),
    checksIvt: row.checkIVT,
    bid: cpm(row.bid),
    strategy: strategyOf(row),
    multipliers: compileMultipliers(row.multipliers),
    marginBasisPoints: Math.round(row.margin * 100),
    frequencies: row.frequencies.map(({ imps, per, unit, by }) => ({ imps, windowMs: per * msOf[unit], by })),
    rotation: row.rotation,
    isOpenMarket: row.isOpenMarket,
    deals: dealsOf(row, deals, zoneHours),
    ...supplyOf(row),
    rules: restriction.rules,
    creativeRules: restriction.creatives,
    creatives: served,
    lacksCreatives: served.length > 0 ? null : reasonWithout(ofItsForm.length, approved.length),
    pixelIds: row.ivtIds,
  };
}

/** Why a campaign has no creative to show, by the numbers of active ones of its media type and of approved ones. */
function reasonWithout(active: number, approved: number): NonNullable<CompiledCampaign['lacksCreatives']> {
  if (approved > 0) return 'creative_scan';
  return active > 0 ? 'creative_pending' : 'no_creative';
}

/** The suppliers and channels from which a campaign buys. */
export function supplyOf(
  row: Pick<CampaignRow, 'supplierIds' | 'excludedSupplierIds' | 'ownChannels' | 'channelIds'>,
): Pick<CompiledCampaign, 'suppliers' | 'excludedSuppliers' | 'channels'> {
  return {
    suppliers: row.supplierIds.length === 0 ? null : new Set(row.supplierIds),
    excludedSuppliers: new Set(row.excludedSupplierIds),
    channels: row.ownChannels === 'all' ? null : new Set(row.ownChannels === 'chosen' ? row.channelIds : []),
  };
}

const msOf = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

export function strategyOf({ bidStrategy, bid, maxBid, goalCpc, goalVcr }: CampaignRow): BidStrategy {
  const maxBidCpm = maxBid === null ? 2 * cpm(bid) : cpm(maxBid);
  if (bidStrategy === 'cpc' && goalCpc !== null) return { kind: 'cpc', goal: cpm(goalCpc), maxBidCpm };
  if (bidStrategy === 'vcr') return { kind: 'vcr', goal: Math.round(goalVcr * 100), maxBidCpm };
  return { kind: 'flat' };
}

function dealsOf(row: CampaignRow, deals: readonly DealRow[], zoneHours: number): CompiledCampaign['deals'] {
  const byDealId = new Map<string, BoughtDeal[]>();
  for (const deal of deals) {
    const { id, dealId, supplierId, floor, startDate, endDate } = deal;
    if (!isBoughtBy(deal, row.advertiserId)) continue;
    const own = row.dealBids[id];
    const flight = flightOf(startDate, endDate, zoneHours);
    const bought = { id, dealId, supplierId, floor: cpm(floor), flight, bid: own === undefined ? null : cpm(own) };
    const known = byDealId.get(dealId);
    if (known) known.push(bought);
    else byDealId.set(dealId, [bought]);
  }
  return byDealId;
}

/** Whether campaigns of an advertiser may buy under a deal. */
export function isBoughtBy({ status, side, advertiserId }: DealRow, campaignsOf: number): boolean {
  return status === 1 && side === 'buy' && (advertiserId === null || advertiserId === campaignsOf);
}

/** Whether a campaign bids on imps of a supplier or channel. */
export function buysFrom(
  { suppliers, excludedSuppliers, channels }: Pick<CompiledCampaign, 'suppliers' | 'excludedSuppliers' | 'channels'>,
  { supplierId, channelId }: SupplySource,
): boolean {
  if (supplierId === 0) return channels === null || channels.has(channelId);
  return !excludedSuppliers.has(supplierId) && (suppliers === null || suppliers.has(supplierId));
}
