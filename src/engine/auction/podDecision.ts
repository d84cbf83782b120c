import type { CandidateReason } from '#model/index.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import type { AuctionOutcome } from '../plan/plan.ts';
import {
  endAuction,
  offerOutcome,
  outcomeOf,
  outcomesOf,
  noticesOfLost,
  saleOf,
  uncalledOutcome,
} from './endAuction.ts';
import { lostBid } from './lostBid.ts';
import { inPlayingOrder, type PodMismatch } from './pod.ts';
import { arrangePod } from './ranking.ts';
import type { AuctionState, Contender, Effect, PodState, Step } from './types.ts';

/** The loss of valid bids that got no place in the pod. */
const lossOfMismatch: Record<PodMismatch, BidLoss> = {
  outbid: 'outbid',
  frequency: 'pod_full',
  pod_duration: 'pod_full',
  pod_slot: 'pod_full',
  pod_creative: 'pod_duplicate',
  pod_advertiser: 'pod_duplicate',
  pod_category: 'pod_category',
};

/** Ends a tier of a pod: sells the placed ads and records the outcome of every candidate. */
export function closePodTier(state: AuctionState, uncalledReason: CandidateReason): void {
  const { pod } = state;
  if (!pod) return;
  const { placed, mismatches } = arrangePod(state);
  const sold = placed.flatMap((contender): PodState['sold'][number][] => {
    const { status } = contender;
    if (status.kind !== 'usable' || !status.offer.ad || !status.offer.podAd) return [];
    const { ad, bid, cpm, podAd } = status.offer;
    return [{ ...saleOf(state, contender, { cpm, ad, bid }), podAd }];
  });
  state.outcomes.push(
    ...outcomesOf(state.contenders, (contender) => outcomeInPod(contender, uncalledReason, mismatches.get(contender))),
  );
  const isDealSold = placed.some(({ status }) => status.kind === 'usable' && status.offer.bid?.deal);
  for (const [{ status }, mismatch] of mismatches) {
    const bid = status.kind === 'usable' ? status.offer.bid : null;
    if (!bid) continue;
    const isLostToDeal = mismatch === 'outbid' && isDealSold && !bid.deal;
    state.lost.push(lostBid(bid, bid.currency, isLostToDeal ? 'outbid_by_deal' : lossOfMismatch[mismatch]));
  }
  state.contenders = [];
  state.pod = { ...pod, sold: [...pod.sold, ...sold], placed: [] };
}

function outcomeInPod(
  contender: Contender,
  uncalledReason: CandidateReason,
  mismatch: PodMismatch | undefined,
): AuctionOutcome {
  if (contender.status.kind !== 'usable') return outcomeOf(contender, uncalledReason);
  return offerOutcome(contender, mismatch ?? null);
}

/** Ends the auction of a pod. `uncalledReason` is the reason of candidates that were not called. */
export function endPod(state: AuctionState, effects: Effect[], uncalledReason: CandidateReason): Step {
  closePodTier(state, 'tier_not_reached');
  const { outcomes, pod } = state;
  for (const tier of state.tiers.slice(state.tierIndex + 1)) {
    for (const candidate of tier.candidates) outcomes.push(uncalledOutcome(candidate, uncalledReason));
  }
  const [first, ...further] = inPlayingOrder(pod?.sold ?? []);
  if (!first) return endAuction(state, effects, { kind: 'unfilled', reason: 'no_answer', outcomes, lossNotices: [] });
  const cheapest = Math.min(first.cpm, ...further.map(({ cpm }) => cpm));
  const lossNotices = noticesOfLost(state, cheapest, false);
  return endAuction(state, effects, { kind: 'filled', ...first, further, outcomes, lossNotices });
}
