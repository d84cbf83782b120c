import type { CandidateReason } from '#model/index.ts';
import { creativeReason } from '../targeting/creativeRules.ts';
import { applyVastResponse } from './applyVastResponse.ts';
import { callOrder } from './callOrder.ts';
import { adsFor, failCall, handleAds, handleCallResult } from './callResults.ts';
import { callingStatus, failContender, isUnread, isWithoutMarkup, startCall } from './contenders.ts';
import { endAuction, endTier, outcomeOf } from './endAuction.ts';
import { filterTiers } from './filterTiers.ts';
import { obtainMarkup, readRivals } from './leadingMarkup.ts';
import type { PodAd } from './pod.ts';
import { closePodTier, endPod } from './podDecision.ts';
import { canBeatBest, findBest, isSettled } from './ranking.ts';
import { rejectContender } from './rejectContender.ts';
import { dropCappedCampaigns } from './shownCampaigns.ts';
import type { AuctionInput, AuctionSetting, AuctionState, Contender, ContenderStatus, Effect, Step } from './types.ts';
import { isReplaceable } from './vastResponse.ts';

const waiting: ContenderStatus = { kind: 'waiting' };

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
    reported: null,
  };
  if (tiers.length === 0) {
    return endAuction(state, [], { kind: 'unfilled', reason: 'no_candidates', outcomes, lossNotices: [] });
  }
  return advance(state, now, []);
}

/** Applies an input. Responses to calls that have ended change nothing. */
export function stepAuction(state: AuctionState, input: AuctionInput): Step {
  const effects: Effect[] = [];
  if (input.kind === 'sold_elsewhere') {
    if (state.pod) state.pod = { ...state.pod, taken: input.ads };
    dropCappedCampaigns(state, input.shown, effects);
    if (state.pod) findBest(state);
  }
  if (input.now >= state.deadline) return endAtDeadline(state, input.now, effects);
  for (const contender of state.contenders) {
    const { status } = contender;
    if (status.kind !== 'calling' && status.kind !== 'requesting') continue;
    if (status.deadline <= input.now) {
      effects.push({ kind: 'cancel', callId: status.callId });
      failCall(state, contender, 'timeout', input.now, effects);
    } else if (input.kind === 'reply' && input.callId === status.callId) {
      handleCallResult(state, contender, input.reply, input.now, effects);
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
    if (obtainMarkup(state, now, effects)) continue;
    const at = nextDeadline(state.contenders);
    if (at !== null) {
      effects.push({ kind: 'wake', at });
      return { state, effects, decision: null };
    }
    if (readRivals(state, now, effects)) continue;
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
      else {
        const unfit = applyVastResponse(state, contender, { kind: 'tag' });
        if (unfit?.kind === 'failure') contender.status = { kind: 'out', reason: unfit.reason, wasSent: false };
      }
      continue;
    }
    const response = state.setting.readStored(tag);
    const hasSubstitutes = response.kind === 'inline' && response.others !== undefined;
    if (hasSubstitutes || adsFor(state, contender, response).length > 1) {
      contender.status = callingStatus(Math.min(now + tag.timeoutMs, state.deadline), null);
      handleAds(state, contender, response, now, effects);
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
    const others = stored && isReplaceable(stored) ? stored.others : undefined;
    const fallbacks = (others ?? []).map((ad) => ({ ad, wrappers: [] }));
    startCall(state, contender, { url, urls: [], wrappers, fallbacks, bid: null, deadline }, effects);
    running += 1;
  }
}

function requestBids(state: AuctionState, contender: Contender, deadline: number, effects: Effect[]): void {
  state.lastCallId += 1;
  const callId = state.lastCallId;
  contender.status = { kind: 'requesting', callId, deadline };
  effects.push({ kind: 'request_bids', callId, candidate: contender.candidate, deadline });
}

/** Ends the auction at the channel's deadline: the best offer so far wins. */
function endAtDeadline(state: AuctionState, now: number, effects: Effect[]): Step {
  for (const contender of state.contenders) {
    const { status } = contender;
    if (status.kind !== 'calling' && status.kind !== 'requesting') continue;
    effects.push({ kind: 'cancel', callId: status.callId });
    failContender(state, contender, 'timeout', effects);
  }
  while (obtainMarkup(state, now, effects) || readRivals(state, now, effects)) findBest(state);
  for (const contender of state.contenders) {
    if (contender.status.kind === 'waiting' && canBeatBest(state, contender)) {
      contender.status = { kind: 'out', reason: 'deadline', wasSent: false };
    } else if (isWithoutMarkup(contender) && !isUnread(contender)) rejectContender(state, contender, 'no_markup');
  }
  findBest(state);
  return conclude(state, effects, isSettled(state) ? 'tier_not_reached' : 'deadline');
}
