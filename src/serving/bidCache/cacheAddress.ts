import type { CachedBid } from './storeBids.ts';

/** Public host and path of the cache, from the base URL of ad serving. */
export function cacheAddress(adsUrl: string): { cacheHost: string; cachePath: string } {
  const { host, pathname } = new URL(adsUrl);
  return { cacheHost: host, cachePath: `${pathname === '/' ? '' : pathname}/cache` };
}

/** The object `bid.ext.prebid.cache` of Prebid Server: where a bid, and its VAST, are cached. */
export function cacheExt(adsUrl: string, { bidId, vastId }: CachedBid): object {
  const entry = (id: string) => ({ url: `${adsUrl}/cache?uuid=${id}`, cacheId: id });
  return {
    ...(bidId === undefined ? {} : { bids: entry(bidId) }),
    ...(vastId === undefined ? {} : { vastXml: entry(vastId) }),
  };
}
