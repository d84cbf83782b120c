import { getOrCreate } from '../../getOrCreate.ts';
import { isObject, type Raw } from '../fieldChecks.ts';
import { regsFieldsInExt, userFieldsInExt } from './upgradeRequest.ts';
import { placementOf } from './placementNumbers.ts';
import type { App, BidRequest, Ext, Imp, Regs, Site, Source, Timed, User, Video } from '../types.ts';

/** OpenRTB versions that we write. */
export type OpenRtbVersion = '2.5' | '2.6';

/** Writes bid requests as JSON. */
export interface BidRequestWriter {
  /**
   * JSON of a request. 2.6 is written as it is; 2.5 has every field that moved since then in both places (standards
   * 2.1), and only the form of 2.5 where 2.6 forbids both together. Undefined fields are left out.
   */
  write(request: BidRequest, version: OpenRtbVersion): string;
}

/**
 * A writer for similar requests to several bidders. Parts that are the same object, such as an imp, the site or the
 * device, are serialized once, and a request that shares everything with the previous one reuses its text. An object
 * must therefore not be changed after it was written.
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

/** Whether two requests have the same fields in the same order: identical objects, or lists of identical items. */
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

/** A field of a request (for `imp`, one imp) in the form of 2.5. */
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

/** Copies fields into an object's extension. */
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

/** The first slot of a pod as `sequence`; 2.5 can express no other slot. */
function withSequence<T extends Timed>(media: T): T {
  return media.slotinpod === 1 && media.sequence === undefined ? { sequence: 1, ...media } : media;
}

function downgradePlace<T extends Site | App>(place: T): T {
  const downgraded = withKeywords(place);
  const { content } = downgraded;
  return content ? { ...downgraded, content: withKeywords(withLanguage(content)) } : downgraded;
}

/** Keywords as one text instead of a list. */
function withKeywords<T extends object>(object: T): T {
  if (!('kwarray' in object) || !Array.isArray(object.kwarray)) return object;
  const { kwarray, ...rest } = object;
  return { keywords: kwarray.join(','), ...rest } as unknown as T;
}

/** A two-letter language instead of a longer tag. */
function withLanguage<T extends { language?: string; langb?: string }>(object: T): T {
  if (object.langb === undefined) return object;
  const { langb, ...rest } = object;
  return { language: primary(langb), ...rest } as T;
}

/** Two-letter languages instead of longer tags. */
function withLanguages(request: BidRequest): object {
  if (!('wlangb' in request) || !Array.isArray(request.wlangb)) return request;
  const { wlangb, ...rest } = request;
  return { wlang: [...new Set((wlangb as unknown[]).map(primary))], ...rest };
}

/** The primary language of a BCP 47 tag. */
function primary(tag: unknown): string {
  return String(tag).split('-', 1)[0]?.toLowerCase() ?? '';
}

/** The value itself when nothing in it is undefined, else a copy without undefined fields. */
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
