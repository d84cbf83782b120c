import type { CandidateReason } from '#model/index.ts';
import type { BidLoss } from '#standards/openrtb/lossCodes.ts';
import { fate, type Fate } from '../plan/plan.ts';
import { end, outcomeOf, outcomesOf, noticesOfLost, saleOf, uncalledOutcome } from './decide.ts';
import { lostBid } from './lostBid.ts';
import { withBid } from './ownBid.ts';
import { inPlayingOrder, type PodMisfit } from './pod.ts';
import { arrangePod } from './standing.ts';
import type { AuctionState, Contender, Effect, PodState, Step } from './types.ts';

/** What bidders are told of bids that kept every rule and had no place. */
const lossOfMisfit: Record<PodMisfit, BidLoss> = {
  outbid: 'outbid',
  frequency: 'pod_full',
  pod_duration: 'pod_full',
  pod_slot: 'pod_full',
  pod_creative: 'pod_duplicate',
  pod_advertiser: 'pod_duplicate',
  pod_category: 'pod_category',
};

/** Ends a tier of a pod: what has a place is sold, and every candidate has its fate. */
export function closePodTier(state: AuctionState, unasked: CandidateReason): void {
  const { pod } = state;
  if (!pod) return;
  const { placed, misfits } = arrangePod(state);
  const sold = placed.flatMap((contender): PodState['sold'][number][] => {
    const { status } = contender;
    if (status.kind !== 'usable' || !status.offer.ad || !status.offer.about) return [];
    const { ad, bid, cpm, about } = status.offer;
    return [{ ...saleOf(state, contender, { cpm, ad, bid }), about }];
  });
  state.fates.push(
    ...outcomesOf(state.contenders, (contender) => outcomeInPod(contender, unasked, misfits.get(contender))),
  );
  const isDealSold = placed.some(({ status }) => status.kind === 'usable' && status.offer.bid?.deal);
  for (const [{ status }, misfit] of misfits) {
    const bid = status.kind === 'usable' ? status.offer.bid : null;
    if (!bid) continue;
    const isLostToDeal = misfit === 'outbid' && isDealSold && !bid.deal;
    state.lost.push(lostBid(bid, bid.currency, isLostToDeal ? 'outbid_by_deal' : lossOfMisfit[misfit]));
  }
  state.contenders = [];
  state.pod = { ...pod, sold: [...pod.sold, ...sold], placed: [] };
}

function outcomeInPod(contender: Contender, unasked: CandidateReason, misfit: PodMisfit | undefined): Fate {
  if (contender.status.kind !== 'usable') return outcomeOf(contender, unasked);
  const { candidate, status } = contender;
  return withBid(fate(candidate, misfit ?? null, true, true), status.offer.bid);
}

/** Ends the auction of a pod. `unasked` is the reason of whoever was not asked. */
export function finishPod(state: AuctionState, effects: Effect[], unasked: CandidateReason): Step {
  closePodTier(state, 'tier_not_reached');
  const { fates, pod } = state;
  for (const tier of state.tiers.slice(state.tierIndex + 1)) {
    for (const candidate of tier.candidates) fates.push(uncalledOutcome(candidate, unasked));
  }
  const [first, ...further] = inPlayingOrder(pod?.sold ?? []);
  if (!first) return end(state, effects, { kind: 'unfilled', reason: 'no_answer', fates, lossNotices: [] });
  const cheapest = Math.min(first.cpm, ...further.map(({ cpm }) => cpm));
  const lossNotices = noticesOfLost(state, cheapest, false);
  return end(state, effects, { kind: 'filled', ...first, further, fates, lossNotices });
}
