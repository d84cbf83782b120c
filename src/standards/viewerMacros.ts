import type { MacroValues } from './macros.ts';
import { adTypeOf } from './openrtb/request/adTypeOf.ts';
import { privacyMacros } from './privacy/privacyMacros.ts';
import { signalsFromQuery } from './privacy/privacySignals.ts';
import { inlineProtocols, wrapperProtocols } from './vast/vastProtocols.ts';

/** Facts about the viewer of a request beside its parameters. */
export interface Viewer {
  /** Host of the page; empty when unknown. */
  site: string;
  page: string | undefined;
  /** IP address; empty when unknown. */
  address: string;
  agent: string | undefined;
  /** Whether the device's advertising ID is withheld from the tag. */
  isIdWithheld?: boolean;
}

/** Random value and time for the macros of one request. */
export interface MacroContext {
  /** ISO 8601. */
  timestamp: string;
  /** In [0, 1). */
  random: number;
  serveId: string;
  /** 1 when our server calls the tag, 0 when the player does. */
  serverSide: '0' | '1';
}

/** Our user agent in calls to tags. */
export const SERVER_AGENT = 'Bidhouse/1.0';

/** A cache buster of eight digits. */
export function cachebusting(random: number): string {
  return String(Math.floor(random * 100_000_000)).padStart(8, '0');
}

/** AdCOM numbers of every version that we read: VAST 2.0 to 4.3, inline and wrapper. */
const readProtocols = [...inlineProtocols, ...wrapperProtocols].toSorted((a, b) => a - b).map(String);

/** The macros of 1.5 from a request's parameters by lower-case name. A limited advertising ID is withheld. */
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
  const isIdWithheld = viewer.isIdWithheld === true || signals.isTrackingLimited || signals.isCoppa;
  return {
    TIMESTAMP: context.timestamp,
    CACHEBUSTING: cachebusting(context.random),
    LIMITADTRACKING: isLimitKnown ? (signals.isTrackingLimited ? '1' : '0') : undefined,
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
    ADTYPE: adTypeOf(query) ?? 'video',
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
    SCHAIN: query.get('schain')?.split(','),
    // A tag is called before the auction ends.
    AUCTION_PRICE: context.serverSide === '1' ? '' : undefined,
    ...privacyMacros(signals),
  };
}

/** 1 before, 2 during, 3 after the content, by OpenRTB's start delay. */
function breakPosition(startDelay: string | undefined): string | undefined {
  if (startDelay === undefined || !/^-?\d+$/.test(startDelay)) return undefined;
  const seconds = Number(startDelay);
  if (seconds === 0) return '1';
  return seconds === -2 ? '3' : '2';
}
