import { outcomeFor, type Candidate, type CompiledTag } from './plan.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';

/** A candidate without a waterfall row, with defaults for everything that a row would set. */
export function buyerCandidate(
  tag: CompiledTag,
  { tier, creativeRules, pixels }: Pick<Candidate, 'tier' | 'pixels'> & { creativeRules: readonly CreativeRule[] },
): Candidate {
  return {
    tag,
    tier,
    weight: 50,
    rank: null,
    followsFloor: true,
    floor: 0,
    minCpm: 0,
    marginBasisPoints: 0,
    flight: null,
    cappedUntil: 0,
    qps: null,
    pacing: 100,
    frequency: null,
    checksIvt: false,
    deals: [],
    verification: { pix: false, wh: false },
    rules: [],
    creativeRules,
    pixels,
    defaultOutcome: outcomeFor({ tag, tier }, 'tier_not_reached', false, false),
  };
}
