import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { MacroValues } from '#standards/macros.ts';
import { firstOf, readQuery, type Query } from './readQuery.ts';

/** What is known of a request for an ad before anything is decided. */
export interface RequestFacts {
  query: Query;
  headers: IncomingHttpHeaders;
  /** Address of the peer, or of the client that a trusted proxy names. */
  peer: string;
}

/** Reads a request. `isProxyTrusted`: whether X-Forwarded-For is believed. */
export function readRequest(message: IncomingMessage, isProxyTrusted: boolean): RequestFacts {
  const { headers } = message;
  const forwarded = isProxyTrusted ? headers['x-forwarded-for'] : undefined;
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim();
  const peer = first && isIP(first) ? first : (message.socket.remoteAddress ?? '');
  return { query: readQuery(message.url ?? ''), headers, peer: peer.replace(/^::ffff:/i, '') };
}

function pageOf({ query, headers }: RequestFacts): string | undefined {
  return firstOf(query, 'url', 'page', 'page_url', 'ref') ?? headers.referer;
}

const hostOfUrl = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#:]+)/i;
const bareHost = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#:]|$)/i;

/** Host of the page, lower case, without www., at most 64 characters; empty when it is not known. */
export function siteOf(facts: RequestFacts): string {
  const page = pageOf(facts) ?? facts.query.get('domain');
  if (page === undefined) return '';
  const host = hostOfUrl.exec(page)?.[1] ?? bareHost.exec(page)?.[1] ?? '';
  if (!/^[a-z0-9._-]+$/i.test(host)) return '';
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .slice(0, 64);
}

/** Bundle or store id of the app, at most 64 characters; empty when it is not known. */
export function appOf({ query }: RequestFacts): string {
  const app = firstOf(query, 'app_bundle', 'bundle', 'app_id');
  return app === undefined ? '' : app.replace(/[^\x20-\x7e]/g, '').slice(0, 64);
}

/** The viewer's address: as the tag says, else the peer's. */
export function viewerAddress({ query, peer }: RequestFacts): string {
  const given = query.get('ip');
  return given !== undefined && isIP(given) ? given : peer;
}

/** The viewer's user agent: as the tag says, else the request's. */
export function viewerAgent({ query, headers }: RequestFacts): string | undefined {
  return query.get('ua') ?? headers['user-agent'];
}

/** Headers of a call on behalf of a viewer (standards 1.4). */
export function viewerHeaders(facts: RequestFacts): Record<string, string> {
  const { headers } = facts;
  const address = viewerAddress(facts);
  const given: Record<string, string | undefined> = {
    'x-device-ip': address,
    'x-forwarded-for': address,
    'x-device-user-agent': viewerAgent(facts),
    'x-device-referer': pageOf(facts),
    'x-device-accept-language': firstOf(facts.query, 'lang') ?? headers['accept-language'],
    'x-device-requested-with': headers['x-requested-with']?.toString(),
  };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    // A header is one line of printable ASCII, whatever a parameter held.
    const line = value?.replace(/[^\x20-\x7e]/g, '').slice(0, 2048);
    if (line) sent[name] = line;
  }
  return sent;
}

/** Chance and time that go into the macros of one request. */
export interface MacroMoment {
  /** Milliseconds since the epoch. */
  now: number;
  /** In [0, 1). */
  random: number;
  serveId: string;
  /** 1 when we call the tag ourselves, 0 when the player does. */
  serverSide: '0' | '1';
}

/** Our name in calls to tags. */
export const SERVER_AGENT = 'Bidhouse/1.0';

/** Eight digits. */
export function cachebusting(random: number): string {
  return String(Math.floor(random * 100_000_000)).padStart(8, '0');
}

/** AdCOM numbers of every version that we read: VAST 2.0 to 4.3, inline and wrapper. */
const readProtocols = ['2', '3', '5', '6', '7', '8', '11', '12', '13', '14', '15', '16'];

/** Every macro of standards 1.5 that the request tells. A limited advertising id is withheld. */
export function macroValues(facts: RequestFacts, moment: MacroMoment): MacroValues {
  const { query } = facts;
  const list = (name: string) =>
    query
      .get(name)
      ?.split(',')
      .map((each) => each.trim());
  const pair = (first: string, second: string) => {
    const [a, b] = [query.get(first), query.get(second)];
    return a === undefined || b === undefined ? undefined : [a, b];
  };
  const limits = firstOf(query, 'lmt', 'dnt');
  const isLimited = limits === '1' || query.get('coppa') === '1';
  const regulations = ['gdpr', 'coppa'].filter((name) => query.get(name) === '1');
  return {
    TIMESTAMP: new Date(moment.now).toISOString(),
    CACHEBUSTING: cachebusting(moment.random),
    LIMITADTRACKING: limits === undefined ? undefined : limits === '1' ? '1' : '0',
    DOMAIN: siteOf(facts) || undefined,
    PAGEURL: pageOf(facts),
    APPBUNDLE: firstOf(query, 'app_bundle', 'bundle'),
    STOREID: firstOf(query, 'app_store_id', 'app_id'),
    STOREURL: firstOf(query, 'app_store_url'),
    IFA: isLimited ? null : firstOf(query, 'did', 'ifa'),
    IFATYPE: isLimited ? null : firstOf(query, 'did_type', 'ifa_type'),
    DEVICEIP: viewerAddress(facts) || undefined,
    DEVICEUA: viewerAgent(facts),
    CLIENTUA: query.get('player'),
    SERVERSIDE: moment.serverSide,
    SERVERUA: moment.serverSide === '1' ? SERVER_AGENT : undefined,
    LATLONG: pair('lat', 'lon'),
    PLAYERSIZE: pair('w', 'h'),
    BREAKPOSITION: breakPosition(query.get('startdelay')),
    BREAKMAXDURATION: query.get('pod_dur'),
    BREAKMAXADS: query.get('pod_slots'),
    BREAKMINADLENGTH: query.get('min_dur'),
    BREAKMAXADLENGTH: query.get('max_dur'),
    ADCOUNT: '1',
    ADTYPE: 'video',
    PLACEMENTTYPE: firstOf(query, 'plcmt', 'placement'),
    PLAYBACKMETHODS: list('playbackmethod'),
    VASTVERSIONS: list('protocols') ?? readProtocols,
    APIFRAMEWORKS: list('api'),
    MEDIAMIME: list('mimes'),
    OMIDPARTNER: query.get('omidpartner'),
    CONTENTID: query.get('content_id'),
    CONTENTURI: query.get('content_url'),
    CONTENTCAT: list('cat'),
    BLOCKEDADCATEGORIES: list('bcat'),
    TRANSACTIONID: moment.serveId,
    REGULATIONS: regulations.length === 0 ? undefined : regulations,
    GDPRCONSENT: firstOf(query, 'consent', 'gdpr_consent'),
    GPPSTRING: query.get('gpp'),
    GPPSECTIONID: list('gpp_sid'),
    GDPR: query.get('gdpr'),
    US_PRIVACY: query.get('us_privacy'),
    SCHAIN: query.get('schain'),
  };
}

/** 1 before, 2 within, 3 after the content, from OpenRTB's start delay. */
function breakPosition(startDelay: string | undefined): string | undefined {
  if (startDelay === undefined || !/^-?\d+$/.test(startDelay)) return undefined;
  const seconds = Number(startDelay);
  if (seconds === 0) return '1';
  return seconds === -2 ? '3' : '2';
}
