import { DOMParser, type Element } from '@xmldom/xmldom';
import type { Imp, Timed, Video } from '#standards/openrtb/types.ts';

/** The terms of a request, as they were sent: fields of another type say nothing. */
export type AskedAd = Pick<Imp, 'video' | 'audio' | 'secure'>;

/** The terms of a video or audio. */
export type AskedMedia = Timed & Partial<Video>;

/** A sold ad. */
export interface SoldAd {
  xml: string;
  medium: 'video' | 'audio';
  /** Seconds that its bid declares. */
  dur?: number | undefined;
}

/**
 * The rules of OpenRTB 2.6, 3.2.4, 3.2.7 and 3.2.8 that a sold ad violates. It reads VAST with another parser than the
 * product, and by rules of its own: where these are unsure, they find nothing.
 */
export function adViolations({ xml, medium, dur }: SoldAd, asked: AskedAd): string[] {
  const read = readAds(xml);
  if (typeof read === 'string') return [read];
  const { root, ads } = read;
  const [ad, ...further] = ads;
  if (!ad || further.length > 0) return [`${ads.length} ads`];
  return partViolations({ root, ad, medium, dur: dur ?? 0 }, asked);
}

/**
 * The rules that the ads of a response with one or several ads violate, each alone. `medium` is the one of all; null
 * where each may be of its own.
 */
export function adsViolations(xml: string, medium: 'video' | 'audio' | null, terms: AskedMedia): string[] {
  const read = readAds(xml);
  if (typeof read === 'string') return [read];
  const { root, ads } = read;
  return ads.flatMap((ad) => {
    const own = medium ?? mediumOf(ad);
    return partViolations({ root, ad, medium: own, dur: declaredSeconds(ad) }, { [own]: terms });
  });
}

function mediumOf(ad: Element): 'video' | 'audio' {
  const files = childrenOf(ad, 'InLine').flatMap(linearsOf).flatMap(filesOf);
  return files.length > 0 && files.every(({ mime }) => mime.startsWith('audio/')) ? 'audio' : 'video';
}

/** The seconds of each ad of a response; 0 where they are unknown. */
export function secondsOfAds(xml: string): number[] {
  const read = readAds(xml);
  return typeof read === 'string' ? [] : read.ads.map((ad) => secondsOfAd(ad) || (declaredSeconds(ad) ?? 0));
}

/** The seconds of the first linear creative of sold VAST; null where they are unknown. */
export function secondsOf(xml: string): number | null {
  const [seconds = 0] = secondsOfAds(xml);
  return seconds || null;
}

/** Whether a duration of the VAST is written in a notation of its own, which only some read. */
export function hasOddDuration(xml: string): boolean {
  const texts = [...xml.matchAll(/<Duration>\s*([^<]*?)\s*<\/Duration>/g)].map(([, text = '']) => text);
  return texts.some((text) => secondsIn(text) === null);
}

interface Part {
  root: Element;
  ad: Element;
  medium: 'video' | 'audio';
  /** Seconds that its bid declares; null where that is unsure. */
  dur: number | null;
}

function partViolations({ root, ad, medium, dur }: Part, asked: AskedAd): string[] {
  const terms: AskedMedia | undefined = asked[medium];
  if (typeof terms !== 'object' || terms === null) return [`sold as ${medium}, which was not asked for`];
  const insecure = asked.secure === 1 ? plainUrlsIn(ad).map((url) => `loads ${url}`) : [];
  const [inline] = childrenOf(ad, 'InLine');
  const kind = inline ? 'inline' : 'wrapper';
  const declared = dur !== null && dur > 0 && !fitsDuration(dur, terms) ? [`${dur} seconds by its bid`] : [];
  return [
    ...insecure,
    ...declared,
    ...protocolViolations(root, kind, terms),
    ...(inline ? inlineViolations({ inline, medium, dur }, terms) : unknownDuration(dur, terms)),
  ];
}

/** Exact slots, and the time of a pod, take no ad of unknown duration. */
function unknownDuration(dur: number | null, terms: AskedMedia): string[] {
  const isExact = numbersIn(terms.rqddurs).length > 0 || isInPod(terms);
  return isExact && dur !== null && dur <= 0 ? ['of unknown duration'] : [];
}

