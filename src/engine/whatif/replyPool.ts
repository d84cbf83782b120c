import type { TraceAuction, TraceCall } from '#model/index.ts';
import { hashToUnit } from '../hashToUnit.ts';
import type { PastRequest } from './types.ts';

/** How a tag answered one request. */
export interface KnownAnswer {
  /** The calls that the tag was asked with, wrappers' next hops included. */
  calls: TraceCall[];
  /** What bidders were offered then; null where none was there to ask. */
  offered: TraceAuction['offered'];
  /** Whether it did not answer in the time that it had. */
  isLate: boolean;
}

/** What tags answered, to draw from where nobody asked them. */
export interface ReplyPool {
  add(request: PastRequest): void;
  /** One of a tag's answers, always the same for the same request; null where it was never asked. */
  pickRandom(tagId: number, serveId: string): KnownAnswer | null;
}

/** Answers that are remembered of one tag. */
const maxAnswers = 200;

/** A pool without answers. */
export function createReplyPool(): ReplyPool {
  const answers = new Map<number, KnownAnswer[]>();
  return {
    add({ body: { auction, candidates } }) {
      if (!auction || auction.calls.some(({ isCut }) => isCut)) return;
      for (const { tagId, reason, wasSent } of candidates) {
        const known = answers.get(tagId) ?? [];
        if (!wasSent || known.length >= maxAnswers) continue;
        const calls = auction.calls.filter(({ tagIds }) => tagIds.includes(tagId));
        const isLate = reason === 'timeout';
        // Of a call that was given up because others had won nobody knows what it would have brought.
        if (calls.length === 0 || (!isLate && calls.some(({ outcome }) => outcome === 'given_up'))) continue;
        known.push({ calls, offered: auction.offered, isLate });
        answers.set(tagId, known);
      }
    },
    pickRandom(tagId, serveId) {
      const known = answers.get(tagId) ?? [];
      return known[Math.floor(hashToUnit(`${serveId} ${tagId}`) * known.length)] ?? null;
    },
  };
}
