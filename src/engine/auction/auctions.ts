import {
  readBidResponse,
  type ParsedBidResponse,
  type DroppedBid,
  type ReceivedBids,
} from '#standards/openrtb/bid/readBidResponse.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { CallFailure } from './callFailure.ts';
import { responseLimits } from './responseLimits.ts';
import { impIdsFor } from './composeBidRequest.ts';
import { bidderName } from './composePrebidRequest.ts';
import { lostBid } from './lostBid.ts';
import type { PodAd, PodTerms } from './pod.ts';
import { shownCampaigns } from './shownCampaigns.ts';
import { startAuction, stepAuction } from './slotAuction.ts';
import type {
  AuctionInput,
  AuctionSetting,
  AuctionState,
  Decision,
  Effect,
  LostBid,
  CallResult,
  SeatedBid,
  Step,
} from './types.ts';
import type { ImpRequest } from './impRequest.ts';

/** The side effects that the auctions of a request need: those of a single auction, with bids requested together. */
export type RequestEffect =
  | Exclude<Effect, { kind: 'request_bids' }>
  /** Send one bid request: to one tag, or to all partners behind the Prebid Server. Respond by the latest deadline. */
  | { kind: 'bids'; impRequests: readonly ImpRequest[] };

/** The result of a bid request: the text of a response, a response of our own that needs no parsing, or a failure. */
export type BidsResult =
  | { ok: true; text: string }
  | { ok: true; response: ReceivedBids }
  | { ok: false; reason: CallFailure };

/** An input to the auctions of a request. */
export type RequestInput =
  | Exclude<AuctionInput, { kind: 'sold_elsewhere' }>
  | { kind: 'bids'; now: number; impRequests: readonly ImpRequest[]; reply: BidsResult };

interface SlotState {
  state: AuctionState;
  decision: Decision | null;
  /** When it needs the clock, in milliseconds since the epoch; Infinity once it is decided. */
  wakeAt: number;
  /** The own campaigns near a frequency cap whose ads it sold. */
  shown: readonly number[];
}

/**
 * The state of a request's auctions between two inputs, one per imp. Plain data that belongs to its auctions: a step
 * changes it in place, so only the state that the last step returned may be passed to the next. Settings and inputs are
 * never changed.
 */
export interface RequestState {
  readonly slots: SlotState[];
}

/** The result of a step: perform the effects, then wait for the next input unless there are decisions, one per imp. */
export interface RequestStep {
  state: RequestState;
  effects: RequestEffect[];
  decisions: Decision[] | null;
}

/** The number of call ids reserved for each imp. */
const callIdsOfSlot = 65_536;

/** The index of the imp that a call belongs to, among those of its request. */
export function slotOfCall(callId: number): number {
  return Math.floor(callId / callIdsOfSlot);
}

/** The id that a call would have in an auction of its imp alone. */
export function callIdInSlot(callId: number): number {
  return callId % callIdsOfSlot;
}

/**
 * Starts the auctions of a request at `now`. The imps run in parallel, and each bidder gets one request for all of
 * them.
 */
export function startAuctions(settings: readonly AuctionSetting[], now: number): RequestStep {
  const slots: SlotState[] = [];
  const effects: Effect[][] = [];
  settings.forEach((setting, slot) => {
    const step = startAuction(setting, now, slot * callIdsOfSlot, soldBeside(slots, slot, setting.pod));
    slots.push(slotAfter(step));
    effects.push(step.effects);
  });
  notifyOthers(slots, effects, now);
  return settle(slots, effects);
}

/** Applies an input. Responses to calls that have ended change nothing. */
export function stepAuctions({ slots }: RequestState, input: RequestInput): RequestStep {
  const repliesOf = input.kind === 'bids' ? repliesBySlot(slots, input) : null;
  const effects: Effect[][] = [];
  for (const index of slots.keys()) {
    const inputs = repliesOf ? (repliesOf.get(index) ?? []) : isFor(input, index) ? [input as AuctionInput] : [];
    if (inputs.length === 0) continue;
    notifyOthers(slots, effects, input.now);
    for (const each of inputs) {
      const slot = slots[index];
      if (!slot || slot.decision) break;
      take(slots, effects, index, stepAuction(slot.state, each));
    }
  }
  notifyOthers(slots, effects, input.now);
  return settle(slots, effects);
}

