import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { TagRow } from '#model/index.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { TagBehaviour } from './tagServer.ts';

/** Bid requests to a bidder. */
export interface ReceivedBidRequest {
  request: BidRequest;
  headers: IncomingMessage['headers'];
}

/**
 * Responds to bid requests with the result of `answer` for each: an object or a text, and 204 for nothing. `received`
 * collects them.
 */
export function bids(
  answer: (request: BidRequest) => object | string | null,
  received: ReceivedBidRequest[] = [],
): TagBehaviour {
  return (message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = Buffer.concat(chunks);
      const plain = message.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const request = JSON.parse(plain.toString()) as BidRequest;
      received.push({ request, headers: message.headers });
      const answered = answer(request);
      if (answered === null) return response.writeHead(204).end();
      const text = typeof answered === 'string' ? answered : JSON.stringify(answered);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  };
}

/**
 * A response with one bid for the first imp, of $1 and with a media type that it accepts; the given fields override it.
 */
export function oneBid(
  { id, imp: [imp] }: BidRequest,
  bid: { [Name in keyof Bid]?: unknown } = {},
  responseOverrides: { [Name in keyof BidResponse]?: unknown } & { seat?: string } = {},
): object {
  const { seat, ...response } = responseOverrides;
  const { w, h } = imp?.banner?.format?.[0] ?? imp?.banner ?? {};
  const made = {
    id: 'bid-1',
    impid: imp?.id,
    price: 1,
    crid: 'creative-1',
    adm: imp?.banner ? bannerMarkup : buildVast({ kind: 'inline' }),
    ...(imp?.banner ? { w, h } : {}),
    ...bid,
  };
  return { id, cur: 'USD', seatbid: [{ ...(seat === undefined ? {} : { seat }), bid: [made] }], ...response };
}

/** A banner with a link. */
export const bannerMarkup = '<a href="https://advertiser.example/"><img src="https://cdn.example/a.png"></a>';

/** A tag that sends bid requests to an endpoint. */
export function buildBidder(endpoint: string, overrides: Partial<TagRow> = {}): TagRow {
  return buildTag({ integration: 'RTB', endpoint, ...overrides });
}

/** A bid request of a partner for one video imp. */
export function buildBidRequest(overrides: Partial<BidRequest> = {}): BidRequest {
  return {
    id: 'request-1',
    imp: [{ id: '1', video: buildVideo() }],
    site: { id: 'site-1', page: 'https://news.example/a', publisher: { id: 'pub-1' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
    tmax: 20_000,
    ...overrides,
  };
}

/** Instream video. */
export function buildVideo(): NonNullable<BidRequest['imp'][number]['video']> {
  return { mimes: ['video/mp4'], protocols: [2, 3, 7], w: 640, h: 360, minduration: 5, maxduration: 60, plcmt: 1 };
}

/** The bid request of a page with Prebid.js that names a channel for each imp. */
export function buildPageRequest(channel: string, overrides: Partial<BidRequest> = {}): BidRequest {
  const request = buildBidRequest(overrides);
  return {
    ...request,
    imp: request.imp.map((imp) => ({
      ...imp,
      ext: { ...imp.ext, prebid: { bidder: { bidhouse: { channel } }, ...(imp.ext?.['prebid'] as object) } },
    })),
  };
}
