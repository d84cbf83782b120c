import type { IncomingMessage, ServerResponse } from 'node:http';
import { planOfUid } from '#engine/snapshot/snapshot.ts';
import type { BidResponse } from '#standards/openrtb/responseTypes.ts';
import { sendJson, sendNoContent } from '../http/answerHttp.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { bidOf } from './bidOf.ts';
import { completeRequest } from './completeRequest.ts';
import { readOpenRtb } from './readOpenRtb.ts';
import { sellImps } from './sellImps.ts';
import { sendRejection } from './sendRejection.ts';

/**
 * Answers a bid request of a partner to a channel: 200 with bids, 204 without, 400 with every fault of a request that is
 * none (OpenRTB 2.5 and 2.6).
 */
export async function answerRtb(
  deps: ServingDeps,
  uid: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = await readOpenRtb(message);
  if (!read.ok) return sendRejection(message, response, read);
  // What the partner's server is and where it stands tells nothing of the viewer.
  const from = { headers: {}, peer: '' };
  const request = completeRequest(read.request, from);
  const plan = planOfUid(deps.snapshot(), uid);
  const { pricing, outcomes } = await sellImps(deps, request, { ...from, integration: 'rtb' }, () => plan);
  const bids = outcomes.flatMap(({ imp, sold }) =>
    pricing ? sold.map((ad) => pricing.price(bidOf(deps, imp, ad, false)).bid) : [],
  );
  const version = message.headers['x-openrtb-version'] === '2.5' ? '2.5' : '2.6';
  if (bids.length === 0 || !pricing) return sendNoContent(message, response, { 'x-openrtb-version': version });
  const answer: BidResponse = { id: request.id, cur: pricing.currency, seatbid: [{ bid: bids }] };
  sendJson(message, response, JSON.stringify(answer), { 'x-openrtb-version': version });
}
