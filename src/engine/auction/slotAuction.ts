import type { CandidateReason } from '#model/index.ts';
import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { creativeReason } from '../targeting/creativeRules.ts';
import { readVastResponse, type VastResponse } from './vastResponse.ts';
import { callOrder } from './callOrder.ts';
import { chainErrorCodes, type ChainFailure } from './callFailure.ts';
import { clearingCpm, endAuction, outcomeOf, endTier, winnerValues } from './endAuction.ts';
import { rejectContender } from './rejectContender.ts';
import { validateBids, rejectedMarkup } from './validateBids.ts';
import { filterTiers } from './filterTiers.ts';
import { lostBid } from './lostBid.ts';
import type { PodAd } from './pod.ts';
import { closePodTier, endPod } from './podDecision.ts';
import { bestBids, uncappedBids, dropCappedCampaigns } from './shownCampaigns.ts';
import { canBeatBest, findBest, isSettled, offerOf, recordOffer } from './ranking.ts';
import { applyVastResponse, type NextHop } from './applyVastResponse.ts';
import type {
  AuctionInput,
  AuctionSetting,
  AuctionState,
  Contender,
  ContenderStatus,
  Effect,
  CallResult,
  Step,
  ValidBid,
} from './types.ts';

const waiting: ContenderStatus = { kind: 'waiting' };

/** Maximum bids per bidder considered for one pod. */
const maxBids = 30;

/**
 * Starts the auction of one imp at `now`. Check the plan's gate first. Its call ids follow `firstCallId`; `taken` are
 * ads sold by other imps of its pod.
 */
export function startAuction(
  setting: AuctionSetting,
  now: number,
  firstCallId = 0,
  taken: readonly PodAd[] = [],
): Step {
  const { plan, pod: terms } = setting;
  const outcomes = [...plan.ineligible];
  const tiers = filterTiers(setting, now, outcomes);
  const state: AuctionState = {
    setting,
    deadline: now + plan.timeoutMs,
    tiers,
    tierIndex: -1,
    positions: null,
    contenders: [],
    best: null,
    pod: terms && { terms, taken, sold: [], placed: [] },
    shown: [],
    outcomes,
    lost: [],
    lastCallId: firstCallId,
  };
  if (tiers.length === 0) {
    return endAuction(state, [], { kind: 'unfilled', reason: 'no_candidates', outcomes, lossNotices: [] });
  }
  return advance(state, now, []);
}

/** Applies an input. Responses to calls that have ended change nothing. */
export function stepAuction(before: AuctionState, input: AuctionInput): Step {
  const contenders = before.contenders.map(({ candidate, status }): Contender => ({ candidate, status }));
  const bestIndex = before.best ? before.contenders.indexOf(before.best.contender) : -1;
  const bestOne = contenders[bestIndex];
  const state: AuctionState = {
    ...before,
    contenders,
    best: before.best && bestOne ? { ...before.best, contender: bestOne } : null,
    outcomes: [...before.outcomes],
    lost: [...before.lost],
  };
  const effects: Effect[] = [];
  if (input.kind === 'sold_elsewhere') {
    if (state.pod) state.pod = { ...state.pod, taken: input.ads };
    dropCappedCampaigns(state, input.shown, effects);
  }
  if (state.pod) findBest(state);
  if (input.now >= state.deadline) return endAtDeadline(state, effects);
  for (const contender of contenders) {
    const { status } = contender;
    if (status.kind !== 'calling' && status.kind !== 'requesting') continue;
    if (status.deadline <= input.now) {
      effects.push({ kind: 'cancel', callId: status.callId });
      failContender(state, contender, 'timeout', effects);
    } else if (input.kind === 'reply' && input.callId === status.callId) {
      handleReply(state, contender, input.reply, input.now, effects);
    }
  }
  return advance(state, input.now, effects);
}

