import type { Fault } from '../fault.ts';
import { Findings, isEmpty, isObject, type Raw } from '../fieldChecks.ts';
import { prebid, prebidImp } from './prebidShape.ts';
import { mediumGranularity, namedGranularities, type PriceGranularity, type PriceRange } from './priceBucket.ts';
import { defaultPrefix, isPrefix, type PrebidTargeting } from './prebidTargeting.ts';
import { ratesOfPage, type PageRateTable } from './ratesOfPage.ts';
import type { Rates } from '../currency.ts';
import type { BidRequest, Ext, Imp, MediaType, SchainObject } from '../types.ts';

/** A page's instructions to a Prebid Server, beside its bid request. */
export interface PrebidRequest {
  /** Null when the page requests no keys for an ad server. */
  targeting: PrebidTargeting | null;
  /** Whether bids, or their VAST, are to be cached, and whether they are returned as well. */
  cache: { bids: CacheOptions | null; vastXml: CacheOptions | null };
  /** Exchange rates of the page; null when it has none. */
  currency: PageCurrency | null;
  /** Whether the response shows how the request was read: the page says so, or it is a test. */
  isDebug: boolean;
  /** Start of the page's auction, in milliseconds since the epoch. */
  auctionTimestamp: number | null;
  /** Bidder codes by the page's names for them. */
  aliases: ReadonlyMap<string, string>;
  /** Supply chains of single bidders; '*' stands for all others. */
  schains: readonly { bidders: readonly string[]; schain: SchainObject }[];
  /** Bidders that may receive the IDs of a source (user.eids), by the page's names for them; '*' stands for all. */
  eidPermissions: readonly { source: string; bidders: readonly string[] }[];
  /** Whether the response explains why bidders have no bid. */
  wantsAllBidStatus: boolean;
  /** Maximum bids per imp of bidders, by the page's names for them; one for all others. */
  maxBids: ReadonlyMap<string, number>;
  /** In the order of the imps. */
  imps: readonly PrebidImp[];
}

/** A page's exchange rates, and whether those of the server apply to currencies that they do not have. */
export interface PageCurrency {
  rates: Rates;
  usesServerRates: boolean;
}

/** How to cache a bid or its VAST. */
export interface CacheOptions {
  returnsCreative: boolean;
}

/** Prebid's extension of one imp. */
export interface PrebidImp {
  storedRequestId: string | null;
  /** Parameters of bidders, by the page's names for them. */
  bidders: ReadonlyMap<string, Ext>;
}

/** The parsed ext.prebid, or all its faults. */
export type PrebidResult = { ok: true; prebid: PrebidRequest } | { ok: false; faults: Fault[] };

