import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import Fastify from 'fastify';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import type { TagRow } from '#model/index.ts';
import { isObject } from '#standards/openrtb/fieldChecks.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp, MediaType } from '#standards/openrtb/types.ts';
import { countedEvents } from '#standards/vast/vastEvents.ts';
import { testVendor } from '../privacy/buildTcString.ts';

/** CPMs of bidders in US dollars. Alpine buys under deals. */
export const prices = { alpine: 4.37, meadow: 2.05, lagoon: 11.13, rubicon: 2.39 } as const;

type Bidder = keyof typeof prices;

const formats: Readonly<Record<Bidder, MediaType>> = {
  alpine: 'banner',
  meadow: 'banner',
  lagoon: 'video',
  rubicon: 'native',
};

/** Alpine's id for the viewer of every browser. */
export const viewerAtAlpine = 'viewer/1 at alpine';

/** Bidders, and a Prebid Server with one behind it, on loopback. */
export interface PrebidDemand {
  url: string;
  /** Tags of alpine (1), meadow (2), rubicon behind the Prebid Server (3) and lagoon (4). */
  tags: TagRow[];
  /** Bid requests by bidder, in order; `prebid` is the Prebid Server. */
  bidRequests: Record<string, BidRequest[]>;
  /** Notices and tracking events received, as `kind bid price`; those of a wrapper have the bid `reseller-film`. */
  notices: string[];
  /** Whether videos are behind a wrapper, which is passed on to the player. */
  isWrapping: boolean;
  close(): Promise<void>;
}

