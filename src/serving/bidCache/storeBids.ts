import type { PrebidRequest } from '#standards/openrtb/prebid/readPrebidExt.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { Imp, MediaType } from '#standards/openrtb/types.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { SoldAd } from '../vast/signedAd.ts';
import { writeCachedOrigin } from './cachedOrigin.ts';

/** A bid of a response to Prebid. */
export interface CacheableBid {
  imp: Imp;
  bid: Bid;
  mediaType: MediaType;
  /** The ad that it is of. */
  ad: SoldAd;
}

/** IDs under which a bid, and its VAST, are cached; absent where they are not. */
export interface CachedBid {
  bidId?: string;
  vastId?: string;
}

/** The result of storing a bid. */
export interface StoredBid extends CachedBid {
  /** Whether everything that was requested is stored. */
  isComplete: boolean;
}

/** Seconds that bids are valid by default, as in Prebid Server. */
const defaultSeconds: Readonly<Record<MediaType, number>> = { banner: 300, video: 3600, audio: 3600, native: 300 };
/** The longest validity in seconds. */
const maxSeconds = 3600;
/** Seconds between the end of a bid's validity and that of its copy: the ad may be loading. */
const extraSeconds = 60;

/**
 * Stores the bids, and the VAST of those that are video or audio, as far as the request asks for it
 * (`ext.prebid.cache`). The results are in the order of the bids.
 */
export function storeBids(
  { bidCache, markup }: Pick<ServingDeps, 'bidCache' | 'markup'>,
  bids: readonly CacheableBid[],
  { bids: forBids, vastXml: forVast }: PrebidRequest['cache'],
): Promise<StoredBid[]> {
  return Promise.all(
    bids.map(async ({ imp, bid, mediaType, ad }) => {
      const origin = writeCachedOrigin(markup, ad);
      const seconds = Math.min(imp.exp ?? maxSeconds, bid.exp ?? defaultSeconds[mediaType]) + extraSeconds;
      const isVast = mediaType === 'video' || mediaType === 'audio';
      const [bidId, vastId] = await Promise.all([
        forBids ? bidCache.put({ type: 'json', text: JSON.stringify(bid), origin }, seconds) : undefined,
        forVast && isVast ? bidCache.put({ type: 'xml', text: bid.adm ?? '', origin }, seconds) : undefined,
      ]);
      const ids = { ...(bidId ? { bidId } : {}), ...(vastId ? { vastId } : {}) };
      return { ...ids, isComplete: bidId !== null && vastId !== null };
    }),
  );
}