/** Advances the auction as far as possible without waiting. */
function advance(state: AuctionState, now: number, effects: Effect[]): Step {
  for (;;) {
    considerUncalled(state, now, effects);
    dropBeaten(state, effects);
    startCalls(state, now, effects);
    fetchMarkup(state, now, effects);
    const at = nextDeadline(state.contenders);
    if (at !== null) {
      effects.push({ kind: 'wake', at });
      return { state, effects, decision: null };
    }
    if (isSettled(state)) return conclude(state, effects, 'tier_not_reached');
    if (state.pod) closePodTier(state, 'tier_not_reached');
    else for (const contender of state.contenders) state.outcomes.push(outcomeOf(contender, 'tier_not_reached'));
    state.tierIndex += 1;
    const tier = state.tiers[state.tierIndex];
    if (!tier) {
      state.contenders = [];
      if (state.pod) return endPod(state, effects, 'tier_not_reached');
      return endAuction(state, effects, {
        kind: 'unfilled',
        reason: 'no_answer',
        outcomes: state.outcomes,
        lossNotices: [],
      });
    }
    const { candidates, positions } = callOrder(tier, state.setting.seed);
    state.positions = positions;
    state.contenders = candidates.map((candidate) => ({ candidate, status: waiting }));
  }
}

/** Ends the auction in the current tier. `uncalledReason` is the reason of candidates that were not called. */
function conclude(state: AuctionState, effects: Effect[], uncalledReason: CandidateReason): Step {
  return state.pod ? endPod(state, effects, uncalledReason) : endTier(state, effects, uncalledReason);
}

/** The earliest deadline of the running calls; null when none is running. */
function nextDeadline(contenders: readonly Contender[]): number | null {
  let next: number | null = null;
  for (const { status } of contenders) {
    if (status.kind !== 'calling' && status.kind !== 'requesting') continue;
    if (next === null || status.deadline < next) next = status.deadline;
  }
  return next;
}

/** Whether a running call could still bring a better offer than the best so far. */
function isBetterCallRunning(state: AuctionState): boolean {
  return state.contenders.some((contender) => {
    const { kind } = contender.status;
    return (kind === 'calling' || kind === 'requesting') && canBeatBest(state, contender);
  });
}

/** Considers candidates that need no call: tags for the player to wrap, and stored ads. */
function considerUncalled(state: AuctionState, now: number, effects: Effect[]): void {
  for (const contender of state.contenders) {
    const { tag } = contender.candidate;
    if (contender.status.kind !== 'waiting' || tag.bidder) continue;
    if ((tag.source === 'url' && tag.handling === 'unwrap') || !canBeatBest(state, contender)) continue;
    if (tag.source === 'url') {
      // Only the player will see the creative: it has no ID that an allow list could contain.
      const refused = creativeReason(contender.candidate.creativeRules, []);
      if (refused) contender.status = { kind: 'out', reason: refused, wasSent: false };
      else applyVastResponse(state, contender, { kind: 'tag' });
      continue;
    }
    const response = state.setting.readStored(tag);
    if (adsFor(state, contender, response).length > 1) {
      contender.status = callingStatus(Math.min(now + tag.timeoutMs, state.deadline), null);
      handleAds(state, contender, response, effects);
      continue;
    }
    if (response.kind === 'wrapper') continue;
    const failure = applyVastResponse(state, contender, response);
    if (failure?.kind === 'failure') failContender(state, contender, failure.reason, effects, failure);
  }
}

/**
 * Cancels calls that cannot win any more, unless a leading offer has no markup yet: then another may have to replace
 * it.
 */
function dropBeaten(state: AuctionState, effects: Effect[]): void {
  if (state.pod ? state.pod.placed.some(isWithoutMarkup) : !state.best?.ad) return;
  for (const contender of state.contenders) {
    const { status } = contender;
    if ((status.kind !== 'calling' && status.kind !== 'requesting') || canBeatBest(state, contender)) continue;
    effects.push({ kind: 'cancel', callId: status.callId });
    rejectContender(state, contender, 'outbid');
  }
}

/** Calls all bidders of the tier at once, and as many ad tags as the channel allows in parallel. */
function startCalls(state: AuctionState, now: number, effects: Effect[]): void {
  const { plan, readStored } = state.setting;
  let running = 0;
  for (const { status, candidate } of state.contenders) {
    if (status.kind === 'calling' && !candidate.tag.bidder) running += 1;
  }
  for (const contender of state.contenders) {
    const { tag } = contender.candidate;
    if (contender.status.kind !== 'waiting' || (!tag.bidder && running >= plan.parallelCalls)) continue;
    if (!canBeatBest(state, contender)) continue;
    const stored = !tag.bidder && tag.source === 'stored' ? readStored(tag) : null;
    if (stored && stored.kind !== 'wrapper') continue;
    const rejection = state.setting.refuseCall?.(contender.candidate);
    if (rejection) {
      contender.status = { kind: 'out', reason: rejection, wasSent: false };
      continue;
    }
    const deadline = Math.min(now + tag.timeoutMs, state.deadline);
    if (tag.bidder) {
      requestBids(state, contender, deadline, effects);
      continue;
    }
    const wrappers = stored ? [stored.ad] : [];
    const url = stored ? stored.ad.vastAdTagUri : tag.url;
    startCall(state, contender, { url, urls: [], wrappers, bid: null, deadline }, effects);
    running += 1;
  }
}

