import type { FastifyInstance } from 'fastify';
import { isObject } from '#standards/openrtb/fieldChecks.ts';
import { readBidRequest } from '#standards/openrtb/request/readBidRequest.ts';
import { readPrebidExt } from '#standards/openrtb/prebid/readPrebidExt.ts';
import type { BuyerStatsStore } from '../rtb/buyerStats.ts';
import { prebidCodes } from '../rtb/buyers.ts';
import { acceptAnyBody } from '../rtb/acceptAnyBody.ts';
import { runAuction } from './runAuction.ts';

const cookieName = 'uids';

/** Parses the bidders' IDs of a browser from its Cookie header; empty when there is no valid cookie. */
function idsOf(cookies: string | undefined): Record<string, string> {
  const match = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(cookies ?? '');
  if (!match) return {};
  try {
    const ids = JSON.parse(Buffer.from(match[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown> | null;
    const known = Object.entries(ids ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

/** Builds the cookie after a bidder has sent its ID; an empty ID removes it. */
function withId(cookies: string | undefined, bidder: string, id: string): string {
  const { [bidder]: _known, ...others } = idsOf(cookies);
  const ids = id === '' ? others : { ...others, [bidder]: id };
  return `${cookieName}=${Buffer.from(JSON.stringify(ids)).toString('base64url')}`;
}

/** Path of the Prebid Server stand-in on the demo's port. */
export const prebidServerPath = '/prebid-server';

/** Default number of bidders synced per page. */
const defaultSyncs = 8;

/** Serves a Prebid Server stand-in: its auction, cookie sync and status, for the bidders of the partner catalog. */
export function addPrebidServerRoutes(
  app: FastifyInstance,
  base: string,
  seed: number,
  buyerStats: BuyerStatsStore,
): void {
  const url = `${base}${prebidServerPath}`;
  void app.register(
    (scope, _options, done) => {
      acceptAnyBody(scope);
      scope.post('/openrtb2/auction', async (request, reply) => {
        const read = readBidRequest(request.body);
        const ext = read.ok ? readPrebidExt(read.request) : null;
        if (!read.ok || !ext?.ok) {
          const faults = [...(read.ok ? [] : read.faults), ...(ext?.ok === false ? ext.faults : [])];
          const lines = faults.map(({ path, message }) => `Invalid request: ${path}: ${message}\n`);
          return reply.code(400).type('text/plain; charset=utf-8').send(lines.join(''));
        }
        const { delayMs, results, response } = runAuction(read.request, ext.prebid, { base, seed });
        for (const { buyer, bids } of results) {
          const stats = buyerStats.of(buyer);
          stats.requests += 1;
          if (bids.length > 0) stats.answered += 1;
          stats.bids += bids.length;
        }
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        return reply.header('cache-control', 'no-store').send(response);
      });
      scope.post('/cookie_sync', (request, reply) => {
        const body = isObject(request.body) ? request.body : {};
        const isRefused = body['gdpr'] === 1 && typeof body['gdpr_consent'] !== 'string';
        const requestedBidders = Array.isArray(body['bidders']) ? body['bidders'] : prebidCodes;
        const limit = typeof body['limit'] === 'number' && body['limit'] > 0 ? body['limit'] : defaultSyncs;
        const known = idsOf(request.headers.cookie);
        const bidders = isRefused
          ? []
          : prebidCodes.filter((code) => requestedBidders.includes(code) && known[code] === undefined).slice(0, limit);
        return reply.send({
          status: Object.keys(known).length > 0 ? 'ok' : 'no_cookie',
          bidder_status: bidders.map((bidder) => ({
            bidder,
            no_cookie: true,
            usersync: { url: `${url}/sync/${bidder}`, type: 'redirect', supportCORS: false },
          })),
        });
      });
      // A bidder's own server: recognizes the browser or assigns an ID, and redirects back with it.
      scope.get<{ Params: { bidder: string } }>('/sync/:bidder', (request, reply) => {
        const { bidder } = request.params;
        if (!prebidCodes.includes(bidder)) return reply.code(404).send();
        return reply.redirect(`${url}/setuid?bidder=${bidder}&uid=demo-${bidder}-1`);
      });
      scope.get<{ Querystring: Record<string, string | undefined> }>('/setuid', (request, reply) => {
        const { bidder = '', uid = '', gdpr, gdpr_consent: consent = '' } = request.query;
        if (!prebidCodes.includes(bidder)) return reply.code(400).type('text/plain').send('Unknown bidder');
        if (gdpr === '1' && consent === '') return reply.code(451).send();
        const cookie = withId(request.headers.cookie, bidder, uid.slice(0, 100));
        return reply.header('set-cookie', `${cookie}; Path=${prebidServerPath}; Max-Age=1209600; SameSite=Lax`).send();
      });
      scope.get('/status', (_request, reply) => reply.code(204).send());
      scope.get('/info/bidders', (_request, reply) => reply.send(prebidCodes));
      done();
    },
    { prefix: prebidServerPath },
  );
}
