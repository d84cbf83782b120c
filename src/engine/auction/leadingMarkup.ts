import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { handleAds, readMarkup, readVast } from './callResults.ts';
import { bidOf, callingStatus, isWithoutMarkup, startCall } from './contenders.ts';
import { clearingCpm, isSecondPrice, nextBest, winnerValues } from './endAuction.ts';
import { canBeatBest, findBest } from './ranking.ts';
import { rejectContender } from './rejectContender.ts';
import type { AuctionState, Contender, Effect, ValidBid } from './types.ts';

/**
 * Reads the markup of leading bids, or fetches it where it comes with the win notice (2.5), once no better offer can
 * arrive. Bids that never lead are not read. Returns whether anything changed.
 */
export function obtainMarkup(state: AuctionState, now: number, effects: Effect[]): boolean {
  let hasChanged = false;
  while (!isBetterCallRunning(state)) {
    const leading = leadingWithoutMarkup(state);
    if (leading.length === 0) break;
    for (const contender of leading) obtain(state, contender, now, effects);
    findBest(state);
    hasChanged = true;
  }
  return hasChanged;
}

function obtain(state: AuctionState, contender: Contender, now: number, effects: Effect[]): void {
  const bid = bidOf(contender);
  if (bid?.bid.adm !== undefined) return readMarkup(state, contender, now, effects);
  const deadline = Math.min(now + contender.candidate.tag.timeoutMs, state.deadline);
  if (!bid?.bid.nurl || deadline <= now) return rejectContender(state, contender, 'no_markup');
  readRival(state, contender, bid, now, effects);
  const notifiedCpm = clearingCpm(state, contender, bid);
  const values = winnerValues(state, contender, bid, notifiedCpm);
  const url = fillAuctionMacros(bid.bid.nurl, values);
  startCall(
    state,
    contender,
    { url, urls: [], wrappers: [], fallbacks: [], bid: { ...bid, notifiedCpm }, deadline },
    effects,
  );
}

/**
 * Reads the bids that set the prices of second-price winners, as an unusable bid must not. Returns whether anything was
 * read.
 */
export function readRivals(state: AuctionState, now: number, effects: Effect[]): boolean {
  let hasRead = false;
  for (const contender of leadersOf(state)) {
    const bid = bidOf(contender);
    if (bid && readRival(state, contender, bid, now, effects)) hasRead = true;
  }
  return hasRead;
}

function readRival(state: AuctionState, winner: Contender, bid: ValidBid, now: number, effects: Effect[]): boolean {
  if (!isSecondPrice(winner, bid)) return false;
  let hasRead = false;
  for (;;) {
    const rival = nextBest(state, winner, bid);
    const theirs = rival && isWithoutMarkup(rival) ? bidOf(rival) : null;
    if (!rival || theirs?.bid.adm === undefined) return hasRead;
    const vast = readVast(state, rival, theirs.bid.adm);
    // The chain of a bid that does not win is not followed.
    if (vast.kind === 'wrapper' && rival.candidate.tag.handling === 'unwrap') return hasRead;
    rival.status = callingStatus(state.deadline, theirs);
    handleAds(state, rival, vast, now, effects);
    hasRead = true;
  }
}

/** Whether a running call could still bring a better offer than the best so far. */
function isBetterCallRunning(state: AuctionState): boolean {
  return state.contenders.some((contender) => {
    const { kind } = contender.status;
    return (kind === 'calling' || kind === 'requesting') && canBeatBest(state, contender);
  });
}

function leadersOf({ best, pod }: AuctionState): readonly Contender[] {
  return pod ? pod.placed : best ? [best.contender] : [];
}

function leadingWithoutMarkup(state: AuctionState): readonly Contender[] {
  return leadersOf(state).filter(isWithoutMarkup);
}
