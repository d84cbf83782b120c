import { faultsOfParams } from '#model/reference/partners/faultsOfParams.ts';
import { preBidPartners } from '#model/reference/partners/preBidPartners.ts';
import { targetingOf } from '#standards/openrtb/prebid/prebidTargeting.ts';
import type { PrebidRequest } from '#standards/openrtb/prebid/readPrebidExt.ts';
import type { Bid, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp, MediaType } from '#standards/openrtb/types.ts';
import { respondToRequest } from '../rtb/respondToRequest.ts';
import { buyerOfCode, type DemoBuyer } from '../rtb/buyers.ts';
import { convert } from '../rtb/randomPrice.ts';

/** The response to an auction, and its latency. */
export interface AuctionResponse {
  /** Latency in milliseconds. */
  delayMs: number;
  results: BidderResult[];
  response: Record<string, unknown> & { id: string; seatbid: SeatBid[]; cur: string };
}

interface BidderMessage {
  code: number;
  message: string;
}

/** The result of one bidder. */
export interface BidderResult {
  /** The bidder's code in the request, which may be an alias. */
  code: string;
  buyer: DemoBuyer;
  imps: Imp[];
  bids: Bid[];
  delayMs: number;
  isLate: boolean;
}

/** Prebid Server's error codes. */
const errorCodes = { timeout: 1, badInput: 2 } as const;
const defaultTmax = 500;
const mediaTypes: Readonly<Record<number, MediaType>> = { 1: 'banner', 2: 'video', 4: 'native' };

/**
 * Runs an auction like a Prebid Server: each bidder named by an imp is called with its imps, and all bids are returned
 * under the seats of their bidders. Unknown bidders and invalid parameters affect only that bidder.
 */
export function runAuction(
  request: BidRequest,
  prebid: PrebidRequest,
  { base, seed }: { base: string; seed: number },
): AuctionResponse {
  const errors: Record<string, BidderMessage[]> = {};
  const tmax = request.tmax ?? defaultTmax;
  const cur = request.cur?.find((each) => convert(1, 'USD', each) !== null) ?? 'USD';
  const results = [...impsByBidder(request, prebid, errors)].map(([code, imps]): BidderResult => {
    const buyer = { ...buyerOfCode(prebid.aliases.get(code) ?? code), seat: code };
    const { delayMs, response } = respondToRequest(
      buyer,
      { ...request, imp: imps, cur: ['USD'] },
      { version: '2.6', base, seed },
    );
    const isLate = delayMs > tmax;
    if (isLate) errors[code] = [{ code: errorCodes.timeout, message: 'The bidder did not respond in time' }];
    const receivedBids = isLate ? [] : (response?.seatbid ?? []).flatMap(({ bid }) => bid);
    const bids = bestOfEach(receivedBids, prebid.maxBids.get(code) ?? 1);
    return { code, buyer, imps, bids, delayMs: Math.min(delayMs, tmax), isLate };
  });
  const best = new Map<string, Bid>();
  for (const bid of results.flatMap(({ bids }) => bids)) {
    if (bid.price > (best.get(bid.impid)?.price ?? 0)) best.set(bid.impid, bid);
  }
  const seatbid = results
    .filter(({ bids }) => bids.length > 0)
    .map(({ code, bids }) => ({
      seat: code,
      bid: bids.map((bid) => toPrebid(bid, { code, cur, prebid, isWinner: best.get(bid.impid) === bid })),
    }));
  return {
    delayMs: Math.max(0, ...results.map(({ delayMs }) => delayMs)),
    results,
    response: {
      id: request.id,
      seatbid,
      cur,
      ext: {
        responsetimemillis: Object.fromEntries(results.map(({ code, delayMs }) => [code, delayMs])),
        tmaxrequest: tmax,
        ...(Object.keys(errors).length > 0 ? { errors } : {}),
        ...(prebid.isDebug ? { debug: debugOf(request, results, base) } : {}),
      },
    },
  };
}

/** The best bids of each imp, at most `maxBids`. */
function bestOfEach(bids: readonly Bid[], maxBids: number): Bid[] {
  const sorted = bids.toSorted((a, b) => b.price - a.price);
  return sorted.filter(
    (bid, index) => sorted.slice(0, index).filter(({ impid }) => impid === bid.impid).length < maxBids,
  );
}

/** Groups imps by bidder; why a bidder is excluded goes into the errors. */
function impsByBidder(
  request: BidRequest,
  { imps, aliases }: PrebidRequest,
  errors: Record<string, BidderMessage[]>,
): Map<string, Imp[]> {
  const found = new Map<string, Imp[]>();
  for (const [index, imp] of request.imp.entries()) {
    for (const [code, params] of imps[index]?.bidders ?? []) {
      const message = faultOfBidder(aliases.get(code) ?? code, params);
      if (message === null) found.set(code, [...(found.get(code) ?? []), imp]);
      else (errors[code] ??= []).push({ code: errorCodes.badInput, message: `imp ${imp.id}: ${message}` });
    }
  }
  return found;
}

/** Returns why a bidder cannot be called; null when it can. Unknown parameters are ignored. */
function faultOfBidder(code: string, params: Readonly<Record<string, unknown>>): string | null {
  const partner = preBidPartners.find(({ variantOf }) => variantOf === code);
  if (!partner) return `unknown bidder ${code}`;
  const faults = faultsOfParams(partner, params).filter((fault) => fault.code !== 'unknown_field');
  if (faults.length === 0) return null;
  return `bad parameters of ${code}: ${faults.map(({ path, message }) => `${path}: ${message}`).join('; ')}`;
}

/** Converts a bid to Prebid Server's format, with ad server targeting keys where requested. */
function toPrebid(
  bid: Bid,
  { code, cur, prebid, isWinner }: { code: string; cur: string; prebid: PrebidRequest; isWinner: boolean },
): Bid {
  const price = Math.round((convert(bid.price, 'USD', cur) ?? bid.price) * 1e4) / 1e4;
  const mediaType = mediaTypes[bid.mtype ?? 1] ?? 'banner';
  const { w: width, h: height, dealid: dealId } = bid;
  const about = { bidder: code, cpm: price, mediaType, isWinner, width, height, dealId };
  return {
    ...bid,
    price,
    ext: {
      origbidcpm: bid.price,
      origbidcur: 'USD',
      prebid: {
        type: mediaType,
        meta: { adaptercode: code, advertiserDomains: bid.adomain },
        ...(prebid.targeting ? { targeting: targetingOf(about, prebid.targeting) } : {}),
        ...(bid.dur === undefined ? {} : { video: { duration: bid.dur, primary_category: '' } }),
      },
    },
  };
}

/** The request and response of each bidder, for debugging. */
function debugOf(request: BidRequest, results: readonly BidderResult[], base: string): Record<string, unknown> {
  const calls = results.map(({ code, buyer, imps, bids, isLate }) => [
    code,
    [
      {
        uri: `${base}/rtb/${buyer.name}`,
        requestbody: JSON.stringify({ ...request, imp: imps, ext: undefined }),
        requestheaders: { 'Content-Type': ['application/json;charset=utf-8'], 'X-Openrtb-Version': ['2.6'] },
        responsebody: bids.length > 0 ? JSON.stringify({ id: request.id, seatbid: [{ bid: bids }] }) : '',
        status: isLate ? 0 : bids.length > 0 ? 200 : 204,
      },
    ],
  ]);
  return { httpcalls: Object.fromEntries(calls) as Record<string, unknown>, resolvedrequest: request };
}
