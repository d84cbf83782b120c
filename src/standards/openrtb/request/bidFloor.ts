import { usdOf, type Rates } from '../currency.ts';
import type { Deal, Imp, MediaType, Timed } from '../types.ts';

/** A minimum price: CPM in its own currency. */
export interface Floor {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** The fields of an imp that determine its floor. */
type FloorTerms = Pick<Imp, 'video' | 'audio' | 'bidfloor' | 'bidfloorcur'>;

type Guidance = Pick<Timed, 'mincpmpersec' | 'durfloors'> & { bidfloor?: number | undefined };

/**
 * The floor of a bid (2.4): the deal's own, else that of video or audio, else the imp's. A deal's currency is its own
 * or USD, never the imp's. `durationS` is the ad's duration in seconds; where it is null (unknown), the highest floor
 * of all durations that the offer allows applies, by the rates: the seller gets it whatever is played. One in a currency
 * without a rate counts as the highest. `mediaType` is the bid's media type, where the imp offers several.
 */
export function bidFloor(
  imp: FloorTerms,
  deal: Deal | null,
  durationS: number | null,
  rates: Rates,
  mediaType?: MediaType,
): Floor {
  const timed = timedOf(imp, mediaType);
  if (timed === undefined || durationS !== null || !hasDurationFloors(timed, deal)) {
    return floorFor(imp, deal, timed, durationS);
  }
  let highest: Floor | null = null;
  let highestUsd = -1;
  for (const seconds of limitsOf(timed, deal)) {
    const floor = floorFor(imp, deal, timed, seconds);
    const usd = usdOf(floor.amount, floor.currency, rates);
    if (usd <= highestUsd) continue;
    highest = floor;
    highestUsd = usd;
  }
  return highest ?? floorFor(imp, deal, timed, null);
}

/**
 * Whether a deal has a floor of its own for an ad of this duration (2.4), else those of video, audio or imp apply. Where
 * the duration is null (unknown), it must have one for each duration that the offer allows.
 */
export function hasDealFloor(
  imp: Pick<FloorTerms, 'video' | 'audio'>,
  deal: Deal,
  durationS: number | null,
  mediaType?: MediaType,
): boolean {
  if (deal.bidfloor !== undefined) return true;
  const timed = timedOf(imp, mediaType);
  if (timed === undefined || !hasDurationFloors(deal)) return false;
  const durations = durationS === null ? limitsOf(timed, deal) : [durationS];
  return durations.length > 0 && durations.every((seconds) => guided(deal, seconds) !== null);
}

/** Whether one of these has floors that depend on the duration of the ad (3.2.35). */
export function hasDurationFloors(...guidances: readonly (Guidance | null | undefined)[]): boolean {
  return guidances.some((each) => each?.mincpmpersec !== undefined || each?.durfloors !== undefined);
}

function floorFor(imp: FloorTerms, deal: Deal | null, timed: Timed | undefined, durationS: number | null): Floor {
  const seconds = timed === undefined ? null : durationS;
  const dealFloor = deal === null ? null : guided(deal, seconds);
  if (deal !== null && dealFloor !== null) return { amount: dealFloor, currency: deal.bidfloorcur ?? 'USD' };
  const mediaFloor = timed === undefined ? null : guided(timed, seconds);
  return { amount: mediaFloor ?? imp.bidfloor ?? 0, currency: imp.bidfloorcur ?? 'USD' };
}

function timedOf(imp: Pick<FloorTerms, 'video' | 'audio'>, mediaType: MediaType | undefined): Timed | undefined {
  if (mediaType === undefined) return imp.video ?? imp.audio;
  return mediaType === 'video' || mediaType === 'audio' ? imp[mediaType] : undefined;
}

/**
 * The durations of an offer at which its floor can be highest: those that it requires, else its limits, and those of
 * the ranges with the seconds beside them. An ad that may be extended can also be as short as its maximum. Empty where it
 * has none.
 */
function limitsOf(
  { rqddurs, minduration = 0, maxduration, maxextended = 0, poddur, durfloors = [] }: Timed,
  deal: Deal | null,
): number[] {
  if (rqddurs?.length) return rqddurs;
  const extended = maxextended < 0 ? Infinity : (maxduration || Infinity) + maxextended;
  const longest = Math.min(extended, poddur || Infinity);
  const limits = [minduration, maxduration ?? 0, longest];
  for (const { mindur = 1, maxdur = 0 } of [...durfloors, ...(deal?.durfloors ?? [])]) {
    limits.push(mindur - 1, mindur, maxdur, maxdur + 1);
  }
  return limits.filter((seconds) => seconds > 0 && seconds < Infinity && seconds >= minduration && seconds <= longest);
}

/** The floor of a deal, video or audio object; null when it has none for ads of this duration. */
function guided({ mincpmpersec, durfloors, bidfloor }: Guidance, seconds: number | null): number | null {
  if (seconds !== null) {
    if (mincpmpersec !== undefined) return perSecond(mincpmpersec, seconds);
    const rangeFloor = durfloors && lowestOfRanges(durfloors, seconds);
    if (rangeFloor !== undefined) return rangeFloor;
  }
  return bidfloor ?? null;
}

/** The product without floating-point noise: 0.3 × 15 is exactly 4.5. */
function perSecond(cpm: number, seconds: number): number {
  return Math.round(cpm * seconds * 1e9) / 1e9;
}

/** The lowest floor of the matching ranges: they may overlap, and a buyer may rely on any of them. */
function lowestOfRanges(ranges: NonNullable<Timed['durfloors']>, seconds: number): number | undefined {
  let lowest: number | undefined;
  for (const { mindur = 0, maxdur = Infinity, bidfloor = 0 } of ranges) {
    if (seconds >= mindur && seconds <= maxdur && (lowest === undefined || bidfloor < lowest)) lowest = bidfloor;
  }
  return lowest;
}
