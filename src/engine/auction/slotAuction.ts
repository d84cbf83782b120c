import type { CandidateReason, Nanos } from '#model/index.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { mergeChain } from '#standards/vast/mergeChain.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';
import { readAnswer, type Answer } from './answer.ts';
import { chainErrorCodes, type CallFailure, type ChainFailure } from './callFailure.ts';
import { drawLot } from './draw.ts';
import { narrowTiers } from './narrowTiers.ts';
import { fate, type Candidate, type ChannelPlan, type Fate, type TagFacts, type Tier } from './plan.ts';
import { cpmFromPricing } from './pricing.ts';
import { refusedCreative } from './targeting/creativeRules.ts';
import type { RequestTraits } from './targeting/requestTraits.ts';

/** Wrappers that a chain may have before its inline ad (VAST 4.3, standards 1.4). */
export const MAX_WRAPPERS = 5;

/** What an auction asks of its surroundings. Times are milliseconds since the epoch. */
export type Effect =
  /** Fetch a URL template for a candidate; `hop` counts the wrappers before it. Reply until the deadline. */
  | { kind: 'call'; callId: number; candidate: Candidate; url: string; hop: number; deadline: number }
  /** The reply to a call is of no use any more. */
  | { kind: 'cancel'; callId: number }
  /** Tell every Error URL of a chain a VAST error code. */
  | { kind: 'report'; urls: readonly string[]; code: number }
  /** Send the clock at this time unless something happens before. */
  | { kind: 'wake'; at: number };

/** What happens to an auction. */
export type AuctionInput =
  | {
      kind: 'reply';
      now: number;
      callId: number;
      reply: { ok: true; text: string } | { ok: false; reason: CallFailure };
    }
  | { kind: 'clock'; now: number };

/**
 * The ad that won: a tag's stored ad as it is, an ad merged from a chain of `depth` wrappers, or a tag for the player to
 * wrap.
 */
export type WinningAd = { kind: 'stored' } | { kind: 'merged'; ad: InlineAd; depth: number } | { kind: 'wrapper' };

/** The end of an auction. Every candidate of the plan has exactly one fate. `cpm` is in nano-USD. */
export type Decision =
  | { kind: 'filled'; winner: Candidate; cpm: Nanos; ad: WinningAd; fates: Fate[] }
  | { kind: 'unfilled'; reason: 'no_candidates' | 'no_answer'; fates: Fate[] };

/** A step's result: carry out the effects, then wait for an input unless there is a decision. */
export interface Step {
  state: AuctionState;
  effects: Effect[];
  decision: Decision | null;
}

/** What an auction runs on. */
export interface AuctionSetting {
  plan: ChannelPlan;
  /** A 32-bit integer that decides every draw. */
  seed: number;
  /** Reads the VAST stored with a tag; give a memoised one. */
  readStored: (tag: TagFacts) => Answer;
  /** The texts by which lists may name the creative of the ad stored with a tag; give a memoised one. */
  storedCreative: (tag: TagFacts) => readonly string[];
  /** What the request tells; read only where something depends on it. */
  traits: RequestTraits;
}

interface Offer {
  cpm: Nanos;
  ad: WinningAd;
}

type SlotStatus =
  | { kind: 'waiting' }
  | { kind: 'calling'; callId: number; deadline: number; urls: readonly string[]; wrappers: readonly WrapperAd[] }
  | { kind: 'usable'; offer: Offer }
  | { kind: 'out'; reason: CandidateReason; wasSent: boolean };

const waiting: SlotStatus = { kind: 'waiting' };

interface Slot {
  readonly candidate: Candidate;
  status: SlotStatus;
}

/** An auction between two inputs; plain data, never changed by a step. */
export interface AuctionState {
  readonly setting: AuctionSetting;
  readonly deadline: number;
  /** The plan's, without candidates that are not eligible for this request. */
  readonly tiers: readonly Tier[];
  tierIndex: number;
  /** The tier in play, in the order of calling. */
  slots: Slot[];
  best: (Offer & { slot: Slot }) | null;
  /** Fates of finished tiers. */
  fates: Fate[];
  lastCallId: number;
}

