import type { CandidateReason } from '#model/index.ts';
import { advertiserFault } from '#standards/openrtb/advertiserRules.ts';
import { creativeFault } from '#standards/openrtb/creativeRules.ts';
import type { Imp, MediaType, Timed, Video } from '#standards/openrtb/types.ts';
import type { BindingTerms } from '#standards/openrtb/validateBid.ts';
import { reasonOfFault } from '../auction/reasonOfFault.ts';
import { isInFlight } from '../flight.ts';
import { refusedQuality, type Quality } from '../plan/quality.ts';
import { refusedCreative, type CreativeRule } from '../targeting/creativeRules.ts';
import type { CreativeFacts } from './creativeFacts.ts';

/** What an impression asks of creatives. */
export interface CreativeRequirements {
  imp: Imp;
  request: BindingTerms;
  /** Which creatives may be shown: what the seller, the advertiser and the campaign say. */
  creativeRules: readonly CreativeRule[];
  /** What the channel's ads must be; null = anything. */
  quality: Quality | null;
  now: number;
}

/** How a creative fills an impression: the AdCOM number of its protocol is absent where it is no VAST. */
export interface CreativeFit {
  creative: CreativeFacts;
  protocol?: number;
}

/** Protocols of which we write the best that is offered: 4.0 and 4.1 as 3.0, which their players know too. */
const inlineProtocols = [13, 3, 11, 7, 2];
const wrapperProtocols = [14, 6, 12, 8, 5];

/** Of AdCOM's delivery methods those of files: progressive and download. */
const fileDelivery = [2, 3];

/** Holds a creative to what an impression asks for: how it fits, or the first thing that is against it. */
export function matchCreative(
  creative: CreativeFacts,
  form: MediaType,
  { imp, request, creativeRules, quality, now }: CreativeRequirements,
): CreativeFit | CandidateReason {
  if (!isInFlight(creative.flight, now)) return 'no_creative';
  const fault = creativeFault(creative.terms, imp, form) ?? advertiserFault(creative.terms, request);
  if (fault !== null) return reasonOfFault[fault];
  if (imp.secure !== 0 && !creative.isSecure) return 'not_secure';
  if (form === 'banner' && imp.banner?.btype?.includes(bannerTypeOf(creative))) return 'attribute_blocked';
  const { adomain: adomains = [], cat: categories = [] } = creative.terms;
  const { durationS } = creative;
  const refused =
    (quality && refusedQuality(quality, { durationS, adomains, categories })) ??
    (creativeRules.length > 0 ? refusedCreative(creativeRules, idsOfCreative(creative)) : null);
  if (refused) return refused;
  const timed = form === 'video' || form === 'audio' ? imp[form] : undefined;
  if (!timed) return { creative };
  const protocol = protocolFor(creative, timed);
  if (protocol === null) return 'protocol';
  if (!isFileAccepted(creative, timed)) return 'file_type';
  if (form === 'video' && imp.video && !isSkipAllowed(creative, imp.video)) return 'attribute_blocked';
  return { creative, ...(protocol === undefined ? {} : { protocol }) };
}

/** The names by which creative lists know a creative of our own. */
function idsOfCreative({ id, terms: { crid } }: CreativeFacts): string[] {
  return crid === undefined ? [String(id)] : [String(id), crid];
}

/** AdCOM's type of a banner: 1 text, 2 image, 3 script, 4 frame. */
function bannerTypeOf({ type, row }: CreativeFacts): number {
  if (type === 'image') return 2;
  if (type === 'html5' || /<iframe\b/i.test(row.markup)) return 4;
  return /<script\b/i.test(row.markup) ? 3 : /<img\b/i.test(row.markup) ? 2 : 1;
}

/** The protocol in which a creative is offered; null when the player knows none of them, undefined when it does not say. */
function protocolFor({ isWrapper }: CreativeFacts, { protocols }: Timed): number | null | undefined {
  if (!protocols?.length) return undefined;
  return (isWrapper ? wrapperProtocols : inlineProtocols).find((protocol) => protocols.includes(protocol)) ?? null;
}

/** Whether a player takes one of the files, as far as they are known. */
function isFileAccepted({ files }: CreativeFacts, timed: Timed): boolean {
  if (files.length === 0) return true;
  const { mimes, minbitrate = 0, maxbitrate = Infinity, delivery } = timed;
  if (delivery?.length && !fileDelivery.some((each) => delivery.includes(each))) return false;
  const taken = mimes.map((mime) => mime.toLowerCase());
  return files.some(
    ({ mime, bitrate }) =>
      (taken.length === 0 || taken.includes(mime)) &&
      (bitrate === 0 || (bitrate >= minbitrate && bitrate <= (maxbitrate || Infinity))),
  );
}

/** Whether a player lets viewers skip an ad of this length. */
function isSkipAllowed({ isSkippable, durationS }: CreativeFacts, { skip, skipmin = 0 }: Video): boolean {
  return !isSkippable || (skip !== 0 && (durationS === 0 || durationS > skipmin));
}
