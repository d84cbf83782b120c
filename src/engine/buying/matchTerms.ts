import { shareOf, type CampaignRow, type CreativeRow, type DealRow, type Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';
import { cpm } from '../plan/planParts.ts';
import type { Rule, WantedSets } from '../targeting/rule.ts';
import { shapesOfCampaign } from './adShapes.ts';
import { isBoughtBy, strategyOf } from './campaignFacts.ts';
import { compileMultipliers, maxCpm, timesMillionths } from './multipliers.ts';
import { anyValue, type Allowance } from './valueDimension.ts';

/** Dimensions of targetings by which campaigns are found. */
export const foundBy = ['country', 'device', 'os', 'environment'] as const;

/** What an index knows of a campaign: which requests may be for it. */
export interface MatchTerms {
  flight: Flight | null;
  /** Shapes of its ads. */
  shapes: readonly string[];
  /** The ids of its deals as requests carry them, and `openMarket` where it bids without one. */
  deals: readonly string[];
  targeted: Readonly<Record<(typeof foundBy)[number], Allowance>>;
  supplier: Allowance;
  channel: Allowance;
  /** What its bids compete with at most: a CPM in nano-USD. */
  maxBid: Nanos;
}

/** Among the ids of deals, which hold no spaces: bids without one. */
export const openMarket = ' open';

/** The parts of a campaign's terms. */
export interface MatchParts {
  row: CampaignRow;
  creatives: readonly CreativeRow[];
  deals: readonly DealRow[];
  /** What `targetedBy` says of the rules of its advertiser and its own. */
  targeted: MatchTerms['targeted'];
  zoneHours: number;
}

/** What an index is to know of a campaign. */
export function matchTerms({ row, creatives, deals, targeted, zoneHours }: MatchParts): MatchTerms {
  const dealIds = deals.filter((deal) => isBoughtBy(deal, row.advertiserId)).map(({ dealId }) => dealId);
  return {
    flight: flightOf(row.startDate, row.endDate, zoneHours),
    shapes: shapesOfCampaign(row, creatives),
    deals: [...(row.isOpenMarket ? [openMarket] : []), ...new Set(dealIds)],
    targeted,
    supplier: supplierAllowance(row),
    channel: channelAllowance(row),
    maxBid: maxBidOf(row),
  };
}

/** Of campaigns without targetings. */
export const untargeted: MatchTerms['targeted'] = {
  country: anyValue,
  device: anyValue,
  os: anyValue,
  environment: anyValue,
};

/** What rules ask of the dimensions by which campaigns are found. */
export function targetedBy(rules: readonly Rule[]): MatchTerms['targeted'] {
  if (rules.length === 0) return untargeted;
  const setsOf = (dimension: (typeof foundBy)[number]) =>
    rules.flatMap(({ reason, wants }) => (wants && reason === `targeting_${dimension}` ? wants : []));
  return {
    country: allowanceOf(setsOf('country')),
    device: allowanceOf(setsOf('device')),
    os: allowanceOf(setsOf('os')),
    environment: allowanceOf(setsOf('environment')),
  };
}

/** What passes several rules of one dimension. */
function allowanceOf(all: readonly WantedSets[]): Allowance {
  if (all.length === 0) return anyValue;
  const excluded = new Set(all.flatMap(({ outside }) => [...(outside ?? [])]));
  const wanted = all.flatMap(({ inside }) => inside ?? []);
  const isUnknownAllowed = all.every(({ isUnknownAllowed: isUnknownIn }) => isUnknownIn);
  const [first] = wanted;
  if (first === undefined) return { isUnknownAllowed, areOthersAllowed: true, named: [...excluded] };
  const named = [...first].filter((value) => !excluded.has(value) && wanted.every((inside) => inside.has(value)));
  return { isUnknownAllowed, areOthersAllowed: false, named };
}

function supplierAllowance({ supplierIds, excludedSupplierIds }: CampaignRow): Allowance {
  if (supplierIds.length === 0) return idsAllowance(true, excludedSupplierIds);
  return idsAllowance(
    false,
    supplierIds.filter((id) => !excludedSupplierIds.includes(id)),
  );
}

function channelAllowance({ ownChannels, channelIds }: CampaignRow): Allowance {
  if (ownChannels === 'all') return anyValue;
  return idsAllowance(false, ownChannels === 'chosen' ? channelIds : []);
}

/** Requests always tell whose they are. */
function idsAllowance(areOthersAllowed: boolean, ids: readonly number[]): Allowance {
  if (areOthersAllowed && ids.length === 0) return anyValue;
  return { isUnknownAllowed: false, areOthersAllowed, named: ids.map(String) };
}

/** The most that a campaign's bids may be worth. */
function maxBidOf(row: CampaignRow): Nanos {
  const strategy = strategyOf(row);
  let most = strategy.kind === 'flat' ? cpm(row.bid) : Math.max(cpm(row.bid), strategy.maxBidCpm);
  for (const bid of Object.values(row.dealBids)) most = Math.max(most, cpm(bid));
  for (const { factors } of compileMultipliers(row.multipliers)) {
    const factor = Math.max(...factors.values());
    if (factor > 1_000_000) most = Math.min(maxCpm, timesMillionths(most, factor));
  }
  return row.margin === 0 ? most : shareOf(most, 10_000 - Math.round(row.margin * 100));
}
