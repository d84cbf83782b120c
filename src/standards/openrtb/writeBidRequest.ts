import { getOrCreate } from '../getOrCreate.ts';
import { isObject, type Raw } from './fieldChecks.ts';
import { regsFieldsInExt, userFieldsInExt } from './upgradeRequest.ts';
import { placementOf } from './placementNumbers.ts';
import type { App, BidRequest, Ext, Imp, Regs, Site, Source, Timed, User, Video } from './types.ts';

/** Versions that are written. */
export type OpenRtbVersion = '2.5' | '2.6';

/** Writes bid requests as JSON. */
export interface BidRequestWriter {
  /**
   * 2.6 as the request stands, 2.5 with everything that moved since then in both of its places (standards 2.1), and in the
   * form of 2.5 where 2.6 forbids the two to stand together. Fields that are undefined are left out.
   */
  write(request: BidRequest, version: OpenRtbVersion): string;
}

/**
 * A writer for requests that ask several bidders about the same: what they share as an object, such as an impression, the
 * site or the device, is written once, and nothing is written of a request that shares everything with the one before.
 * So an object must not be changed after it was written.
 */
export function createBidRequestWriter(): BidRequestWriter {
  const labels = new Map<string, string>();
  const labelOf = (name: string) => getOrCreate(labels, name, () => `${JSON.stringify(name)}:`);
  const texts: Record<OpenRtbVersion, Map<object, string>> = { '2.5': new Map(), '2.6': new Map() };
  const last: Partial<Record<OpenRtbVersion, { request: BidRequest; text: string }>> = {};
  return {
    write(request, version) {
      const before = last[version];
      if (before && isSimilar(before.request, request)) return before.text;
      const isOlder = version === '2.5';
      const known = texts[version];
      const textOf = (name: string, part: object) =>
        getOrCreate(known, part, () => textOfPart(isOlder ? downgradePart(name, part) : part));
      const source = (isOlder ? withLanguages(request) : request) as unknown as Raw;
      let text = '';
      for (const name in source) {
        const value = source[name];
        if (value === undefined) continue;
        text += (text === '' ? '{' : ',') + labelOf(name);
        if (name === 'imp') text += `[${request.imp.map((imp) => textOf(name, imp)).join()}]`;
        else text += typeof value === 'object' && value !== null ? textOf(name, value) : JSON.stringify(value);
      }
      text += '}';
      last[version] = { request, text };
      return text;
    },
  };
}

/** Whether two requests hold the same in the same order: parts that are the same objects, or lists of the same. */
function isSimilar(one: object, other: object): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return false;
  return names.every((name, index) => {
    if (name !== others[index]) return false;
    const [a, b] = [(one as Raw)[name], (other as Raw)[name]];
    if (a === b) return true;
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => item === b[at]);
  });
}

/** Deeper than any request that was read. */
const maxDepth = 64;

function textOfPart(part: object): string {
  return JSON.stringify(withoutUndefined(part, maxDepth));
}

/** A field of a request, of `imp` one impression, in the form of 2.5. */
function downgradePart(name: string, part: object): object {
  switch (name) {
    case 'imp':
      return downgradeImp(part as Imp);
    case 'site':
    case 'app':
      return downgradePlace(part as Site | App);
    case 'device':
      return withLanguage(part);
    case 'user':
      return withKeywords(inExtension(part as User, userFieldsInExt));
    case 'regs':
      return inExtension(part as Regs, regsFieldsInExt);
    case 'source':
      return inExtension(part as Source, ['schain']);
    default:
      return part;
  }
}

/** Copies fields into the extension of an object. */
function inExtension<T extends { ext?: Ext }>(object: T, names: readonly (keyof T & string)[]): T {
  let ext: Ext | undefined;
  for (const name of names) if (object[name] !== undefined) (ext ??= { ...object.ext })[name] = object[name];
  return ext ? { ...object, ext } : object;
}

function downgradeImp(imp: Imp): Imp {
  const { video, audio } = imp;
  if (!video && !audio) return imp;
  const downgraded = { ...imp };
  if (video) downgraded.video = downgradeVideo(video);
  if (audio) downgraded.audio = withSequence(audio);
  return downgraded;
}

function downgradeVideo(video: Video): Video {
  const downgraded = withSequence(video);
  if (downgraded.placement !== undefined || downgraded.plcmt === undefined) return downgraded;
  const placement = placementOf(downgraded.plcmt);
  return placement === undefined ? downgraded : { placement, ...downgraded };
}

/** Of a pod's slots, 2.5 can name the first. */
function withSequence<T extends Timed>(media: T): T {
  return media.slotinpod === 1 && media.sequence === undefined ? { sequence: 1, ...media } : media;
}

function downgradePlace<T extends Site | App>(place: T): T {
  const downgraded = withKeywords(place);
  const { content } = downgraded;
  return content ? { ...downgraded, content: withKeywords(withLanguage(content)) } : downgraded;
}

/** One text of keywords instead of a list. */
function withKeywords<T extends object>(object: T): T {
  if (!('kwarray' in object) || !Array.isArray(object.kwarray)) return object;
  const { kwarray, ...rest } = object;
  return { keywords: kwarray.join(','), ...rest } as unknown as T;
}

/** A language of two letters instead of a longer tag. */
function withLanguage<T extends { language?: string; langb?: string }>(object: T): T {
  if (object.langb === undefined) return object;
  const { langb, ...rest } = object;
  return { language: primary(langb), ...rest } as T;
}

/** Languages of two letters instead of longer tags. */
function withLanguages(request: BidRequest): object {
  if (!('wlangb' in request) || !Array.isArray(request.wlangb)) return request;
  const { wlangb, ...rest } = request;
  return { wlang: [...new Set((wlangb as unknown[]).map(primary))], ...rest };
}

/** The language of a BCP 47 tag. */
function primary(tag: unknown): string {
  return String(tag).split('-', 1)[0]?.toLowerCase() ?? '';
}

/** The same value where nothing in it is undefined, else a copy without. */
function withoutUndefined(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value as unknown[];
    const isClean = list.every((each) => each !== undefined && withoutUndefined(each, depth - 1) === each);
    if (isClean) return value;
    return list.filter((each) => each !== undefined).map((each) => withoutUndefined(each, depth - 1));
  }
  if (!isObject(value)) return value;
  let copy: Raw | undefined;
  for (const name of Object.keys(value)) {
    const cleaned = withoutUndefined(value[name], depth - 1);
    if (cleaned === value[name] && cleaned !== undefined) continue;
    copy ??= { ...value };
    if (cleaned === undefined) delete copy[name];
    else copy[name] = cleaned;
  }
  return copy ?? value;
}
