import { secondsLeft, type PodTerms } from './pod.ts';
import type { Decision } from './types.ts';

/** The usual duration of an ad in seconds, where none was sold that it can be read from. */
const usualAdS = 15;

/**
 * The ads that are requested: 1 for a single ad. For a pod as many as were sold and still fit into its time, if each
 * takes as long as those that were sold; never more than its slots. `decision` = null before the auction.
 */
export function requestedSlots(terms: PodTerms | null, decision: Decision | null): number {
  if (!terms || terms.slots === 1) return 1;
  if (terms.durationS === null) return terms.slots;
  const sales = decision?.kind === 'filled' ? [decision, ...decision.further] : [];
  const sold = sales.flatMap(({ podAd }) => podAd ?? []);
  const left = secondsLeft(terms, sold);
  const soldS = sold.length > 0 ? (terms.durationS - left) / sold.length : usualAdS;
  return Math.max(1, Math.min(terms.slots, sold.length + Math.floor(left / Math.max(soldS, terms.shortestS))));
}
