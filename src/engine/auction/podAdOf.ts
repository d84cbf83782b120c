import type { Candidate } from '../plan/plan.ts';
import type { PodAd } from './pod.ts';
import type { AuctionSetting, Offer } from './types.ts';

/** The properties of an offer that decide whether it fits a pod, read from its ad and its bid. */
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
    // A creative ID is unique only within its bidder.
    creatives: [...(identity ? [identity.key] : []), ...(crid ? [`${tag.id} ${crid}`] : [])],
    adomains: [...(identity?.adomains ?? []), ...declared],
    categories: [...(inline?.categories ?? []).map(({ code }) => code), ...cat],
    slotInPod: slotinpod,
  };
}
