import {
  readBidResponse,
  type ParsedBidResponse,
  type DroppedBid,
  type ReceivedBids,
} from '#standards/openrtb/readBidResponse.ts';
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
  Reply,
  SeatedBid,
  Step,
} from './types.ts';
import type { ImpRequest } from './impRequest.ts';

/** What the auctions of a request ask of their surroundings: as one auction does, but bids are asked for together. */
export type RequestEffect =
  | Exclude<Effect, { kind: 'ask' }>
  /** Post one bid request: of one tag, or of all partners behind the Prebid Server. Reply until the latest deadline. */
  | { kind: 'bids'; impRequests: readonly ImpRequest[] };

/** What came of asking for bids: the text of a response, a response of our own that needs no reading, or nothing. */
export type BidsReply =
  | { ok: true; text: string }
  | { ok: true; response: ReceivedBids }
  | { ok: false; reason: CallFailure };

/** What happens to the auctions of a request. */
export type RequestInput =
  | Exclude<AuctionInput, { kind: 'taken' }>
  | { kind: 'bids'; now: number; impRequests: readonly ImpRequest[]; reply: BidsReply };

interface SlotState {
  state: AuctionState;
  decision: Decision | null;
  /** When it wants the clock; Infinity once it is decided. */
  wakeAt: number;
  /** Own campaigns near a frequency cap that it is sold with. */
  shown: readonly number[];
}

/** The auctions of a request between two inputs, one for each impression; plain data, never changed by a step. */
export interface RequestState {
  readonly slots: readonly SlotState[];
}

/** A step's result: carry out the effects, then wait for an input unless there are decisions, one for each impression. */
export interface RequestStep {
  state: RequestState;
  effects: RequestEffect[];
  decisions: Decision[] | null;
}

/** Numbers of calls that one impression has for itself. */
const callIdsOfSlot = 65_536;

/** The impression, of those of a request, that a call is for alone. */
export function slotOfCall(callId: number): number {
  return Math.floor(callId / callIdsOfSlot);
}

/** The number of a call as it would be in an auction of its impression alone. */
export function callIdInSlot(callId: number): number {
  return callId % callIdsOfSlot;
}

/** Starts the auctions of a request at `now`: the impressions run side by side, and bidders are asked once for all. */
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

/** Takes an input. Replies to calls that are over change nothing. */
export function stepAuctions({ slots }: RequestState, input: RequestInput): RequestStep {
  const repliesOf = input.kind === 'bids' ? repliesBySlot(slots, input) : null;
  const effects: Effect[][] = [];
  const after = [...slots];
  for (const index of slots.keys()) {
    const inputs = repliesOf ? (repliesOf.get(index) ?? []) : isFor(input, index) ? [input as AuctionInput] : [];
    if (inputs.length === 0) continue;
    notifyOthers(after, effects, input.now);
    for (const each of inputs) {
      const slot = after[index];
      if (!slot || slot.decision) break;
      take(after, effects, index, stepAuction(slot.state, each));
    }
  }
  notifyOthers(after, effects, input.now);
  return settle(after, effects);
}

/** Puts a step of one impression's auction into the states and effects of all. */
function take(slots: SlotState[], effects: Effect[][], index: number, step: Step): void {
  slots[index] = slotAfter(step);
  (effects[index] ??= []).push(...step.effects);
}

/** Tells auctions what other impressions, of their pod or with ads near a cap, were sold with since they were told last. */
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
      take(slots, effects, index, stepAuction(state, { kind: 'taken', now, ads, shown }));
      hasNews = true;
    }
  }
}

/** The ads that the other impressions of a pod are sold with, be it in tiers that are over. */
function soldBeside(slots: readonly SlotState[], own: number, terms: PodTerms | null): PodAd[] {
  if (!terms) return [];
  return slots.flatMap(({ state: { pod } }, index) =>
    index === own || pod?.terms.podId !== terms.podId ? [] : pod.sold.map(({ podAd }) => podAd),
  );
}

/** Own campaigns near a frequency cap that the other impressions of the request are sold with. */
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

function settle(slots: readonly SlotState[], effectsOfSlots: readonly Effect[][]): RequestStep {
  const effects: RequestEffect[] = [];
  const impRequests: ImpRequest[] = [];
  effectsOfSlots.forEach((own, slot) => {
    for (const effect of own) {
      if (effect.kind === 'ask') {
        const { callId, candidate, deadline } = effect;
        impRequests.push({ callId, slot, candidate, deadline });
      } else if (effect.kind !== 'wake') effects.push(effect);
    }
  });
  for (const group of groupsOf(impRequests)) effects.push({ kind: 'bids', impRequests: group });
  const at = Math.min(...slots.map(({ wakeAt }) => wakeAt));
  if (at !== Infinity) effects.push({ kind: 'wake', at });
  const decisions = slots.flatMap(({ decision }) => decision ?? []);
  return { state: { slots }, effects, decisions: decisions.length === slots.length ? decisions : null };
}

/** Asks that one request carries: those of a tag, and those of all partners behind the Prebid Server. */
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

/** What a response to a bid request means for each ask that it answers, by impression. */
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
  reply: Extract<BidsReply, { ok: true }>,
): ParsedBidResponse {
  if ('response' in reply) return { kind: 'bids', response: reply.response, droppedBids: [] };
  const settingOf = (slot: number) => slots[slot]?.state.setting;
  const setting = impRequests[0] && settingOf(impRequests[0].slot);
  if (!setting) return noBids;
  return readBidResponse(reply.text, setting.offered().request.id, responseLimits(impRequests, settingOf).bids);
}

/** What of a response is for one ask. */
interface ReplyShare {
  bids: SeatedBid[];
  broken: LostBid[];
}

/** One of the bidders that a response answers for: of a Prebid Server there may be several. */
interface RespondingBidder {
  /** The seat that is its own; null where all are. */
  name: string | null;
  /** Its asks by the impressions that they offered. */
  requestByImpId: Map<string, ImpRequest>;
  /** Takes bids for impressions that were not offered. */
  first: ImpRequest;
}

/** What a response holds for each ask. */
function repliesTo(
  slots: readonly SlotState[],
  impRequests: readonly ImpRequest[],
  read: ParsedBidResponse,
): (impRequest: ImpRequest) => Exclude<Reply, { text: unknown }> {
  if (read.kind !== 'bids') {
    return () => ({ ok: false, reason: read.kind === 'invalid' ? 'invalid_bid' : 'empty' });
  }
  const { cur: currency, bidid, seatbid } = read.response;
  const bidders = biddersOf(slots, impRequests);
  const shares = new Map(
    impRequests.map((impRequest): [ImpRequest, ReplyShare] => [impRequest, { bids: [], broken: [] }]),
  );
  const sharesOf = (seat: string | undefined, impId: string | undefined) =>
    bidders.flatMap(({ name, requestByImpId, first }) =>
      name === null || name === seat ? (shares.get(requestByImpId.get(impId ?? '') ?? first) ?? []) : [],
    );
  const dropBid = ({ seat = '', id = '', impid = '', lurl, fault }: DroppedBid) => {
    const bid = { id, impid, ...(lurl === undefined ? {} : { lurl }) };
    const lost = lostBid({ seat, bidId: bidid ?? id, bid }, currency, fault);
    for (const { broken } of sharesOf(seat, impid)) broken.push(lost);
  };
  for (const dropped of read.droppedBids) dropBid(dropped);
  for (const { seat = '', bid: offers, group } of seatbid) {
    // All or nothing of several bids cannot be promised, so that it is nothing.
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
