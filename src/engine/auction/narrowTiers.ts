import type { CandidateReason } from '#model/index.ts';
import type { AuctionSetting } from './auction.ts';
import { isInFlight } from './flight.ts';
import type { RequestTraits } from './targeting/requestTraits.ts';
import { fate, type Candidate, type Fate, type Tier } from './plan.ts';
import { failingRule } from './targeting/rule.ts';

/** The plan's tiers with the candidates that are eligible for one request; the fates of the others are added to `fates`. */
export function narrowTiers(
  setting: Pick<AuctionSetting, 'plan' | 'traits'>,
  now: number,
  fates: Fate[],
): readonly Tier[] {
  const { plan, traits } = setting;
  if (!plan.isConditional) return plan.tiers;
  const tiers: Tier[] = [];
  for (const tier of plan.tiers) {
    const candidates = tier.candidates.filter((candidate) => {
      const reason = ineligibility(candidate, traits, now);
      if (reason) fates.push(fate(candidate, reason, false, false));
      return reason === null;
    });
    if (candidates.length === tier.candidates.length) tiers.push(tier);
    else if (candidates.length > 0) tiers.push({ ...tier, candidates });
  }
  return tiers;
}

function ineligibility(
  { flight, restsUntil, rules }: Candidate,
  traits: RequestTraits,
  now: number,
): CandidateReason | null {
  if (!isInFlight(flight, now)) return 'flight';
  if (now < restsUntil) return 'cap';
  return failingRule(rules, traits);
}