/** Stores the result of one auction's step in the states and effects of all. */
function take(slots: SlotState[], effects: Effect[][], index: number, step: Step): void {
  slots[index] = slotAfter(step);
  (effects[index] ??= []).push(...step.effects);
}

/**
 * Notifies auctions of ads sold by other imps since the last notification: those of their pod, and those near a
 * frequency cap.
 */
function notifyOthers(slots: SlotState[], effects: Effect[][], now: number): void {
  if (slots.length === 1) return;
  for (let hasNews = true; hasNews;) {
    hasNews = false;
    for (const [index, { state, decision }] of slots.entries()) {
      const { pod } = state;
      if (decision || (!pod && slots.every((each) => each.shown.length === 0))) continue;
      const ads = soldBeside(slots, index, pod && pod.terms);
      const shown = shownBeside(slots, index);
      if (ads.length === (pod?.taken.length ?? 0) && shown.length === state.shown.length) continue;
      take(slots, effects, index, stepAuction(state, { kind: 'sold_elsewhere', now, ads, shown }));
      hasNews = true;
    }
  }
}

/** The ads sold by the other imps of a pod, in all tiers so far. */
function soldBeside(slots: readonly SlotState[], own: number, terms: PodTerms | null): PodAd[] {
  if (!terms) return [];
  return slots.flatMap(({ state: { pod } }, index) =>
    index === own || pod?.terms.podId !== terms.podId ? [] : pod.sold.map(({ podAd }) => podAd),
  );
}

/** The own campaigns near a frequency cap whose ads the other imps of the request sold. */
function shownBeside(slots: readonly SlotState[], own: number): readonly number[] {
  return slots.flatMap(({ shown }, index) => (index === own ? [] : shown));
}

function slotAfter({ state, effects, decision }: Step): SlotState {
  let wakeAt = Infinity;
  if (!decision) for (const effect of effects) if (effect.kind === 'wake') wakeAt = effect.at;
  return { state, decision, wakeAt, shown: shownCampaigns(state, decision) };
}

function isFor(input: RequestInput, slot: number): boolean {
  return input.kind === 'clock' || (input.kind === 'reply' && slotOfCall(input.callId) === slot);
}

function settle(slots: SlotState[], effectsOfSlots: readonly Effect[][]): RequestStep {
  const effects: RequestEffect[] = [];
  const impRequests: ImpRequest[] = [];
  effectsOfSlots.forEach((own, slot) => {
    for (const effect of own) {
      if (effect.kind === 'request_bids') {
        const { callId, candidate, deadline } = effect;
        impRequests.push({ callId, slot, candidate, deadline });
      } else if (effect.kind !== 'wake') effects.push(effect);
    }
  });
  for (const group of groupsOf(impRequests)) effects.push({ kind: 'bids', impRequests: group });
  let at = Infinity;
  const decisions: Decision[] = [];
  for (const { wakeAt, decision } of slots) {
    at = Math.min(at, wakeAt);
    if (decision) decisions.push(decision);
  }
  if (at !== Infinity) effects.push({ kind: 'wake', at });
  return { state: { slots }, effects, decisions: decisions.length === slots.length ? decisions : null };
}

/** Groups imp requests into bid requests: one per tag, and one for all partners behind the Prebid Server. */
function groupsOf(impRequests: readonly ImpRequest[]): ImpRequest[][] {
  const groups = new Map<number | 'prebid', ImpRequest[]>();
  for (const impRequest of impRequests) {
    const { tag } = impRequest.candidate;
    const key = tag.bidder?.prebid ? 'prebid' : tag.id;
    const group = groups.get(key);
    if (group) group.push(impRequest);
    else groups.set(key, [impRequest]);
  }
  return [...groups.values()];
}

const noBids: ParsedBidResponse = { kind: 'no_bid', nbr: null };

/** The result of each imp request that a bid response covers, by the index of the imp. */
function repliesBySlot(
  slots: readonly SlotState[],
  { now, impRequests, reply }: Extract<RequestInput, { kind: 'bids' }>,
): Map<number, AuctionInput[]> {
  const replyTo = reply.ok ? repliesTo(slots, impRequests, readReply(slots, impRequests, reply)) : () => reply;
  const replies = new Map<number, AuctionInput[]>();
  for (const impRequest of impRequests) {
    const input: AuctionInput = { kind: 'reply', now, callId: impRequest.callId, reply: replyTo(impRequest) };
    const known = replies.get(impRequest.slot);
    if (known) known.push(input);
    else replies.set(impRequest.slot, [input]);
  }
  return replies;
}