/** Starts them. */
export async function startPrebidDemand(): Promise<PrebidDemand> {
  const app = Fastify();
  const bidRequests: PrebidDemand['bidRequests'] = {};
  const notices: string[] = [];
  const media = await readFile(resolve(import.meta.dirname, '../../src/demo/media/bikes.mp4'));
  let url = '';

  app.post<{ Params: { bidder: Bidder }; Body: BidRequest }>('/bid/:bidder', ({ params, body }, reply) => {
    (bidRequests[params.bidder] ??= []).push(body);
    const bid = body.imp.flatMap((imp) => bidOn(imp, params.bidder, demand) ?? []);
    if (bid.length === 0) return reply.code(204).send();
    return reply.send({ id: body.id, cur: 'USD', seatbid: [{ seat: params.bidder, bid }] } satisfies BidResponse);
  });
  app.post<{ Body: BidRequest }>('/openrtb2/auction', ({ body }, reply) => {
    (bidRequests['prebid'] ??= []).push(body);
    const seatbid = [...codesByName(body)].map(([seat, code]) => ({
      seat,
      bid: body.imp.flatMap((imp) => (code === 'rubicon' ? (bidOn(imp, code, demand) ?? []) : [])),
    }));
    return reply.send({ id: body.id, cur: 'USD', seatbid } satisfies BidResponse);
  });
  app.get<{ Params: { kind: string }; Querystring: { bid: string; price: string } }>(
    '/notice/:kind',
    ({ params, query }, reply) => {
      notices.push(`${params.kind} ${query.bid} ${query.price}`.trim());
      return reply.code(204).send();
    },
  );
  app.get<{ Querystring: { to: string } }>('/sync', ({ query }, reply) =>
    reply.redirect(query.to + encodeURIComponent(viewerAtAlpine)),
  );
  // Players may fetch a file before they play it.
  app.get('/media/bikes.mp4', (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('video/mp4').send(media),
  );
  app.get<{ Querystring: { bid: string } }>('/vast', ({ headers, query }, reply) =>
    reply
      .headers({
        'access-control-allow-origin': headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
      })
      .type('application/xml')
      .send(inlineVast(query.bid, url)),
  );
  app.get('/landing', (_request, reply) => reply.type('text/html').send('<title>Bikes</title>'));
  app.get('/picture.svg', (_request, reply) =>
    reply.type('image/svg+xml').send('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="157"/>'),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const patient = { timeoutMs: 15_000, source: 'url' } as const;
  const rtb = (id: number, bidder: Bidder) =>
    buildTag({
      ...patient,
      id,
      integration: 'RTB',
      endpoint: `${url}/bid/${bidder}`,
      marketplaceName: bidder,
      mediaTypes: [formats[bidder]],
    });
  const demand: PrebidDemand = {
    url,
    tags: [
      { ...rtb(1, 'alpine'), syncUrl: `${url}/sync?to={redirect}`, gvlId: testVendor },
      rtb(2, 'meadow'),
      buildTag({
        ...patient,
        id: 3,
        integration: 'PreBid',
        partner: 'rubiconP',
        partnerParams: { accountId: 1001, siteId: 2002, zoneId: 3003 },
        mediaTypes: ['native'],
      }),
      { ...rtb(4, 'lagoon'), handling: 'wrap' },
    ],
    bidRequests,
    notices,
    isWrapping: false,
    close: () => app.close(),
  };
  return demand;
}

/** The codes of the bidders in a request to a Prebid Server, by their names in it. */
function codesByName({ ext }: BidRequest): Map<string, string> {
  const prebid = ext?.['prebid'];
  const aliases = isObject(prebid) ? prebid['aliases'] : null;
  return new Map(isObject(aliases) ? (Object.entries(aliases) as [string, string][]) : []);
}

/** The bid of a bidder; null for formats other than its own, and for skyscrapers, which none of them has. */
function bidOn(imp: Imp, bidder: Bidder, { url, isWrapping }: PrebidDemand): Bid | null {
  const format = formats[bidder];
  const { w = 640, h = 360 } = imp.banner?.format?.[0] ?? imp.video ?? {};
  if (!imp[format] || h > w) return null;
  const deal = bidder === 'alpine' ? imp.pmp?.deals?.[0]?.id : undefined;
  const id = `${bidder}-${imp.id}`;
  const notice = (kind: string, priceMacro = '') => `${noticeUrl(url, kind, id)}${priceMacro}`;
  return {
    id,
    impid: imp.id,
    price: prices[bidder],
    nurl: notice('win', '${AUCTION_PRICE}'),
    burl: notice('bill', '${AUCTION_PRICE}'),
    lurl: notice('loss'),
    adm: format === 'video' ? vastOf(id, url, isWrapping) : markupOf(format, url),
    adomain: ['bikes.example'],
    crid: `${bidder}-${format}`,
    ...(deal === undefined ? {} : { dealid: deal }),
    ...(format === 'native' ? { mtype: 4 } : { mtype: format === 'video' ? 2 : 1, w, h }),
    ...(format === 'video' ? { dur: 8 } : {}),
  };
}

function noticeUrl(url: string, kind: string, bid: string): string {
  return `${url}/notice/${kind}?bid=${bid}&price=`;
}

function markupOf(format: MediaType, url: string): string {
  if (format === 'banner') return `<a href="${url}/landing" target="_blank"><b>Ride to work</b></a>`;
  return JSON.stringify({
    ver: '1.2',
    link: { url: `${url}/landing` },
    assets: [
      { id: 1, title: { text: 'Ride to work' } },
      { id: 2, img: { type: 3, url: `${url}/picture.svg`, w: 300, h: 157 } },
    ],
  });
}

function vastOf(bid: string, url: string, isWrapping: boolean): string {
  if (!isWrapping) return inlineVast(bid, url);
  const pixel = (event: string) => `<![CDATA[${noticeUrl(url, event, 'reseller-film')}]]>`;
  return `<VAST version="3.0"><Ad id="reseller"><Wrapper><AdSystem>Reseller</AdSystem>
<VASTAdTagURI><![CDATA[${url}/vast?bid=${bid}]]></VASTAdTagURI><Impression>${pixel('impression')}</Impression>
<Creatives><Creative><Linear><TrackingEvents><Tracking event="complete">${pixel('complete')}</Tracking></TrackingEvents></Linear></Creative></Creatives>
</Wrapper></Ad></VAST>`;
}

function inlineVast(bid: string, url: string): string {
  const pixel = (event: string) => `<![CDATA[${noticeUrl(url, event, bid)}]]>`;
  const tracking = countedEvents.map((event) => `<Tracking event="${event}">${pixel(event)}</Tracking>`).join('');
  return `<VAST version="3.0"><Ad id="bikes"><InLine><AdSystem>Lagoon</AdSystem><AdTitle>Bikes</AdTitle>
<Impression>${pixel('impression')}</Impression><Creatives><Creative><Linear><Duration>00:00:08</Duration><TrackingEvents>${tracking}</TrackingEvents>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[${url}/media/bikes.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;
}
