import type { Nanos, TraceAuction, TraceCall } from '#model/index.ts';
import type { ImpRequest } from '../auction/impRequest.ts';
import { floorFor } from '../auction/ranking.ts';
import type { AuctionSetting, Offered } from '../auction/types.ts';
import { callResultOf } from '../replay/tracedSetting.ts';
import type { ReplayedResult, CallResponder } from './replayAuction.ts';
import type { KnownResponse } from './responsePool.ts';
import { responseTextFor } from './responseTextFor.ts';

/** Running times of canceled calls, in milliseconds. */
export type WaitTimes = ReadonlyMap<TraceCall, number>;

/** The calls of a traced request, as they were or as they would have been. */
export interface TracedCalls extends CallResponder {
  /** The imp and request offered to bidders. */
  offered: () => Offered;
  /** Ends the auction. Returns how long calls without a response had been running. */
  ended(at: number): WaitTimes;
  /** Tags whose response is taken from another request. */
  readonly estimated: ReadonlySet<number>;
  /** Tags that would have been called and have no known response. */
  readonly unknown: ReadonlySet<number>;
  /** Floors sent to bidders, where their bids are known. */
  readonly floors: ReadonlyMap<number, Nanos>;
}

/** The source of responses that a request lacks; null for the request as it was. */
export interface Fallback {
  waited: WaitTimes;
  pickRandom(tagId: number): KnownResponse | null;
}

/** Responds to calls from a trace, or from the fallback. */
export function traceCalls(
  auction: TraceAuction,
  floors: Pick<AuctionSetting, 'floor' | 'dynamicFloor'>,
  fallback: Fallback | null,
): TracedCalls {
  const borrowed = new Map<number, KnownResponse>();
  const callCounts = new Map<string, number>();
  const running = new Map<number, { call: TraceCall; since: number }>();
  const waited = new Map<TraceCall, number>();
  const estimated = new Set<number>();
  const unknown = new Set<number>();
  const notifiedFloors = new Map<number, Nanos>();
  /** Calls without a response yet, and how long the trace shows them without a response. */
  const unanswered = new Map<number, { tagId: number; doubts: Set<number>; since: number; knownMs: number }>();
  let borrowedOffer: TraceAuction['offered'] = null;

  const offered = () =>
    (auction.offered ?? borrowedOffer ?? { request: { id: '' }, imp: { id: '' } }) as unknown as Offered;

  /** The response of a tag taken from another request; from then on it is used for all of the tag's calls. */
  const borrow = (tagId: number): KnownResponse | null => {
    const known = borrowed.get(tagId) ?? fallback?.pickRandom(tagId) ?? null;
    if (known) borrowed.set(tagId, known);
    borrowedOffer ??= known?.offered ?? null;
    return known;
  };
  /** The response to a call of a tag: the recorded one, or that of a call taken from another request. */
  const replayed = (
    { callId, tagId, now, deadline }: { callId: number; tagId: number; now: number; deadline: number },
    own: TraceCall | undefined,
    found: (calls: readonly TraceCall[]) => TraceCall | undefined,
  ): ReplayedResult | null => {
    if (own && own.endedMs !== null) return { afterMs: own.endedMs - own.startedMs, reply: callResultOf(own) };
    if (!fallback) return null;
    const knownMs = own ? (fallback.waited.get(own) ?? 0) : -1;
    if (own && deadline - now <= knownMs) return null;
    const known = borrow(tagId);
    const call = known && found(known.calls);
    if (!known || !call || call.endedMs === null) {
      unanswered.set(callId, { tagId, doubts: known?.isLate ? estimated : unknown, since: now, knownMs });
      return null;
    }
    const text = call.kind === 'bids' ? responseTextFor(call.text, known.offered, offered()) : call.text;
    return {
      afterMs: Math.max(knownMs + 1, call.endedMs - call.startedMs),
      reply: callResultOf({ ...call, text }),
      onTaken: () => estimated.add(tagId),
    };
  };
  /** A call that stays unanswered for longer than the trace shows is an estimate. */
  const endUnanswered = (callId: number, now: number) => {
    const call = unanswered.get(callId);
    if (call && now - call.since > call.knownMs) call.doubts.add(call.tagId);
    unanswered.delete(callId);
  };

  return {
    estimated,
    unknown,
    floors: notifiedFloors,
    offered,
    call({ callId, candidate, wrappers, deadline }, now) {
      const tagId = candidate.tag.id;
      const hop = wrappers.length;
      const key = `${tagId} ${hop}`;
      const place = callCounts.get(key) ?? 0;
      callCounts.set(key, place + 1);
      const found = (calls: readonly TraceCall[]) => nextHop(calls, tagId, hop, place);
      const own = borrowed.has(tagId) ? undefined : found(auction.calls);
      if (own) running.set(callId, { call: own, since: now });
      return replayed({ callId, tagId, now, deadline }, own, found);
    },
    requestBids(impRequests, now) {
      const together = new Map<TraceCall, { impRequests: ImpRequest[]; replayed: ReplayedResult }>();
      const alone: { impRequests: ImpRequest[]; replayed: ReplayedResult }[] = [];
      for (const impRequest of impRequests) {
        const { tag } = impRequest.candidate;
        const found = (calls: readonly TraceCall[]) => bidsOf(calls, tag.id);
        const known = found(auction.calls);
        if (known) {
          running.set(impRequest.callId, { call: known, since: now });
          notifiedFloors.set(tag.id, floorFor(floors, impRequest.candidate));
        }
        const { callId, deadline } = impRequest;
        const reply = replayed({ callId, tagId: tag.id, now, deadline }, known, found);
        if (!reply) continue;
        const group = known && known.endedMs !== null ? together.get(known) : undefined;
        if (group) group.impRequests.push(impRequest);
        else if (known && known.endedMs !== null) together.set(known, { impRequests: [impRequest], replayed: reply });
        else alone.push({ impRequests: [impRequest], replayed: reply });
      }
      return [...together.values(), ...alone];
    },
    canceled(callId, now) {
      const call = running.get(callId);
      if (call) waited.set(call.call, now - call.since);
      running.delete(callId);
      endUnanswered(callId, now);
    },
    ended(at) {
      for (const { call, since } of running.values()) waited.set(call, at - since);
      for (const callId of [...unanswered.keys()]) endUnanswered(callId, at);
      return waited;
    },
  };
}

function nextHop(calls: readonly TraceCall[], tagId: number, hop: number, place: number): TraceCall | undefined {
  return calls.filter((call) => call.kind === 'tag' && call.tagIds[0] === tagId && call.hop === hop)[place];
}

function bidsOf(calls: readonly TraceCall[], tagId: number): TraceCall | undefined {
  return calls.find(({ kind, tagIds }) => kind === 'bids' && tagIds.includes(tagId));
}
