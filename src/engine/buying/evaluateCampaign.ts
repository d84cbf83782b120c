import type { CandidateReason, Nanos } from '#model/index.ts';
import { bidFloor, hasDealFloor } from '#standards/openrtb/request/bidFloor.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import { isWithinDomains } from '#standards/openrtb/bid/advertiserRules.ts';
import { isSeatAllowed } from '#standards/openrtb/bid/isSeatAllowed.ts';
import type { Deal } from '#standards/openrtb/types.ts';
import { isInFlight } from '../flight.ts';
import { afterMargin, beforeMargin, floorToEarn, pricePerImpression } from '../pricing.ts';
import { failingRule } from '../targeting/rule.ts';
import { bidOf } from './bidOf.ts';
import { buysFrom, type BoughtDeal, type CompiledCampaign } from './compileCampaign.ts';
import { matchCreative, type CreativeFit } from './creativeFit.ts';
import type { OwnBidsSetting } from './ownBidsSetting.ts';
import { rotateCreatives } from './rotateCreatives.ts';

/** An offered deal under which a campaign buys. */
interface UsedDeal {
  offered: Deal;
  bought: BoughtDeal;
}

/** A campaign's price for an imp, with the creative. CPMs are nano-USD. */
interface PricedOffer {
  campaign: CompiledCampaign;
  fit: CreativeFit;
  deal: UsedDeal | null;
  /** The charge to the advertiser. */
  cpm: Nanos;
  /** The bid: `cpm` less the campaign's margin. */
  worth: Nanos;
}

/** A campaign's offer for an imp. */
export interface CampaignOffer extends PricedOffer {
  /** The number of further ads that the viewer may see. */
  adsLeft: number;
}

/**
 * Returns the offer of a campaign, or the first reason why it has none. Checks run in this order: the campaign, the
 * request, its creatives, prices, and budget last, so that a campaign reported as out of budget would have bid.
 */
export function evaluateCampaign(campaign: CompiledCampaign, setting: OwnBidsSetting): CampaignOffer | CandidateReason {
  const reason = ineligibility(campaign, setting);
  if (reason !== null) return reason;
  const fits = creativesFor(campaign, setting);
  if (typeof fits === 'string') return fits;
  const adsLeft = setting.adsLeft(campaign);
  if (adsLeft === 0) return 'frequency';
  const offer = bestOffer(campaign, fits, setting);
  if (typeof offer === 'string') return offer;
  const money = setting.mayBid(campaign.id, pricePerImpression(offer.cpm));
  if (money !== 'ok') return money;
  const { fit, deal, cpm, worth } = offer;
  return { campaign, fit, deal, cpm, worth, adsLeft };
}

function ineligibility(campaign: CompiledCampaign, setting: OwnBidsSetting): CandidateReason | null {
  const { now, supplySource, imp, traits, isInvalid } = setting;
  if (!campaign.isActive) return 'inactive';
  if (!campaign.isAdvertiserActive) return 'advertiser_inactive';
  if (!isInFlight(campaign.flight, now)) return 'flight';
  if (now < campaign.cappedUntil) return 'cap';
  if (!buysFrom(campaign, supplySource)) return 'not_assigned';
  if (isInvalid && campaign.checksIvt) return 'ivt';
  if (imp[campaign.type] === undefined) return 'media_type';
  return failingRule(campaign.rules, traits) ?? campaign.lacksCreatives;
}

/** The creatives that fit an imp, in rotation order, or the reason against the first one. */
function creativesFor(campaign: CompiledCampaign, setting: OwnBidsSetting): readonly CreativeFit[] | CandidateReason {
  const { imp, request, quality, cutoffs, now, adPerformance, seed } = setting;
  const creativeRules =
    setting.creativeRules.length === 0 ? campaign.creativeRules : [...setting.creativeRules, ...campaign.creativeRules];
  const requirements = { imp, request, creativeRules, quality, cutoffs, now };
  const fits: CreativeFit[] = [];
  let reason: CandidateReason | null = null;
  for (const creative of campaign.creatives) {
    const fit = matchCreative(creative, campaign.type, requirements);
    if (typeof fit === 'string') reason ??= fit;
    else if (setting.fits(creative, imp)) fits.push(fit);
    else reason ??= 'assets_missing';
  }
  return fits.length === 0 ? (reason ?? 'no_creative') : rotateCreatives(fits, campaign, adPerformance, seed);
}

