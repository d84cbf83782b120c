import { mediaTypesOfCreative } from '#model/buying/mediaTypesOfCreative.ts';
import type { CreativeRow } from '#model/index.ts';
import type { MediaFile } from '#model/buying/shapes.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { bannerTraits, type BannerTraits } from '#standards/openrtb/bid/bannerTraits.ts';
import { normalizeMime } from '#standards/openrtb/bid/normalizeMime.ts';
import { wrapperTraits, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import { isPlainHttp } from '#standards/markup/isPlainHttp.ts';
import { loadsPlainHttp } from '#standards/markup/loadsPlainHttp.ts';
import { vastLoadsPlainHttp } from '#standards/openrtb/bid/vastLoadsPlainHttp.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { secondsOfMs } from '#standards/vast/vastTime.ts';
import { flightOf, type Flight } from '../flight.ts';
import { readVastResponse } from '../auction/vastResponse.ts';
import { fileTraitsOf } from './fileTraitsOf.ts';

/** The part of a bid that describes its creative. */
export type CreativeTerms = Pick<Bid, 'crid' | 'adomain' | 'cat' | 'cattax' | 'attr' | 'apis' | 'w' | 'h' | 'dur'>;

/** A creative as buying needs it. There is one object per version: caches may key on its identity. */
export interface CompiledCreative {
  id: number;
  advertiserId: number;
  type: CreativeRow['type'];
  /** Media types that it can fill. */
  mediaTypes: readonly MediaType[];
  isActive: boolean;
  review: CreativeRow['review'];
  /** Whether the scan of creatives has found something for which it must not be shown. */
  isBlockedByScan: boolean;
  flight: Flight | null;
  weight: number;
  /** Its `crid` changes with the content, because sellers review creatives by it. */
  terms: CreativeTerms;
  /** Seconds; 0 = unknown. */
  durationS: number;
  /** The traits of its VAST; null where it has none. */
  ad: AdTraits | null;
  /** The traits of its banner; null where it is none. */
  banner: BannerTraits | null;
  /** Whether it loads nothing over plain HTTP. */
  isSecure: boolean;
  /** Pixels of the creative; those of its campaign come on top. */
  pixelIds: readonly number[];
  /** Source of its markup. */
  row: CreativeRow;
}

/** AdCOM creative attribute 16: skippable. */
const skippableAttribute = 16;

export function mediaTypesOf(type: CreativeRow['type']): readonly MediaType[] {
  return mediaTypesOfCreative[type];
}

/** The visible size in pixels; null when it is unknown or does not apply. */
export function sizeOf({ type, files, width, height }: CreativeRow): { w: number; h: number } | null {
  if (width !== null && height !== null) return { w: width, h: height };
  if (type !== 'image' && type !== 'html5') return null;
  const main = mainFiles(files)[0];
  return main && main.width > 0 && main.height > 0 ? { w: main.width, h: main.height } : null;
}

/** The duration of an ad in seconds, as far as its row shows it; 0 = unknown. */
export function secondsOf({ type, files, durationS }: CreativeRow): number {
  if (type === 'vastUrl') return durationS ?? 0;
  if (type !== 'video' && type !== 'audio') return 0;
  return secondsOfMs(Math.max(0, ...mainFiles(files).map(({ durationMs }) => durationMs)));
}

function mainFiles(files: readonly MediaFile[]): MediaFile[] {
  return files.filter(({ role }) => role === 'main');
}

/** Compiles a creative. Its flight dates are in the account's time zone, `zoneHours` from UTC. */
export function compileCreative(row: CreativeRow, zoneHours: number): CompiledCreative {
  const ad = adOf(row);
  const durationS = ad?.durationS ?? 0;
  const attr = row.attributes.map(Number);
  if (ad?.isSkippable && !attr.includes(skippableAttribute)) attr.push(skippableAttribute);
  const size = sizeOf(row);
  return {
    id: row.id,
    advertiserId: row.advertiserId,
    type: row.type,
    mediaTypes: mediaTypesOf(row.type),
    isActive: row.status === 1,
    review: row.review,
    isBlockedByScan: row.scan === 'blocked',
    flight: flightOf(row.startDate, row.endDate, zoneHours),
    weight: row.weight,
    terms: {
      crid: cridOf(row),
      ...(row.adomain === '' ? {} : { adomain: [row.adomain.toLowerCase()] }),
      ...(row.categories.length > 0 ? { cat: [...row.categories], cattax: 1 } : {}),
      ...(attr.length > 0 ? { attr } : {}),
      ...(row.apis.length > 0 ? { apis: row.apis.map(Number) } : {}),
      ...size,
      ...(durationS > 0 ? { dur: durationS } : {}),
    },
    durationS,
    ad,
    banner: bannerOf(row),
    isSecure: isSecure(row),
    pixelIds: row.ivtIds,
    row,
  };
}

/** The traits of a creative's VAST; null where it has none that can be read. */
function adOf(row: CreativeRow): AdTraits | null {
  const { type, vastXml, files } = row;
  const secure = () => isSecure(row);
  if (type === 'vastUrl') return wrapperTraits(secure, null, secondsOf(row));
  if (type === 'vast') {
    const stored = readVastResponse(vastXml);
    return 'traits' in stored ? { ...stored.traits, isSecure: secure } : null;
  }
  if (type !== 'video' && type !== 'audio') return null;
  return {
    kind: 'inline',
    form: 'linear',
    medium: type,
    durationS: secondsOf(row),
    files: mainFiles(files).map(fileTraitsOf),
    isSkippable: type === 'video' && row.isSkippable,
    further: [],
    isBesideLinear: false,
    companions: [],
    isSecure: secure,
  };
}

/** The traits of an image, of the frame of a bundle, or of third-party HTML; null for creatives that are no banners. */
function bannerOf({ type, files, markup }: CreativeRow): BannerTraits | null {
  if (type === 'tag') return bannerTraits(markup);
  if (type === 'html5') return { types: [[frame]], attributes: [], apis: [], mimes: ['text/html'] };
  if (type !== 'image') return null;
  return {
    types: [[image]],
    attributes: [],
    apis: [],
    mimes: mainFiles(files)
      .slice(0, 1)
      .map(({ mime }) => normalizeMime(mime)),
  };
}

/** AdCOM banner ad types. */
const image = 2;
const frame = 4;

/** Our own files are served over HTTPS wherever pages are. */
function isSecure({ type, vastUrl, vastXml, markup }: CreativeRow): boolean {
  if (type === 'vastUrl') return !isPlainHttp(vastUrl);
  if (type === 'vast') return !vastLoadsPlainHttp(vastXml);
  return type !== 'tag' || !loadsPlainHttp(markup);
}

function cridOf({ id, files, vastUrl, vastXml, markup, title, body, sponsor, callToAction, clickUrl }: CreativeRow) {
  const shown = [files.map(({ file }) => file), vastUrl, vastXml, markup, title, body, sponsor, callToAction, clickUrl];
  return `${id}-${hashText(JSON.stringify(shown)).slice(0, 8)}`;
}
