import { targetingOf } from '#standards/openrtb/prebid/prebidTargeting.ts';
import type { PrebidRequest } from '#standards/openrtb/prebid/readPrebidExt.ts';
import type { BidResponse, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import { amountOf } from '#standards/openrtb/currency.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { cacheAddress, cacheExt } from '../bidCache/cacheAddress.ts';
import { storeBids, type CachedBid } from '../bidCache/storeBids.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { responseBidOf, type OwnBid } from './responseBidOf.ts';
import type { BidCurrency } from './bidCurrencyFor.ts';
import { debugExt, type RequestReading } from './prebidDebug.ts';
import { seatNonBids } from './seatNonBids.ts';
import type { Outcome } from './sellImps.ts';

/** The result of an auction for Prebid.js. */
interface PrebidAuction {
  request: BidRequest;
  prebid: PrebidRequest;
  outcomes: readonly Outcome[];
  /** The name under which each imp addresses us. */
  seats: readonly string[];
  /** null when none of the page's currencies has a rate. */
  pricing: BidCurrency | null;
  /** Milliseconds since the epoch. */
  began: number;
  /** null unless the page debugs. */
  reading: RequestReading | null;
}

/** Prebid Server's error code for bad input: the page addressed a bidder that only others could answer for. */
const badInput = 2;
/** Prebid Server's error code for everything without a code of its own. */
const otherError = 999;

/** Builds the response of a Prebid Server to Prebid (standards 2.7). Bids are stored in the cache as requested. */
export async function prebidResponse(deps: ServingDeps, prebidAuction: PrebidAuction): Promise<BidResponse> {
  const { request, prebid, outcomes, pricing, began, seats, reading } = prebidAuction;
  const seatbids = new Map<string, SeatBid>();
  const bids = outcomes.flatMap(({ imp, sold }, index) => {
    const ads = pricing ? sold.map((ad) => ({ ad, ...pricing.price(responseBidOf(deps, imp, ad, true)) })) : [];
    const winner = winnerOf(ads, prebid.targeting?.prefersDeals ?? false);
    return ads.map((each) => ({ ...each, imp, index, isWinner: each === winner }));
  });
  const { cache } = prebid;
  const isMarkupInCacheOnly = ![cache.bids, cache.vastXml].some((options) => options?.returnsCreative);
  const stored = cache.bids || cache.vastXml ? await storeBids(deps, bids, cache) : null;
  for (const [place, { bid, cpm, mediaType, index, isWinner }] of bids.entries()) {
    const seat = seats[index] ?? '';
    const cachedBid: CachedBid = stored?.[place] ?? {};
    const { bidId, vastId } = cachedBid;
    const isCached = bidId !== undefined || vastId !== undefined;
    const targetingInput = {
      bidder: seat,
      cpm: bid.price,
      mediaType,
      isWinner,
      width: bid.w,
      height: bid.h,
      dealId: bid.dealid,
      isInApp: request.app !== undefined,
      cacheId: bidId,
      vastCacheId: vastId,
      ...(isCached ? cacheAddress(deps.adsUrl) : {}),
    };
    bid.ext = {
      // The price as it is billed.
      origbidcpm: amountOf(cpm),
      origbidcur: 'USD',
      prebid: {
        type: mediaType,
        ...(prebid.targeting ? { targeting: targetingOf(targetingInput, prebid.targeting) } : {}),
        ...(isCached ? { cache: cacheExt(deps.adsUrl, cachedBid) } : {}),
        meta: { advertiserDomains: bid.adomain ?? [], mediaType },
      },
    };
    if (isCached && isMarkupInCacheOnly && stored?.[place]?.isComplete) delete bid.adm;
    const known = seatbids.get(seat);
    if (known) known.bid.push(bid);
    else seatbids.set(seat, { seat, bid: [bid] });
  }
  const nonBids = prebid.wantsAllBidStatus || prebid.isDebug ? seatNonBids(outcomes, seats) : [];
  const tookMs = deps.now() - began;
  const times = Object.fromEntries([...new Set(seats)].map((seat) => [seat, tookMs]));
  return {
    id: request.id,
    ...(pricing && seatbids.size > 0 ? { cur: pricing.currency } : {}),
    seatbid: [...seatbids.values()],
    ext: {
      responsetimemillis: times,
      tmaxrequest: request.tmax ?? 0,
      ...errorsOf(prebidAuction, stored?.some(({ isComplete }) => !isComplete) ?? false),
      ...(nonBids.length > 0 ? { seatnonbid: nonBids } : {}),
      ...(reading ? debugExt(reading, outcomes) : {}),
      ...(prebid.auctionTimestamp === null ? {} : { prebid: { auctiontimestamp: prebid.auctionTimestamp } }),
    },
  };
}

/** The bid of an imp whose keys name no bidder: the highest or, with `prefersDeals`, the highest under a deal. */
function winnerOf<T extends OwnBid>(bids: readonly T[], prefersDeals: boolean): T | undefined {
  const deals = prefersDeals ? bids.filter(({ bid }) => bid.dealid !== undefined) : [];
  const [highest] = (deals.length > 0 ? deals : bids).toSorted((a, b) => b.cpm - a.cpm);
  return highest;
}

/** Errors for bidders that the page names but we do not call, for imps without a channel, and for the cache. */
function errorsOf(
  { prebid, seats, outcomes, pricing, request }: PrebidAuction,
  isCacheFailing: boolean,
): { errors?: Record<string, object[]> } {
  const errors = new Map<string, object[]>();
  const add = (bidder: string, message: string, code = badInput) => {
    const known = errors.get(bidder) ?? [];
    errors.set(bidder, [...known, { code, message }]);
  };
  prebid.imps.forEach(({ bidders }, index) => {
    for (const name of bidders.keys()) {
      if (name === seats[index] || errors.has(name)) continue;
      add(name, 'Not called: add the bidder to the channel as a tag');
    }
  });
  for (const [index, { imp, impContext }] of outcomes.entries()) {
    const seat = seats[index] ?? '';
    if (!impContext.plan) add(seat, `Impression ${imp.id} has no valid channel uid`);
    else if (pricing && impContext.record.reason === 'no_exchange_rate')
      add(seat, `No exchange rate for ${imp.bidfloorcur ?? ''}, the currency of the floor of impression ${imp.id}`);
  }
  if (!pricing) add(seats[0] ?? '', `No exchange rate for ${(request.cur ?? []).join(', ')}`);
  if (isCacheFailing) add('prebid', 'Not all bids could be cached', otherError);
  return errors.size === 0 ? {} : { errors: Object.fromEntries(errors) };
}
