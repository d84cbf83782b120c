import { faultsOfParams } from '#model/reference/partners/faultsOfParams.ts';
import { preBidPartners } from '#model/reference/partners/preBidPartners.ts';
import { targetingOf } from '#standards/openrtb/prebidTargeting.ts';
import type { PrebidRequest } from '#standards/openrtb/readPrebidExt.ts';
import type { Bid, SeatBid } from '#standards/openrtb/responseTypes.ts';
import type { BidRequest, Imp, MediaType } from '#standards/openrtb/types.ts';
import { answerRequest } from '../rtb/answerRequest.ts';
import { buyerOfCode, type DemoBuyer } from '../rtb/buyers.ts';
import { convert } from '../rtb/prices.ts';

/** The answer to an auction, and how long it takes. */
export interface AuctionAnswer {
  /** Milliseconds that it takes. */
  delayMs: number;
  results: BidderResult[];
  response: Record<string, unknown> & { id: string; seatbid: SeatBid[]; cur: string };
}

interface BidderMessage {
  code: number;
  message: string;
}

/** What came of one bidder. */
export interface BidderResult {
  /** As the request calls it, which may be by an alias. */
  code: string;
  buyer: DemoBuyer;
  imps: Imp[];
  bids: Bid[];
  delayMs: number;
  isLate: boolean;
}

/** Codes of errors as Prebid Server gives them. */
const errorCodes = { timeout: 1, badInput: 2 } as const;
const defaultTmax = 500;
const mediaTypes: Readonly<Record<number, MediaType>> = { 1: 'banner', 2: 'video', 4: 'native' };

/**
 * Runs an auction as a Prebid Server does: each bidder that an impression names is asked with the impressions that name it,
 * and all bids come back, each under the seat of its bidder. Unknown bidders and bad parameters cost that bidder alone.
 */
export function answerAuction(
  request: BidRequest,
  prebid: PrebidRequest,
  { base, seed }: { base: string; seed: number },
): AuctionAnswer {
  const errors: Record<string, BidderMessage[]> = {};
  const tmax = request.tmax ?? defaultTmax;
  const cur = request.cur?.find((each) => convert(1, 'USD', each) !== null) ?? 'USD';
  const results = [...impsByBidder(request, prebid, errors)].map(([code, imps]): BidderResult => {
    const buyer = { ...buyerOfCode(prebid.aliases.get(code) ?? code), seat: code };
    const { delayMs, response } = answerRequest(
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
        ...(request.test === 1 || prebid.isDebug ? { debug: debugOf(request, results, base) } : {}),
      },
    },
  };
}

/** The best bids for each impression, as many as may come. */
function bestOfEach(bids: readonly Bid[], maxBids: number): Bid[] {
  const sorted = bids.toSorted((a, b) => b.price - a.price);
  return sorted.filter(
    (bid, index) => sorted.slice(0, index).filter(({ impid }) => impid === bid.impid).length < maxBids,
  );
}

/** The impressions of each bidder that may bid for them; what keeps a bidder out goes into the errors. */
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

/** Why a bidder cannot be asked; null when it can. What it does not know of parameters does not matter. */
function faultOfBidder(code: string, params: Readonly<Record<string, unknown>>): string | null {
  const partner = preBidPartners.find(({ variantOf }) => variantOf === code);
  if (!partner) return `unknown bidder ${code}`;
  const faults = faultsOfParams(partner, params).filter((fault) => fault.code !== 'unknown_field');
  if (faults.length === 0) return null;
  return `bad parameters of ${code}: ${faults.map(({ path, message }) => `${path}: ${message}`).join('; ')}`;
}

/** A bid as the protocol has it, with keys for an ad server where these are asked for. */
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

/** What each bidder was asked and what it said, for those who look for a fault. */
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
