/** A tag's recent performance in a tier of one channel. Counts, and nano-USD of revenue. */
export interface TagYield {
  tagId: number;
  /** Calls sent. */
  sent: number;
  /** Calls with a usable ad in the response. */
  answered: number;
  /** Requests won, with the impressions and revenue from them. */
  won: number;
  imps: number;
  rev: number;
}

/** The metric that orders a tier. */
type YieldGoal = 'fill' | 'ecpm';

/** Minimum calls for a score. */
const minCalls = 20;

/** A tag overtakes another when it is better by this part, so that noise does not change ranks. */
const overtakingPart = 0.1;

/**
 * The ranks, from 1, of the tags of a tier with enough data, by the impressions or revenue per call. `before` are their
 * previous ranks. The same numbers give the same ranks.
 */
export function rankTags(
  tags: readonly TagYield[],
  goal: YieldGoal,
  before: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const scored = tags.flatMap((tag) => {
    const score = scoreOf(tag, goal);
    return score === null ? [] : [{ tagId: tag.tagId, score, place: before.get(tag.tagId) ?? Infinity }];
  });
  scored.sort((a, b) => order(a.place, b.place) || b.score - a.score || a.tagId - b.tagId);
  // New tags are ranked by their score; a ranked tag yields its rank only to one that is clearly better.
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

/**
 * The average result of a call; null when there is too little data. For a tag that never won, only its response rate
 * counts.
 */
function scoreOf({ sent, answered, won, imps, rev }: TagYield, goal: YieldGoal): number | null {
  if (sent < minCalls) return null;
  if (answered === 0) return 0;
  const responseRate = answered / sent;
  if (goal === 'fill') return won === 0 ? responseRate : responseRate * Math.min(1, imps / won);
  return won === 0 ? null : responseRate * (rev / won);
}
