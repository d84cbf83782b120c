import type { CandidateReason, Nanos } from '#model/index.ts';
import { bidFloor, hasDealFloor, hasDurationFloors } from '#standards/openrtb/request/bidFloor.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import type { Deal, MediaType } from '#standards/openrtb/types.ts';
import type { Candidate } from '../plan/plan.ts';
import { beforeMargin } from '../pricing.ts';
import { floorFor } from './ranking.ts';
import type { AuctionState } from './types.ts';

/** The parts of a bid that decide its price terms. */
interface PricedBid {
  /** The bid price, in nano-USD. */
  cpm: Nanos;
  deal: Deal | null;
  mediaType: MediaType;
  /** Seconds; null = unknown. Before its VAST is read, a bid that declares none is held to no floor by duration. */
  durationS: number | null | 'unread';
}

/**
 * The minimum that a bid must pay and the maximum that it does, as CPMs in nano-USD, or why it may not win at its
 * price.
 */
type PriceTerms = { floor: Nanos; worth: Nanos } | { reason: CandidateReason; loss: BidLoss };

/**
 * The price terms of a bid, or of an ad at a price (2.4). The floor of its deal replaces all others, but no deal sells
 * below the candidate's minimum CPM, which covers the channel's cost and margin. A deal's fixed price is paid whatever
 * is bid.
 */
export function priceTerms(
  state: Pick<AuctionState, 'setting'>,
  candidate: Candidate,
  { cpm, deal, mediaType, durationS }: PricedBid,
): PriceTerms {
  const { offered, rates } = state.setting;
  // The imp's plain floor is left out here: the setting holds it.
  const { imp } = offered();
  const { video, audio, bidfloorcur } = imp;
  const { amount, currency } =
    durationS === 'unread'
      ? bidFloor({ bidfloorcur, bidfloor: 0 }, deal, null, rates)
      : bidFloor({ video, audio, bidfloorcur, bidfloor: 0 }, deal, durationS, rates, mediaType);
  const net = amount === 0 ? 0 : convertToNanos(amount, currency, rates);
  if (net === null) return { reason: 'no_exchange_rate', loss: 'internal_error' };
  const minCpm = beforeMargin(net, candidate.marginBasisPoints);
  const isOfDeal =
    deal !== null &&
    (durationS === 'unread' ? mayNameFloor(deal) : hasDealFloor({ video, audio }, deal, durationS, mediaType));
  if (deal === null || !isOfDeal) {
    const floor = Math.max(minCpm, floorFor(state.setting, candidate));
    return cpm < floor ? { reason: 'below_floor', loss: 'below_floor' } : { floor, worth: cpm };
  }
  if (cpm < minCpm) return { reason: 'below_deal_floor', loss: 'below_deal_floor' };
  const floor = Math.max(minCpm, candidate.minCpm);
  const worth = deal.at === 3 && minCpm > 0 ? minCpm : cpm;
  return worth < floor ? { reason: 'below_floor', loss: 'below_floor' } : { floor, worth };
}

/** Whether a deal has a floor of its own, at least for some durations. */
function mayNameFloor(deal: Deal): boolean {
  return deal.bidfloor !== undefined || hasDurationFloors(deal);
}
