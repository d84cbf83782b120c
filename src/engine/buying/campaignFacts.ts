import type { AdvertiserRow, CampaignRow, DealRow, Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';
import { cpm, timeOf } from '../plan/planParts.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { Restriction } from '../targeting/restriction.ts';
import type { Rule } from '../targeting/rule.ts';
import type { CreativeFacts } from './creativeFacts.ts';
import { compileMultipliers, type Multipliers } from './multipliers.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** How often one viewer may see something. */
export interface FrequencyLimit {
  imps: number;
  windowMs: number;
  by: 'device' | 'address';
}

/** What bids are made for. CPMs and prices are nano-USD. */
export type BidStrategy =
  | { kind: 'flat' }
  /** `goal` is what a click may cost. */
  | { kind: 'cpc'; goal: Nanos; maxBidCpm: Nanos }
  /** `goal` is the part of ads that is to be seen to the end, in basis points. */
  | { kind: 'vcr'; goal: number; maxBidCpm: Nanos };

/** A deal under which a campaign buys. */
export interface BoughtDeal {
  id: number;
  /** The id that bid requests carry. */
  dealId: string;
  /** Whose requests offer it; null = those of any supplier. */
  supplierId: number | null;
  /** The least CPM that is bid under it. */
  floor: Nanos;
  flight: Flight | null;
  /** What the campaign bids under it in place of its bid; null = its bid. */
  bid: Nanos | null;
}

/** What buying needs of a campaign. One object per state of it and of what it carries. */
export interface CampaignFacts {
  id: number;
  demandId: number;
  advertiserId: number;
  /** The form of its ads. */
  type: CampaignRow['type'];
  isActive: boolean;
  isAdvertiserActive: boolean;
  flight: Flight | null;
  /** Until when it rests because of a cap, in milliseconds since the epoch; 0 when it does not. */
  cappedUntil: number;
  checksIvt: boolean;
  /** CPM in nano-USD that its advertiser pays at most, or where bids begin. */
  bid: Nanos;
  strategy: BidStrategy;
  multipliers: Multipliers;
  /** The part of a bid that the account keeps. */
  marginBasisPoints: number;
  frequencies: readonly FrequencyLimit[];
  rotation: CampaignRow['rotation'];
  /** Whether it bids without a deal too. */
  isOpenMarket: boolean;
  /** Those that are in force but for their flights, by the id that requests carry. */
  deals: ReadonlyMap<string, readonly BoughtDeal[]>;
  /** Suppliers whose requests alone it bids on; null = all. */
  suppliers: ReadonlySet<number> | null;
  excludedSuppliers: ReadonlySet<number>;
  /** Channels in which alone it bids; null = all that take campaigns. */
  channels: ReadonlySet<number> | null;
  /** What its advertiser and it ask of requests. */
  rules: readonly Rule[];
  /** Which creatives may be shown: what its advertiser and it say. */
  creativeRules: readonly CreativeRule[];
  /** Those of its form that are active and approved. */
  creatives: readonly CreativeFacts[];
  /** Why it has none of them; null when it has. */
  lacksCreatives: 'no_creative' | 'creative_pending' | null;
  /** Pixels of all its ads, beside those of its creatives and of the account. */
  pixelIds: readonly number[];
}

/** The parts of a campaign's facts. What its row names and is unknown is left out. */
export interface CampaignParts {
  row: CampaignRow;
  advertiser: AdvertiserRow | undefined;
  deals: readonly DealRow[];
  creatives: readonly CreativeFacts[];
  /** What its advertiser and it carry. */
  restriction: Restriction;
  /** The account's zone, in whole hours from UTC. */
  zoneHours: number;
}

/** The facts of a campaign. */
export function campaignFacts({
  row,
  advertiser,
  deals,
  creatives,
  restriction,
  zoneHours,
}: CampaignParts): CampaignFacts {
  const ofItsForm = creatives.filter(
    ({ mediaTypes: forms, isActive, advertiserId }) =>
      isActive && forms.includes(row.type) && advertiserId === row.advertiserId,
  );
  const approved = ofItsForm.filter(({ review }) => review === 'approved');
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
    creatives: approved,
    lacksCreatives: approved.length > 0 ? null : ofItsForm.length > 0 ? 'creative_pending' : 'no_creative',
    pixelIds: row.ivtIds,
  };
}

/** From whom a campaign buys. */
export function supplyOf(
  row: Pick<CampaignRow, 'supplierIds' | 'excludedSupplierIds' | 'ownChannels' | 'channelIds'>,
): Pick<CampaignFacts, 'suppliers' | 'excludedSuppliers' | 'channels'> {
  return {
    suppliers: row.supplierIds.length === 0 ? null : new Set(row.supplierIds),
    excludedSuppliers: new Set(row.excludedSupplierIds),
    channels: row.ownChannels === 'all' ? null : new Set(row.ownChannels === 'chosen' ? row.channelIds : []),
  };
}

const msOf = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** What a campaign's bids are made for. */
export function strategyOf({ bidStrategy, bid, maxBid, goalCpc, goalVcr }: CampaignRow): BidStrategy {
  const maxBidCpm = maxBid === null ? 2 * cpm(bid) : cpm(maxBid);
  if (bidStrategy === 'cpc' && goalCpc !== null) return { kind: 'cpc', goal: cpm(goalCpc), maxBidCpm };
  if (bidStrategy === 'vcr') return { kind: 'vcr', goal: Math.round(goalVcr * 100), maxBidCpm };
  return { kind: 'flat' };
}

function dealsOf(row: CampaignRow, deals: readonly DealRow[], zoneHours: number): CampaignFacts['deals'] {
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

/** Whether a campaign bids for impressions of a supplier, or of a channel. */
export function buysFrom(
  { suppliers, excludedSuppliers, channels }: Pick<CampaignFacts, 'suppliers' | 'excludedSuppliers' | 'channels'>,
  { supplierId, channelId }: SupplyPlace,
): boolean {
  if (supplierId === 0) return channels === null || channels.has(channelId);
  return !excludedSuppliers.has(supplierId) && (suppliers === null || suppliers.has(supplierId));
}
