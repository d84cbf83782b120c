import { priceBucket, type PriceGranularity } from './priceBucket.ts';
import type { MediaType } from '../types.ts';

/** The ad server keys that a page requests (Prebid: ext.prebid.targeting). */
export interface PrebidTargeting {
  granularity: PriceGranularity;
  /** Granularities of single media types, which override the general one. */
  granularityByMedia: Partial<Record<MediaType, PriceGranularity>>;
  /** Whether the winning bid of an imp has keys without a bidder in their names. */
  includesWinners: boolean;
  /** Whether every bid has keys with its bidder in their names. */
  includesBidderKeys: boolean;
  /** Whether deal bids have bidder keys even so. */
  includesDeals: boolean;
  includesFormat: boolean;
  /** Whether a deal bid beats any bid without a deal, whatever its price. */
  prefersDeals: boolean;
  /** The start of every key. */
  prefix: string;
}

/** Prefix of keys when the page requests none. */
export const defaultPrefix = 'hb';

/** Most publishers' ad server (GAM) cuts longer keys. */
const maxKeyLength = 20;

/** The longest key without its prefix; it must not be cut. */
const maxNameLength = 12;

/** Whether a prefix leaves room for the longest key within the ad server's limit. */
export function isPrefix(text: string): boolean {
  return /^[a-z][a-z0-9_]*$/i.test(text) && text.length + maxNameLength <= maxKeyLength;
}

/** The fields of a bid that its keys need. */
export interface TargetedBid {
  /** The page's code for the bidder. */
  bidder: string;
  cpm: number;
  mediaType: MediaType;
  /** Whether it is the highest bid of its imp. */
  isWinner: boolean;
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
  dealId?: string | undefined;
  /** Cache ID of the bid. */
  cacheId?: string | undefined;
  /** Cache ID of its VAST. */
  vastCacheId?: string | undefined;
  /** Host and path of the cache. */
  cacheHost?: string | undefined;
  cachePath?: string | undefined;
  isInApp?: boolean | undefined;
}

/**
 * The targeting keys of a bid with their values: at most 20 characters each, and only those that the page requested.
 */
export function targetingOf(bid: TargetedBid, targeting: PrebidTargeting): Record<string, string> {
  const { bidder, dealId, width, height } = bid;
  const granularity = targeting.granularityByMedia[bid.mediaType] ?? targeting.granularity;
  const values: Record<string, string | undefined> = {
    _pb: priceBucket(bid.cpm, granularity),
    _bidder: bidder,
    _size: width && height ? `${width}x${height}` : undefined,
    _deal: dealId,
    _format: targeting.includesFormat ? bid.mediaType : undefined,
    _cache_id: bid.cacheId,
    _uuid: bid.vastCacheId,
    _cache_host: bid.cacheHost,
    _cache_path: bid.cachePath,
    _env: bid.isInApp ? 'mobile-app' : undefined,
  };
  const hasBidderKeys = targeting.includesBidderKeys || (targeting.includesDeals && Boolean(dealId));
  const keys: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!value) continue;
    const key = targeting.prefix + name;
    if (hasBidderKeys) keys[`${key}_${bidder}`.slice(0, maxKeyLength)] = value;
    if (targeting.includesWinners && bid.isWinner) keys[key] = value;
  }
  return keys;
}
