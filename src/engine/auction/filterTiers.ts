import type { CandidateReason } from '#model/index.ts';
import { isInFlight } from '../flight.ts';
import { outcomeFor, type Candidate, type AuctionOutcome, type Tier } from '../plan/plan.ts';
import { failingRule } from '../targeting/rule.ts';
import type { AuctionSetting } from './types.ts';

/**
 * The plan's tiers with only the candidates that are eligible for one request. Adds the outcomes of the others to
 * `outcomes`.
 */
export function filterTiers(setting: AuctionSetting, now: number, outcomes: AuctionOutcome[]): readonly Tier[] {
  const { plan } = setting;
  const isOpen = setting.floor === 0 && !setting.isPrivate && setting.mediaTypes.includes('video');
  if (!plan.isConditional && isOpen) return plan.tiers;
  const tiers: Tier[] = [];
  for (const tier of plan.tiers) {
    const candidates = tier.candidates.filter((candidate) => {
      const reason = ineligibility(candidate, setting, now);
      if (reason) outcomes.push(outcomeFor(candidate, reason, false, false));
      return reason === null;
    });
    if (candidates.length === tier.candidates.length) tiers.push(tier);
    else if (candidates.length > 0) tiers.push({ ...tier, candidates });
  }
  return tiers;
}

function ineligibility(candidate: Candidate, setting: AuctionSetting, now: number): CandidateReason | null {
  if (!isInFlight(candidate.flight, now)) return 'flight';
  if (now < candidate.cappedUntil) return 'cap';
  const { tag } = candidate;
  if (!canFill(candidate, setting)) return 'media_type';
  if (setting.isPrivate && !tag.bidder) return 'deal_missing';
  if (tag.bidder?.prebid && !setting.hasPrebidServer) return 'no_prebid_server';
  if (tag.bidder && !setting.rates.has(tag.bidder.currency)) return 'no_exchange_rate';
  if (tag.rateModel === 'fixed' && tag.rate < setting.floor) return 'floor';
  return failingRule(candidate.rules, setting.traits) ?? setting.reject?.(candidate) ?? null;
}

/** Ad tags fill video and audio; bidders fill their own media types. */
function canFill({ tag: { bidder } }: Candidate, { mediaTypes }: AuctionSetting): boolean {
  if (!bidder) return mediaTypes.includes('video') || mediaTypes.includes('audio');
  return bidder.mediaTypes.length === 0 || bidder.mediaTypes.some((each) => mediaTypes.includes(each));
}
