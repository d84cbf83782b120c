import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { Quality } from '#engine/plan/quality.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';

/** A channel as it sells the impressions of a bid request: in the time that there is. */
export function planInTime(plan: ChannelPlan, { tmax }: BidRequest): ChannelPlan {
  const timeoutMs = within(plan, tmax);
  return timeoutMs === plan.timeoutMs ? plan : { ...plan, timeoutMs };
}

/** What a request asks of the ads of all its impressions. */
export type AskedQuality = Pick<Quality, 'adomains' | 'categories'>;

/** What a request asks of ads: ads of tags name categories of the first taxonomy. */
export function askedQuality({ badv = [], bcat = [], cattax = 1 }: BidRequest): AskedQuality {
  return {
    adomains: badv.map((domain) => domain.toLowerCase().replace(/^(?:\*?\.|www\.)/, '')),
    categories: cattax === 1 ? bcat : [],
  };
}

/** A channel as it sells one impression of a bid request: with what is asked of ads too. */
export function planForImp(plan: ChannelPlan, asked: AskedQuality, imp: Imp): ChannelPlan {
  const quality = joined(plan.quality, asked, imp);
  return quality === plan.quality ? plan : { ...plan, quality };
}

/** Of the time that the sender gives us, what the way back takes is not ours. */
function within({ timeoutMs, wayBackMs }: ChannelPlan, tmax = 0): number {
  return tmax > 0 ? Math.min(timeoutMs, Math.max(tmax - wayBackMs, Math.ceil(tmax / 2))) : timeoutMs;
}

/** What the channel asks of ads and what the request does: bids are held to the request anyway, ads of tags by this alone. */
function joined(own: Quality | null, { adomains, categories }: AskedQuality, imp: Imp): Quality | null {
  const { minduration = 0, maxduration = Infinity } = durationsOf(imp);
  if (adomains.length === 0 && categories.length === 0 && minduration === 0 && maxduration === Infinity) return own;
  const least = Math.max(own?.minDuration ?? 0, minduration);
  const most = Math.min(own?.maxDuration ?? Infinity, maxduration);
  return {
    minDuration: least === 0 ? null : least,
    maxDuration: most === Infinity ? null : most,
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
