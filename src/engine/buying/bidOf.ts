import type { Nanos } from '#model/index.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { BoughtDeal, CampaignFacts } from './campaignFacts.ts';
import type { AdCounts, LearnedCounts } from './learned.ts';
import { mostCpm, multiplied, timesMillionths } from './multipliers.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** What decides what a campaign bids beside itself. */
export interface BidCircumstances {
  traits: RequestTraits;
  place: SupplyPlace;
  learned: LearnedCounts;
}

/** Impressions that weigh as much as what was expected before there were any. */
const impsOfCampaign = 2000;
const impsOfPlace = 1000;

/** Below this part of its bid no goal brings a campaign, so that it goes on learning. */
const leastPart = 100_000;

/**
 * The CPM in nano-USD that a campaign bids, or bids under a deal; 0 = nothing. A deal with a bid of its own is bid that;
 * a goal moves the campaign's bid by what was learned; multipliers come last.
 */
export function bidOf(campaign: CampaignFacts, deal: BoughtDeal | null, circumstances: BidCircumstances): Nanos {
  const { traits, place } = circumstances;
  const base = deal?.bid ?? towardsGoal(campaign, circumstances.learned);
  return multiplied(Math.min(mostCpm, base), campaign.multipliers, traits, place);
}

function towardsGoal({ id, bid, strategy }: CampaignFacts, learned: LearnedCounts): Nanos {
  if (strategy.kind === 'flat' || bid === 0) return bid;
  const all = learned.ofCampaign(id);
  const here = learned.ofCampaignHere(id);
  const least = timesMillionths(bid, leastPart);
  if (strategy.kind === 'cpc') {
    if (strategy.goal === 0) return bid;
    // The rate at which the bid that was begun with meets the goal.
    const begun = Math.min(1, bid / (strategy.goal * 1000));
    const millionths = Math.round(expected(begun, all, here, ({ clicks }) => clicks) * 1_000_000);
    return between(least, timesMillionths(strategy.goal * 1000, millionths), strategy.most);
  }
  const wanted = strategy.goal / 10_000;
  const rate = expected(wanted, all, here, ({ completes }) => completes);
  return between(least, timesMillionths(bid, Math.round((rate / wanted) * 1_000_000)), strategy.most);
}

/** The rate that is expected here: what was begun with, moved by what the campaign did anywhere, and by what it did here. */
function expected(
  begun: number,
  all: AdCounts | null,
  here: AdCounts | null,
  of: (counts: AdCounts) => number,
): number {
  const anywhere = all === null ? begun : (of(all) + begun * impsOfCampaign) / (all.imps + impsOfCampaign);
  const rate = here === null ? anywhere : (of(here) + anywhere * impsOfPlace) / (here.imps + impsOfPlace);
  return Math.min(1, rate);
}

function between(least: Nanos, amount: Nanos, most: Nanos): Nanos {
  return Math.max(Math.min(least, most), Math.min(amount, most));
}