function requestBids(state: AuctionState, contender: Contender, deadline: number, effects: Effect[]): void {
  state.lastCallId += 1;
  const callId = state.lastCallId;
  contender.status = { kind: 'requesting', callId, deadline };
  effects.push({ kind: 'request_bids', callId, candidate: contender.candidate, deadline });
}

function startCall(state: AuctionState, contender: Contender, chain: Omit<NextHop, 'kind'>, effects: Effect[]): void {
  const { url, urls, wrappers, bid, deadline } = chain;
  const { candidate } = contender;
  state.lastCallId += 1;
  const callId = state.lastCallId;
  contender.status = { kind: 'calling', callId, deadline, urls: [...urls, url], wrappers, bid };
  effects.push({ kind: 'call', callId, candidate, url, hop: wrappers.length, deadline });
}

/** Fetches the markup of leading bids that deliver it with the win notice (2.5), once no better offer can arrive. */
function fetchMarkup(state: AuctionState, now: number, effects: Effect[]): void {
  const { best, pod } = state;
  if (pod ? !pod.placed.some(isWithoutMarkup) : !best || best.ad) return;
  if (isBetterCallRunning(state)) return;
  const leading = pod ? pod.placed.filter(isWithoutMarkup) : best ? [best.contender] : [];
  for (const contender of leading) {
    const bid = contender.status.kind === 'usable' ? contender.status.offer.bid : null;
    if (!bid?.bid.nurl) continue;
    const notifiedCpm = clearingCpm(state, contender, bid);
    const values = winnerValues(state, contender, bid, notifiedCpm);
    const deadline = Math.min(now + contender.candidate.tag.timeoutMs, state.deadline);
    const url = fillAuctionMacros(bid.bid.nurl, values);
    startCall(state, contender, { url, urls: [], wrappers: [], bid: { ...bid, notifiedCpm }, deadline }, effects);
  }
  findBest(state);
}

function isWithoutMarkup({ status }: Contender): boolean {
  return status.kind === 'usable' && status.offer.ad === null;
}

function handleReply(
  state: AuctionState,
  contender: Contender,
  reply: CallResult,
  now: number,
  effects: Effect[],
): void {
  const { status } = contender;
  if (!reply.ok) return failContender(state, contender, reply.reason, effects);
  if (status.kind === 'requesting') {
    if ('bids' in reply) handleBids(state, contender, reply, now, effects);
    return;
  }
  if (status.kind !== 'calling' || !('text' in reply)) return;
  const { bid, wrappers } = status;
  if (bid && bid.bid.adm === undefined && wrappers.length === 0) {
    const refused = rejectedMarkup(state, contender.candidate, bid, reply.text);
    if (refused) return failContender(state, contender, refused, effects);
    if (bid.mediaType !== 'video' && bid.mediaType !== 'audio') {
      const ad = { kind: 'markup', mediaType: bid.mediaType, markup: reply.text } as const;
      return recordOffer(state, contender, offerOf(contender, bid, ad));
    }
  }
  handleVast(state, contender, reply.text, effects);
}

/** Handles the VAST response of a tag, a wrapper's next hop or a win notice. */
function handleVast(state: AuctionState, contender: Contender, text: string, effects: Effect[]): void {
  handleAds(state, contender, (state.setting.readText ?? readVastResponse)(text), effects);
}

/**
 * Applies every ad of a response that there is room for: the first for the contender, the others as further contenders.
 */
function handleAds(state: AuctionState, contender: Contender, response: VastResponse, effects: Effect[]): void {
  const ads = adsFor(state, contender, response);
  const parts = ads.map((_, index) => (index === 0 ? contender : addContender(state, contender)));
  ads.forEach((ad, index) => {
    const part = parts[index] ?? contender;
    const outcome = applyVastResponse(state, part, ad);
    if (outcome?.kind === 'next') startCall(state, part, outcome, effects);
    else if (outcome) failContender(state, part, outcome.reason, effects, outcome);
  });
}

