import type { MacroValues } from './macros.ts';
import { privacyMacros } from './privacy/privacyMacros.ts';
import { signalsFromQuery } from './privacy/privacySignals.ts';

/** Who asks for an ad, as far as it does not stand in the request's parameters alone. */
export interface Viewer {
  /** Host of the page; empty when it is not known. */
  site: string;
  page: string | undefined;
  /** IP address; empty when it is not known. */
  address: string;
  agent: string | undefined;
  /** Whether the tag may not learn the device's advertising id. */
  isIdWithheld?: boolean;
}

/** Chance and time that go into the macros of one request. */
export interface MacroContext {
  /** ISO 8601. */
  timestamp: string;
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

/** Every macro of 1.5 that the parameters of a request, by lower-case name, tell. A limited advertising id is withheld. */
export function viewerMacros(query: ReadonlyMap<string, string>, viewer: Viewer, context: MacroContext): MacroValues {
  const first = (...names: string[]) => {
    for (const name of names) {
      const value = query.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const list = (name: string) =>
    query
      .get(name)
      ?.split(',')
      .map((each) => each.trim());
  const pair = (one: string, other: string) => {
    const [a, b] = [query.get(one), query.get(other)];
    return a === undefined || b === undefined ? undefined : [a, b];
  };
  const isLimitKnown = query.has('lmt') || query.has('dnt');
  const signals = signalsFromQuery(query, {});
  const isIdWithheld = viewer.isIdWithheld === true || signals.isLimited || signals.isCoppa;
  return {
    TIMESTAMP: context.timestamp,
    CACHEBUSTING: cachebusting(context.random),
    LIMITADTRACKING: isLimitKnown ? (signals.isLimited ? '1' : '0') : undefined,
    DOMAIN: viewer.site || undefined,
    PAGEURL: viewer.page,
    APPBUNDLE: first('app_bundle', 'bundle'),
    STOREID: first('app_store_id', 'app_id'),
    STOREURL: first('app_store_url'),
    IFA: isIdWithheld ? null : first('did', 'ifa'),
    IFATYPE: isIdWithheld ? null : first('did_type', 'ifa_type'),
    DEVICEIP: viewer.address || undefined,
    DEVICEUA: viewer.agent,
    CLIENTUA: query.get('player'),
    SERVERSIDE: context.serverSide,
    SERVERUA: context.serverSide === '1' ? SERVER_AGENT : undefined,
    LATLONG: pair('lat', 'lon'),
    PLAYERSIZE: pair('w', 'h'),
    PLAYERWIDTH: query.get('w'),
    PLAYERHEIGHT: query.get('h'),
    APPNAME: first('app_name'),
    BREAKPOSITION: breakPosition(query.get('startdelay')),
    BREAKMAXDURATION: query.get('pod_dur'),
    BREAKMAXADS: query.get('pod_slots'),
    BREAKMINADLENGTH: query.get('min_dur'),
    BREAKMAXADLENGTH: query.get('max_dur'),
    ADCOUNT: '1',
    ADTYPE: 'video',
    PLACEMENTTYPE: first('plcmt', 'placement'),
    PLAYBACKMETHODS: list('playbackmethod'),
    VASTVERSIONS: list('protocols') ?? readProtocols,
    APIFRAMEWORKS: list('api'),
    MEDIAMIME: list('mimes'),
    OMIDPARTNER: query.get('omidpartner'),
    CONTENTID: query.get('content_id'),
    CONTENTURI: query.get('content_url'),
    CONTENTCAT: list('cat'),
    BLOCKEDADCATEGORIES: list('bcat'),
    TRANSACTIONID: context.serveId,
    SCHAIN: query.get('schain'),
    ...privacyMacros(signals),
  };
}

/** 1 before, 2 within, 3 after the content, from OpenRTB's start delay. */
function breakPosition(startDelay: string | undefined): string | undefined {
  if (startDelay === undefined || !/^-?\d+$/.test(startDelay)) return undefined;
  const seconds = Number(startDelay);
  if (seconds === 0) return '1';
  return seconds === -2 ? '3' : '2';
}
