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
 * or USD, never the imp's. `durationS` is the ad's duration in seconds; null (unknown) assumes the shortest that the
 * offer allows. `mediaType` is the bid's media type, where the imp offers several.
 */
export function bidFloor(imp: FloorTerms, deal: Deal | null, durationS: number | null, mediaType?: MediaType): Floor {
  const timed = timedOf(imp, mediaType);
  const seconds = timed === undefined ? null : (durationS ?? shortest(timed));
  const dealFloor = deal === null ? null : guided(deal, seconds);
  if (deal !== null && dealFloor !== null) return { amount: dealFloor, currency: deal.bidfloorcur ?? 'USD' };
  const mediaFloor = timed === undefined ? null : guided(timed, seconds);
  return { amount: mediaFloor ?? imp.bidfloor ?? 0, currency: imp.bidfloorcur ?? 'USD' };
}

function timedOf(imp: FloorTerms, mediaType: MediaType | undefined): Timed | undefined {
  if (mediaType === undefined) return imp.video ?? imp.audio;
  return mediaType === 'video' || mediaType === 'audio' ? imp[mediaType] : undefined;
}

function shortest({ rqddurs, minduration }: Timed): number | null {
  return rqddurs?.length ? Math.min(...rqddurs) : (minduration ?? null);
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
