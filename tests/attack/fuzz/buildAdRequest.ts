import { gzipSync } from 'node:zlib';
import minimalRequests from '#standards/openrtb/fixtures/minimalRequests.json' with { type: 'json' };
import { trackedEvents } from '#model/index.ts';
import type { Chance } from '../createChance.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { mutateValue } from './mutateValue.ts';
import type { MalformedBody } from './oddBody.ts';
import { corruptPath, malformedPathSegment, malformedQuery } from './oddPath.ts';
import { writeMalformedJson } from './writeOddJson.ts';

/** A request without framing and malformed headers. */
export interface ValidRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
}

const validBids = Object.values(minimalRequests);

/** A request to ad serving, mostly to an address that exists. */
export function buildAdRequest(world: FuzzWorld, chance: Chance): ValidRequest {
  const channel = () => (chance.isLucky(0.9) ? chance.pick(world.channelUids) : malformedPathSegment(chance));
  const supplier = () => (chance.isLucky(0.9) ? chance.pick(world.supplierUids) : malformedPathSegment(chance));
  const tracking = () => {
    const path = chance.pick(world.trackingPaths);
    return chance.isLucky(0.5) ? path : corruptPath(path, chance);
  };
  const get = (path: string): ValidRequest => ({
    method: 'GET',
    path: path + malformedQuery(chance),
    headers: [],
    body: null,
  });
  const post = (path: string): ValidRequest => ({
    method: 'POST',
    path: path + malformedQuery(chance),
    ...bidBody(world, chance),
  });
  return chance.pick([
    () => get(`/vast/${channel()}`),
    () => get(`/vast/${channel()}`),
    () => get(chance.pick(['/vast', '/vast/'])),
    () => post(`/rtb/${channel()}`),
    () => post(`/bid/${supplier()}`),
    () => post('/openrtb2/auction'),
    () => ({ method: chance.pick(['GET', 'POST', 'HEAD']), path: tracking(), headers: [], body: null }),
    () => get(`/e/${chance.pick([...trackedEvents, malformedPathSegment(chance)])}/${malformedPathSegment(chance)}`),
    () => get(`/n/${chance.pick([...trackedEvents, malformedPathSegment(chance)])}/${malformedPathSegment(chance)}`),
    () => get(`/n/${malformedPathSegment(chance)}`),
    () => get(`/c/${malformedPathSegment(chance)}/${malformedPathSegment(chance)}`),
    () => ({ ...get('/cookie_sync'), method: 'POST', ...syncBody(world, chance) }),
    () => get('/setuid'),
    () => get(`/sdk/v1/config?key=${chance.isLucky(0.8) ? world.sdkKey : malformedPathSegment(chance)}`),
    () => get('/sellers.json'),
    () => get(`/tag/${channel()}.js`),
    () =>
      get(
        chance.pick(['/adtag.js', '/adtag/frame.html', '/adtag/preview.js', `/adtag/${malformedPathSegment(chance)}`]),
      ),
    () =>
      get(
        chance.isLucky(0.5)
          ? chance.pick(world.mediaPaths)
          : `/media/${malformedPathSegment(chance)}/${malformedPathSegment(chance)}`,
      ),
    () => get(`/preview/${malformedPathSegment(chance)}`),
    () =>
      get(chance.pick(['/', '/healthz', '/readyz', '/favicon.ico', '/robots.txt', `/${malformedPathSegment(chance)}`])),
  ])();
}

function bidBody(world: FuzzWorld, chance: Chance): Pick<ValidRequest, 'headers' | 'body'> {
  const request = mutateValue(chance.pick(validBids), chance.below(4), chance) as { imp?: unknown };
  // Pages and partners name the channel in the imp.
  for (const imp of Array.isArray(request?.imp) ? (request.imp as unknown[]) : []) {
    if (typeof imp === 'object' && imp && chance.isLucky(0.8))
      Object.assign(imp, { tagid: chance.pick(world.channelUids) });
  }
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (chance.isLucky(0.5)) headers.push(['Authorization', `Bearer ${world.supplierKey}`]);
  const bytes = Buffer.from(writeMalformedJson(request, chance));
  if (!chance.isLucky(0.15)) return { headers, body: bytes };
  return { headers: [...headers, ['Content-Encoding', 'gzip']], body: gzipSync(bytes) };
}

function syncBody(world: FuzzWorld, chance: Chance): Pick<ValidRequest, 'headers' | 'body'> {
  const sync = {
    bidders: ['bidhouse', 'x'],
    gdpr: 0,
    us_privacy: '1---',
    limit: 3,
    channel: chance.pick(world.channelUids),
    coopSync: true,
  };
  const bytes = Buffer.from(writeMalformedJson(mutateValue(sync, chance.below(3), chance), chance));
  return { headers: [['Content-Type', 'text/plain']], body: bytes };
}

/** Replaces the body of a request with a malformed one. */
export function withBody(request: ValidRequest, { bytes, headers }: MalformedBody): ValidRequest {
  return { ...request, headers: [...request.headers, ...headers], body: bytes };
}
