import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { Span } from '#runtime/tracing/tracer.ts';
import type { AuctionObserver } from '../imp/runAuctions.ts';
import { partnerLabelOf } from '../metrics/partnerLabelOf.ts';

/** Creates an observer that adds a span for the auctions of a request, and one in it for each call. */
export function spanObserver(span: Span): AuctionObserver {
  let auction: Span | null = null;
  const tagCalls = new Map<number, Span>();
  const bidCalls = new Map<readonly ImpRequest[], Span>();
  return {
    onStart: () => void (auction = span.child('auction')),
    onTagCall({ callId, wrappers, tag }) {
      const about = { 'bidhouse.partner': partnerLabelOf(tag), 'bidhouse.hop': wrappers.length };
      const call = auction?.child('call tag', about, true);
      if (call) tagCalls.set(callId, call);
    },
    onBidRequest(calls) {
      const tag = calls[0]?.candidate.tag;
      const partner = tag ? partnerLabelOf(tag) : '';
      const call = auction?.child('request bids', { 'bidhouse.partner': partner, 'bidhouse.imps': calls.length }, true);
      if (call) bidCalls.set(calls, call);
    },
    onInput(input) {
      if (input.kind === 'clock') return;
      const { reply } = input;
      const call = input.kind === 'reply' ? tagCalls.get(input.callId) : bidCalls.get(input.impRequests);
      if (input.kind === 'reply') tagCalls.delete(input.callId);
      else bidCalls.delete(input.impRequests);
      call?.end(reply.ok || reply.reason === 'empty' ? undefined : reply.reason);
    },
    onEnd() {
      for (const call of [...tagCalls.values(), ...bidCalls.values()]) call.end('given up');
      auction?.end();
    },
  };
}

/** Joins observers of the same auctions; null without any. */
export function joinObservers(observers: readonly (AuctionObserver | null)[]): AuctionObserver | null {
  const present = observers.filter((each) => each !== null);
  const [first, ...others] = present;
  if (!first || others.length === 0) return first ?? null;
  return {
    onStart: (now) => present.forEach((each) => each.onStart(now)),
    onInput: (input) => present.forEach((each) => each.onInput(input)),
    onTagCall: (call) => present.forEach((each) => each.onTagCall(call)),
    onBidRequest: (calls, url) => present.forEach((each) => each.onBidRequest(calls, url)),
    onEnd: (now) => present.forEach((each) => each.onEnd(now)),
  };
}
