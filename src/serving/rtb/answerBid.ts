import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupplierTerms } from '#engine/plan/plan.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { planOfSupplierUid } from '#engine/snapshot/snapshot.ts';
import type { Bid, BidResponse, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { sendJson, sendNoContent, sendProblem } from '../http/sendResponse.ts';
import { bidCurrencyFor } from './bidCurrencyFor.ts';
import { responseBidOf } from './responseBidOf.ts';
import { completeRequest } from './completeRequest.ts';
import { readOpenRtb } from './readOpenRtb.ts';
import { sellImps } from './sellImps.ts';
import { sendRejection } from './sendRejection.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { Environment, SupplyReason } from '#model/index.ts';
import type { UserAgent } from '#standards/userAgent.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { readQuery } from '#standards/readQuery.ts';

/** Codes of OpenRTB's list of no-bid reasons (2.5, 5.24). Codes from 500 are our own. */
const codeOfReason: Partial<Record<SupplyReason, number>> = {
  ads_txt_unauthorized: 12,
  schain_incomplete: 16,
  seat_not_allowed: 500,
  ivt_prebid: 4,
  overload: 1,
  app_blocked: 7,
  site_blocked: 7,
  publisher_blocked: 7,
};

/**
 * The no-bid reason of a request whose imps were all rejected for the same reason. Returns null when the reasons differ
 * or have no code: then the response is 204.
 */
function nbrOf(reasons: readonly (SupplyReason | null)[]): number | null {
  const [first = null, ...others] = reasons;
  if (first === null || others.some((each) => each !== first)) return null;
  return codeOfReason[first] ?? null;
}

/** AdCOM device types of TVs and set-top boxes. */
const tvDeviceTypes: readonly number[] = [3, 7];

/** AdCOM device types of phones and tablets. */
const mobileDeviceTypes: readonly number[] = [1, 4, 5];

/** The environment in which a bid request's ad would show, by its device and whether it comes from an app. */
function environmentOf(
  { app, dooh, device }: Pick<BidRequest, 'app' | 'dooh' | 'device'>,
  readAgent: (text: string) => UserAgent,
): Environment {
  const type = device?.devicetype;
  const detectedDevice = type === undefined ? readAgent(device?.ua ?? '').device : '';
  if (dooh || tvDeviceTypes.includes(type ?? 0) || detectedDevice === 'SmartTV') return 'ctv';
  if (app) return 'app';
  return mobileDeviceTypes.includes(type ?? 0) || detectedDevice === 'Mobile' ? 'mobileWeb' : 'web';
}

/**
 * Answers a supplier's bid request (OpenRTB 2.5 and 2.6): 200 with bids, or with a no-bid reason where it helps the
 * supplier, else 204. Answers 400 with every problem of an invalid request, 404 for an unknown supplier, and 401
 * without its key.
 */
export async function answerBid(
  deps: ServingDeps,
  uid: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const plan = planOfSupplierUid(deps.snapshot(), uid);
  if (!plan?.supplier) return sendProblem(message, response, 404, { code: 'not_found', message: 'No such supplier' });
  if (!hasValidKey(message, plan.supplier.keyDigest)) {
    return sendProblem(message, response, 401, {
      code: 'wrong_key',
      message: 'The supplier’s key is missing or wrong',
    });
  }
  const read = await readOpenRtb(message);
  if (!read.ok) return sendRejection(message, response, read);
  // Headers and address are those of the supplier's server and reveal nothing about the viewer.
  const from = { headers: {}, peer: '' };
  const request = completeRequest(read.request, from);
  const version = message.headers['x-openrtb-version'] === '2.5' ? '2.5' : '2.6';
  const headers = { 'x-openrtb-version': version };
  const environment = environmentOf(request, deps.readAgent);
  const supplierPlan = { ...plan, environment, supplier: inCurrencyOf(request, plan.supplier) };
  const pricing = bidCurrencyFor(request.cur, ratesOf(deps.snapshot()));
  const outcomes = await sellImps(deps, request, { ...from, integration: 'bid', pricing }, () => supplierPlan);
  const bids = outcomes.flatMap(({ imp, sold }) =>
    pricing ? sold.map((ad) => pricing.price(responseBidOf(deps, imp, ad, false)).bid) : [],
  );
  if (bids.length > 0 && pricing) {
    const answer: BidResponse = { id: request.id, cur: pricing.currency, seatbid: [seatbidOf(bids, plan.supplier)] };
    return sendJson(message, response, JSON.stringify(answer), headers);
  }
  const nbr = nbrOf(outcomes.map(({ impContext }) => impContext.record.reason));
  if (nbr === null) return sendNoContent(message, response, headers);
  sendJson(message, response, JSON.stringify({ id: request.id, seatbid: [], nbr } satisfies BidResponse), headers);
}

/** All bids go out under our own seat, even those of ad exchanges: their seat names mean nothing to the supplier. */
function seatbidOf(bid: Bid[], { seat }: SupplierTerms): SeatBid {
  return seat === '' ? { bid } : { bid, seat };
}

/** Suppliers report prices in USD. When the request excludes USD, reported prices are ignored. */
function inCurrencyOf({ cur = [] }: BidRequest, supplier: SupplierTerms): SupplierTerms {
  return cur.length === 0 || cur.includes('USD') ? supplier : { ...supplier, isSecondPrice: false };
}

/**
 * True when a request has the key whose SHA-256 is `digest` (hexadecimal), as a bearer token or as `key` in its URL.
 * Also true when `digest` is empty: no key is required.
 */
function hasValidKey({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>, digest: string): boolean {
  if (digest === '') return true;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const givenDigest = createHash('sha256')
    .update(bearer ?? readQuery(url).get('key') ?? '')
    .digest();
  const expectedDigest = Buffer.from(digest, 'hex');
  return expectedDigest.length === givenDigest.length && timingSafeEqual(expectedDigest, givenDigest);
}
