import { inlineAdOf } from '#engine/auction/inlineAdOf.ts';
import { mediumOfAd } from '#engine/auction/mediumOfAd.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import { supplyPrice } from '#engine/pricing.ts';
import type { Nanos } from '#model/index.ts';
import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { withBannerTrackers } from '#standards/openrtb/bid/bannerMarkup.ts';
import { withNativeTrackers } from '#standards/openrtb/native/withNativeTrackers.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import { viewabilityScript } from '#standards/openrtb/bid/viewabilityScript.ts';
import type { Imp, MediaType } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';
import { fillClickMacros, hasClickMacro } from '#standards/clickMacro.ts';
import { adSeconds } from '#standards/vast/adSeconds.ts';
import { clickUrlOf } from '../clicks/clickUrlOf.ts';
import { queryForKinds } from '../vast/queryForKinds.ts';
import { versionTerms } from '../vast/versionTerms.ts';
import { billingNoticeOf, renderAd, winNoticeOf } from '../vast/renderAd.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { thirdPartyTrackers, noticesOf, signedAd, trackingSlots } from '../vast/trackedAd.ts';
import type { SoldAd } from '../vast/signedAd.ts';

/** Our bid, with its CPM in nano-USD. */
export interface OwnBid {
  bid: Bid;
  mediaType: MediaType;
  cpm: Nanos;
}

const mtypes: Readonly<Record<MediaType, number>> = { banner: 1, video: 2, audio: 3, native: 4 };

/**
 * Builds the bid for a sold ad. Its price is the supply side's price in USD. Prebid.js treats `nurl` of a video as its
 * VAST and ignores that of a native ad: for pages both are called with the impression instead.
 */
export function responseBidOf(deps: ServingDeps, imp: Imp, sold: SoldAd, isForPage: boolean): OwnBid {
  const { decision, plan, record } = sold;
  const wonBid = decision.won?.bid;
  const mediaType = mediumOfAd(decision.ad) ?? wonBid?.mediaType ?? (imp.video ? 'video' : 'audio');
  const isWinInMarkup = isForPage && mediaType !== 'banner';
  const cpm = supplyPrice(plan.costTerms, decision.net);
  const { cid, crid, adomain, cat, cattax, attr, dealid, w, h, iurl, bundle, language } = wonBid?.bid ?? {};
  // Assembling a pod requires the duration of each ad and the slots where it may go.
  const dur = adSeconds(inlineAdOf(decision.ad, decision.winner.tag, deps.markup.read)) || wonBid?.bid.dur;
  const isInDynamicPod = ((imp.video ?? imp.audio)?.poddur ?? 0) > 0;
  const notices = noticesOf(deps, sold);
  const [win] = isWinInMarkup || notices ? [] : winNoticeOf(deps, sold);
  const size = sizeOf(imp, mediaType, w, h);
  const bid: Bid = {
    id: record.serveId,
    impid: imp.id,
    price: cpm / 1_000_000_000,
    adm: markupOf(deps, imp, sold, mediaType, isWinInMarkup),
    crid: crid ?? (record.creative === '' ? decision.winner.tag.uid : record.creative),
    mtype: mtypes[mediaType],
    w: size.w,
    h: size.h,
    adomain,
    cat,
    cattax,
    attr,
    dealid,
    dur,
    iurl,
    bundle,
    language,
    cid: decision.winner.tag.id === campaignsId ? cid : undefined,
    nurl: notices?.win ?? win,
    burl: notices?.bill,
    lurl: notices?.loss,
    slotinpod: isInDynamicPod ? decision.podAd?.slotInPod : undefined,
  };
  return { bid, mediaType, cpm };
}

function markupOf(deps: ServingDeps, imp: Imp, sold: SoldAd, mediaType: MediaType, isWinInMarkup: boolean): string {
  const { decision, plan, signals } = sold;
  const { ad, won } = decision;
  // Behind a supplier, billing is triggered by the supplier's own notices.
  const bills = plan.supplier ? [] : billingNoticeOf(deps, sold);
  const notices = isWinInMarkup ? [...bills, ...winNoticeOf(deps, sold)] : bills;
  if (ad.kind !== 'markup') {
    const query = queryForKinds(queryForMedium(signals.query, mediaType, imp), [ad.kind]);
    return renderAd(deps, sold, versionTerms(plan.answerVersion, query), notices);
  }
  const slots = trackingSlots(deps, sold);
  const pixels = thirdPartyTrackers(sold, deps.random);
  const impression = [slots.impression, ...notices, ...(pixels?.impression ?? [])];
  const click = [slots.click, ...(pixels?.click ?? [])];
  const isOwn = decision.winner.tag.id === campaignsId;
  const markup = won && (!isOwn || mediaType === 'native') ? fillAuctionMacros(ad.markup, won.values) : ad.markup;
  if (mediaType === 'native') return withNativeTrackers(markup, imp.native?.request ?? '', { impression, click });
  const script = isOwn || plan.supplier ? viewabilityOf(deps, sold) : '';
  if (!isOwn) return withBannerTrackers(markup, { impression, click, script });
  // Clicks through our click URL are counted without a script.
  const scriptClickUrls = hasClickMacro(markup) ? (pixels?.click ?? []) : click;
  const markupWithClicks = withClicks(deps, sold, { markup, click: slots.click });
  return withBannerTrackers(markupWithClicks, { impression, click: scriptClickUrls, script });
}

/** The query of an imp, which has the protocols of its first medium, with those of the medium that is sold. */
function queryForMedium(query: Query, mediaType: MediaType, { audio }: Imp): Query {
  const protocols = audio?.protocols?.join() || undefined;
  if (mediaType !== 'audio' || protocols === query.get('protocols')) return query;
  const own = new Map(query);
  own.delete('protocols');
  return protocols === undefined ? own : own.set('protocols', protocols);
}

/** Script that measures the viewability of a banner. */
function viewabilityOf(deps: ServingDeps, sold: SoldAd): string {
  const { token } = signedAd(deps, sold);
  const urlOf = (event: 'measurable' | 'viewable') => `${deps.adsUrl}/e/${token.path(event)}`;
  return viewabilityScript({ measurable: urlOf('measurable'), viewable: urlOf('viewable') });
}

/** Fills the click macros of an own campaign's markup. Auction macros are left for the party that shows it. */
function withClicks(
  deps: ServingDeps,
  { record, decision }: SoldAd,
  { markup, click }: { markup: string; click: string },
): string {
  const [adomain = ''] = decision.won?.bid.bid.adomain ?? [];
  return fillClickMacros(markup, clickUrlOf(deps, { serveId: record.serveId, click, adomain, at: record.at }));
}

/** The size of a bid: a banner's own, else the first requested one; for a video, the player's. */
function sizeOf(imp: Imp, mediaType: MediaType, w = 0, h = 0): { w?: number; h?: number } {
  if (w > 0 && h > 0) return { w, h };
  const requestedSize = mediaType === 'banner' ? (imp.banner?.format?.[0] ?? imp.banner) : imp.video;
  return requestedSize?.w && requestedSize.h ? { w: requestedSize.w, h: requestedSize.h } : {};
}
