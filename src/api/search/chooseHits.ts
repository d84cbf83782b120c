import type { SearchHit } from './searchContract.ts';

/** Hits of one entity that an answer holds at most. */
export const hitsPerEntity = 8;
/** Hits that an answer holds at most. */
const maxHits = 40;

/**
 * The hits of an answer, entity by entity: the best of each first, and when there are too many in all, each entity keeps
 * its best as evenly as can be.
 */
export function chooseHits(found: readonly (readonly SearchHit[])[], q: string): SearchHit[] {
  const ranked = found.map((hits) => hits.toSorted((a, b) => rankOf(a, q) - rankOf(b, q)).slice(0, hitsPerEntity));
  let room = maxHits;
  const takenCounts = ranked.map(() => 0);
  for (let rank = 0; rank < hitsPerEntity; rank += 1) {
    for (const [at, hits] of ranked.entries()) {
      if (room === 0 || rank >= hits.length) continue;
      takenCounts[at] = rank + 1;
      room -= 1;
    }
  }
  return ranked.flatMap((hits, at) => hits.slice(0, takenCounts[at]));
}

/** 0 = the id or uid itself, then the whole name, its start, and anything else; equals keep their order. */
function rankOf(hit: SearchHit, q: string): number {
  const text = q.toLowerCase();
  const name = hit.name.toLowerCase();
  if (String(hit.id) === q || hit.uid === q) return 0;
  if (name === text) return 1;
  return name.startsWith(text) ? 2 : 3;
}
