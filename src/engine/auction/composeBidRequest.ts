import type { Nanos } from '#model/index.ts';
import { convertToNanos, floorIn } from '#standards/openrtb/currency.ts';
import type { BidRequest, Imp, MediaType, Video } from '#standards/openrtb/types.ts';
import type { BidderFacts } from '../plan.ts';
import type { Ask } from './auctions.ts';
import { convertLengthFloors } from './lengthFloors.ts';
import { floorFor } from './standing.ts';
import type { AuctionSetting } from './types.ts';

/**
 * The bid request that asks one tag for bids on all impressions that want it: the impressions with the floors and media
 * types of the tag, in its currency. `settings` are those of the request's auctions.
 */
export function composeBidRequest(settings: readonly AuctionSetting[], asks: readonly Ask[], now: number): BidRequest {
  const [first] = asks;
  const bidder = first?.candidate.tag.bidder;
  const setting = first && settings[first.slot];
  if (!bidder || !setting) throw new Error('no bidder is asked');
  return {
    ...setting.offered().request,
    imp: asks.flatMap(({ slot, candidate }) => {
      const own = settings[slot] ?? setting;
      const floor = floorFor(own, candidate);
      const imp = impFor(own, { floor, currency: bidder.currency, mediaTypes: bidder.mediaTypes });
      const ids = impIdsFor(own, bidder);
      return ids.length === 1 ? imp : ids.map((id, index) => slotOfPod(imp, id, index + 1));
    }),
    at: bidder.isSecondPrice ? 2 : 1,
    tmax: Math.max(1, Math.max(...asks.map(({ deadline }) => deadline)) - now),
    cur: [bidder.currency],
    ...(bidder.seats.length > 0 ? { wseat: [...bidder.seats] } : {}),
  };
}

/** The ids under which a bidder may bid for an impression: 2.5 knows no pods, so that each slot of one is an impression there. */
export function impIdsFor({ pod, offered }: AuctionSetting, { version }: Pick<BidderFacts, 'version'>): string[] {
  const { id } = offered().imp;
  if (!pod || version !== '2.5') return [id];
  return Array.from({ length: pod.slots }, (_, index) => (index === 0 ? id : `${id}:${index + 1}`));
}

/** One slot of a dynamic pod as an impression of its own. */
function slotOfPod({ video, audio, ...imp }: Imp, id: string, sequence: number): Imp {
  return {
    ...imp,
    id,
    ...(video ? { video: withoutPod(video, sequence) } : {}),
    ...(audio ? { audio: withoutPod(audio, sequence) } : {}),
  };
}

function withoutPod<T extends Pick<Video, 'maxduration' | 'poddur'>>(media: T, sequence: number): T {
  const kept: T & Partial<Video> = { ...media, sequence };
  const { maxduration = Infinity, poddur = Infinity, rqddurs } = kept;
  for (const name of ['podid', 'podseq', 'poddur', 'maxseq', 'slotinpod', 'poddedupe'] as const) delete kept[name];
  const longest = Math.min(maxduration, poddur);
  if (longest < Infinity && !rqddurs?.length) kept.maxduration = longest;
  return kept;
}

/** The impression as it is offered to a bidder: at its floor, in its currency, for the media types that it is asked for. */
export function impFor(
  { plan, offered, rates }: AuctionSetting,
  { floor, currency, mediaTypes }: { floor: Nanos; currency: string; mediaTypes: readonly MediaType[] },
): Imp {
  const { imp } = offered();
  const inOurs = (amount: number) => convertToNanos(amount, imp.bidfloorcur ?? 'USD', rates) ?? 0;
  const perAd = (amount: number) => floorIn(Math.max(floor, inOurs(amount)), currency, rates);
  const perSecond = (amount: number) => floorIn(inOurs(amount), currency, rates);
  const asked: Imp = {
    ...onlyMedia(imp, mediaTypes),
    tagid: plan.uid,
    bidfloor: floorIn(floor, currency, rates) ?? 0,
    bidfloorcur: currency,
  };
  if (asked.video) asked.video = convertLengthFloors(asked.video, perAd, perSecond) ?? asked.video;
  if (asked.audio) asked.audio = convertLengthFloors(asked.audio, perAd, perSecond) ?? asked.audio;
  return asked;
}

/** An impression with the wanted of its media types; all of them where the list is empty. */
export function onlyMedia(imp: Imp, wanted: readonly MediaType[]): Imp {
  if (wanted.length === 0) return imp;
  const narrowed = { ...imp };
  for (const type of ['banner', 'video', 'audio', 'native'] as const) if (!wanted.includes(type)) delete narrowed[type];
  return narrowed;
}
