import type { TraceAuction, TraceCall } from '#model/index.ts';
import { hashToUnit } from '../hashToUnit.ts';
import type { PastRequest } from './types.ts';

/** A tag's response to one request. */
export interface KnownResponse {
  /** The calls to the tag, including next hops of wrappers. */
  calls: TraceCall[];
  /** The imp and request offered to bidders; null where there were none. */
  offered: TraceAuction['offered'];
  /** Whether it did not respond in time. */
  isLate: boolean;
}

/** Recorded responses of tags, to draw from for requests without one. */
export interface ResponsePool {
  add(request: PastRequest): void;
  /** One of a tag's responses, always the same for the same request; null where there is none. */
  pickRandom(tagId: number, serveId: string): KnownResponse | null;
}

/** Maximum responses per tag. */
const maxResponses = 200;

/** Creates an empty pool. */
export function createResponsePool(): ResponsePool {
  const responses = new Map<number, KnownResponse[]>();
  return {
    add({ body: { auction, candidates } }) {
      if (!auction || auction.calls.some(({ isCut }) => isCut)) return;
      for (const { tagId, reason, wasSent } of candidates) {
        const known = responses.get(tagId) ?? [];
        if (!wasSent || known.length >= maxResponses) continue;
        const calls = auction.calls.filter(({ tagIds }) => tagIds.includes(tagId));
        const isLate = reason === 'timeout';
        // The response to a call that was canceled because others had won is unknown.
        if (calls.length === 0 || (!isLate && calls.some(({ outcome }) => outcome === 'given_up'))) continue;
        known.push({ calls, offered: auction.offered, isLate });
        responses.set(tagId, known);
      }
    },
    pickRandom(tagId, serveId) {
      const known = responses.get(tagId) ?? [];
      return known[Math.floor(hashToUnit(`${serveId} ${tagId}`) * known.length)] ?? null;
    },
  };
}
