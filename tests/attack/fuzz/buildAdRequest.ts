import { gzipSync } from 'node:zlib';
import minimalRequests from '#standards/openrtb/fixtures/minimalRequests.json' with { type: 'json' };
import { trackedEvents } from '#model/index.ts';
import type { Random } from '../createRandom.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { mutateValue } from './mutateValue.ts';
import type { MalformedBody } from './malformedBody.ts';
import { corruptPath, malformedPathSegment, malformedQuery } from './malformedPath.ts';
import { writeMalformedJson } from './writeMalformedJson.ts';

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
export function buildAdRequest(world: FuzzWorld, random: Random): ValidRequest {
  const channel = () => (random.boolean(0.9) ? random.pick(world.channelUids) : malformedPathSegment(random));
  const supplier = () => (random.boolean(0.9) ? random.pick(world.supplierUids) : malformedPathSegment(random));
  const tracking = () => {
    const path = random.pick(world.trackingPaths);
    return random.boolean(0.5) ? path : corruptPath(path, random);
  };
  const get = (path: string): ValidRequest => ({
    method: 'GET',
    path: path + malformedQuery(random),
    headers: [],
    body: null,
  });
  const post = (path: string): ValidRequest => ({
    method: 'POST',
    path: path + malformedQuery(random),
    ...bidBody(world, random),
  });
  return random.pick([
    () => get(`/vast/${channel()}`),
    () => get(`/vast/${channel()}`),
    () => get(random.pick(['/vast', '/vast/'])),
    () => post(`/rtb/${channel()}`),
    () => post(`/bid/${supplier()}`),
    () => post('/openrtb2/auction'),
    () => ({ method: random.pick(['GET', 'POST', 'HEAD']), path: tracking(), headers: [], body: null }),
    () => get(`/e/${random.pick([...trackedEvents, malformedPathSegment(random)])}/${malformedPathSegment(random)}`),
    () => get(`/n/${random.pick([...trackedEvents, malformedPathSegment(random)])}/${malformedPathSegment(random)}`),
    () => get(`/n/${malformedPathSegment(random)}`),
    () => get(`/c/${malformedPathSegment(random)}/${malformedPathSegment(random)}`),
    () => ({ ...get('/cookie_sync'), method: 'POST', ...syncBody(world, random) }),
    () => get('/setuid'),
    () => get(`/cache?uuid=${malformedPathSegment(random)}`),
    () => ({ ...get('/cache'), method: 'POST', ...putsBody(random) }),
    () => get(`/sdk/v1/config?key=${random.boolean(0.8) ? world.sdkKey : malformedPathSegment(random)}`),
    () => get('/sellers.json'),
    () => get(`/tag/${channel()}.js`),
    () =>
      get(
        random.pick(['/adtag.js', '/adtag/frame.html', '/adtag/preview.js', `/adtag/${malformedPathSegment(random)}`]),
      ),
    () =>
      get(
        random.boolean(0.5)
          ? random.pick(world.mediaPaths)
          : `/media/${malformedPathSegment(random)}/${malformedPathSegment(random)}`,
      ),
    () => get(`/preview/${malformedPathSegment(random)}`),
    () =>
      get(random.pick(['/', '/healthz', '/readyz', '/favicon.ico', '/robots.txt', `/${malformedPathSegment(random)}`])),
  ])();
}

function bidBody(world: FuzzWorld, random: Random): Pick<ValidRequest, 'headers' | 'body'> {
  const request = mutateValue(random.pick(validBids), random.below(4), random) as { imp?: unknown };
  // Pages and partners name the channel in the imp.
  for (const imp of Array.isArray(request?.imp) ? (request.imp as unknown[]) : []) {
    if (typeof imp === 'object' && imp && random.boolean(0.8))
      Object.assign(imp, { tagid: random.pick(world.channelUids) });
  }
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (random.boolean(0.5)) headers.push(['Authorization', `Bearer ${world.supplierKey}`]);
  const bytes = Buffer.from(writeMalformedJson(request, random));
  if (!random.boolean(0.15)) return { headers, body: bytes };
  return { headers: [...headers, ['Content-Encoding', 'gzip']], body: gzipSync(bytes) };
}

function syncBody(world: FuzzWorld, random: Random): Pick<ValidRequest, 'headers' | 'body'> {
  const sync = {
    bidders: ['bidhouse', 'x'],
    gdpr: 0,
    us_privacy: '1---',
    limit: 3,
    channel: random.pick(world.channelUids),
    coopSync: true,
  };
  const bytes = Buffer.from(writeMalformedJson(mutateValue(sync, random.below(3), random), random));
  return { headers: [['Content-Type', 'text/plain']], body: bytes };
}

function putsBody(random: Random): Pick<ValidRequest, 'headers' | 'body'> {
  const puts = [
    { type: 'xml', value: '<VAST version="4.2"/>', ttlseconds: 60 },
    { type: 'json', value: { adm: '<b>' } },
  ];
  return { headers: [], body: Buffer.from(writeMalformedJson(mutateValue({ puts }, random.below(3), random), random)) };
}

/** Replaces the body of a request with a malformed one. */
export function withBody(request: ValidRequest, { bytes, headers }: MalformedBody): ValidRequest {
  return { ...request, headers: [...request.headers, ...headers], body: bytes };
}
