import type { Nanos, TraceAuction, TraceCall } from '#model/index.ts';
import type { ImpRequest } from '../auction/impRequest.ts';
import { floorFor } from '../auction/ranking.ts';
import type { AuctionSetting, Offered } from '../auction/types.ts';
import { replyOf } from '../replay/tracedSetting.ts';
import type { ReplayedReply, CallResponder } from './replayAuction.ts';
import type { KnownAnswer } from './replyPool.ts';
import { replyTextFor } from './replyText.ts';

/** How long calls that nobody waited for any more had been waited for, in milliseconds. */
export type WaitTimes = ReadonlyMap<TraceCall, number>;

/** The calls of a traced request, as it was or as it would have been. */
export interface TracedCalls extends CallResponder {
  /** What bidders are offered. */
  offered: () => Offered;
  /** Ends the auction; how long calls without an answer were waited for. */
  ended(at: number): WaitTimes;
  /** Tags whose answer is one that they gave to another request. */
  readonly estimated: ReadonlySet<number>;
  /** Tags that would have been asked, and of which no answer is known. */
  readonly unknown: ReadonlySet<number>;
  /** Floors that bidders are told, as far as their bids are known. */
  readonly floors: ReadonlyMap<number, Nanos>;
}

/** What stands in where a request does not know an answer; null for the request as it was. */
export interface Fallback {
  waited: WaitTimes;
  pickRandom(tagId: number): KnownAnswer | null;
}

/** Answers calls with what a trace knows, or what stands in for it. */
export function traceCalls(
  auction: TraceAuction,
  floors: Pick<AuctionSetting, 'floor' | 'learnedFloor'>,
  fallback: Fallback | null,
): TracedCalls {
  const borrowed = new Map<number, KnownAnswer>();
  const callCounts = new Map<string, number>();
  const running = new Map<number, { call: TraceCall; since: number }>();
  const waited = new Map<TraceCall, number>();
  const estimated = new Set<number>();
  const unknown = new Set<number>();
  const notifiedFloors = new Map<number, Nanos>();
  /** Calls that nothing answers, and until when that is what a trace knows. */
  const unanswered = new Map<number, { tagId: number; doubts: Set<number>; since: number; knownMs: number }>();
  let borrowedOffer: TraceAuction['offered'] = null;

  const offered = () =>
    (auction.offered ?? borrowedOffer ?? { request: { id: '' }, imp: { id: '' } }) as unknown as Offered;

  /** The answer of a tag that stands in, from now on for all of its calls. */
  const borrow = (tagId: number): KnownAnswer | null => {
    const known = borrowed.get(tagId) ?? fallback?.pickRandom(tagId) ?? null;
    if (known) borrowed.set(tagId, known);
    borrowedOffer ??= known?.offered ?? null;
    return known;
  };
  /** What comes to a call of a tag: as it was, or from a call that stands in for it. */
  const replayed = (
    { callId, tagId, now, deadline }: { callId: number; tagId: number; now: number; deadline: number },
    own: TraceCall | undefined,
    found: (calls: readonly TraceCall[]) => TraceCall | undefined,
  ): ReplayedReply | null => {
    if (own && own.endedMs !== null) return { afterMs: own.endedMs - own.startedMs, reply: replyOf(own) };
    if (!fallback) return null;
    const knownMs = own ? (fallback.waited.get(own) ?? 0) : -1;
    if (own && deadline - now <= knownMs) return null;
    const known = borrow(tagId);
    const call = known && found(known.calls);
    if (!known || !call || call.endedMs === null) {
      unanswered.set(callId, { tagId, doubts: known?.isLate ? estimated : unknown, since: now, knownMs });
      return null;
    }
    const text = call.kind === 'bids' ? replyTextFor(call.text, known.offered, offered()) : call.text;
    return {
      afterMs: Math.max(knownMs + 1, call.endedMs - call.startedMs),
      reply: replyOf({ ...call, text }),
      onTaken: () => estimated.add(tagId),
    };
  };
  /** A silence that went on for longer than a trace knows is a guess. */
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
    call({ callId, candidate, hop, deadline }, now) {
      const tagId = candidate.tag.id;
      const key = `${tagId} ${hop}`;
      const place = callCounts.get(key) ?? 0;
      callCounts.set(key, place + 1);
      const found = (calls: readonly TraceCall[]) => nextHop(calls, tagId, hop, place);
      const own = borrowed.has(tagId) ? undefined : found(auction.calls);
      if (own) running.set(callId, { call: own, since: now });
      return replayed({ callId, tagId, now, deadline }, own, found);
    },
    requestBids(impRequests, now) {
      const together = new Map<TraceCall, { impRequests: ImpRequest[]; replayed: ReplayedReply }>();
      const alone: { impRequests: ImpRequest[]; replayed: ReplayedReply }[] = [];
      for (const ask of impRequests) {
        const { tag } = ask.candidate;
        const found = (calls: readonly TraceCall[]) => bidsOf(calls, tag.id);
        const known = found(auction.calls);
        if (known) {
          running.set(ask.callId, { call: known, since: now });
          notifiedFloors.set(tag.id, floorFor(floors, ask.candidate));
        }
        const { callId, deadline } = ask;
        const reply = replayed({ callId, tagId: tag.id, now, deadline }, known, found);
        if (!reply) continue;
        const group = known && known.endedMs !== null ? together.get(known) : undefined;
        if (group) group.impRequests.push(ask);
        else if (known && known.endedMs !== null) together.set(known, { impRequests: [ask], replayed: reply });
        else alone.push({ impRequests: [ask], replayed: reply });
      }
      return [...together.values(), ...alone];
    },
    cancelled(callId, now) {
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
