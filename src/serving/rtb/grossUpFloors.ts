import { convertDurationFloors, type DurationFloors } from '#engine/auction/durationFloors.ts';
import { floorToEarn, type CostTerms } from '#engine/pricing.ts';
import type { Nanos } from '#model/index.ts';
import { amountOf, convertToNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp, Timed } from '#standards/openrtb/types.ts';

/** Converts a CPM into nano-USD. Returns null without a rate. */
export function toNanos(amount: number, currency: string | undefined, rates: Rates): Nanos | null {
  return amount === 0 ? 0 : convertToNanos(amount, currency ?? 'USD', rates);
}

/**
 * Converts the duration floors of an imp and the floors of its deals into the gross USD price that demand must pay for
 * the publisher to get its floor. Removes deals that the cost terms cannot pay. Returns null when the terms cannot pay
 * the duration floors. The auction applies the plain floor.
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
  // A floor that the terms always pay is still the agreed price.
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

/** Maximum seconds of an ad, one hour where any length fits: terms that can pay for it can pay for shorter ads. */
function maxAdSeconds({ rqddurs = [], maxduration, poddur }: Partial<Timed> = {}): number {
  return rqddurs.length > 0 ? Math.max(1, ...rqddurs) : maxduration || poddur || 3600;
}
