import type { IncomingMessage, ServerResponse } from 'node:http';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { planOfUid } from '#engine/snapshot/snapshot.ts';
import { accountOfUid } from '#engine/sync/syncTags.ts';
import { readPrebidExt, type PrebidImp, type PrebidRequest } from '#standards/openrtb/prebid/readPrebidExt.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { logFault } from '../http/logFault.ts';
import { sendJson, sendProblems } from '../http/sendResponse.ts';
import { readRequest, type RequestSignals } from '../imp/requestSignals.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { bidCurrencyForPage } from './bidCurrencyFor.ts';
import { completeRequest } from './completeRequest.ts';
import type { RequestReading } from './prebidDebug.ts';
import { prebidResponse } from './prebidResponse.ts';
import { readOpenRtb } from './readOpenRtb.ts';
import { sellImps } from './sellImps.ts';
import { sendRejection } from './sendRejection.ts';

/** Our bidder code in Prebid.js. */
export const bidderCode = 'bidhouse';

/**
 * Answers a request of Prebid.js as a Prebid Server does: 200 with the bids, 400 with every problem of an invalid
 * request (standards 2.7).
 */
export async function answerPrebid(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = await readOpenRtb(message, { isPlaceOptional: true });
  if (!read.ok) return sendRejection(message, response, read);
  const ext = readPrebidExt(read.request);
  if (!ext.ok) return sendProblems(message, response, 400, ext.faults);
  const { headers, peer } = readRequest(message, deps.isProxyTrusted);
  const adjustedRequest = withoutOurUid(deps, withPermittedIds(withOwnChain(read.request, ext.prebid), ext.prebid));
  const request = completeRequest(adjustedRequest, { headers, peer });
  if (!request.site && !request.app && !request.dooh) return sendProblems(message, response, 400, [noPlace]);
  // Pages do not get the viewer's address to see: without a peer, it is only in there if they declare it themselves.
  const reading = ext.prebid.isDebug
    ? { request: completeRequest(adjustedRequest, { headers, peer: '' }), notes: read.notes }
    : null;
  const answer = await runPrebidAuction(deps, request, ext.prebid, { headers, peer, reading }).catch(
    (error: unknown) => {
      logFault(deps.logger, response, error);
      return { id: request.id, seatbid: [] };
    },
  );
  sendJson(message, response, JSON.stringify(answer));
}

async function runPrebidAuction(
  deps: ServingDeps,
  request: BidRequest,
  prebid: PrebidRequest,
  { reading, ...from }: Omit<RequestSignals, 'query'> & { reading: RequestReading | null },
): Promise<BidResponse> {
  const began = deps.now();
  const seats = prebid.imps.map((imp) => ownSeat(prebid, imp));
  const pricing = bidCurrencyForPage(request.cur, ratesOf(deps.snapshot()), prebid.currency);
  const sender = { ...from, integration: 'prebid', pricing } as const;
  const outcomes = await sellImps(deps, request, sender, (imp, index) =>
    planOfUid(deps.snapshot(), channelOf(imp, prebid.imps[index], seats[index] ?? bidderCode)),
  );
  return prebidResponse(deps, { request, prebid, outcomes, seats, pricing, began, reading });
}

const noPlace = { code: 'required', message: 'One of site, app or dooh is required', path: 'site' };

/** Replaces the request's supply chain by the one that the page declares for us, or else for all bidders. */
function withOwnChain(request: BidRequest, prebid: PrebidRequest): BidRequest {
  const chainFor = (name: string) => prebid.schains.find(({ bidders }) => bidders.includes(name))?.schain;
  const [first] = prebid.imps;
  const schain = chainFor(first ? ownSeat(prebid, first) : bidderCode) ?? chainFor('*');
  return schain ? { ...request, source: { ...request.source, schain } } : request;
}

/** Removes the IDs of sources that the page does not permit to every name under which it addresses us. */
function withPermittedIds(request: BidRequest, prebid: PrebidRequest): BidRequest {
  const { user } = request;
  if (!user?.eids || prebid.eidPermissions.length === 0) return request;
  const names = new Set(prebid.imps.map((imp) => ownSeat(prebid, imp).toLowerCase()));
  const isDenied = (bidders: readonly string[]) => {
    const permitted = new Set(bidders.map((bidder) => bidder.toLowerCase()));
    return !permitted.has('*') && [...names].some((name) => !permitted.has(name));
  };
  const denied = new Set(prebid.eidPermissions.filter(({ bidders }) => isDenied(bidders)).map(({ source }) => source));
  const { eids, ...rest } = user;
  const permitted = eids.filter(({ source = '' }) => !denied.has(source));
  return { ...request, user: permitted.length > 0 ? { ...rest, eids: permitted } : rest };
}

/**
 * Prebid.js sends the account or channel uid that the page is configured with as the publisher's ID. It does not
 * identify a publisher, so it is removed.
 */
function withoutOurUid({ snapshot }: ServingDeps, request: BidRequest): BidRequest {
  const { site } = request;
  const uid = site?.publisher?.id;
  if (uid === undefined || !accountOfUid(snapshot(), uid)) return request;
  const { id: _uid, ...publisher } = site?.publisher ?? {};
  return { ...request, site: { ...site, publisher } };
}

/** The name under which an imp addresses us: our bidder code, or the page's alias of it. */
function ownSeat({ aliases }: PrebidRequest, { bidders }: PrebidImp): string {
  for (const name of bidders.keys()) if (name === bidderCode || aliases.get(name) === bidderCode) return name;
  return bidderCode;
}

/** The channel that an imp names: by our bidder parameter, else by stored request, else by tag ID. */
function channelOf({ tagid = '' }: Imp, prebid: PrebidImp | undefined, seat: string): string {
  const named = prebid?.bidders.get(seat)?.['channel'];
  return typeof named === 'string' ? named : (prebid?.storedRequestId ?? tagid);
}
