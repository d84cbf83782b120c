import type { InlineAd, VastAd, VastLinear, VastMediaFile, WrapperAd, XmlPart } from '../../vast/types.ts';
import { apiFramework } from '../../vast/apiFramework.ts';
import { wholeSeconds } from '../../vast/vastTime.ts';
import { normalizeMime } from './normalizeMime.ts';
import { requiredCompanionsOf, type RequiredCompanions } from './requiredCompanions.ts';
import { adLoadsPlainHttp, unwrappedLoadsPlainHttp } from './vastLoadsPlainHttp.ts';

/** A media file, or one resource of an overlay, as far as players choose by it. */
export interface FileTraits {
  /** As `normalizeMime` writes it; empty for resources of overlays, which are no media files. */
  mime: string;
  /** Kilobits per second; 0 when unknown. */
  bitrate: number;
  /** AdCOM delivery methods: 1 streaming, 2 progressive, 3 download; empty when unknown. */
  deliveries: readonly number[];
  /** AdCOM API frameworks of which the player needs one; empty when it needs none. */
  apis: readonly number[];
}

/** The traits of a linear creative, or of the overlays of an ad. */
export interface PlayedTraits {
  /** null when unknown, and for files of both. */
  medium: 'video' | 'audio' | null;
  /** Whole seconds of a linear creative; 0 when unknown. */
  durationS: number;
  /** Empty when unknown. */
  files: readonly FileTraits[];
  isSkippable: boolean;
}

/**
 * The properties of an ad, as its markup shows them: those of what is played first, and of the ad. The ad behind a
 * wrapper is unknown.
 */
export interface AdTraits extends PlayedTraits {
  kind: VastAd['kind'];
  /** An ad with both forms is linear: players show its video. null when unknown, and for an ad without media. */
  form: 'linear' | 'nonLinear' | null;
  /** The linear creatives after the first one. */
  further: readonly PlayedTraits[];
  /** Whether its overlay is beside a linear creative without any files. */
  isBesideLinear: boolean;
  /** The companions that it requires. */
  companions: readonly RequiredCompanions[];
  /** Whether it loads and fires nothing by plain http. Reads the whole ad: ask last. */
  isSecure: () => boolean;
}

/** Reads the traits of an ad of a VAST response. */
export function adTraits(ad: VastAd): AdTraits {
  const { source } = ad;
  const isSecure = () => !source || !adLoadsPlainHttp(source.element);
  if (ad.kind === 'wrapper') return wrapperTraits(isSecure, mediumOf(ad.adType?.toLowerCase() ?? ''));
  const companions = requiredCompanionsOf(ad.creatives);
  const linears = ad.creatives.flatMap(({ linear }) => linear ?? []);
  const [played, ...further] = linears
    .filter(({ mediaFiles }) => mediaFiles.some(isPlayable))
    .map((linear) => linearTraits(ad, linear));
  if (played)
    return { kind: 'inline', form: 'linear', ...played, further, isBesideLinear: false, companions, isSecure };
  // A linear creative that no player can play is broken, whatever is beside it.
  const isBroken = linears.some(({ mediaFiles }) => mediaFiles.length > 0);
  const overlays = isBroken ? [] : ad.creatives.flatMap((creative) => creative.nonLinearAds?.items ?? []);
  const files = overlays.filter(hasResource).map(overlayTraits);
  return {
    kind: 'inline',
    form: files.length > 0 ? 'nonLinear' : null,
    medium: null,
    durationS: 0,
    files,
    isSkippable: false,
    further: [],
    isBesideLinear: linears.length > 0,
    companions,
    isSecure,
  };
}

/** The traits of a wrapper, of which only what it declares is known. */
export function wrapperTraits(isSecure: () => boolean, medium: AdTraits['medium'] = null, durationS = 0): AdTraits {
  return {
    kind: 'wrapper',
    form: null,
    medium,
    durationS,
    files: [],
    isSkippable: false,
    further: [],
    isBesideLinear: false,
    companions: [],
    isSecure,
  };
}

/** Whether a wrapper that is unwrapped adds nothing to its ad that is loaded or fired by plain http. */
export function isSecureWrapper({ source }: WrapperAd): boolean {
  return !source || !unwrappedLoadsPlainHttp(source.element);
}

function linearTraits(ad: InlineAd, { mediaFiles, duration, skipoffset }: VastLinear): PlayedTraits {
  const files = mediaFiles.filter(isPlayable).map(mediaFileTraits);
  return {
    medium: mediumOfFiles(files, ad),
    durationS: wholeSeconds(duration),
    files,
    isSkippable: skipoffset !== undefined,
  };
}

function isPlayable({ url, type }: VastMediaFile): boolean {
  return url !== '' && type !== '';
}

function mediaFileTraits({ type, delivery, attributes }: VastMediaFile): FileTraits {
  const mime = normalizeMime(type);
  const bitrate = Number(attributes['bitrate']);
  return {
    mime,
    bitrate: bitrate > 0 ? bitrate : 0,
    deliveries: deliveriesOf[delivery.toLowerCase()] ?? (playlists.has(mime) ? none : progressive),
    apis: apisOf(attributes, mime),
  };
}

/** A file whose delivery is not declared is written as progressive; players load playlists in either way. */
const progressive: readonly number[] = [2, 3];
const deliveriesOf: Readonly<Record<string, readonly number[]>> = { streaming: [1], progressive };
const playlists = new Set(['application/vnd.apple.mpegurl', 'application/dash+xml']);

/** The medium of files; where their types leave it open, as those of streams do, the one that the ad declares (4.1). */
function mediumOfFiles(files: readonly FileTraits[], { adType = '' }: InlineAd): AdTraits['medium'] {
  let found: AdTraits['medium'] = null;
  for (const { mime } of files) {
    const medium = mediumOf(mime.slice(0, mime.indexOf('/')));
    if (medium === null) continue;
    if (found !== null && found !== medium) return null;
    found = medium;
  }
  return found ?? mediumOf(adType.toLowerCase());
}

function mediumOf(name: string): AdTraits['medium'] {
  return name === 'video' || name === 'audio' ? name : null;
}

const resources = new Set(['StaticResource', 'IFrameResource', 'HTMLResource']);

function hasResource({ children }: XmlPart): boolean {
  return children.some(({ name, text }) => resources.has(name) && text !== '');
}

function overlayTraits({ attributes, children }: XmlPart): FileTraits {
  const type = children.find(({ name }) => resources.has(name))?.attributes['creativeType'] ?? '';
  return { mime: '', bitrate: 0, deliveries: [], apis: apisOf(attributes, normalizeMime(type)) };
}

/**
 * The AdCOM API frameworks that a file needs: those that it names, else VPAID for what only a script engine or a Flash
 * player runs. VPAID 1.0 ran Flash only.
 */
function apisOf(attributes: XmlPart['attributes'], mime: string): readonly number[] {
  const name = apiFramework(attributes);
  if (name === 'SIMID') return simid;
  if (name === 'MRAID') return mraid;
  if (mime === script) return vpaidScripts;
  return name === 'VPAID' || mime === flash ? vpaid : none;
}

const none: readonly number[] = [];
const vpaid: readonly number[] = [1, 2];
const vpaidScripts: readonly number[] = [2];
const mraid: readonly number[] = [3, 5, 6];
const simid: readonly number[] = [8, 9];

/** The MIME type of scripts, as `normalizeMime` writes it. */
export const script = 'text/javascript';

const flash = 'application/x-shockwave-flash';
