import { apiFramework } from './apiFramework.ts';
import { hashText } from './hashText.ts';
import type { InlineAd, VastCreative, VastExtension, VastMediaFile } from './types.ts';
import { wholeSeconds } from './vastTime.ts';

/** The creative that an ad shows: its key for counting, its IDs for lists, and its description for people. */
export interface CreativeIdentity {
  /** 16 hexadecimal digits: the same creative has the same key, whoever returns it. */
  key: string;
  /**
   * Every text by which a creative list may name it: its key, its registered IDs, ad and creative IDs as written, and
   * its media URLs in the form of `normalizeMediaUrl`.
   */
  ids: string[];
  /** The Advertiser element; empty when absent. */
  advertiser: string;
  /** The advertiser's domains that the response declares, lower case without www. */
  adomains: string[];
  /** Seconds; 0 when unknown. */
  durationS: number;
  /** The best file to play; null when the ad has none. */
  media: CreativeMedia | null;
  /** Whether any media file is a VPAID script. */
  isVpaid: boolean;
}

/** A media file in comparable form. */
export interface CreativeMedia {
  /** As written in the ad. */
  url: string;
  /** MIME type, lower case. */
  type: string;
  /** Pixels; 0 when unknown. */
  width: number;
  height: number;
  /** Kilobits per second; 0 when unknown. */
  bitrate: number;
}

/** The creative that an inline ad shows. Takes a few microseconds: cache it for an ad that is returned often. */
export function creativeIdentity(ad: InlineAd): CreativeIdentity {
  const linear = ad.creatives.filter((creative) => (creative.linear?.mediaFiles.length ?? 0) > 0);
  const main = linear[0] ?? ad.creatives[0];
  const files = main?.linear?.mediaFiles ?? [];
  const best = bestFile(files);
  const key = hashText(identityOf(ad, main, best));
  const ids = new Set([key]);
  addIds(ids, ad, linear);
  return {
    key,
    ids: [...ids],
    advertiser: ad.advertiser ?? '',
    adomains: adomainsOf(ad),
    durationS: wholeSeconds(main?.linear?.duration ?? ''),
    media: best && mediaOf(best),
    isVpaid: linear.some((creative) => creative.linear?.mediaFiles.some(isVpaid)),
  };
}

/**
 * A media URL as creative lists name it: host in lower case and path, without scheme, port, query, fragment and the
 * `;name=value` parts used as cache busters. A text that is not an http URL is only trimmed.
 */
export function normalizeMediaUrl(url: string): string {
  const match = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#:]+)(?::\d*)?([^?#]*)/i.exec(url.trim());
  if (!match) return url.trim();
  const path = (match[2] ?? '').replace(/;[^/]*/g, '').replace(/\/{2,}/g, '/');
  return `${(match[1] ?? '').toLowerCase()}${path}`;
}

/** The text that identifies the creative: its registered ID, else its media, else the ad server's IDs. */
function identityOf(ad: InlineAd, main: VastCreative | undefined, best: VastMediaFile | null): string {
  const registered = main?.universalAdIds.find(isRegistered);
  if (registered) return `registered ${registered.registry.toLowerCase()} ${registered.value}`;
  if (best) return `media ${normalizeMediaUrl(best.url)}`;
  return `ad ${ad.adSystem.name} ${ad.id ?? ''} ${main?.adId ?? main?.id ?? ''}`;
}

/** Adds the texts by which lists may name the creatives, without empty ones. */
function addIds(ids: Set<string>, ad: InlineAd, linear: readonly VastCreative[]): void {
  for (const { universalAdIds, adId, id, linear: video } of linear.length > 0 ? linear : ad.creatives) {
    for (const universal of universalAdIds) if (isRegistered(universal)) ids.add(universal.value);
    if (adId) ids.add(adId);
    if (id) ids.add(id);
    for (const { url } of video?.mediaFiles ?? []) if (url !== '') ids.add(normalizeMediaUrl(url));
  }
  if (ad.id) ids.add(ad.id);
}

function isRegistered({ registry, value }: { registry: string; value: string }): boolean {
  return value !== '' && value.toLowerCase() !== 'unknown' && registry.toLowerCase() !== 'unknown';
}

/** The best file: videos before scripts, files before streams, then the higher bitrate, then the wider picture. */
function bestFile(files: readonly VastMediaFile[]): VastMediaFile | null {
  let best: VastMediaFile | null = null;
  for (const file of files) {
    if (file.url !== '' && (!best || compareFiles(file, best) > 0)) best = file;
  }
  return best;
}

function compareFiles(a: VastMediaFile, b: VastMediaFile): number {
  return (
    Number(isVpaid(b)) - Number(isVpaid(a)) ||
    Number(a.type.toLowerCase() === 'video/mp4') - Number(b.type.toLowerCase() === 'video/mp4') ||
    bitrateOf(a) - bitrateOf(b) ||
    a.width - b.width
  );
}

function isVpaid({ attributes }: VastMediaFile): boolean {
  return apiFramework(attributes) === 'VPAID';
}

function bitrateOf({ attributes }: VastMediaFile): number {
  const bitrate = Number(attributes['bitrate'] ?? attributes['maxBitrate'] ?? 0);
  return Number.isFinite(bitrate) && bitrate > 0 ? Math.round(bitrate) : 0;
}

function mediaOf(file: VastMediaFile): CreativeMedia {
  return {
    url: file.url,
    type: file.type.toLowerCase(),
    width: Math.max(0, Math.round(file.width)) || 0,
    height: Math.max(0, Math.round(file.height)) || 0,
    bitrate: bitrateOf(file),
  };
}

const domainExtension = /^(?:adomain|advertiser[ _-]?domains?)$/i;
/** RFC 1035, 2.3.4 */
const maxDomainLength = 253;
const domain = /(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]/g;
const fullDomain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/** Domains from extensions that exchanges agree on, and from an Advertiser element that is a domain. */
function adomainsOf(ad: InlineAd): string[] {
  const found = new Set<string>();
  const add = (name: string) => found.add(name.replace(/^www\./, ''));
  const addDeclared = ({ attributes, content }: VastExtension) => {
    if (domainExtension.test(attributes['type'] ?? '')) for (const name of domainsIn(content)) add(name);
  };
  ad.extensions.forEach(addDeclared);
  for (const { extensions } of ad.creatives) extensions.forEach(addDeclared);
  const advertiser = ad.advertiser?.trim() ?? '';
  if (fullDomain.test(advertiser)) add(advertiser.toLowerCase());
  return [...found];
}

function domainsIn(content: string): string[] {
  return content
    .replace(/<!\[CDATA\[|\]\]>|<[^<>]*>/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9.-]/)
    .flatMap((word) => (word.length <= maxDomainLength && word.match(domain)) || []);
}
