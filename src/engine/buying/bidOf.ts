import type { Nanos } from '#model/index.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { BoughtDeal, CampaignFacts } from './campaignFacts.ts';
import type { AdCounts, AdPerformance } from './adPerformance.ts';
import { maxCpm, multiplied, timesMillionths } from './multipliers.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** What decides what a campaign bids beside itself. */
export interface BidInputs {
  traits: RequestTraits;
  place: SupplyPlace;
  adPerformance: AdPerformance;
}

/** Impressions that weigh as much as what was expected before there were any. */
const impsOfCampaign = 2000;
const impsOfPlace = 1000;

/** Below this part of its bid no goal brings a campaign, so that it goes on learning. */
const minBidMillionths = 100_000;

/**
 * The CPM in nano-USD that a campaign bids, or bids under a deal; 0 = nothing. A deal with a bid of its own is bid that;
 * a goal moves the campaign's bid by what was learned; multipliers come last.
 */
export function bidOf(campaign: CampaignFacts, deal: BoughtDeal | null, inputs: BidInputs): Nanos {
  const { traits, place } = inputs;
  const base = deal?.bid ?? goalBid(campaign, inputs.adPerformance);
  return multiplied(Math.min(maxCpm, base), campaign.multipliers, traits, place);
}

function goalBid({ id, bid, strategy }: CampaignFacts, adPerformance: AdPerformance): Nanos {
  if (strategy.kind === 'flat' || bid === 0) return bid;
  const all = adPerformance.ofCampaign(id);
  const here = adPerformance.ofCampaignHere(id);
  const minBid = timesMillionths(bid, minBidMillionths);
  if (strategy.kind === 'cpc') {
    if (strategy.goal === 0) return bid;
    // The rate at which the bid that was begun with meets the goal.
    const prior = Math.min(1, bid / (strategy.goal * 1000));
    const millionths = Math.round(expected(prior, all, here, ({ clicks }) => clicks) * 1_000_000);
    return clamp(minBid, timesMillionths(strategy.goal * 1000, millionths), strategy.maxBidCpm);
  }
  const wanted = strategy.goal / 10_000;
  const rate = expected(wanted, all, here, ({ completes }) => completes);
  return clamp(minBid, timesMillionths(bid, Math.round((rate / wanted) * 1_000_000)), strategy.maxBidCpm);
}

/** The rate that is expected here: what was begun with, moved by what the campaign did anywhere, and by what it did here. */
function expected(
  prior: number,
  all: AdCounts | null,
  here: AdCounts | null,
  of: (counts: AdCounts) => number,
): number {
  const anywhere = all === null ? prior : (of(all) + prior * impsOfCampaign) / (all.imps + impsOfCampaign);
  const rate = here === null ? anywhere : (of(here) + anywhere * impsOfPlace) / (here.imps + impsOfPlace);
  return Math.min(1, rate);
}

function clamp(minBid: Nanos, amount: Nanos, most: Nanos): Nanos {
  return Math.max(Math.min(minBid, most), Math.min(amount, most));
}