/** Starts the auction of one request at `now`. Check the plan's gate first. */
export function startAuction(setting: AuctionSetting, now: number): Step {
  const { plan } = setting;
  const fates = [...plan.ineligible];
  const tiers = narrowTiers(setting, now, fates);
  const state: AuctionState = {
    setting,
    deadline: now + plan.timeoutMs,
    tiers,
    tierIndex: -1,
    slots: [],
    best: null,
    fates,
    lastCallId: 0,
  };
  if (tiers.length === 0) return end(state, { kind: 'unfilled', reason: 'no_candidates', fates }, []);
  return advance(state, now, []);
}

/** Takes an input. Replies to calls that are over change nothing. */
export function stepAuction(before: AuctionState, input: AuctionInput): Step {
  const slots = before.slots.map((slot) => ({ ...slot }));
  const bestIndex = before.best ? before.slots.indexOf(before.best.slot) : -1;
  const bestSlot = slots[bestIndex];
  const best = before.best && bestSlot ? { ...before.best, slot: bestSlot } : null;
  const state: AuctionState = { ...before, slots, best, fates: [...before.fates] };
  const effects: Effect[] = [];
  if (input.now >= state.deadline) return runOut(state, effects);
  for (const slot of slots) {
    const { status } = slot;
    if (status.kind !== 'calling') continue;
    if (status.deadline <= input.now) {
      effects.push({ kind: 'cancel', callId: status.callId });
      fail(slot, 'timeout', effects);
    } else if (input.kind === 'reply' && input.callId === status.callId) {
      if (input.reply.ok) take(state, slot, readAnswer(input.reply.text), effects);
      else fail(slot, input.reply.reason, effects);
    }
  }
  return advance(state, input.now, effects);
}

/** Goes on as far as is possible without waiting. */
function advance(state: AuctionState, now: number, effects: Effect[]): Step {
  for (;;) {
    considerFree(state, effects);
    dropBeaten(state, effects);
    startCalls(state, now, effects);
    const at = nextDeadline(state.slots);
    if (at !== null) {
      effects.push({ kind: 'wake', at });
      return { state, effects, decision: null };
    }
    if (state.best) return finish(state, effects, 'tier_not_reached');
    for (const slot of state.slots) state.fates.push(fateOf(slot, 'tier_not_reached'));
    state.tierIndex += 1;
    const tier = state.tiers[state.tierIndex];
    if (!tier) {
      state.slots = [];
      return end(state, { kind: 'unfilled', reason: 'no_answer', fates: state.fates }, effects);
    }
    state.slots = (tier.hasTies ? inOrderOfDraw(state, tier.candidates) : tier.candidates).map((candidate) => ({
      candidate,
      status: waiting,
    }));
  }
}

/** The deadline of the call that runs out first; null when none is running. */
function nextDeadline(slots: readonly Slot[]): number | null {
  let next: number | null = null;
  for (const { status } of slots) {
    if (status.kind === 'calling' && (next === null || status.deadline < next)) next = status.deadline;
  }
  return next;
}

/** Candidates by rate, equal rates by lot. */
function inOrderOfDraw(state: AuctionState, candidates: readonly Candidate[]): Candidate[] {
  const drawn = candidates.map((candidate) => ({ candidate, lot: lotOf(state, candidate) }));
  drawn.sort((a, b) => b.candidate.tag.rate - a.candidate.tag.rate || a.lot - b.lot);
  return drawn.map(({ candidate }) => candidate);
}

function lotOf(state: AuctionState, { tag, weight }: Candidate): number {
  return drawLot(state.setting.seed, tag.id, weight);
}

/** Considers what needs no call: tags for the player to wrap, and stored ads. */
function considerFree(state: AuctionState, effects: Effect[]): void {
  for (const slot of state.slots) {
    const { tag } = slot.candidate;
    if (slot.status.kind !== 'waiting' || (tag.source === 'url' && tag.handling === 'unwrap')) continue;
    if (!canBeatBest(state, slot)) continue;
    if (tag.source === 'url') {
      // The player alone will see the creative: it has no name that an allow list could have.
      const refused = refusedCreative(slot.candidate.creativeRules, []);
      if (refused) slot.status = { kind: 'out', reason: refused, wasSent: false };
      else bid(state, slot, { cpm: tag.rate, ad: { kind: 'wrapper' } });
      continue;
    }
    const answer = state.setting.readStored(tag);
    if (answer.kind !== 'wrapper') take(state, slot, answer, effects);
  }
}

