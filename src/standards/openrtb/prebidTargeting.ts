import { priceBucket, type PriceGranularity } from './priceBucket.ts';
import type { MediaType } from './types.ts';

/** What a page asks to be told for its ad server (Prebid: ext.prebid.targeting). */
export interface PrebidTargeting {
  granularity: PriceGranularity;
  /** Where a media type has another one. */
  granularityByMedia: Partial<Record<MediaType, PriceGranularity>>;
  /** Whether the best bid of an impression has keys without a bidder in their names. */
  includesWinners: boolean;
  /** Whether every bid has keys with its bidder in their names. */
  includesBidderKeys: boolean;
  /** Whether bids under a deal have them even so. */
  includesDeals: boolean;
  includesFormat: boolean;
  /** Whether a bid under a deal is better than one without, whatever its price. */
  prefersDeals: boolean;
  /** What every key begins with. */
  prefix: string;
}

/** What keys are used where none is asked for. */
export const defaultPrefix = 'hb';

/** The ad server of most publishers cuts longer keys off. */
const maxKeyLength = 20;

/** The longest key behind its prefix, which must stay whole. */
const maxNameLength = 12;

/** Whether keys that begin with a text keep their names within what ad servers take. */
export function isPrefix(text: string): boolean {
  return /^[a-z][a-z0-9_]*$/i.test(text) && text.length + maxNameLength <= maxKeyLength;
}

/** A bid as far as keys tell of it. */
export interface TargetedBid {
  /** Code of the bidder as the page calls it. */
  bidder: string;
  cpm: number;
  mediaType: MediaType;
  /** Whether it is the best of its impression. */
  isWinner: boolean;
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
  dealId?: string | undefined;
  /** The id under which a cache holds the bid. */
  cacheId?: string | undefined;
  /** The id under which a cache holds its VAST. */
  vastCacheId?: string | undefined;
  /** The cache: host and path. */
  cacheHost?: string | undefined;
  cachePath?: string | undefined;
  /** Whether it is for an app. */
  isInApp?: boolean | undefined;
}

/** The keys of a bid with their values: of at most 20 characters each, and none that the page did not ask for. */
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
