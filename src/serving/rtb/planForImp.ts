import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { Quality } from '#engine/plan/quality.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';

/** A channel as it sells the impressions of a bid request: in the time that there is. */
export function planWithinTmax(plan: ChannelPlan, { tmax }: BidRequest): ChannelPlan {
  const timeoutMs = timeoutWithin(plan, tmax);
  return timeoutMs === plan.timeoutMs ? plan : { ...plan, timeoutMs };
}

/** What a request asks of the ads of all its impressions. */
export type RequestedQuality = Pick<Quality, 'adomains' | 'categories'>;

/** What a request asks of ads: ads of tags name categories of the first taxonomy. */
export function requestedQuality({ badv = [], bcat = [], cattax = 1 }: BidRequest): RequestedQuality {
  return {
    adomains: badv.map((domain) => domain.toLowerCase().replace(/^(?:\*?\.|www\.)/, '')),
    categories: cattax === 1 ? bcat : [],
  };
}

/** A channel as it sells one impression of a bid request: with what is asked of ads too. */
export function planForImp(plan: ChannelPlan, requested: RequestedQuality, imp: Imp): ChannelPlan {
  const quality = mergeQuality(plan.quality, requested, imp);
  return quality === plan.quality ? plan : { ...plan, quality };
}

/** Of the time that the sender gives us, what the way back takes is not ours. */
function timeoutWithin({ timeoutMs, returnLatencyMs: wayBackMs }: ChannelPlan, tmax = 0): number {
  return tmax > 0 ? Math.min(timeoutMs, Math.max(tmax - wayBackMs, Math.ceil(tmax / 2))) : timeoutMs;
}

/** What the channel asks of ads and what the request does: bids are held to the request anyway, ads of tags by this alone. */
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

/** Seconds that an ad may last; nothing where exact ones, an extension or two forms make it another matter. */
function durationsOf({ video, audio }: Imp): { minduration?: number | undefined; maxduration?: number | undefined } {
  const timed = video ?? audio;
  if (!timed || (video && audio) || timed.rqddurs?.length || timed.maxextended) return {};
  const { minduration, maxduration } = timed;
  return { minduration: minduration || undefined, maxduration: maxduration || undefined };
}