/** The highest offer under a deal that our seat may use, else one without a deal, or the reason why there is none. */
function bestOffer(
  campaign: CompiledCampaign,
  fits: readonly CreativeFit[],
  setting: OwnBidsSetting,
): PricedOffer | CandidateReason {
  let best: PricedOffer | null = null;
  let reason: CandidateReason = 'deal_missing';
  for (const deal of boughtDeals(campaign, setting)) {
    const isOurs = isSeatAllowed(deal.offered.wseat, setting.seat);
    const offer = isOurs ? offerWith(campaign, fits, deal, setting) : 'seat_blocked';
    if (typeof offer === 'string') reason = offer;
    else if (best === null || offer.worth > best.worth) best = offer;
  }
  if (best !== null) return best;
  if (setting.isPrivate || !campaign.isOpenMarket) return reason;
  return offerWith(campaign, fits, null, setting);
}

function boughtDeals({ deals }: CompiledCampaign, { imp, supplySource, now }: OwnBidsSetting): UsedDeal[] {
  if (deals.size === 0 || !imp.pmp?.deals) return [];
  return imp.pmp.deals.flatMap((offered) => {
    const bought = deals
      .get(offered.id)
      ?.find(
        ({ supplierId, flight }) =>
          (supplierId === null || supplierId === supplySource.supplierId) && isInFlight(flight, now),
      );
    return bought ? [{ offered, bought }] : [];
  });
}

/**
 * The offer with the first creative, in rotation order, that meets the floor for its duration, or the reason why there
 * is none.
 */
function offerWith(
  campaign: CompiledCampaign,
  fits: readonly CreativeFit[],
  deal: UsedDeal | null,
  setting: OwnBidsSetting,
): PricedOffer | CandidateReason {
  const cpm = bidOf(campaign, deal?.bought ?? null, setting);
  if (cpm === 0) return 'zero_bid';
  let reason: CandidateReason = 'below_floor';
  for (const fit of fits) {
    const price = priced(campaign, fit, cpm, deal, setting);
    if (typeof price !== 'string') return { campaign, fit, deal, cpm: price.cpm, worth: price.worth };
    reason = price;
  }
  return reason;
}

/**
 * The charged CPM and the bid where they meet the floors, or the reason why they do not. A deal's fixed price is paid
 * whatever is bid.
 */
function priced(
  { type, marginBasisPoints }: CompiledCampaign,
  { creative: { durationS, terms } }: CreativeFit,
  cpm: Nanos,
  deal: UsedDeal | null,
  { imp, floor, rates, costTerms }: OwnBidsSetting,
): { cpm: Nanos; worth: Nanos } | CandidateReason {
  const { video, audio, bidfloorcur } = imp;
  const offered = deal?.offered ?? null;
  if (offered?.wadomain?.length && !isWithinDomains(terms.adomain, offered.wadomain)) return 'adomain_blocked';
  const guided = bidFloor({ video, audio, bidfloorcur, bidfloor: 0 }, offered, durationS || null, rates, type);
  const minNet = guided.amount === 0 ? 0 : convertToNanos(guided.amount, guided.currency, rates);
  if (minNet === null) return 'no_exchange_rate';
  const worth = afterMargin(cpm, marginBasisPoints);
  if (deal === null) return worth < Math.max(minNet, floor) ? 'below_floor' : { cpm, worth };
  const agreed = floorToEarn(costTerms, deal.bought.floor);
  if (agreed === null || worth < minNet || worth < agreed) return 'below_deal_floor';
  const isOfDeal = hasDealFloor({ video, audio }, deal.offered, durationS || null, type);
  if (!isOfDeal) return worth < floor ? 'below_floor' : { cpm, worth };
  if (deal.offered.at !== 3 || minNet === 0) return { cpm, worth };
  return { cpm: beforeMargin(minNet, marginBasisPoints), worth: minNet };
}
