import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBidRequest } from '#standards/openrtb/request/readBidRequest.ts';
import { demoCreatives } from '../demoCreatives.ts';
import { imageOf } from './adCopy.ts';
import { respondToRequest } from './respondToRequest.ts';
import { noticeKinds, createBuyerStatsStore, type BuyerStatsStore } from './buyerStats.ts';
import { buyerOfCode, demoBuyers, prebidCodes, type DemoBuyer } from './buyers.ts';
import { acceptAnyBody } from './acceptAnyBody.ts';

const gzipAsync = promisify(gzip);

/** Minimum response length for compression, in characters. */
const minGzipLength = 1000;

/** Every buyer by name: those with an endpoint of their own, and those behind Prebid bidder codes. */
const buyersByName: ReadonlyMap<string, DemoBuyer> = new Map(
  [...demoBuyers, ...prebidCodes.map(buyerOfCode)].map((buyer) => [buyer.name, buyer]),
);

interface ForBuyer {
  Params: { buyer: string };
}

/**
 * Serves buyers that speak OpenRTB 2.5 and 2.6 at POST /rtb/{name}, with their notices, clicks and images; GET /rtb
 * returns their statistics.
 */
export function addBuyerRoutes(app: FastifyInstance, base: string, seed: number): BuyerStatsStore {
  const buyerStats = createBuyerStatsStore();
  void app.register((scope, _options, done) => {
    acceptAnyBody(scope);
    scope.post<ForBuyer>('/rtb/:buyer', (request, reply) => answer(request, reply, { base, seed, buyerStats }));
    done();
  });
  app.get('/rtb', (_request, reply) =>
    reply.send({
      buyers: demoBuyers.map(({ name, title, currency }) => ({
        name: title,
        endpoint: `${base}/rtb/${name}`,
        currency,
      })),
      buyerStats: buyerStats.all(),
    }),
  );
  app.get<{ Params: { buyer: string; kind: string }; Querystring: Record<string, string | undefined> }>(
    '/rtb/:buyer/notice/:kind',
    (request, reply) => {
      const buyer = buyersByName.get(request.params.buyer);
      const kind = noticeKinds.find((each) => each === request.params.kind);
      if (!buyer || !kind) return reply.code(404).send();
      const { bid = '', price = '', reason = '' } = request.query;
      buyerStats.recordNotice(buyer, kind, {
        bid: bid.slice(0, 200),
        price: Number(price) || 0,
        reason: reason.slice(0, 3),
      });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
  // A cookie sync: the buyer recognizes the browser or assigns an ID, and redirects back with it.
  app.get<{ Params: { buyer: string }; Querystring: { to?: string } }>('/rtb/:buyer/sync', (request, reply) => {
    const { to = '' } = request.query;
    if (!buyersByName.has(request.params.buyer) || !/^https?:\/\/[^/?#]+\/setuid\?/.test(to)) {
      return reply.code(404).send();
    }
    const id = /(?:^|;\s*)demo_viewer=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID();
    void reply.header('set-cookie', `demo_viewer=${id}; Path=/rtb; Max-Age=2592000; SameSite=Lax`);
    return reply.redirect(`${to}${id}`);
  });
  app.get<{ Params: { buyer: string; creative: string } }>('/rtb/:buyer/click/:creative', (request, reply) => {
    const buyer = buyersByName.get(request.params.buyer);
    const creative = demoCreatives.find(({ key }) => key === request.params.creative);
    if (!buyer || !creative) return reply.code(404).send();
    buyerStats.of(buyer).clicks += 1;
    return reply.redirect(creative.landing);
  });
  app.get<{ Params: { creative: string; size: string } }>('/rtb/picture/:creative/:size', (request, reply) => {
    const creative = demoCreatives.find(({ key }) => key === request.params.creative);
    const size = /^(\d{1,4})x(\d{1,4})\.svg$/.exec(request.params.size);
    if (!creative || !size) return reply.code(404).send();
    return reply.type('image/svg+xml').send(imageOf(creative.key, Number(size[1]), Number(size[2])));
  });
  return buyerStats;
}

async function answer(
  request: FastifyRequest<ForBuyer>,
  reply: FastifyReply,
  { base, seed, buyerStats }: { base: string; seed: number; buyerStats: BuyerStatsStore },
): Promise<FastifyReply> {
  const buyer = demoBuyers.find(({ name }) => name === request.params.buyer);
  if (!buyer) return reply.code(404).send();
  const read = readBidRequest(request.body);
  if (!read.ok) return reply.code(400).send();
  const version = request.headers['x-openrtb-version'] === '2.5' ? '2.5' : '2.6';
  const { delayMs, response } = respondToRequest(buyer, read.request, { version, base, seed });
  const stats = buyerStats.of(buyer);
  stats.requests += 1;
  const bids = response?.seatbid?.flatMap(({ bid }) => bid).length ?? 0;
  if (bids > 0) stats.answered += 1;
  stats.bids += bids;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (!response) return reply.code(204).send();
  void reply.headers({ 'content-type': 'application/json; charset=utf-8', 'x-openrtb-version': version });
  const text = JSON.stringify(response);
  if (text.length < minGzipLength || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await gzipAsync(text));
}
