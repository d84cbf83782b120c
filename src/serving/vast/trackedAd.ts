import type { Sale } from '#engine/auction/types.ts';
import { buyerOf } from '#engine/plan/buyer.ts';
import type { ChannelPlan, SupplierTerms } from '#engine/plan/plan.ts';
import { accountShare, impressionCost, pricePerImpression } from '#engine/pricing.ts';
import type { BuyingTerms, LivePayload, MarketplaceSale, ServedAd, TokenPayload } from '#events/record/records.ts';
import type { Nanos } from '#model/index.ts';
import type { MacroValue } from '#standards/macros.ts';
import { priceText } from '#standards/openrtb/bid/auctionMacros.ts';
import type { MoreTrackers, TrackingSlots } from '#standards/vast/types.ts';
import type { ResoldBid } from '../notices/exchangeNotices.ts';
import { supplierUrls } from '../notices/supplierUrls.ts';
import type { SupplierUrls } from './signedAd.ts';
import { schainMacro } from '../imp/tagMacros.ts';
import { tagParamMacros } from '../imp/tagParamValues.ts';
import { pixelTrackers } from './pixelTrackers.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { SoldAd, SignedAd } from './signedAd.ts';

/** Maximum characters of a deal's ID in a token. */
const maxDealIdLength = 100;

/** The third-party pixels of an ad, including those for post-bid verification; undefined for most ads. */
export function thirdPartyTrackers(sold: SoldAd, random: () => number): MoreTrackers | undefined {
  const { plan, decision, privacy, record, verification } = sold;
  const { winner, cpm } = decision;
  const pixels = verification ? [...winner.pixels, ...verification.pixels] : winner.pixels;
  if (pixels.length === 0) return undefined;
  const day = new Date(record.at + plan.zoneHours * 3_600_000).toISOString().slice(0, 10);
  const signals = privacy.signalsFor(null);
  const own = tagParamMacros(plan, signals.query);
  const sale = { SCHAIN: schainMacro(sold.chain()), AUCTION_PRICE: priceMacro(sold) };
  return pixelTrackers(pixels, { signals, record, tag: winner.tag, cpm, day, own, sale }, random);
}

/**
 * The value of `${AUCTION_PRICE}` in the URLs of an ad: its CPM in USD. undefined where another party sets the price: a
 * supplier, or the auction for a bidder's ad, whose macros are filled in the whole markup.
 */
export function priceMacro({ plan, decision: { won, cpm } }: Pick<SoldAd, 'plan' | 'decision'>): MacroValue {
  return plan.supplier || won ? undefined : priceText(cpm);
}

/** Signs an ad, once. */
export function signedAd(deps: Pick<ServingDeps, 'signer'>, sold: SoldAd): SignedAd {
  return (sold.signed ??= sign(deps, sold));
}

function sign(
  { signer }: Pick<ServingDeps, 'signer'>,
  { plan, decision, signals, record, viewer, household, verification }: SoldAd,
): SignedAd {
  const { tag, tier } = decision.winner;
  const rev = pricePerImpression(decision.cpm);
  const ad: ServedAd = {
    advertiserId: 0,
    tagId: 0,
    tier,
    creative: record.creative,
    rev,
    cost: impressionCost(plan.costTerms, pricePerImpression(decision.net)),
    systemCost: plan.impressionFee + (verification?.fee ?? 0),
  };
  setBuyer(ad, decision);
  if (plan.supplier) ad.buying = buyingTerms(plan.supplier, decision, ad.cost);
  if (verification) {
    ad.verificationVendors = verification.vendorCodes;
    ad.verificationFee = verification.fee;
  }
  if (tag.marketplace !== '') ad.marketplace = saleOf(plan, tag.marketplace, rev);
  const payload: LivePayload = {
    serveId: record.serveId,
    servedAt: Math.floor(record.at / 1000) * 1000,
    origin: record.origin,
    ad,
  };
  if (viewer !== undefined) payload.viewer = viewer;
  if (household !== undefined) payload.household = household;
  const signed: TokenPayload = signals.isTest ? { ...payload, isTest: true } : payload;
  return { token: signer.sign(signed), payload: signed };
}

/** Our tracking URLs for an ad. Each has the values of one impression signed into it. */
export function trackingSlots(deps: Pick<ServingDeps, 'adsUrl' | 'signer' | 'sealer'>, sold: SoldAd): TrackingSlots {
  const { token } = signedAd(deps, sold);
  const base = `${deps.adsUrl}/e/`;
  return {
    adServingId: sold.record.serveId,
    impression: noticesOf(deps, sold)?.impression ?? base + token.path('impression'),
    start: base + token.path('start'),
    firstQuartile: base + token.path('firstQuartile'),
    midpoint: base + token.path('midpoint'),
    thirdQuartile: base + token.path('thirdQuartile'),
    complete: base + token.path('complete'),
    click: base + token.path('click'),
    error: `${base}${token.path('error')}?code=[ERRORCODE]`,
  };
}

/** Our URLs for the supplier that we bid to; null when a channel sells the ad. */
export function noticesOf(deps: Pick<ServingDeps, 'adsUrl' | 'signer' | 'sealer'>, sold: SoldAd): SupplierUrls | null {
  if (!sold.plan.supplier) return null;
  return (sold.notices ??= supplierUrls(deps, signedAd(deps, sold), resoldBidOf(sold)));
}

/** The ad exchange's bid that we resell to a supplier; null for other ads. */
function resoldBidOf({ decision: { winner, won } }: SoldAd): ResoldBid | null {
  if (!won || buyerOf(winner.tag.id).kind !== 'adexchange') return null;
  const { nurl = null, burl = null, lurl = null } = won.bid.bid;
  return {
    win: won.win === null ? null : nurl,
    bill: won.bill === null ? null : burl,
    loss: lurl,
    values: won.values,
  };
}

/** Sets the buyer of an ad: a tag, an ad exchange or an own campaign. */
function setBuyer(ad: ServedAd, { winner: { tag }, won }: Sale): void {
  const { kind, id } = buyerOf(tag.id);
  const bid = won?.bid ?? null;
  if (kind === 'tag') {
    ad.advertiserId = tag.advertiserId;
    ad.tagId = id;
  } else if (kind === 'adexchange') ad.adexchangeId = id;
  else {
    ad.advertiserId = bid?.own?.advertiserId ?? 0;
    ad.campaignId = bid?.own?.campaignId ?? 0;
    ad.creativeId = bid?.own?.creativeId ?? 0;
  }
  if (bid?.deal) ad.deal = bid.deal.id.slice(0, maxDealIdLength);
}

/** The supplier's payment terms for an impression that we bid `bid` (nano-USD) for. */
function buyingTerms({ billing, isSecondPrice }: SupplierTerms, { winner }: Sale, bid: Nanos): BuyingTerms {
  const terms: BuyingTerms = { billing, isSecondPrice, bid };
  if (isSecondPrice && winner.tag.bidder?.isSecondPrice) terms.isRevFollowing = true;
  return terms;
}

/** The sale of an ad through a marketplace partner. */
function saleOf(plan: ChannelPlan, name: string, rev: Nanos): MarketplaceSale {
  return { name, revMd: accountShare(rev, plan.dspShareBasisPoints) };
}
