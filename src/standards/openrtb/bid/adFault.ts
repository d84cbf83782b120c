import type { Audio, Imp, Timed, Video } from '../types.ts';
import { script, type AdTraits, type FileTraits, type PlayedTraits } from './adTraits.ts';
import type { BidFault } from './bidFault.ts';
import { isDurationOffered } from './creativeFault.ts';
import { isTypeWithin, normalizeMime } from './normalizeMime.ts';
import { areCompanionsOffered } from './requiredCompanions.ts';
import { inlineProtocols, wrapperProtocols } from '../../vast/vastProtocols.ts';

/** The terms for an ad with VAST. Absent fields allow anything. */
export type AdTerms = Pick<Imp, 'video' | 'audio' | 'secure'>;

/**
 * The rule of a request that an ad violates by what it is, whoever returned it; null when there is none. What is
 * unknown of an ad, such as the media behind a wrapper, never counts against it, except its duration where time is
 * exact. Where video and audio are asked for, an ad of unknown medium is sold as video.
 */
export function adFault(ad: AdTraits, { video, audio, secure }: AdTerms): BidFault | null {
  const isVideo = video && (!audio || ad.medium !== 'audio');
  const fault = isVideo ? mediaFault(ad, 'video', video) : audio ? mediaFault(ad, 'audio', audio) : null;
  return fault ?? (secure === 1 && !ad.isSecure() ? 'not_secure' : null);
}

/**
 * The rule of a video (OpenRTB 2.6, 3.2.7) or audio (3.2.8) that an ad violates, beside `secure`. Every linear creative
 * is played, so each must fit.
 */
export function mediaFault(ad: AdTraits, mediaType: 'video' | 'audio', offer: Video | Audio): BidFault | null {
  if (isOtherMedium(ad, mediaType) || ad.further.some((each) => isOtherMedium(each, mediaType))) {
    return 'markup_mismatch';
  }
  if (ad.form === 'nonLinear' && mediaType === 'audio') return 'markup_mismatch';
  if (!isFormOffered(ad, offer)) return 'linearity_not_offered';
  if (!isProtocolOffered(ad, offer)) return 'protocol_not_offered';
  let fault = playedFault(ad, ad.form, offer);
  for (const each of ad.further) fault ??= playedFault(each, ad.form, offer);
  return fault ?? (areCompanionsOffered(ad.companions, offer) ? null : 'companion_not_offered');
}

function isOtherMedium({ medium }: PlayedTraits, mediaType: 'video' | 'audio'): boolean {
  return medium !== null && medium !== mediaType;
}

function playedFault(played: PlayedTraits, form: AdTraits['form'], offer: Timed & SkipTerms): BidFault | null {
  const { files, durationS } = played;
  const fault = filesFault(files, offer);
  if (fault !== null) return fault;
  const isTimeless = form === 'nonLinear' || !needsDuration(offer);
  const isFitting = durationS > 0 ? isDurationOffered(durationS, offer) : isTimeless;
  if (!isFitting) return 'duration_not_offered';
  return isSkipAllowed(played, offer) ? null : 'attribute_blocked';
}

/**
 * Whether an ad of unknown duration, a wrapper that the player follows among them, has no place: the time of a slot is
 * exact, or divided among several ads.
 */
function needsDuration({ rqddurs, podid, poddur }: Timed): boolean {
  return Boolean(rqddurs?.length) || podid !== undefined || Boolean(poddur);
}

type SkipTerms = Pick<Video, 'skip' | 'skipmin'>;

/** Whether the player allows what is played to be skipped, if it can be. */
function isSkipAllowed(
  { isSkippable, durationS }: PlayedTraits,
  { skip, skipmin = 0, battr }: Timed & SkipTerms,
): boolean {
  if (!isSkippable) return true;
  return skip !== 0 && (durationS === 0 || durationS > skipmin) && !battr?.includes(skippable);
}

/** AdCOM linearity modes. */
const linear = 1;
const nonLinear = 2;

/** AdCOM creative attribute. */
const skippable = 16;

/**
 * Whether the form is offered: without `linearity`, both are, but the time of a pod is filled by linear ads alone. A
 * `poddur` of 0 is none.
 */
function isFormOffered({ form }: AdTraits, { linearity, podid, poddur }: Timed & Pick<Video, 'linearity'>): boolean {
  if (form === 'linear') return linearity !== nonLinear;
  if (form === null || linearity === nonLinear) return true;
  return linearity !== linear && podid === undefined && !poddur;
}

/** Whether a protocol of the ad is offered. It is written in any of them, whatever version it was returned in. */
function isProtocolOffered({ kind }: AdTraits, { protocols }: Timed): boolean {
  if (!protocols?.length) return true;
  const known = kind === 'inline' ? inlineProtocols : wrapperProtocols;
  return protocols.some((protocol) => known.includes(protocol));
}

/** The fault of an ad of whose files the player accepts none; null when it accepts one, or when they are unknown. */
function filesFault(files: readonly FileTraits[], offer: Timed): BidFault | null {
  if (files.length === 0) return null;
  let needsApi = true;
  for (const file of files) {
    if (isFileOffered(file, offer)) return null;
    needsApi &&= !isApiOffered(file, offer);
  }
  return needsApi ? 'api_not_offered' : 'file_not_offered';
}

/** Whether the player accepts a file by its API, type, bitrate and delivery. */
export function isFileOffered(file: FileTraits, offer: Timed): boolean {
  if (!isApiOffered(file, offer)) return false;
  const { bitrate, deliveries } = file;
  const { minbitrate = 0, maxbitrate = 0, delivery } = offer;
  if (bitrate > 0 && (bitrate < minbitrate || (maxbitrate > 0 && bitrate > maxbitrate))) return false;
  if (delivery?.length && deliveries.length > 0 && !deliveries.some((each) => delivery.includes(each))) return false;
  return isMimeOffered(file, offer);
}

/** Whether one of the APIs that a file needs is offered. Unlisted ones are unsupported. */
function isApiOffered({ apis }: FileTraits, { api }: Timed): boolean {
  return apis.length === 0 || apis.some((each) => api?.includes(each));
}

/** Whether the type is offered, by its name or by a wildcard. A script that an offered API runs needs no type. */
function isMimeOffered({ mime, apis }: FileTraits, { mimes }: Timed): boolean {
  if (mime === '' || mimes.length === 0 || mimes.includes(mime)) return true;
  if (mime === script && apis.length > 0) return true;
  return mimes.some((each) => isTypeWithin(mime, normalizeMime(each)));
}
