import { convertDurationFloors, type DurationFloors } from '#engine/auction/durationFloors.ts';
import { floorToEarn, type CostTerms } from '#engine/pricing.ts';
import type { Nanos } from '#model/index.ts';
import { amountOf, convertToNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp, Timed } from '#standards/openrtb/types.ts';

/** A CPM in a currency as nano-USD; null without a rate. */
export function toNanos(amount: number, currency: string | undefined, rates: Rates): Nanos | null {
  return amount === 0 ? 0 : convertToNanos(amount, currency ?? 'USD', rates);
}

/**
 * An impression whose floors by length, and those of its deals, are what must be earned in US dollars for the publisher to
 * get what it asks for. Deals that the terms cannot pay are left out; null when they cannot pay the floors by length. The
 * plain floor is left to the auction.
 */
export function grossUpFloors(imp: Imp, terms: CostTerms, rates: Rates): Imp | null {
  const { bidfloor: _floor, bidfloorcur: currency, ...rest } = imp;
  const requested: Imp = rest;
  if (imp.video) {
    const video = grossUpLengthFloors(imp.video, imp.video, currency, terms, rates);
    if (!video) return null;
    requested.video = video;
  }
  if (imp.audio) {
    const audio = grossUpLengthFloors(imp.audio, imp.audio, currency, terms, rates);
    if (!audio) return null;
    requested.audio = audio;
  }
  const { pmp } = imp;
  if (pmp) {
    const videoOrAudio = imp.video ?? imp.audio;
    requested.pmp = {
      ...pmp,
      deals: (pmp.deals ?? []).flatMap((deal) => grossUpDeal(deal, videoOrAudio, terms, rates) ?? []),
    };
  }
  return requested;
}

function grossUpDeal(deal: Deal, videoOrAudio: Timed | undefined, terms: CostTerms, rates: Rates): Deal | null {
  const { bidfloor, bidfloorcur, ...rest } = deal;
  const requested = toNanos(bidfloor ?? 0, bidfloorcur, rates);
  if (requested === null) return null;
  const floor = floorToEarn(terms, requested);
  const priced = grossUpLengthFloors(rest, videoOrAudio, bidfloorcur, terms, rates);
  if (floor === null || !priced) return null;
  // What the terms pay anyway is still the price that was agreed.
  return bidfloor === undefined ? priced : { bidfloor: amountOf(floor || requested), bidfloorcur: 'USD', ...priced };
}

function grossUpLengthFloors<T extends DurationFloors>(
  object: T,
  videoOrAudio: Timed | undefined,
  currency: string | undefined,
  terms: CostTerms,
  rates: Rates,
): T | null {
  const perAd = (cpm: number) => {
    const requested = toNanos(cpm, currency, rates);
    const floor = requested === null ? null : floorToEarn(terms, requested);
    return floor === null ? null : amountOf(floor);
  };
  const seconds = maxAdSeconds(videoOrAudio);
  return convertDurationFloors(object, perAd, (cpm) => {
    const floor = perAd(cpm * seconds);
    return floor === null ? null : floor / seconds;
  });
}

/** Seconds of the longest ad that fits, an hour where any does: what the terms pay for it, they pay for shorter ones. */
function maxAdSeconds({ rqddurs = [], maxduration, poddur }: Partial<Timed> = {}): number {
  return rqddurs.length > 0 ? Math.max(1, ...rqddurs) : maxduration || poddur || 3600;
}
