import type { CandidateReason, Nanos } from '#model/index.ts';
import { fillAuctionMacros, priceText, type AuctionMacroValues } from '#standards/openrtb/bid/auctionMacros.ts';
import { convertFromNanos } from '#standards/openrtb/currency.ts';
import { lossCodeOf } from '#standards/openrtb/bid/lossCodes.ts';
import { outcomeFor, type Candidate, type AuctionOutcome } from '../plan/plan.ts';
import { afterMargin, beforeMargin } from '../pricing.ts';
import { bidOf, isUnread } from './contenders.ts';
import { lostBid } from './lostBid.ts';
import { withBidDetails } from './ownBid.ts';
import type {
  AuctionState,
  Contender,
  Decision,
  Effect,
  LostBid,
  Sale,
  Step,
  ValidBid,
  WinningAd,
  WonBid,
} from './types.ts';

/**
 * The amount above the next-highest bid that the winner of a second-price auction pays: a CPM of one cent, in nano-USD.
 */
const increment: Nanos = 10_000_000;

/** Loss codes of valid bids that were outbid. */
const beatenCodes = [lossCodeOf('outbid'), lossCodeOf('outbid_by_deal')];

/**
 * The clearing CPM of a winning bid: the bid, the fixed price of its deal, or one cent above the minimum to win (2.4).
 */
export function clearingCpm(state: AuctionState, contender: Contender, bid: ValidBid): Nanos {
  if (bid.notifiedCpm !== undefined) return bid.notifiedCpm;
  if (!isSecondPrice(contender, bid)) return bid.worth;
  return Math.min(bid.cpm, minCpmToWin(state, contender, bid) + increment);
}

/** Whether other offers set the price of a bid that wins. */
export function isSecondPrice({ candidate }: Contender, { deal, notifiedCpm }: ValidBid): boolean {
  return notifiedCpm === undefined && (deal?.at ?? (candidate.tag.bidder?.isSecondPrice ? 2 : 1)) === 2;
}

/** The minimum CPM to win: the floor or the next-best offer. */
function minCpmToWin(state: AuctionState, winner: Contender, bid: ValidBid): Nanos {
  const next = nextBest(state, winner, bid);
  if (next?.status.kind !== 'usable') return bid.floor;
  return Math.max(bid.floor, beforeMargin(next.status.offer.cpm, winner.candidate.marginBasisPoints));
}

/**
 * The contender with the next-best offer below a winner's; null where there is none. Where deals go first, a deal bid
 * competes only with other deal bids.
 */
export function nextBest(
  { contenders, setting, pod }: AuctionState,
  winner: Contender,
  bid: ValidBid,
): Contender | null {
  const worth = afterMargin(bid.worth, winner.candidate.marginBasisPoints);
  const isAmongDeals = setting.plan.areDealsFirst && bid.deal !== null;
  let next: Contender | null = null;
  let highest = -Infinity;
  for (const contender of contenders) {
    const { status } = contender;
    if (contender === winner || status.kind !== 'usable' || (isAmongDeals && !status.offer.bid?.deal)) continue;
    // A bidder does not compete with its own next bid.
    if (!pod && contender.candidate === winner.candidate) continue;
    // In a pod, neither ads that win beside it nor higher-priced ads that do not fit are competition.
    if (pod && (pod.placed.includes(contender) || status.offer.cpm > worth)) continue;
    if (status.offer.cpm <= highest) continue;
    next = contender;
    highest = status.offer.cpm;
  }
  return next;
}

const none: readonly Sale[] = [];

/** Ends the auction in the current tier. `uncalledReason` is the reason of candidates that were not called. */
export function endTier(state: AuctionState, effects: Effect[], uncalledReason: CandidateReason): Step {
  const { best, outcomes } = state;
  outcomes.push(
    ...outcomesOf(state.contenders, (each) => outcomeOf(each, 'tier_not_reached', each === best?.contender)),
  );
  for (const tier of state.tiers.slice(state.tierIndex + 1)) {
    for (const candidate of tier.candidates) outcomes.push(uncalledOutcome(candidate, uncalledReason));
  }
  if (!best?.ad)
    return endAuction(state, effects, { kind: 'unfilled', reason: 'no_answer', outcomes, lossNotices: [] });
  const { contender, ad, bid } = best;
  const { winner, cpm, net, won } = saleOf(state, contender, { cpm: best.cpm, ad, bid });
  const lossNotices = noticesOfLost(state, cpm, bid?.deal != null);
  return endAuction(state, effects, {
    kind: 'filled',
    winner,
    cpm,
    net,
    ad,
    won,
    further: none,
    outcomes,
    lossNotices,
  });
}

/** The sale of a winning offer. */
export function saleOf(
  state: AuctionState,
  contender: Contender,
  { cpm: offered, ad, bid }: { cpm: Nanos; ad: WinningAd; bid: ValidBid | null },
): Sale {
  const winner = contender.candidate;
  if (!bid) return { winner, cpm: offered, net: offered, ad, won: null };
  const paid = clearingCpm(state, contender, bid);
  const won = wonBid(bid, winnerValues(state, contender, bid, paid));
  // A campaign subtracts its own margin before it bids.
  const cpm = bid.own?.charged ?? paid;
  return { winner, cpm, net: afterMargin(paid, winner.marginBasisPoints), ad, won };
}

