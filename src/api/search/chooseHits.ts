import type { SearchHit } from './searchContract.ts';

/** Maximum hits per entity. */
export const hitsPerEntity = 8;
/** Maximum hits in total. */
const maxHits = 40;

/**
 * Selects the hits of a response by entity, each entity's best first. When there are too many in total, the entities
 * share the maximum as evenly as possible.
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

/** 0 = exact id or uid, then the exact name, its start, and any other match; the sort is stable. */
function rankOf(hit: SearchHit, q: string): number {
  const text = q.toLowerCase();
  const name = hit.name.toLowerCase();
  if (String(hit.id) === q || hit.uid === q) return 0;
  if (name === text) return 1;
  return name.startsWith(text) ? 2 : 3;
}
