import { convertLengthFloors, type LengthFloors } from '#engine/auction/lengthFloors.ts';
import { floorToEarn, type CostTerms } from '#engine/pricing.ts';
import type { Nanos } from '#model/index.ts';
import { amountOf, convertToNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp, Timed } from '#standards/openrtb/types.ts';

/** A CPM in a currency as nano-USD; null without a rate. */
export function inNanos(amount: number, currency: string | undefined, rates: Rates): Nanos | null {
  return amount === 0 ? 0 : convertToNanos(amount, currency ?? 'USD', rates);
}

/**
 * An impression whose floors by length, and those of its deals, are what must be earned in US dollars for the publisher to
 * get what it asks for. Deals that the terms cannot pay are left out; null when they cannot pay the floors by length. The
 * plain floor is left to the auction.
 */
export function floorsToEarn(imp: Imp, terms: CostTerms, rates: Rates): Imp | null {
  const { bidfloor: _floor, bidfloorcur: currency, ...rest } = imp;
  const asked: Imp = rest;
  if (imp.video) {
    const video = lengthFloorsToEarn(imp.video, imp.video, currency, terms, rates);
    if (!video) return null;
    asked.video = video;
  }
  if (imp.audio) {
    const audio = lengthFloorsToEarn(imp.audio, imp.audio, currency, terms, rates);
    if (!audio) return null;
    asked.audio = audio;
  }
  const { pmp } = imp;
  if (pmp) {
    const timed = imp.video ?? imp.audio;
    asked.pmp = { ...pmp, deals: (pmp.deals ?? []).flatMap((deal) => dealToEarn(deal, timed, terms, rates) ?? []) };
  }
  return asked;
}

function dealToEarn(deal: Deal, timed: Timed | undefined, terms: CostTerms, rates: Rates): Deal | null {
  const { bidfloor, bidfloorcur, ...rest } = deal;
  const asked = inNanos(bidfloor ?? 0, bidfloorcur, rates);
  if (asked === null) return null;
  const floor = floorToEarn(terms, asked);
  const priced = lengthFloorsToEarn(rest, timed, bidfloorcur, terms, rates);
  if (floor === null || !priced) return null;
  // What the terms pay anyway is still the price that was agreed.
  return bidfloor === undefined ? priced : { bidfloor: amountOf(floor || asked), bidfloorcur: 'USD', ...priced };
}

function lengthFloorsToEarn<T extends LengthFloors>(
  object: T,
  timed: Timed | undefined,
  currency: string | undefined,
  terms: CostTerms,
  rates: Rates,
): T | null {
  const perAd = (cpm: number) => {
    const asked = inNanos(cpm, currency, rates);
    const floor = asked === null ? null : floorToEarn(terms, asked);
    return floor === null ? null : amountOf(floor);
  };
  const seconds = longest(timed);
  return convertLengthFloors(object, perAd, (cpm) => {
    const floor = perAd(cpm * seconds);
    return floor === null ? null : floor / seconds;
  });
}

/** Seconds of the longest ad that fits, an hour where any does: what the terms pay for it, they pay for shorter ones. */
function longest({ rqddurs = [], maxduration, poddur }: Partial<Timed> = {}): number {
  return rqddurs.length > 0 ? Math.max(1, ...rqddurs) : maxduration || poddur || 3600;
}
