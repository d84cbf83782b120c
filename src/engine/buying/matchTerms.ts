import { shareOf, type CampaignRow, type CreativeRow, type DealRow, type Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';
import { cpm } from '../plan/planParts.ts';
import type { Rule, WantedSets } from '../targeting/rule.ts';
import { shapesOfCampaign } from './adShapes.ts';
import { isBoughtBy, strategyOf } from './compileCampaign.ts';
import { compileMultipliers, maxCpm, timesMillionths } from './multipliers.ts';
import { anyValue, type Allowance } from './valueDimension.ts';

/** Targeting dimensions that the index covers. */
export const foundBy = ['country', 'device', 'os', 'environment'] as const;

/** The terms of a campaign in the index: which requests it may match. */
export interface MatchTerms {
  flight: Flight | null;
  /** Shapes of its ads (`shapesOfCampaign`). */
  shapes: readonly string[];
  /** Its deal IDs as in requests, and `openMarket` when it also bids without a deal. */
  deals: readonly string[];
  targeted: Readonly<Record<(typeof foundBy)[number], Allowance>>;
  supplier: Allowance;
  channel: Allowance;
  /** The maximum of its bids after its margin, as a CPM in nano-USD. */
  maxBid: Nanos;
}

/** Stands for bids without a deal among deal IDs, which contain no spaces. */
export const openMarket = ' open';

/** The inputs of `matchTerms`. */
export interface MatchParts {
  row: CampaignRow;
  creatives: readonly CreativeRow[];
  deals: readonly DealRow[];
  /** The result of `targetedBy` for the rules of its advertiser and its own. */
  targeted: MatchTerms['targeted'];
  zoneHours: number;
}

/** Compiles the terms of a campaign. */
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

/** The allowances of campaigns without targetings. */
export const untargeted: MatchTerms['targeted'] = {
  country: anyValue,
  device: anyValue,
  os: anyValue,
  environment: anyValue,
};

/** The allowances of the indexed dimensions under targeting rules. */
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

/** The values that pass all rules of one dimension. */
function allowanceOf(all: readonly WantedSets[]): Allowance {
  if (all.length === 0) return anyValue;
  const excluded = new Set(all.flatMap(({ outside }) => [...(outside ?? [])]));
  const wanted = all.flatMap(({ inside }) => inside ?? []);
  const isUnknownAllowed = all.every(({ isUnknownAllowed }) => isUnknownAllowed);
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

/** Requests always name their supplier or channel. */
function idsAllowance(areOthersAllowed: boolean, ids: readonly number[]): Allowance {
  if (areOthersAllowed && ids.length === 0) return anyValue;
  return { isUnknownAllowed: false, areOthersAllowed, named: ids.map(String) };
}

/** The highest bid that a campaign can make, after its margin. */
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