/** The ads of a response that may be shown: all ads of a pod, unless a bid or a wrapper allows only one. */
function adsFor({ pod }: AuctionState, { status }: Contender, vast: VastResponse): readonly VastResponse[] {
  if (!pod || pod.terms.slots === 1 || !('pod' in vast) || !vast.pod) return [vast];
  if (status.kind !== 'calling') return vast.pod;
  const isForOne = status.bid !== null || status.wrappers.some(({ allowMultipleAds }) => !allowMultipleAds);
  return isForOne ? [vast] : vast.pod;
}

/** Adds a contender of the same candidate with the same status. */
function addContender(state: AuctionState, { candidate, status }: Contender): Contender {
  const part = { candidate, status };
  state.contenders.push(part);
  return part;
}

/** The status of a contender with markup to read without a call. */
function callingStatus(deadline: number, bid: ValidBid | null): ContenderStatus {
  return { kind: 'calling', callId: 0, deadline, urls: [], wrappers: [], bid };
}

/** Applies the bids of one bidder for this imp; each valid bid becomes a contender. */
function handleBids(
  state: AuctionState,
  contender: Contender,
  received: Extract<CallResult, { bids: unknown }>,
  now: number,
  effects: Effect[],
): void {
  const { candidate } = contender;
  const { valid, refused, reason } = validateBids(state, candidate, received);
  state.lost.push(...refused);
  const left = uncappedBids(state, valid);
  const [best] = left;
  if (!best) return rejectContender(state, contender, valid.length > 0 ? 'frequency' : (reason ?? 'empty'));
  const offered = state.pod ? left.slice(0, maxBids) : bestBids(left);
  for (const bid of left.slice(offered.length)) {
    state.lost.push(lostBid(bid, bid.currency, best.deal && !bid.deal ? 'outbid_by_deal' : 'outbid'));
  }
  const parts = offered.map((_, index) => (index === 0 ? contender : addContender(state, contender)));
  offered.forEach((bid, index) => handleBid(state, parts[index] ?? contender, bid, now, effects));
}

function handleBid(state: AuctionState, contender: Contender, bid: ValidBid, now: number, effects: Effect[]): void {
  const { adm } = bid.bid;
  if (adm === undefined) return recordOffer(state, contender, offerOf(contender, bid, null));
  if (bid.mediaType !== 'video' && bid.mediaType !== 'audio') {
    const ad = { kind: 'markup', mediaType: bid.mediaType, markup: adm } as const;
    return recordOffer(state, contender, offerOf(contender, bid, ad));
  }
  // The bid's VAST is read as the first response of a chain.
  contender.status = callingStatus(Math.min(now + contender.candidate.tag.timeoutMs, state.deadline), bid);
  handleVast(state, contender, adm, effects);
}

/** Drops a contender and reports the error to its wrapper chain. */
function failContender(
  state: AuctionState,
  contender: Contender,
  reason: ChainFailure | CandidateReason,
  effects: Effect[],
  of: { code?: number; errors?: readonly string[] } = {},
): void {
  const { status } = contender;
  if (status.kind === 'calling') {
    const urls = [...status.wrappers.flatMap((wrapper) => wrapper.errors), ...(of.errors ?? [])];
    const code = of.code ?? (reason in chainErrorCodes ? chainErrorCodes[reason as ChainFailure] : 900);
    if (urls.length > 0) effects.push({ kind: 'report', urls, code });
  }
  rejectContender(state, contender, reason);
}

/** Ends the auction at the channel's deadline: the best offer so far wins. */
function endAtDeadline(state: AuctionState, effects: Effect[]): Step {
  if (state.best && !state.best.ad) {
    rejectContender(state, state.best.contender, 'no_markup');
    findBest(state);
  }
  for (const contender of state.contenders) {
    const { status } = contender;
    if (status.kind === 'calling' || status.kind === 'requesting') {
      effects.push({ kind: 'cancel', callId: status.callId });
      failContender(state, contender, 'timeout', effects);
    } else if (status.kind === 'waiting' && canBeatBest(state, contender)) {
      contender.status = { kind: 'out', reason: 'deadline', wasSent: false };
    } else if (status.kind === 'usable' && !status.offer.ad) {
      rejectContender(state, contender, 'no_markup');
    }
  }
  findBest(state);
  return conclude(state, effects, isSettled(state) ? 'tier_not_reached' : 'deadline');
}
