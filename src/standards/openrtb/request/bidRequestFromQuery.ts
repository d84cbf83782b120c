import { firstOf, type Query } from '../../readQuery.ts';
import { hostOf } from '../../requestPage.ts';
import { parseSchain } from '../../supplychain/parseSchain.ts';
import { filled, flagOf, integerOf, integersOf, listOf, numberOf } from './queryValues.ts';
import type { App, BidRequest, Content, Device, Geo, Publisher, Regs, Site, Source, User } from '../types.ts';

/** Facts about an ad request beside its parameters. */
export interface RequestBasis {
  id: string;
  /** The viewer's IP address; empty when unknown. */
  address: string;
  agent: string | undefined;
  /** URL of the page, as declared or as the browser's referrer. */
  page: string | undefined;
  /** Accept-Language. */
  language: string | undefined;
  environment: 'web' | 'mobileWeb' | 'app' | 'ctv';
  /** Whether the viewer has Global Privacy Control. */
  hasGpc: boolean;
  /** Alpha-3 code of a country for its code of either length; empty for any other text. */
  countryAlpha3: (code: string) => string;
}

/**
 * A tag's parameters as a bid request without imps: the inverse of `queryFromRequest`. It has an app in app and CTV
 * environments, and wherever an app is named. Nothing is withheld.
 */
export function bidRequestFromQuery(query: Query, basis: RequestBasis): Omit<BidRequest, 'imp'> {
  const place: Pick<BidRequest, 'site' | 'app'> = isInApp(query, basis)
    ? { app: appOf(query) }
    : { site: siteOf(query, basis) };
  const withoutPlace: Partial<BidRequest> = {
    device: deviceOf(query, basis),
    user: filled<User>({
      id: firstOf(query, 'user_id', 'uid'),
      consent: firstOf(query, 'consent', 'gdpr_consent'),
    }),
    regs: regsOf(query, basis),
    source: sourceOf(query),
    bcat: listOf(query, 'bcat'),
  };
  return { id: basis.id, ...place, ...filled(withoutPlace) };
}

function isInApp(query: Query, { environment }: RequestBasis): boolean {
  if (environment === 'app' || environment === 'ctv') return true;
  return firstOf(query, 'app_bundle', 'bundle', 'app_id', 'app_store_id', 'app_name') !== undefined;
}

function siteOf(query: Query, { page }: RequestBasis): Site {
  const domain = hostOf(page ?? query.get('domain'));
  const site: Site = {
    page,
    domain: domain === '' ? undefined : domain,
    // `ref` alone names the page itself.
    ref: firstOf(query, 'url', 'page', 'page_url') === undefined ? undefined : query.get('ref'),
    ...placeOf(query),
  };
  return filled(site) ?? {};
}

function appOf(query: Query): App {
  const app: App = {
    id: firstOf(query, 'app_id', 'app_store_id'),
    bundle: firstOf(query, 'app_bundle', 'bundle', 'app_store_id'),
    name: query.get('app_name'),
    storeurl: query.get('app_store_url'),
    ver: query.get('app_ver'),
    ...placeOf(query),
  };
  return filled(app) ?? {};
}

function placeOf(query: Query): Pick<Site, 'cat' | 'keywords' | 'inventorypartnerdomain' | 'publisher' | 'content'> {
  return {
    cat: listOf(query, 'cat'),
    keywords: query.get('keywords'),
    inventorypartnerdomain: query.get('inventorypartnerdomain'),
    publisher: filled<Publisher>({
      id: firstOf(query, 'pubid', 'sub_id'),
      name: firstOf(query, 'pub_name', 'publisher_name'),
      domain: firstOf(query, 'pub_domain', 'publisher_domain'),
    }),
    content: contentOf(query),
  };
}

