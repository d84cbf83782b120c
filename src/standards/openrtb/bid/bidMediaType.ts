import type { BidFault } from './bidFault.ts';
import { isObject } from '../fieldChecks.ts';
import { skipSpace } from '../skipSpace.ts';
import type { Bid } from './responseTypes.ts';
import type { Imp, MediaType } from '../types.ts';

/** The media type of a bid, or the fault that prevents it. */
export type MediaTypeResult = { mediaType: MediaType; fault: null } | { fault: BidFault };

const byMtype: readonly (MediaType | undefined)[] = [undefined, 'banner', 'video', 'audio', 'native'];
const mediaTypes: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/**
 * The media type of a bid: by `mtype`, by `ext.prebid.type`, else inferred from its markup. The imp must offer it, and
 * the markup must match it (2.4).
 */
export function bidMediaType(bid: Bid, imp: Imp): MediaTypeResult {
  const markup = bid.adm ? markupKind(bid.adm) : null;
  const declaredType = declaredMediaType(bid);
  if (declaredType === undefined) return inferred(bid, imp, markup);
  if (imp[declaredType] === undefined) return { fault: 'media_type_not_offered' };
  if (markup !== null && markup !== markupOf[declaredType]) return { fault: 'markup_mismatch' };
  return { mediaType: declaredType, fault: null };
}

/** The media type that a bid declares, by `mtype` or `ext.prebid.type`; undefined for none. */
export function declaredMediaType(bid: Bid): MediaType | undefined {
  return byMtype[bid.mtype ?? 0] ?? prebidType(bid);
}

/** Whether only its VAST says whether a bid is video or audio: it declares neither, and the imp offers both. */
export function isMediumOpen(bid: Bid, { video, audio }: Imp): boolean {
  return video !== undefined && audio !== undefined && declaredMediaType(bid) === undefined;
}

/** The media type in Prebid Server's extension. */
function prebidType({ ext }: Bid): MediaType | undefined {
  const prebid = ext?.['prebid'];
  return isObject(prebid) ? mediaTypes.find((type) => type === prebid['type']) : undefined;
}

type MarkupKind = 'vast' | 'json' | 'html';

const markupOf: Readonly<Record<MediaType, MarkupKind>> = {
  banner: 'html',
  video: 'vast',
  audio: 'vast',
  native: 'json',
};

function inferred(bid: Bid, imp: Imp, markup: MarkupKind | null): MediaTypeResult {
  const candidates = mediaTypes.filter(
    (type) => imp[type] !== undefined && (markup === null || markup === markupOf[type]),
  );
  const [first, second] = candidates;
  if (first === undefined) return { fault: 'media_type_not_offered' };
  if (second === undefined) return { mediaType: first, fault: null };
  if (markup === 'vast') return { mediaType: isAudio(bid.adm ?? '') ? 'audio' : 'video', fault: null };
  return { fault: 'media_type_unknown' };
}

function isAudio(vast: string): boolean {
  return /\btype\s*=\s*["']audio\//i.test(vast) && !/\btype\s*=\s*["']video\//i.test(vast);
}

/** The kind of markup: VAST by its first element, JSON (native) by a brace, else HTML. */
function markupKind(adm: string): MarkupKind {
  let at = skipSpace(adm, 0);
  if (adm[at] === '{') return 'json';
  while (adm.startsWith('<?', at) || adm.startsWith('<!', at)) {
    const close = adm.startsWith('<!--', at) ? '-->' : '>';
    const end = adm.indexOf(close, at);
    if (end < 0) return 'html';
    at = skipSpace(adm, end + close.length);
  }
  return /^<VAST[\s/>]/.test(adm.slice(at, at + 6)) ? 'vast' : 'html';
}
