import type { AdexchangeRow, DemandAccountRow, SupplierRow } from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { buildTier, accountFees } from './buildPlan.ts';
import type { Cutoffs } from '../cutoff/cutoffs.ts';
import type { SoldDeals } from '../buying/soldDeals.ts';
import { buyerCandidate } from './buyerCandidate.ts';
import type { ActivePixel } from './activePixel.ts';
import {
  outcomeFor,
  type Candidate,
  type ChannelPlan,
  type AuctionOutcome,
  type SupplierTerms,
  type CompiledTag,
} from './plan.ts';
import { cpm, paramsOf, timeOf } from './planParts.ts';
import { join, type Restriction } from '../targeting/restriction.ts';

/** The inputs of a supplier's plan. */
export interface SupplierPlanParts {
  supplier: SupplierRow;
  account: DemandAccountRow | undefined;
  /** The restrictions of the supplier. */
  restriction: Restriction;
  exchanges: readonly ExchangePart[];
  /** The deals that the account sells under, by ad exchange. */
  deals: SoldDeals['byAdexchange'];
  /** The account's own campaigns as a bidder. */
  campaigns: CompiledTag;
  /** Pixels of its campaigns' ads: those of the supplier and of the whole account. */
  pixels: readonly ActivePixel[];
  /** The cut-offs of the account; null if there are none. */
  cutoffs: Cutoffs | null;
}

/** An ad exchange that may be called for a supplier's requests. */
export interface ExchangePart {
  row: AdexchangeRow;
  tag: CompiledTag;
  /** The restrictions of the ad exchange. */
  restriction: Restriction;
  pixels: readonly ActivePixel[];
}

/** Maximum milliseconds for a request, even if it allows more. */
const maxTimeoutMs = 1000;

/** Builds the plan of a supplier: one auction among ad exchanges and own campaigns. */
export function buildSupplierPlan(parts: SupplierPlanParts): ChannelPlan {
  const { supplier, account } = parts;
  const candidates: Candidate[] = [campaignsCandidate(parts)];
  const ineligible: AuctionOutcome[] = [];
  for (const part of parts.exchanges) {
    const { supplierIds } = part.row;
    if (supplierIds.length > 0 && !supplierIds.includes(supplier.id)) continue;
    const candidate = exchangeCandidate(parts, part);
    if (parts.cutoffs?.has('adexchange', part.row.id)) ineligible.push(outcomeFor(candidate, 'cut_off', false, false));
    else if (part.tag.isActive) candidates.push(candidate);
    else ineligible.push(outcomeFor(candidate, 'inactive', false, false));
  }
  return {
    channelId: 0,
    supplier: termsOf(supplier),
    uid: supplier.uid,
    demandId: supplier.demandId ?? 0,
    subpublisherId: 0,
    environment: 'web',
    plcmt: null,
    gate: parts.cutoffs?.has('supplier', supplier.id) ? 'cut_off' : gateOf(supplier, account),
    cutoffs: parts.cutoffs,
    cappedUntil: 0,
    rules: parts.restriction.rules,
    zoneHours: account?.timezone ?? 0,
    params: paramsOf(account?.tagParams ?? []),
    costTerms: { model: 'share', shareBasisPoints: Math.round((100 - supplier.margin) * 100), cpm: 0 },
    ...accountFees(account),
    timeoutMs: maxTimeoutMs,
    returnLatencyMs: supplier.latencyMs,
    parallelCalls: 1,
    answerVersion: 'auto',
    qps: supplier.qps,
    checksIvt: supplier.checkIVT,
    blocksIvt: account?.blockIVT ?? false,
    isAdsTxtEnforced: supplier.isAdsTxtEnforced,
    schainMode: 'append',
    areDealsFirst: true,
    verification: null,
    quality: null,
    pod: { slots: 1, durationS: null, dedupe: { creatives: true, advertisers: false, categories: false } },
    floor: cpm(supplier.floor),
    dynamicFloors: null,
    tiers: [buildTier(1, candidates)],
    isConditional: true,
    ineligible,
  };
}

function termsOf(supplier: SupplierRow): SupplierTerms {
  return {
    id: supplier.id,
    seat: supplier.seat,
    keyDigest: supplier.keyDigest,
    isTest: supplier.mode === 'test',
    isSchainRequired: supplier.isSchainRequired,
    mediaTypes: supplier.mediaTypes as MediaType[],
    billing: supplier.billingNotice,
    isSecondPrice: supplier.auctionType === 'second',
    hasWinNotices: supplier.sendsWinNotices,
  };
}

function gateOf({ status }: SupplierRow, account: DemandAccountRow | undefined): ChannelPlan['gate'] {
  if (account?.status !== 1) return 'account_inactive';
  return status === 1 ? null : 'supplier_inactive';
}

function campaignsCandidate({ campaigns, restriction, pixels }: SupplierPlanParts): Candidate {
  return buyerCandidate(campaigns, { tier: 1, creativeRules: restriction.creatives, pixels });
}

function exchangeCandidate(parts: SupplierPlanParts, { row, tag, restriction, pixels }: ExchangePart): Candidate {
  const creativeRules = join([parts.restriction, restriction]).creatives;
  return {
    ...buyerCandidate(tag, { tier: 1, creativeRules, pixels }),
    floor: tag.floor,
    marginBasisPoints: Math.round(row.margin * 100),
    cappedUntil: timeOf(row.cappedUntil),
    qps: row.qps,
    checksIvt: row.checkIVT,
    deals: parts.deals.get(row.id) ?? [],
    rules: restriction.rules,
  };
}