/** Whether a slot that has not offered yet could still win the tier. */
function canBeatBest(state: AuctionState, slot: Slot): boolean {
  const { best } = state;
  if (!best) return true;
  const { tag } = slot.candidate;
  const isPriceOpen = tag.rateModel === 'dynamic' && !(tag.source === 'url' && tag.handling === 'wrap');
  return isPriceOpen || beats(state, slot.candidate, tag.rate);
}

/** Whether a candidate at a price wins against the best so far. */
function beats(state: AuctionState, candidate: Candidate, cpm: Nanos): boolean {
  const { best } = state;
  if (!best || cpm !== best.cpm) return !best || cpm > best.cpm;
  return lotOf(state, candidate) < lotOf(state, best.slot.candidate);
}

/** Gives up calls whose answer cannot win any more. */
function dropBeaten(state: AuctionState, effects: Effect[]): void {
  for (const slot of state.slots) {
    if (slot.status.kind !== 'calling' || canBeatBest(state, slot)) continue;
    effects.push({ kind: 'cancel', callId: slot.status.callId });
    slot.status = { kind: 'out', reason: 'outbid', wasSent: true };
  }
}

function startCalls(state: AuctionState, now: number, effects: Effect[]): void {
  let running = 0;
  for (const slot of state.slots) if (slot.status.kind === 'calling') running += 1;
  for (const slot of state.slots) {
    if (running >= state.setting.plan.parallelCalls) return;
    if (slot.status.kind !== 'waiting' || !canBeatBest(state, slot)) continue;
    const { tag } = slot.candidate;
    const deadline = Math.min(now + tag.timeoutMs, state.deadline);
    if (tag.source === 'url') {
      call(state, slot, { url: tag.url, urls: [], wrappers: [], deadline }, effects);
    } else {
      const answer = state.setting.readStored(tag);
      if (answer.kind !== 'wrapper') continue;
      call(state, slot, { url: answer.ad.vastAdTagUri, urls: [], wrappers: [answer.ad], deadline }, effects);
    }
    running += 1;
  }
}

function call(
  state: AuctionState,
  slot: Slot,
  chain: { url: string; urls: readonly string[]; wrappers: readonly WrapperAd[]; deadline: number },
  effects: Effect[],
): void {
  const { url, wrappers, deadline } = chain;
  state.lastCallId += 1;
  const callId = state.lastCallId;
  slot.status = { kind: 'calling', callId, deadline, urls: [...chain.urls, url], wrappers };
  effects.push({ kind: 'call', callId, candidate: slot.candidate, url, hop: wrappers.length, deadline });
}

/** Takes what a candidate's call or stored markup answered. */
function take(state: AuctionState, slot: Slot, answer: Answer, effects: Effect[]): void {
  const chain = slot.status.kind === 'calling' ? slot.status : null;
  const wrappers = chain?.wrappers ?? [];
  switch (answer.kind) {
    case 'invalid':
      return fail(slot, 'invalid_xml', effects, { code: answer.errorCode });
    case 'empty':
      return fail(slot, 'empty', effects, { errors: answer.errors });
    case 'wrapper': {
      // A wrapper that forbids further ones makes this response count as no ad.
      if (wrappers.some((wrapper) => !wrapper.followAdditionalWrappers)) return fail(slot, 'empty', effects);
      const { vastAdTagUri: url, errors } = answer.ad;
      if (!chain || wrappers.length >= MAX_WRAPPERS || chain.urls.includes(url)) {
        return fail(slot, 'wrapper_limit', effects, { errors });
      }
      const { urls, deadline } = chain;
      return call(state, slot, { url, urls, wrappers: [...wrappers, answer.ad], deadline }, effects);
    }
    case 'inline': {
      if (!answer.isPlayable) return fail(slot, 'no_media', effects, { errors: answer.ad.errors });
      const { tag, creativeRules } = slot.candidate;
      if (creativeRules.length > 0) {
        const ids = chain ? creativeIdentity(answer.ad).ids : state.setting.storedCreative(tag);
        const refused = refusedCreative(creativeRules, ids);
        if (refused) {
          slot.status = { kind: 'out', reason: refused, wasSent: true };
          return;
        }
      }
      const pricing = [...wrappers, answer.ad].find((hop) => hop.pricing)?.pricing;
      const cpm = (tag.rateModel === 'dynamic' ? cpmFromPricing(pricing) : null) ?? tag.rate;
      const ad: WinningAd = chain
        ? { kind: 'merged', ad: mergeChain(wrappers, answer.ad), depth: wrappers.length }
        : { kind: 'stored' };
      bid(state, slot, { cpm, ad });
    }
  }
}

