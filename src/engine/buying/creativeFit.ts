import type { CandidateReason } from '#model/index.ts';
import { advertiserFault } from '#standards/openrtb/bid/advertiserRules.ts';
import { bannerFault } from '#standards/openrtb/bid/bannerFault.ts';
import { mediaFault } from '#standards/openrtb/bid/adFault.ts';
import { creativeFault } from '#standards/openrtb/bid/creativeFault.ts';
import type { Imp, MediaType, Timed } from '#standards/openrtb/types.ts';
import type { BindingTerms } from '#standards/openrtb/bid/validateBid.ts';
import { inlineProtocols, wrapperProtocols } from '#standards/vast/vastProtocols.ts';
import { reasonOfFault } from '../auction/reasonOfFault.ts';
import { type Cutoffs, isCutOff } from '../cutoff/cutoffs.ts';
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
  /** The cut-offs of the account; null if there are none. */
  cutoffs: Cutoffs | null;
  now: number;
}

/** A creative that fits an imp. `protocol` is the AdCOM protocol of its VAST; absent for other markup. */
export interface CreativeFit {
  creative: CompiledCreative;
  protocol?: number;
}

/** Checks a creative against the requirements of an imp. Returns how it fits, or the first reason why it does not. */
export function matchCreative(
  creative: CompiledCreative,
  form: MediaType,
  { imp, request, creativeRules, quality, cutoffs, now }: CreativeRequirements,
): CreativeFit | CandidateReason {
  const { id, advertiserId, terms } = creative;
  const domains = terms.adomain ?? [];
  if (cutoffs && isCutOff(cutoffs, { creative: id, advertiser: advertiserId, domains, crids: idsOfCreative(creative) }))
    return 'cut_off';
  if (!isInFlight(creative.flight, now)) return 'no_creative';
  const fault = creativeFault(creative.terms, imp, form) ?? advertiserFault(creative.terms, request);
  if (fault !== null) return reasonOfFault[fault];
  const { adomain: adomains = [], cat: categories = [], apis = [] } = creative.terms;
  if (!apis.every((api) => imp[form]?.api?.includes(api))) return reasonOfFault.api_not_offered;
  if (imp.secure !== 0 && !creative.isSecure) return 'not_secure';
  const banner = form === 'banner' && imp.banner && creative.banner ? bannerFault(creative.banner, imp.banner) : null;
  if (banner !== null) return reasonOfFault[banner];
  const { durationS } = creative;
  const refused =
    (quality && qualityReason(quality, { durationS, adomains, categories })) ??
    (creativeRules.length > 0 ? creativeReason(creativeRules, idsOfCreative(creative)) : null);
  if (refused) return refused;
  if (form !== 'video' && form !== 'audio') return { creative };
  const timed = imp[form];
  if (!timed) return { creative };
  const mismatch = creative.ad && mediaFault(creative.ad, form, timed);
  if (mismatch) return reasonOfFault[mismatch];
  const protocol = protocolFor(creative, timed);
  if (protocol === null) return 'protocol';
  return { creative, ...(protocol === undefined ? {} : { protocol }) };
}

/** The ids by which creative lists identify one of our creatives. */
function idsOfCreative({ id, terms: { crid } }: CompiledCreative): string[] {
  return crid === undefined ? [String(id)] : [String(id), crid];
}

/**
 * The protocol in which a creative is offered, that of the highest version; null when the player supports none of them,
 * undefined when the request lists none.
 */
function protocolFor({ ad }: CompiledCreative, { protocols }: Timed): number | null | undefined {
  if (!protocols?.length) return undefined;
  const known = ad?.kind === 'wrapper' ? wrapperProtocols : inlineProtocols;
  return known.findLast((protocol) => protocols.includes(protocol)) ?? null;
}
