import type { Candidate } from '../plan/plan.ts';
import type { PodAd } from './pod.ts';
import type { AuctionSetting, Offer } from './types.ts';

/** What of an offer decides whether it fits a pod: what its ad shows, and what its bid says of it. */
export function podAdOf(
  { creativeOf, readStored, adsLeft }: AuctionSetting,
  candidate: Candidate,
  { ad, bid }: Pick<Offer, 'ad' | 'bid'>,
): PodAd {
  const { tag } = candidate;
  const { crid, dur = 0, adomain = [], cat = [], slotinpod = 0 } = bid?.bid ?? {};
  const stored = ad?.kind === 'stored' ? readStored(tag) : null;
  const inline = ad?.kind === 'merged' ? ad.ad : stored?.kind === 'inline' ? stored.ad : null;
  const identity = inline && creativeOf(inline);
  const declared = adomain.map((domain) => domain.toLowerCase().replace(/^www\./, ''));
  return {
    tagId: tag.id,
    adsLeft: adsLeft?.(candidate) ?? Infinity,
    durationS: identity?.durationS || dur,
    // Bidders number their creatives, each by itself.
    creatives: [...(identity ? [identity.key] : []), ...(crid ? [`${tag.id} ${crid}`] : [])],
    adomains: [...(identity?.adomains ?? []), ...declared],
    categories: [...(inline?.categories ?? []).map(({ code }) => code), ...cat],
    slotInPod: slotinpod,
  };
}
