import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { Quality } from '#engine/plan/quality.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';

/** The channel's plan with its timeout limited by the request's `tmax`. */
export function planWithinTmax(plan: ChannelPlan, { tmax }: BidRequest): ChannelPlan {
  const timeoutMs = timeoutWithin(plan, tmax);
  return timeoutMs === plan.timeoutMs ? plan : { ...plan, timeoutMs };
}

/** The request's restrictions on ads of all its imps. */
export type RequestedQuality = Pick<Quality, 'adomains' | 'categories'>;

/**
 * Reads the request's blocked advertisers and categories. Ads of tags declare categories of the first taxonomy only.
 */
export function requestedQuality({ badv = [], bcat = [], cattax = 1 }: BidRequest): RequestedQuality {
  return {
    adomains: badv.map((domain) => domain.toLowerCase().replace(/^(?:\*?\.|www\.)/, '')),
    categories: cattax === 1 ? bcat : [],
  };
}

/** The channel's plan with the restrictions of the request and the imp added. */
export function planForImp(plan: ChannelPlan, requested: RequestedQuality, imp: Imp): ChannelPlan {
  const quality = mergeQuality(plan.quality, requested, imp);
  return quality === plan.quality ? plan : { ...plan, quality };
}

/** The response needs part of the sender's time for its way back. */
function timeoutWithin({ timeoutMs, returnLatencyMs }: ChannelPlan, tmax = 0): number {
  return tmax > 0 ? Math.min(timeoutMs, Math.max(tmax - returnLatencyMs, Math.ceil(tmax / 2))) : timeoutMs;
}

/**
 * Merges the restrictions of channel, request and imp. Bids are checked against the request anyway; ads of tags are
 * checked against these alone.
 */
function mergeQuality(own: Quality | null, { adomains, categories }: RequestedQuality, imp: Imp): Quality | null {
  const { minduration = 0, maxduration = Infinity } = durationsOf(imp);
  if (adomains.length === 0 && categories.length === 0 && minduration === 0 && maxduration === Infinity) return own;
  const minDuration = Math.max(own?.minDuration ?? 0, minduration);
  const maxDuration = Math.min(own?.maxDuration ?? Infinity, maxduration);
  return {
    minDuration: minDuration === 0 ? null : minDuration,
    maxDuration: maxDuration === Infinity ? null : maxDuration,
    adomains: [...(own?.adomains ?? []), ...adomains],
    categories: [...(own?.categories ?? []), ...categories],
  };
}

/** Allowed seconds of an ad; empty where exact durations, an extension or two formats make it more complex. */
function durationsOf({ video, audio }: Imp): { minduration?: number | undefined; maxduration?: number | undefined } {
  const timed = video ?? audio;
  if (!timed || (video && audio) || timed.rqddurs?.length || timed.maxextended) return {};
  const { minduration, maxduration } = timed;
  return { minduration: minduration || undefined, maxduration: maxduration || undefined };
}
