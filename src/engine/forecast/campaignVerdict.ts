import type { CandidateReason, SupplyReason, TraceBody, TraceCandidate } from '#model/index.ts';
import { campaignsId } from '../plan/buyer.ts';
import { campaignsOf } from '../buying/campaignsOf.ts';
import { ownBids, type OwnBid } from '../buying/ownBids.ts';
import { candidateOf, type ChannelPlan } from '../plan/plan.ts';
import { tracedCampaignOutcomes } from '../replay/tracedCampaignOutcomes.ts';
import { planOf, planOfSupplier } from '../snapshot/snapshot.ts';
import { tracedBidsSetting, type EvaluationContext, type TracedRequest } from './tracedBidsSetting.ts';

/** The result of a campaign at a traced request. */
export type CampaignVerdict =
  /** The request ended before campaigns were called. */
  | { kind: 'not_requested'; reason: SupplyReason | CandidateReason }
  /** The campaign does not bid. */
  | { kind: 'no_bid'; reason: CandidateReason }
  | { kind: 'bids'; bid: OwnBid }
  /** The trace does not contain what was offered. */
  | { kind: 'unknown' };

/**
 * Evaluates a campaign of the context's configuration at a traced request, with the code that serving uses: its bid, or why
 * it would not bid. Frequency caps and budgets are ignored. `now`: the time at which flights are checked; absent = that
 * of the request.
 */
export function campaignVerdict(
  campaign: { id: number; demandId: number },
  request: TracedRequest,
  context: EvaluationContext,
  now: number = request.at,
): CampaignVerdict {
  const reason = reasonNotRequested(request);
  if (reason !== null) return { kind: 'not_requested', reason };
  const plan = planFor(request, context);
  const bidsSetting = plan && tracedBidsSetting(request, plan, context, now);
  if (!bidsSetting) return { kind: 'unknown' };
  const index = campaignsOf(context.snapshot, campaign.demandId);
  const { bids, outcomes } = ownBids(index, { ...bidsSetting, watched: [campaign.id] });
  const bid = bids.find(({ campaignId }) => campaignId === campaign.id);
  if (bid) return { kind: 'bids', bid };
  const outcome = outcomes.find(({ campaignId }) => campaignId === campaign.id);
  return outcome?.reason ? { kind: 'no_bid', reason: outcome.reason } : { kind: 'unknown' };
}

/** The plan of the request's supplier or channel, in the environment of the request. */
export function planFor(
  { supplySource, environment }: TracedRequest,
  { snapshot }: EvaluationContext,
): ChannelPlan | undefined {
  if (supplySource.supplierId === 0) return planOf(snapshot, supplySource.channelId);
  const plan = planOfSupplier(snapshot, supplySource.supplierId);
  return plan && { ...plan, environment };
}

/** The reason why campaigns were not called for a request; null where they were. */
function reasonNotRequested({ body, reason }: TracedRequest): SupplyReason | CandidateReason | null {
  const { auction } = body;
  if (!auction) return (reason ?? 'no_candidates') as SupplyReason;
  if (auction.calls.some(({ kind, tagIds }) => kind === 'bids' && tagIds.includes(campaignsId))) return null;
  return ownCandidate(body)?.reason ?? 'tier_not_reached';
}

/** The recorded outcome of a campaign; null where it was not evaluated or not recorded. */
export function loggedOutcome(campaignId: number, { body }: TracedRequest): { reason: CandidateReason | null } | null {
  const outcome = tracedCampaignOutcomes(body)?.find((each) => each.campaignId === campaignId);
  if (!outcome) return null;
  if (outcome.reason !== null) return { reason: outcome.reason };
  const own = ownCandidate(body);
  // The trace's candidate stands for all own campaigns, with the outcome of the best bid.
  return { reason: own?.campaignId === campaignId ? own.reason : 'outbid' };
}

function ownCandidate({ candidates }: TraceBody): TraceCandidate | undefined {
  return candidates.find((each) => candidateOf(each) === campaignsId);
}
