/** What a tag of a tier has done lately on one channel. Counts, and nano-USD of revenue. */
export interface TagYield {
  tagId: number;
  /** Calls that were sent. */
  sent: number;
  /** Calls that it answered with a usable ad. */
  answered: number;
  /** Requests that it won, and what came of them. */
  won: number;
  imps: number;
  rev: number;
}

/** By what a tier is ordered. */
type YieldGoal = 'fill' | 'ecpm';

/** Fewer calls than these tell nothing. */
const minCalls = 20;

/** A tag overtakes another when it is better by this part: what differs by chance alone shall not move. */
const overtakingPart = 0.1;

/**
 * The places, from 1 on, of those tags of a tier of which enough is known, by what a call to them brings: an impression, or
 * revenue. `before` are their places so far. The same numbers give the same places.
 */
export function placesOf(
  tags: readonly TagYield[],
  goal: YieldGoal,
  before: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const scored = tags.flatMap((tag) => {
    const score = scoreOf(tag, goal);
    return score === null ? [] : [{ tagId: tag.tagId, score, place: before.get(tag.tagId) ?? Infinity }];
  });
  scored.sort((a, b) => order(a.place, b.place) || b.score - a.score || a.tagId - b.tagId);
  // Newcomers go where their score puts them; who had a place gives it up to one that is clearly better.
  for (let end = 1; end < scored.length; end += 1) {
    for (let at = end; at > 0; at -= 1) {
      const [ahead, behind] = [scored[at - 1], scored[at]];
      if (!ahead || !behind) break;
      const margin = behind.place === Infinity ? 1 : 1 + overtakingPart;
      if (behind.score <= ahead.score * margin) break;
      scored[at - 1] = behind;
      scored[at] = ahead;
    }
  }
  return new Map(scored.map(({ tagId }, index) => [tagId, index + 1]));
}

function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** What a call brings on average; null when too little is known. One that never won is told by its answers alone. */
function scoreOf({ sent, answered, won, imps, rev }: TagYield, goal: YieldGoal): number | null {
  if (sent < minCalls) return null;
  if (answered === 0) return 0;
  const answerRate = answered / sent;
  if (goal === 'fill') return won === 0 ? answerRate : answerRate * Math.min(1, imps / won);
  return won === 0 ? null : answerRate * (rev / won);
}
