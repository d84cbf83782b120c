import type { Nanos } from '#model/index.ts';
import { convertToNanos, floorIn } from '#standards/openrtb/currency.ts';
import type { BidRequest, Imp, MediaType } from '#standards/openrtb/types.ts';
import type { Ask } from './auctions.ts';
import { convertLengthFloors } from './lengthFloors.ts';
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
    imp: asks.map(({ slot, candidate }) => {
      const own = settings[slot] ?? setting;
      const floor = Math.max(candidate.floor, own.floor);
      return impFor(own, { floor, currency: bidder.currency, mediaTypes: bidder.mediaTypes });
    }),
    at: bidder.isSecondPrice ? 2 : 1,
    tmax: Math.max(1, Math.max(...asks.map(({ deadline }) => deadline)) - now),
    cur: [bidder.currency],
    ...(bidder.seats.length > 0 ? { wseat: [...bidder.seats] } : {}),
  };
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
