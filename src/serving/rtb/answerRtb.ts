import type { IncomingMessage, ServerResponse } from 'node:http';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { planOfUid } from '#engine/snapshot/snapshot.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { sendJson, sendNoContent } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { bidCurrencyFor } from './bidCurrencyFor.ts';
import { responseBidOf } from './responseBidOf.ts';
import { completeRequest } from './completeRequest.ts';
import { readOpenRtb } from './readOpenRtb.ts';
import { sellImps } from './sellImps.ts';
import { sendRejection } from './sendRejection.ts';

/**
 * Answers a partner's bid request to a channel (OpenRTB 2.5 and 2.6): 200 with bids, 204 without, 400 with every
 * problem of an invalid request.
 */
export async function answerRtb(
  deps: ServingDeps,
  uid: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = await readOpenRtb(message);
  if (!read.ok) return sendRejection(message, response, read);
  // Headers and address are those of the partner's server and reveal nothing about the viewer.
  const from = { headers: {}, peer: '' };
  const request = completeRequest(read.request, from);
  const plan = planOfUid(deps.snapshot(), uid);
  const pricing = bidCurrencyFor(request.cur, ratesOf(deps.snapshot()));
  const outcomes = await sellImps(deps, request, { ...from, integration: 'rtb', pricing }, () => plan);
  const bids = outcomes.flatMap(({ imp, sold }) =>
    pricing ? sold.map((ad) => pricing.price(responseBidOf(deps, imp, ad, false)).bid) : [],
  );
  const version = message.headers['x-openrtb-version'] === '2.5' ? '2.5' : '2.6';
  if (bids.length === 0 || !pricing) return sendNoContent(message, response, { 'x-openrtb-version': version });
  const answer: BidResponse = { id: request.id, cur: pricing.currency, seatbid: [{ bid: bids }] };
  sendJson(message, response, JSON.stringify(answer), { 'x-openrtb-version': version });
}