/** Reads Prebid's extensions of a request (standards 2.7). Never throws; unknown fields are dropped. */
export function readPrebidExt(request: BidRequest): PrebidResult {
  const found = new Findings();
  const top = { name: '', above: null };
  const ext = { name: 'ext', above: top };
  const given = request.ext?.['prebid'];
  const read = isAbsent(given) ? {} : (prebid(given, 'prebid', ext, found) as Raw);
  const imps = request.imp.map((imp, index) => {
    const prebid = imp.ext?.['prebid'];
    const above = { name: 'ext', above: { name: index, above: { name: 'imp', above: top } } };
    return isAbsent(prebid) ? {} : (prebidImp(prebid, 'prebid', above, found) as Raw);
  });
  if (found.faults.length > 0) return { ok: false, faults: found.faults };
  const ofImps = imps.map((each, index) => impOf(each, request.imp[index]));
  return { ok: true, prebid: { ...prebidOf(read, request), imps: ofImps } };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function prebidOf(prebid: Raw, { test }: BidRequest): Omit<PrebidRequest, 'imps'> {
  const { targeting, cache, currency, data, auctiontimestamp: timestamp } = prebid;
  const chains = (prebid['schains'] ?? []) as { bidders?: string[]; schain?: SchainObject }[];
  return {
    targeting: isObject(targeting) ? targetingOf(targeting) : null,
    cache: {
      bids: isObject(cache) ? cacheOptions(cache['bids']) : null,
      vastXml: isObject(cache) ? cacheOptions(cache['vastxml']) : null,
    },
    currency: isObject(currency) ? currencyOf(currency) : null,
    isDebug: prebid['debug'] === true || test === 1,
    auctionTimestamp: typeof timestamp === 'number' ? timestamp : null,
    aliases: new Map(Object.entries((prebid['aliases'] ?? {}) as Record<string, string>)),
    schains: chains.flatMap(({ bidders, schain }) => (bidders && schain ? [{ bidders, schain }] : [])),
    eidPermissions: isObject(data) ? ((data['eidpermissions'] ?? []) as PrebidRequest['eidPermissions']) : [],
    wantsAllBidStatus: prebid['returnallbidstatus'] === true,
    maxBids: maxBidsOf((prebid['multibid'] ?? []) as MultiBid[]),
  };
}

/** Bidders with their maximum number of bids. */
interface MultiBid {
  bidder?: string;
  bidders?: string[];
  maxbids?: number;
}

/** Prebid Server's upper limit of bids per bidder, whatever the page requests. */
const maxMultiBids = 9;

function maxBidsOf(multibid: readonly MultiBid[]): Map<string, number> {
  const maxBidsOfBidder = new Map<string, number>();
  for (const { bidder, bidders = [], maxbids = 1 } of multibid) {
    const bids = Math.min(maxMultiBids, Math.max(1, Math.floor(maxbids)));
    for (const name of bidder === undefined ? bidders : [bidder])
      if (!maxBidsOfBidder.has(name)) maxBidsOfBidder.set(name, bids);
  }
  return maxBidsOfBidder;
}

function targetingOf(targeting: Raw): PrebidTargeting {
  const { prefix, mediatypepricegranularity: byMedia } = targeting;
  const granularityByMedia: PrebidTargeting['granularityByMedia'] = {};
  for (const type of ['banner', 'video', 'native'] satisfies MediaType[]) {
    const own = isObject(byMedia) ? byMedia[type] : undefined;
    if (own !== undefined) granularityByMedia[type] = granularityOf(own);
  }
  return {
    granularity: granularityOf(targeting['pricegranularity']),
    granularityByMedia,
    includesWinners: targeting['includewinners'] !== false,
    includesBidderKeys: targeting['includebidderkeys'] !== false,
    includesDeals: targeting['alwaysincludedeals'] === true,
    includesFormat: targeting['includeformat'] === true,
    prefersDeals: targeting['preferdeals'] === true,
    prefix: typeof prefix === 'string' && isPrefix(prefix) ? prefix : defaultPrefix,
  };
}

function granularityOf(value: unknown): PriceGranularity {
  if (typeof value === 'string') return namedGranularities.get(value) ?? mediumGranularity;
  if (!isObject(value) || isEmpty(value['ranges'])) return mediumGranularity;
  const { precision, ranges } = value as { precision?: number; ranges: PriceRange[] };
  return {
    precision: precision ?? 2,
    // Each range starts at the end of the previous one, whatever it declares.
    ranges: ranges.map(({ max, increment }, index) => ({ min: ranges[index - 1]?.max ?? 0, max, increment })),
  };
}

function currencyOf({ rates, usepbsrates }: Raw): PageCurrency {
  return { rates: ratesOfPage((rates ?? {}) as PageRateTable), usesServerRates: usepbsrates !== false };
}

function cacheOptions(options: unknown): CacheOptions | null {
  return isObject(options) ? { returnsCreative: options['returnCreative'] !== false } : null;
}

function idOf(stored: unknown): string | null {
  return isObject(stored) && typeof stored['id'] === 'string' ? stored['id'] : null;
}

/** Objects of imp.ext that are not parameters of a bidder. */
const reserved = new Set(['prebid', 'data', 'context', 'general', 'all', 'skadn', 'igs', 'dsa', 'paapi']);

function impOf(prebid: Raw, imp: Imp | undefined): PrebidImp {
  const named = prebid['bidder'];
  // Older pages have their bidders beside `prebid`.
  const bidders = isObject(named)
    ? Object.entries(named)
    : Object.entries(imp?.ext ?? {}).filter(([code, value]) => !reserved.has(code) && isObject(value));
  return {
    storedRequestId: idOf(prebid['storedrequest']),
    bidders: new Map(bidders as [string, Ext][]),
  };
}
