import { campaignsId } from '#engine/plan/buyer.ts';
import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { fillPassedOnMacros } from '#standards/macros.ts';
import { renderTemplate } from '#standards/vast/compileVast.ts';
import { renderWrapper } from '#standards/vast/renderWrapper.ts';
import type { MoreTrackers, TrackingSlots, VastVersion } from '#standards/vast/types.ts';
import { noticeUrl } from '../notices/noticeUrl.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { sealErrors } from '../track/partnerErrors.ts';
import { tagMacros } from '../imp/tagMacros.ts';
import { noticesOf, priceMacro, thirdPartyTrackers, trackingSlots } from './trackedAd.ts';
import type { SoldAd } from './signedAd.ts';
import { wrapperTemplate } from './storedMarkup.ts';
import { forSeveralErrors, type VersionTerms } from './versionTerms.ts';

type RenderDeps = Pick<ServingDeps, 'adsUrl' | 'signer' | 'sealer' | 'markup' | 'random'>;

/**
 * Renders the winner as VAST with our tracking, and with its bidder's auction macros filled. `notices` are URLs to call
 * with the impression.
 */
export function renderAd(
  deps: RenderDeps,
  sold: SoldAd,
  versions: VersionTerms,
  notices: readonly string[] = billingNoticeOf(deps, sold),
): string {
  const { won } = sold.decision;
  const xml = renderVast(deps, sold, versions, notices);
  // The supplier fills the price macros in own campaigns' ads.
  if (!won || (sold.plan.supplier && sold.decision.winner.tag.id === campaignsId)) return xml;
  const impressionUrl = noticesOf(deps, sold)?.impression;
  if (impressionUrl === undefined) return fillAuctionMacros(xml, won.values);
  // The supplier fills the macros in our own URLs.
  const parts = xml.split(impressionUrl);
  return parts.map((part) => fillAuctionMacros(part, won.values)).join(impressionUrl);
}

function renderVast(deps: RenderDeps, sold: SoldAd, versions: VersionTerms, notices: readonly string[]): string {
  const { version } = versions;
  const { decision, privacy } = sold;
  const { ad } = decision;
  const { tag } = decision.winner;
  const slots = withPartnerErrors(deps, sold, version, slotsOf(deps, sold, notices));
  const adVersions = slots.more?.error ? forSeveralErrors(versions) : versions;
  if (ad.kind === 'merged') return renderTemplate(deps.markup.templateOf(ad.ad, adVersions), slots);
  if (ad.kind === 'passed') return renderTemplate(wrapperTemplate(ad.ad, adVersions), slots);
  const template = ad.kind === 'stored' ? deps.markup.template(tag, adVersions) : null;
  if (template) return renderTemplate(template, slots);
  const macros = tagMacros(sold, privacy.signalsFor(tag.gvlId), { random: deps.random(), serverSide: '0' });
  const adTagUri = fillPassedOnMacros(tag.url, { ...macros, AUCTION_PRICE: priceMacro(sold) });
  return renderWrapper({ version, adId: tag.uid, adTagUri, slots });
}

/** The bidder's billing notice as our URL, to call with the impression; empty without one. */
export function billingNoticeOf(deps: Pick<ServingDeps, 'adsUrl' | 'sealer'>, { decision, record }: SoldAd): string[] {
  return decision.won?.bill ? [noticeUrl(deps, { kind: 'bill', url: decision.won.bill }, record.at)] : [];
}

/** The bidder's win notice as our URL; empty without one. */
export function winNoticeOf(deps: Pick<ServingDeps, 'adsUrl' | 'sealer'>, { decision, record }: SoldAd): string[] {
  return decision.won?.win ? [noticeUrl(deps, { kind: 'win', url: decision.won.win }, record.at)] : [];
}

/** Our tracking URLs, third-party pixels, and the notices to call with the impression. */
function slotsOf(deps: RenderDeps, sold: SoldAd, notices: readonly string[]): TrackingSlots {
  const slots = trackingSlots(deps, sold);
  const pixels = thirdPartyTrackers(sold, deps.random);
  if (notices.length === 0) return pixels ? { ...slots, more: pixels } : slots;
  const more: MoreTrackers = { ...pixels, impression: [...(pixels?.impression ?? []), ...notices] };
  return { ...slots, more };
}

/** In VAST 2.0, our Error URL with those of the ad sealed in it: its schema has room for one. */
function withPartnerErrors(deps: RenderDeps, sold: SoldAd, version: VastVersion, slots: TrackingSlots): TrackingSlots {
  if (version !== '2.0') return slots;
  const { serveId, at } = sold.record;
  const errors = sealErrors(deps.sealer, { serveId, errors: errorsOf(deps, sold) }, at);
  return errors === null ? slots : { ...slots, error: `${slots.error}&er=${errors}` };
}

/** The Error URLs of an ad itself, and of the third parties that measure it. */
function errorsOf({ markup, random }: RenderDeps, sold: SoldAd): readonly string[] {
  const { ad, winner } = sold.decision;
  const pixels = thirdPartyTrackers(sold, random)?.error ?? [];
  if (ad.kind === 'merged' || ad.kind === 'passed') return [...ad.ad.errors, ...pixels];
  const stored = ad.kind === 'stored' ? markup.read(winner.tag) : null;
  return stored && 'ad' in stored ? [...stored.ad.errors, ...pixels] : pixels;
}
