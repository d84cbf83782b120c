import { htmlFault } from './bannerFault.ts';
import type { BidFault } from './bidFault.ts';
import type { OfferedCreative } from './responseTypes.ts';
import type { Banner, Format, Imp, MediaType, Timed } from '../types.ts';

/** The rule that a bid's creative violates for its media type; null when there is none. */
export function creativeFault(bid: OfferedCreative, imp: Imp, mediaType: MediaType): BidFault | null {
  const offer = imp[mediaType];
  if (offer === undefined) return 'media_type_not_offered';
  if (overlaps(bid.attr, offer.battr)) return 'attribute_blocked';
  if (!areApisOffered(bid, offer.api)) return 'api_not_offered';
  if (mediaType === 'banner' && imp.banner) return displayFault(bid, imp.banner);
  const timed = mediaType === 'video' || mediaType === 'audio' ? imp[mediaType] : undefined;
  return timed ? timedFault(bid, timed) : null;
}

function overlaps(some: readonly number[] | undefined, blocked: readonly number[] | undefined): boolean {
  return some !== undefined && blocked !== undefined && some.some((item) => blocked.includes(item));
}

/**
 * Whether the APIs that a bid lists let its ad be shown. They are those that the markup supports (4.2.3), so one that is
 * offered suffices; what VAST needs, the VAST itself shows. 0 means no API.
 */
function areApisOffered({ apis = [], api = 0 }: OfferedCreative, offered: readonly number[] | undefined): boolean {
  const isOffered = (item: number) => item === 0 || offered?.includes(item) === true;
  if (apis.length === 0) return isOffered(api);
  return apis.some(isOffered) || (api !== 0 && isOffered(api));
}

function displayFault(bid: OfferedCreative, banner: Banner): BidFault | null {
  if (!isSizeOffered(bid, banner)) return 'size_not_offered';
  return bid.adm ? htmlFault(bid.adm, banner) : null;
}

/** Whether the size is offered. A bid may omit it where only one is offered; an offer without sizes accepts any. */
export function isSizeOffered(
  bid: Pick<OfferedCreative, 'w' | 'h' | 'wratio' | 'hratio'>,
  { format: formats = [], w, h }: Banner,
): boolean {
  const hasOwn = Boolean(w && h);
  if (formats.length === 0 && !hasOwn) return true;
  if (bid.w && bid.h) {
    if (w === bid.w && h === bid.h) return true;
    for (const format of formats) if (fits(bid.w, bid.h, format)) return true;
    return false;
  }
  const { wratio, hratio } = bid;
  if (wratio && hratio) {
    return formats.some(
      (format) => format.wratio && format.hratio && format.wratio * hratio === format.hratio * wratio,
    );
  }
  const [only] = formats;
  if (formats.length === 0) return true;
  return formats.length === 1 && (!hasOwn || (only?.w === w && only?.h === h));
}

/** Whether a size equals a format, or matches its ratio to a pixel and is wide enough. */
function fits(width: number, height: number, { w, h, wratio, hratio, wmin = 0 }: Format): boolean {
  if (w === width && h === height) return true;
  return Boolean(
    wratio && hratio && width >= wmin && Math.abs(height * wratio - width * hratio) < Math.max(wratio, hratio),
  );
}

function timedFault(bid: OfferedCreative, offer: Timed): BidFault | null {
  if (bid.dur && !isDurationOffered(bid.dur, offer)) return 'duration_not_offered';
  const { protocols } = offer;
  return bid.protocol && protocols?.length && !protocols.includes(bid.protocol) ? 'protocol_not_offered' : null;
}

/** Whether an ad's duration in seconds is within an offer. A `maxduration` or `poddur` of 0 is none. */
export function isDurationOffered(durationS: number, offer: Timed): boolean {
  const { rqddurs, minduration = 0, maxduration, maxextended = 0, poddur } = offer;
  if (durationS > (poddur || Infinity)) return false;
  if (rqddurs?.length) return rqddurs.includes(durationS);
  const maxSeconds = maxextended < 0 ? Infinity : (maxduration || Infinity) + maxextended;
  return durationS >= minduration && durationS <= maxSeconds;
}