function isInPod(terms: AskedMedia): boolean {
  return isText(terms.podid) || numberOf(terms.poddur) > 0;
}

function readAds(xml: string): { root: Element; ads: Element[] } | string {
  try {
    const document = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message);
      },
    }).parseFromString(xml, 'text/xml');
    const root = document.documentElement;
    return root ? { root, ads: childrenOf(root, 'Ad') } : 'no root';
  } catch (error) {
    return `not well-formed: ${String(error)}`;
  }
}

function childrenOf(element: Element, name: string): Element[] {
  const found: Element[] = [];
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && (node as Element).localName === name) found.push(node as Element);
  }
  return found;
}

function descendantsOf(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce((found, name) => found.flatMap((each) => childrenOf(each, name)), [element]);
}

const loaded =
  'MediaFile Mezzanine InteractiveCreativeFile ClosedCaptionFile Tracking Impression Error StaticResource IFrameResource JavaScriptResource ClickTracking CompanionClickTracking NonLinearClickTracking IconClickTracking IconViewTracking Viewable VASTAdTagURI'.split(
    ' ',
  );

function plainUrlsIn(ad: Element): string[] {
  return loaded
    .flatMap((name) => [...ad.getElementsByTagName(name)])
    .map((element) => (element.textContent ?? '').trim())
    .filter((url) => /^http:\/\/(?!localhost|127\.)/i.test(url));
}

const protocols = {
  inline: [2, 3, 7, 11, 13, 15],
  wrapper: [5, 6, 8, 12, 14, 16],
} as const;
const versions = ['2.0', '3.0', '4.0', '4.1', '4.2', '4.3'];

function protocolViolations(root: Element, kind: 'inline' | 'wrapper', terms: Timed): string[] {
  const listed = numbersIn(terms.protocols);
  if (listed.length === 0) return [];
  const known = protocols[kind].flatMap((protocol, index) =>
    listed.includes(protocol) ? [versions[index] ?? ''] : [],
  );
  const version = root.getAttribute('version') ?? '';
  return known.some((each) => each >= version) ? [] : [`${kind} ad of VAST ${version} for protocols ${listed.join()}`];
}

function linearsOf(inline: Element): Element[] {
  return descendantsOf(inline, 'Creatives', 'Creative', 'Linear').filter((each) => filesOf(each).length > 0);
}

interface PlayedAd {
  inline: Element;
  medium: string;
  dur: number | null;
}

function inlineViolations({ inline, medium, dur }: PlayedAd, terms: AskedMedia): string[] {
  const linears = linearsOf(inline);
  const overlays = descendantsOf(inline, 'Creatives', 'Creative', 'NonLinearAds', 'NonLinear');
  if (linears.length > 0) {
    const violations = linears.flatMap((linear) => linearViolations(linear, medium, dur, terms));
    return terms.linearity === 2 ? ['a linear ad', ...violations] : violations;
  }
  if (overlays.length === 0) return ['neither file nor overlay'];
  const takesNone = terms.linearity === 1 || medium === 'audio' || (isInPod(terms) && terms.linearity !== 2);
  return takesNone ? ['an overlay'] : [];
}

interface File {
  mime: string;
  bitrate: number;
  delivery: string;
  api: string;
}

function filesOf(linear: Element): File[] {
  return descendantsOf(linear, 'MediaFiles', 'MediaFile').flatMap((file) => {
    const type = file.getAttribute('type')?.trim().toLowerCase() ?? '';
    if (type === '' || (file.textContent ?? '').trim() === '') return [];
    return [
      {
        mime: type,
        bitrate: Number(file.getAttribute('bitrate') ?? 0),
        delivery: file.getAttribute('delivery')?.toLowerCase() ?? '',
        api: file.getAttribute('apiFramework')?.trim().toUpperCase() ?? '',
      },
    ];
  });
}

