import type { Deal, Imp, Timed } from '#standards/openrtb/types.ts';
import { isText, numberOf, numbersIn, type AskedMedia } from '../../../vast/adViolations.ts';

/** The durations of a sold ad, in whole seconds; 0 where one is unknown. */
export interface KnownDurations {
  ofVast: number;
  ofBid: number;
}

type Guidance = Pick<Timed, 'mincpmpersec' | 'durfloors'> & { bidfloor?: number | undefined };

/**
 * The lowest price in USD at which an imp's ad may be sold (OpenRTB 2.6, 3.2.4, 3.2.12, 3.2.35), written down a second
 * time and by trying every duration; 0 where the floor is in another currency. `terms` are those of video or audio.
 */
export function lowestPrice(
  imp: Imp,
  terms: AskedMedia | null,
  deal: Deal | null,
  { ofVast, ofBid }: KnownDurations,
): number {
  const known = [ofVast, ofBid].filter((seconds) => seconds > 0);
  const timed = terms === null ? [] : known.length > 0 ? known : allowedDurations(terms, deal);
  // Without any duration, the floors that depend on none apply.
  const durations = timed.length > 0 ? timed : [0];
  return Math.max(0, ...durations.map((seconds) => floorAt(imp, terms, deal, seconds)));
}

function floorAt(imp: Imp, terms: AskedMedia | null, deal: Deal | null, seconds: number): number {
  const ofDeal = deal && floorOfGuidance(deal, seconds);
  if (deal && ofDeal !== null) return isText(deal.bidfloorcur) && deal.bidfloorcur !== 'USD' ? 0 : ofDeal;
  if (isText(imp.bidfloorcur) && imp.bidfloorcur !== 'USD') return 0;
  return (terms && floorOfGuidance({ ...terms, bidfloor: undefined }, seconds)) ?? numberOf(imp.bidfloor);
}

/** The floor for ads of this duration; null where there is none. Ranges may overlap: the lowest applies. */
function floorOfGuidance({ mincpmpersec, durfloors, bidfloor }: Guidance, seconds: number): number | null {
  if (seconds > 0 && typeof mincpmpersec === 'number') return mincpmpersec * seconds;
  if (seconds > 0 && Array.isArray(durfloors)) {
    const fitting = durfloors.filter(
      ({ mindur, maxdur }) => seconds >= (mindur ?? 0) && seconds <= (maxdur ?? Infinity),
    );
    if (fitting.length > 0) return Math.min(...fitting.map((range) => numberOf(range.bidfloor)));
  }
  return typeof bidfloor === 'number' ? bidfloor : null;
}

/** No imp of these tests allows longer ads, if it limits them at all. */
const longest = 600;

/** The durations that an offer allows; where it has no limit, its minimum, maximum and the limits of its ranges. */
function allowedDurations(terms: AskedMedia, deal: Deal | null): number[] {
  const required = numbersIn(terms.rqddurs);
  if (required.length > 0) return required;
  const { maxduration, maxextended, poddur } = terms;
  const shortest = numberOf(terms.minduration);
  const extended = numberOf(maxextended) < 0 ? Infinity : numberOf(maxduration) + numberOf(maxextended);
  const limit = Math.min(numberOf(maxduration) > 0 ? extended : Infinity, numberOf(poddur) || Infinity);
  if (limit <= longest)
    return Array.from({ length: limit }, (_, index) => index + 1).filter((each) => each >= shortest);
  const ranges = [terms.durfloors, deal?.durfloors].flatMap((list) => (Array.isArray(list) ? list : []));
  const limits = ranges.flatMap(({ mindur, maxdur }) => [numberOf(mindur), numberOf(maxdur)]);
  return [shortest, numberOf(maxduration), ...limits].filter((each) => each > 0 && each >= shortest);
}
