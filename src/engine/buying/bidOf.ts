import type { Nanos } from '#model/index.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { BoughtDeal, CompiledCampaign } from './compileCampaign.ts';
import type { AdCounts, AdPerformance } from './adPerformance.ts';
import { maxCpm, multiplied, timesMillionths } from './multipliers.ts';
import type { SupplySource } from './supplySource.ts';

/** The inputs of a bid beside the campaign. */
export interface BidInputs {
  traits: RequestTraits;
  supplySource: SupplySource;
  adPerformance: AdPerformance;
}

/** Impressions after which measured rates count as much as the prior: of the campaign, and of the site or app. */
const impsOfCampaign = 2000;
const impsOfPlace = 1000;

/** The lowest bid that a goal can lead to, as a part of the campaign's bid in millionths: it still wins some data. */
const minBidMillionths = 100_000;

/**
 * The CPM in nano-USD that a campaign bids, optionally under a deal; 0 = no bid. A bid set for the deal replaces the
 * campaign's bid; a goal adjusts the campaign's bid by measured rates; multipliers are applied last.
 */
export function bidOf(campaign: CompiledCampaign, deal: BoughtDeal | null, inputs: BidInputs): Nanos {
  const { traits, supplySource } = inputs;
  const base = deal?.bid ?? goalBid(campaign, inputs.adPerformance);
  return multiplied(Math.min(maxCpm, base), campaign.multipliers, traits, supplySource);
}

function goalBid({ id, bid, strategy }: CompiledCampaign, adPerformance: AdPerformance): Nanos {
  if (strategy.kind === 'flat' || bid === 0) return bid;
  const all = adPerformance.ofCampaign(id);
  const here = adPerformance.ofCampaignHere(id);
  const minBid = timesMillionths(bid, minBidMillionths);
  if (strategy.kind === 'cpc') {
    if (strategy.goal === 0) return bid;
    // The click rate at which the campaign's own bid meets the goal.
    const prior = Math.min(1, bid / (strategy.goal * 1000));
    const millionths = Math.round(expected(prior, all, here, ({ clicks }) => clicks) * 1_000_000);
    return clamp(minBid, timesMillionths(strategy.goal * 1000, millionths), strategy.maxBidCpm);
  }
  const wanted = strategy.goal / 10_000;
  const rate = expected(wanted, all, here, ({ completes }) => completes);
  return clamp(minBid, timesMillionths(bid, Math.round((rate / wanted) * 1_000_000)), strategy.maxBidCpm);
}

/**
 * The expected rate here: the prior, adjusted by the campaign's counts everywhere, then by those in this site or app.
 */
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