function linearViolations(linear: Element, medium: string, dur: number | null, terms: AskedMedia): string[] {
  const files = filesOf(linear);
  const found: string[] = [];
  const isOther = files.every(({ mime }) => mime.startsWith(medium === 'video' ? 'audio/' : 'video/'));
  const isPlaylist = files.some(({ mime }) => mime.includes('mpegurl'));
  if (isOther && !isPlaylist) found.push(`no ${medium}`);
  if (!files.some((file) => isAccepted(file, terms))) found.push(`no accepted file of ${JSON.stringify(files)}`);
  const seconds = secondsOfLinear(linear);
  if (seconds === 0) found.push(...unknownDuration(dur, terms));
  else if (seconds !== null && !fitsDuration(seconds, terms)) found.push(`${seconds} seconds`);
  const isSkippable = linear.hasAttribute('skipoffset');
  const isTooShort = seconds !== null && seconds > 0 && seconds + 0.5 <= numberOf(terms.skipmin);
  if (isSkippable && (terms.skip === 0 || isTooShort || numbersIn(terms.battr).includes(16))) found.push('skippable');
  return found;
}

/** Half a second more or less: durations are in whole seconds. */
function fitsDuration(seconds: number, terms: Timed): boolean {
  const { minduration, maxduration, maxextended, poddur } = terms;
  const required = numbersIn(terms.rqddurs);
  if (numberOf(poddur) > 0 && seconds - 0.5 > numberOf(poddur)) return false;
  if (required.length > 0) return required.some((each) => Math.abs(each - seconds) <= 0.5);
  const isLong = numberOf(maxduration) > 0 && numberOf(maxextended) >= 0;
  if (isLong && seconds - 0.5 > numberOf(maxduration) + numberOf(maxextended)) return false;
  return Math.max(1, seconds + 0.5) >= numberOf(minduration);
}

const deliveries: Readonly<Record<string, readonly number[]>> = { streaming: [1], progressive: [2, 3] };
const apis: Readonly<Record<string, readonly number[]>> = { VPAID: [1, 2], SIMID: [8, 9], MRAID: [3, 5, 6] };

function isAccepted({ mime, bitrate, delivery, api }: File, terms: Timed): boolean {
  const needed = apis[api] ?? (mime.includes('javascript') ? (apis['VPAID'] ?? []) : []);
  if (needed.length > 0 && !numbersIn(terms.api).some((each) => needed.includes(each))) return false;
  const offered = numbersIn(terms.delivery);
  const delivered = /mpegurl|dash/.test(mime) ? undefined : deliveries[delivery];
  if (offered.length > 0 && delivered && !delivered.some((each) => offered.includes(each))) return false;
  if (bitrate > 0 && bitrate < numberOf(terms.minbitrate)) return false;
  if (bitrate > 0 && numberOf(terms.maxbitrate) > 0 && bitrate > numberOf(terms.maxbitrate)) return false;
  const types = Array.isArray(terms.mimes) ? terms.mimes.filter(isText) : [];
  const isKnown = /^(?:video\/(?:mp4|webm)|audio\/mpeg)$/.test(mime);
  return (
    types.length === 0 || !isKnown || types.some((type) => type.includes('*') || type.toLowerCase().includes(mime))
  );
}

function secondsOfAd(ad: Element): number {
  const [linear] = childrenOf(ad, 'InLine').flatMap(linearsOf);
  return (linear && secondsOfLinear(linear)) ?? 0;
}

/** The seconds that the URL of a wrapper of these tests names; 0 for none, null where another URL does not say it. */
function declaredSeconds(ad: Element): number | null {
  const [wrapped] = descendantsOf(ad, 'Wrapper', 'VASTAdTagURI');
  const url = (wrapped?.textContent ?? '').trim();
  if (wrapped && !/^https:\/\/tag\d*\.example\/(?:vast|next(?:\?dur=-?[\d.]+)?)$/.test(url)) return null;
  return Math.max(0, Number(/\bdur=(.*)/.exec(url)?.[1] ?? 0));
}

function secondsOfLinear(linear: Element): number | null {
  const [element] = childrenOf(linear, 'Duration');
  return secondsIn((element?.textContent ?? '').trim());
}

/** Seconds of a duration; 0 for none, null for one that is not in the notation of the standard. */
function secondsIn(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (seconds === undefined) return /\d/.test(text) ? null : 0;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Whether a field of a request has a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The number of a field of a request; 0 for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The numbers of a list in a request. */
export function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each): each is number => typeof each === 'number') : [];
}
