import type { CandidateReason } from '#model/index.ts';
import { advertiserFault } from '#standards/openrtb/bid/advertiserRules.ts';
import { creativeFault } from '#standards/openrtb/bid/creativeFault.ts';
import type { Imp, MediaType, Timed, Video } from '#standards/openrtb/types.ts';
import type { BindingTerms } from '#standards/openrtb/bid/validateBid.ts';
import { reasonOfFault } from '../auction/reasonOfFault.ts';
import { isInFlight } from '../flight.ts';
import { qualityReason, type Quality } from '../plan/quality.ts';
import { creativeReason, type CreativeRule } from '../targeting/creativeRules.ts';
import type { CompiledCreative } from './compileCreative.ts';

/** The requirements of an imp for creatives. */
export interface CreativeRequirements {
  imp: Imp;
  request: BindingTerms;
  /** Creative list rules of the seller, the advertiser and the campaign. */
  creativeRules: readonly CreativeRule[];
  /** Quality rules of the channel; null = none. */
  quality: Quality | null;
  now: number;
}

/** A creative that fits an imp. `protocol` is the AdCOM protocol of its VAST; absent for other markup. */
export interface CreativeFit {
  creative: CompiledCreative;
  protocol?: number;
}

/** AdCOM protocols, best first. For players of VAST 4.0 and 4.1 we write 3.0, which they support too. */
const inlineProtocols = [13, 3, 11, 7, 2];
const wrapperProtocols = [14, 6, 12, 8, 5];

/** AdCOM delivery methods of files: progressive and download. */
const fileDelivery = [2, 3];

/** Checks a creative against the requirements of an imp. Returns how it fits, or the first reason why it does not. */
export function matchCreative(
  creative: CompiledCreative,
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
    (quality && qualityReason(quality, { durationS, adomains, categories })) ??
    (creativeRules.length > 0 ? creativeReason(creativeRules, idsOfCreative(creative)) : null);
  if (refused) return refused;
  const timed = form === 'video' || form === 'audio' ? imp[form] : undefined;
  if (!timed) return { creative };
  const protocol = protocolFor(creative, timed);
  if (protocol === null) return 'protocol';
  if (!isFileAccepted(creative, timed)) return 'file_type';
  if (form === 'video' && imp.video && !isSkipAllowed(creative, imp.video)) return 'attribute_blocked';
  return { creative, ...(protocol === undefined ? {} : { protocol }) };
}

/** The ids by which creative lists identify one of our creatives. */
function idsOfCreative({ id, terms: { crid } }: CompiledCreative): string[] {
  return crid === undefined ? [String(id)] : [String(id), crid];
}

/** AdCOM banner type: 1 text, 2 image, 3 script, 4 iframe. */
function bannerTypeOf({ type, row }: CompiledCreative): number {
  if (type === 'image') return 2;
  if (type === 'html5' || /<iframe\b/i.test(row.markup)) return 4;
  return /<script\b/i.test(row.markup) ? 3 : /<img\b/i.test(row.markup) ? 2 : 1;
}

/**
 * The protocol in which a creative is offered; null when the player supports none of them, undefined when the request
 * lists none.
 */
function protocolFor({ isWrapper }: CompiledCreative, { protocols }: Timed): number | null | undefined {
  if (!protocols?.length) return undefined;
  return (isWrapper ? wrapperProtocols : inlineProtocols).find((protocol) => protocols.includes(protocol)) ?? null;
}

/** Whether the player supports one of the files. Unknown files count as supported. */
function isFileAccepted({ files }: CompiledCreative, timed: Timed): boolean {
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

/** Whether the player allows skipping for an ad of this duration. */
function isSkipAllowed({ isSkippable, durationS }: CompiledCreative, { skip, skipmin = 0 }: Video): boolean {
  return !isSkippable || (skip !== 0 && (durationS === 0 || durationS > skipmin));
}