function readReply(
  slots: readonly SlotState[],
  impRequests: readonly ImpRequest[],
  reply: Extract<BidsResult, { ok: true }>,
): ParsedBidResponse {
  if ('response' in reply) return { kind: 'bids', response: reply.response, droppedBids: [] };
  const settingOf = (slot: number) => slots[slot]?.state.setting;
  const setting = impRequests[0] && settingOf(impRequests[0].slot);
  if (!setting) return noBids;
  return readBidResponse(reply.text, setting.offered().request.id, responseLimits(impRequests, settingOf).bids);
}

/** The part of a response that belongs to one imp request. */
interface ReplyShare {
  bids: SeatedBid[];
  broken: LostBid[];
}

/** A bidder that a response covers. A Prebid Server's response covers several. */
interface RespondingBidder {
  /** The seat of its bids; null where every seat counts as its own. */
  name: string | null;
  /** Its imp requests, by the id of the imp that they offered. */
  requestByImpId: Map<string, ImpRequest>;
  /** Receives bids for imps that were not offered. */
  first: ImpRequest;
}

/** Splits a response by imp request. */
function repliesTo(
  slots: readonly SlotState[],
  impRequests: readonly ImpRequest[],
  read: ParsedBidResponse,
): (impRequest: ImpRequest) => Exclude<CallResult, { text: unknown }> {
  if (read.kind !== 'bids') {
    return () => ({ ok: false, reason: read.kind === 'invalid' ? 'invalid_bid' : 'empty' });
  }
  const { cur: currency, bidid, seatbid } = read.response;
  const bidders = biddersOf(slots, impRequests);
  const shares = new Map(
    impRequests.map((impRequest): [ImpRequest, ReplyShare] => [impRequest, { bids: [], broken: [] }]),
  );
  const sharesOf = (seat: string | undefined, impId = ''): ReplyShare[] => {
    const found: ReplyShare[] = [];
    for (const { name, requestByImpId, first } of bidders) {
      const share = name === null || name === seat ? shares.get(requestByImpId.get(impId) ?? first) : undefined;
      if (share) found.push(share);
    }
    return found;
  };
  const dropBid = ({ seat = '', id = '', impid = '', lurl, fault }: DroppedBid) => {
    const bid = { id, impid, ...(lurl === undefined ? {} : { lurl }) };
    const lost = lostBid({ seat, bidId: bidid ?? id, bid }, currency, fault);
    for (const { broken } of sharesOf(seat, impid)) broken.push(lost);
  };
  for (const dropped of read.droppedBids) dropBid(dropped);
  for (const { seat = '', bid: offers, group } of seatbid) {
    // All-or-nothing groups of several bids are not supported, so their bids are dropped.
    const isAllOrNothing = group === 1 && offers.length > 1;
    for (const bid of offers) {
      const { id, impid, lurl } = bid;
      if (isAllOrNothing) dropBid({ seat, id, impid, lurl, fault: 'group_fallen' });
      else for (const { bids } of sharesOf(seat, impid)) bids.push({ seat, bidId: bidid ?? id, bid });
    }
  }
  return (impRequest) => {
    const { bids = [], broken = [] } = shares.get(impRequest) ?? {};
    return bids.length + broken.length === 0 ? { ok: false, reason: 'empty' } : { ok: true, bids, broken, currency };
  };
}

function biddersOf(slots: readonly SlotState[], impRequests: readonly ImpRequest[]): RespondingBidder[] {
  const bidders = new Map<number, RespondingBidder>();
  for (const impRequest of impRequests) {
    const { tag } = impRequest.candidate;
    const setting = slots[impRequest.slot]?.state.setting;
    if (!setting || !tag.bidder) continue;
    const { requestByImpId } = getOrCreate(bidders, tag.id, () => ({
      name: tag.bidder?.prebid ? bidderName(tag) : null,
      requestByImpId: new Map<string, ImpRequest>(),
      first: impRequest,
    }));
    for (const id of impIdsFor(setting, tag.bidder)) getOrCreate(requestByImpId, id, () => impRequest);
  }
  return [...bidders.values()];
}