function bid(state: AuctionState, slot: Slot, offer: Offer): void {
  if (offer.cpm < slot.candidate.floor) {
    slot.status = { kind: 'out', reason: 'below_floor', wasSent: true };
    return;
  }
  slot.status = { kind: 'usable', offer };
  if (beats(state, slot.candidate, offer.cpm)) state.best = { ...offer, slot };
}

/** Takes a candidate out, and tells the chain that was followed for it. */
function fail(
  slot: Slot,
  reason: ChainFailure,
  effects: Effect[],
  of: { code?: number; errors?: readonly string[] } = {},
): void {
  if (slot.status.kind === 'calling') {
    const urls = [...slot.status.wrappers.flatMap((wrapper) => wrapper.errors), ...(of.errors ?? [])];
    if (urls.length > 0) effects.push({ kind: 'report', urls, code: of.code ?? chainErrorCodes[reason] });
  }
  slot.status = { kind: 'out', reason, wasSent: true };
}

/** Ends the auction at the channel's deadline: the best so far wins. */
function runOut(state: AuctionState, effects: Effect[]): Step {
  for (const slot of state.slots) {
    if (slot.status.kind === 'calling') {
      effects.push({ kind: 'cancel', callId: slot.status.callId });
      fail(slot, 'timeout', effects);
    } else if (slot.status.kind === 'waiting' && canBeatBest(state, slot)) {
      slot.status = { kind: 'out', reason: 'deadline', wasSent: false };
    }
  }
  return finish(state, effects, state.best ? 'tier_not_reached' : 'deadline');
}

/** Ends the auction in the tier in play. `unasked` is the reason of whoever was not asked. */
function finish(state: AuctionState, effects: Effect[], unasked: CandidateReason): Step {
  const { best, fates } = state;
  for (const slot of state.slots) fates.push(fateOf(slot, 'tier_not_reached', slot === best?.slot));
  for (const tier of state.tiers.slice(state.tierIndex + 1)) {
    for (const candidate of tier.candidates) fates.push(unaskedFate(candidate, unasked));
  }
  const decision: Decision = best
    ? { kind: 'filled', winner: best.slot.candidate, cpm: best.cpm, ad: best.ad, fates }
    : { kind: 'unfilled', reason: 'no_answer', fates };
  return end(state, decision, effects);
}

function end(state: AuctionState, decision: Decision, effects: Effect[]): Step {
  return { state, effects, decision };
}

/** The fate of a slot in a tier that is over. */
function fateOf({ candidate, status }: Slot, unasked: CandidateReason, hasWon = false): Fate {
  switch (status.kind) {
    case 'usable':
      return fate(candidate, hasWon ? null : 'outbid', true, true);
    case 'out':
      return fate(candidate, status.reason, status.wasSent, false);
    case 'calling':
      return fate(candidate, 'timeout', true, false);
    case 'waiting':
      break;
  }
  return unaskedFate(candidate, unasked);
}

function unaskedFate(candidate: Candidate, reason: CandidateReason): Fate {
  return reason === 'tier_not_reached' ? candidate.unasked : fate(candidate, reason, false, false);
}