/** Ends an auction with a decision. Lost bids are notified even when there is no winner. */
export function endAuction(state: AuctionState, effects: Effect[], decision: Decision): Step {
  if (decision.kind === 'unfilled' && state.lost.length > 0) {
    return { state, effects, decision: { ...decision, lossNotices: noticesOfLost(state, 0, false) } };
  }
  return { state, effects, decision };
}

/** The outcomes of candidates. Of several ads of one candidate, the one that got furthest decides. */
export function outcomesOf(
  contenders: readonly Contender[],
  outcomeOfOne: (contender: Contender) => AuctionOutcome,
): Iterable<AuctionOutcome> {
  const outcomes = new Map<Candidate, AuctionOutcome>();
  for (const contender of contenders) {
    outcomes.set(contender.candidate, betterOutcome(outcomes.get(contender.candidate), outcomeOfOne(contender)));
  }
  return outcomes.values();
}

function betterOutcome(known: AuctionOutcome | undefined, other: AuctionOutcome): AuctionOutcome {
  if (!known) return other;
  if (known.reason === null || other.reason === null) return known.reason === null ? known : other;
  return other.hasAnswered && !known.hasAnswered ? other : known;
}

/** The outcome of a contender with an offer. */
export function offerOutcome(contender: Contender, reason: CandidateReason | null): AuctionOutcome {
  const outcome = withBidDetails(outcomeFor(contender.candidate, reason, true, true), bidOf(contender));
  return isUnread(contender) ? { ...outcome, isUnread: true } : outcome;
}

/** The outcome of a contender in a tier that has ended. */
export function outcomeOf(contender: Contender, uncalledReason: CandidateReason, hasWon = false): AuctionOutcome {
  const { candidate, status } = contender;
  switch (status.kind) {
    case 'usable':
      return offerOutcome(contender, hasWon ? null : 'outbid');
    case 'out':
      return outcomeFor(candidate, status.reason, status.wasSent, false);
    case 'requesting':
    case 'calling':
      return outcomeFor(candidate, 'timeout', true, false);
    case 'waiting':
      break;
  }
  return uncalledOutcome(candidate, uncalledReason);
}

/** The outcome of a candidate that was not called. */
export function uncalledOutcome(candidate: Candidate, reason: CandidateReason): AuctionOutcome {
  return reason === 'tier_not_reached' ? candidate.defaultOutcome : outcomeFor(candidate, reason, false, false);
}

function wonBid(bid: ValidBid, values: AuctionMacroValues): WonBid {
  const { nurl, burl, adm } = bid.bid;
  // Where the markup came with the win notice, the notice has already been sent.
  const win = nurl && adm !== undefined ? fillAuctionMacros(nurl, values) : null;
  return { bid, values, win, bill: burl ? fillAuctionMacros(burl, values) : null };
}

/** The values of OpenRTB 2.5's auction macros for the winner. */
export function winnerValues(state: AuctionState, contender: Contender, bid: ValidBid, cpm: Nanos): AuctionMacroValues {
  return bidValues(state, bid, {
    price: cpm === bid.cpm ? priceText(Math.round(bid.bid.price * 1_000_000_000)) : priceIn(state, cpm, bid.currency),
    mbr: bid.cpm === 0 ? '' : String(Math.round((cpm / bid.cpm) * 10_000) / 10_000),
    loss: '0',
    minToWin: priceIn(state, minCpmToWin(state, contender, bid), bid.currency),
  });
}

/**
 * The loss notice URLs, with their macros filled, when the winner pays `cpm`. `isDeal`: the winner bid under a deal.
 */
export function noticesOfLost(state: AuctionState, cpm: Nanos, isDeal: boolean): string[] {
  const lost = state.lost.filter(({ bid }) => bid.lurl);
  for (const contender of state.contenders) {
    const { status } = contender;
    const bid = status.kind === 'usable' ? status.offer.bid : null;
    if (!bid?.bid.lurl || contender === state.best?.contender) continue;
    lost.push(lostBid(bid, bid.currency, isDeal && !bid.deal ? 'outbid_by_deal' : 'outbid'));
  }
  return lost.map((each) => {
    const isBeaten = beatenCodes.includes(each.lossCode);
    const minToWin = isBeaten && cpm > 0 ? priceIn(state, cpm, each.currency) : '';
    const values = bidValues(state, each, { price: '', mbr: '', loss: String(each.lossCode), minToWin });
    return fillAuctionMacros(each.bid.lurl ?? '', values);
  });
}

function bidValues(
  { setting }: AuctionState,
  { bid, bidId, seat, currency }: Pick<LostBid, 'bid' | 'bidId' | 'seat' | 'currency'>,
  { price, mbr, loss, minToWin }: Pick<AuctionMacroValues, 'price' | 'mbr' | 'loss' | 'minToWin'>,
): AuctionMacroValues {
  const { id } = setting.offered().request;
  return { id, bidId, impId: bid.impid, seatId: seat, adId: bid.adid ?? '', currency, price, mbr, loss, minToWin };
}

function priceIn({ setting }: AuctionState, cpm: Nanos, currency: string): string {
  const units = convertFromNanos(cpm, currency, setting.rates);
  return units === null ? '' : priceText(units);
}
