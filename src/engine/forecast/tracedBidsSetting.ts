import { isInvalid, type Environment } from '#model/index.ts';
import { campaignsId } from '../plan/buyer.ts';
import { floorFor } from '../auction/ranking.ts';
import type { Offered } from '../auction/types.ts';
import type { AdPerformanceAt } from '../buying/createAdPerformance.ts';
import { creativeMarkup } from '../buying/markup/creativeMarkup.ts';
import type { OwnBidsSetting } from '../buying/ownBidsSetting.ts';
import type { SupplySource } from '../buying/supplySource.ts';
import type { Candidate, ChannelPlan } from '../plan/plan.ts';
import { ratesOf } from '../snapshot/rates.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import type { Locate } from '../targeting/ipLocation.ts';
import type { PastRequest } from '../whatif/types.ts';
import { traitsOf } from '../whatif/replayRequest.ts';

/** A traced request for which campaigns may have been called. */
export interface TracedRequest extends PastRequest {
  supplySource: SupplySource;
  environment: Environment;
  /** The app's bundle, else the site's host; empty = unknown. */
  inventory: string;
}

/** Inputs of an evaluation that traces do not contain. */
export interface EvaluationContext {
  /** The account's configuration: the suppliers and channels, and the campaign. */
  snapshot: Snapshot;
  locate: Locate;
  adPerformance: AdPerformanceAt;
}

/** Media are not fetched, and no macros about the viewer are filled. */
const markupContext = { mediaUrl: 'https://media.invalid', registry: '', fill: (text: string) => text };

/**
 * The inputs of own campaigns for a traced request, with frequency caps and budgets ignored: traces contain neither how
 * often a viewer had seen a campaign nor the budgets. null where campaigns are no candidate, or the trace does not
 * contain what was offered. `now`: the time at which flights are checked, in milliseconds since the epoch.
 */
export function tracedBidsSetting(
  request: TracedRequest,
  plan: ChannelPlan,
  { snapshot, locate, adPerformance }: EvaluationContext,
  now: number,
): OwnBidsSetting | null {
  const { auction } = request.body;
  const candidate = campaignsIn(plan);
  if (!auction?.offered || !candidate) return null;
  const { request: bidRequest, imp } = auction.offered as unknown as Offered;
  return {
    supplySource: request.supplySource,
    imp,
    request: bidRequest,
    traits: traitsOf(request, plan, locate),
    floor: floorFor(auction, candidate),
    costTerms: plan.costTerms,
    isPrivate: auction.isPrivate,
    slots: auction.pod?.slots ?? 1,
    areDealsFirst: plan.areDealsFirst,
    isInvalid: isInvalid(request.ivt),
    rates: ratesOf(snapshot),
    creativeRules: candidate.creativeRules,
    quality: plan.quality,
    cutoffs: plan.cutoffs,
    seat: plan.supplier?.seat ?? '',
    now,
    seed: auction.seed,
    adsLeft: () => Infinity,
    others: 0,
    mayBid: () => 'ok',
    recordsOutcomes: true,
    adPerformance: adPerformance(request.inventory),
    fits: ({ row }, offered) => offered.native === undefined || creativeMarkup(row, offered, markupContext) !== null,
    markup: ({ row }, _campaign, offered) => creativeMarkup(row, offered, markupContext) ?? '',
  };
}

function campaignsIn({ tiers }: ChannelPlan): Candidate | undefined {
  for (const { candidates } of tiers) {
    const found = candidates.find(({ tag }) => tag.id === campaignsId);
    if (found) return found;
  }
  return undefined;
}