function contentOf(query: Query): Content | undefined {
  const [channel, network] = [query.get('channel_name'), query.get('network_name')];
  return filled<Content>({
    id: query.get('content_id'),
    url: query.get('content_url'),
    title: query.get('content_title'),
    series: query.get('content_series'),
    season: query.get('content_season'),
    episode: integerOf(query, 'content_episode'),
    genre: query.get('content_genre'),
    contentrating: query.get('content_rating'),
    len: integerOf(query, 'content_len'),
    language: languageOf(query.get('content_lang')),
    livestream: flagOf(query, 'livestream'),
    channel: channel === undefined ? undefined : { name: channel },
    network: network === undefined ? undefined : { name: network },
  });
}

/** AdCOM's connection types by the names that tags may use. */
const connectionTypes: ReadonlyMap<string, number> = new Map([
  ['ethernet', 1],
  ['wifi', 2],
  ['cellular', 3],
  ['2g', 4],
  ['3g', 5],
  ['4g', 6],
  ['5g', 7],
]);

function deviceOf(query: Query, { address, agent, language, environment, countryAlpha3 }: RequestBasis): Device {
  const connection = firstOf(query, 'connection', 'connectiontype')?.toLowerCase() ?? '';
  const idType = firstOf(query, 'did_type', 'ifa_type');
  const device: Device = {
    ua: agent,
    ...(address === '' ? {} : address.includes(':') ? { ipv6: address } : { ip: address }),
    geo: geoOf(query, countryAlpha3),
    ifa: firstOf(query, 'did', 'ifa'),
    ext: idType === undefined ? undefined : { ifa_type: idType },
    lmt: flagOf(query, 'lmt'),
    dnt: flagOf(query, 'dnt'),
    devicetype: integerOf(query, 'devicetype', 1) ?? (environment === 'ctv' ? 3 : undefined),
    make: query.get('make'),
    model: query.get('model'),
    os: query.get('os'),
    osv: query.get('osv'),
    language: languageOf(firstOf(query, 'lang', 'language') ?? language),
    carrier: firstOf(query, 'carrier', 'isp'),
    connectiontype: connectionTypes.get(connection) ?? (/^[1-7]$/.test(connection) ? Number(connection) : undefined),
  };
  return filled(device) ?? {};
}

function geoOf(query: Query, countryAlpha3: RequestBasis['countryAlpha3']): Geo | undefined {
  const country = firstOf(query, 'country', 'geo_country');
  const [lat, lon] = [numberOf(query, 'lat'), numberOf(query, 'lon')];
  const isPlace = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return filled<Geo>({
    country: (country !== undefined && countryAlpha3(country)) || undefined,
    // The subdivision's part, without the country's.
    region: firstOf(query, 'region', 'state')
      ?.toUpperCase()
      .replace(/^[A-Z]{2}-/, ''),
    city: query.get('city'),
    zip: firstOf(query, 'zip', 'postal', 'postal_code'),
    metro: firstOf(query, 'dma', 'metro'),
    ...(isPlace ? { lat, lon } : {}),
  });
}

/** ISO 639-1 code of a language, or of the first in a list. */
function languageOf(text: string | undefined): string | undefined {
  return /^\s*([a-z]{2})(?![a-z])/i.exec(text ?? '')?.[1]?.toLowerCase();
}

/** `ext.gpc` has the value of the header (IAB Tech Lab, community extension “Global Privacy Control”). */
function regsOf(query: Query, { hasGpc }: RequestBasis): Regs | undefined {
  return filled<Regs>({
    coppa: flagOf(query, 'coppa'),
    gdpr: flagOf(query, 'gdpr'),
    us_privacy: query.get('us_privacy'),
    gpp: query.get('gpp'),
    gpp_sid: integersOf(query, 'gpp_sid'),
    ext: hasGpc ? { gpc: '1' } : undefined,
  });
}

function sourceOf(query: Query): Source | undefined {
  const schain = parseSchain(query.get('schain') ?? '');
  const [omidpn = '', omidpv] = (query.get('omidpartner') ?? '').split('/', 2);
  return filled<Source>({
    schain: schain ?? undefined,
    ext: omidpn === '' ? undefined : filled({ omidpn, omidpv }),
  });
}
