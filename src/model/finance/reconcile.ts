import { dayNumber } from '../calendarDay.ts';
import { nanosFromUsd, type Usd } from '../money/money.ts';

/** What partners' numbers are told by. */
export const partnerKinds = ['advertiser', 'tag', 'adexchange', 'subpublisher', 'channel', 'supplier'] as const;
export type PartnerKind = (typeof partnerKinds)[number];

/** What we counted of an object in one UTC hour. */
export interface OurHour {
  /** Hours since the epoch. */
  hour: number;
  imps: number;
}

/** What a partner counted of an object on a day. */
export interface PartnerDay {
  /** YYYY-MM-DD, in whatever zone the partner counts. */
  day: string;
  imps: number;
}

/** What we know of an object's traffic on the days that are compared. */
export interface OurFacts {
  imps: number;
  /** Impressions of invalid traffic: counted and not paid. */
  invalidImps: number;
  /** Calls to tags, and those that were not answered in time; 0 where the object is not called. */
  sent: number;
  timeouts: number;
  /** Of a sample of impressions: how many, how many came over an hour after their request, and on a later UTC day. Null = not known any more. */
  late: { known: number; overAnHour: number; nextDay: number } | null;
}

/** Why numbers differ, with the figures that say so. Shares are parts of 1. */
export type Cause =
  /** The partner's days begin so many hours after ours; `errorBefore` and `errorAfter` are parts of 1 of its impressions. */
  | { kind: 'zone'; hours: number; errorBefore: number; errorAfter: number }
  | { kind: 'ivt'; share: number; imps: number }
  | { kind: 'late'; nextDayShare: number; overAnHourShare: number; sampled: number }
  | { kind: 'timeouts'; share: number; timeouts: number; sent: number };

/** A discrepancy beyond which a partner is asked, of those without a threshold of their own. */
export const notableDiscrepancy = 0.1;

/** A discrepancy below which nobody looks for a cause. */
export const toleratedDiscrepancy = 0.01;

/** A share that explains something. */
const significantShare = 0.005;

/** Fewest days by which a zone can be told. */
const minDays = 4;

const hoursOfDay = 24;

/** (ours − theirs) ÷ theirs; null where they counted nothing. */
export function discrepancyOf(ours: number, theirs: number): number | null {
  return theirs === 0 ? null : (ours - theirs) / theirs;
}

/** The discrepancy of amounts, to a ten-thousandth; null where theirs is nothing. */
export function moneyDiscrepancy(ours: Usd, theirs: Usd): number | null {
  const base = nanosFromUsd(theirs);
  return base === 0n ? null : Number(((nanosFromUsd(ours) - base) * 10_000n) / base) / 10_000;
}

/** Whether a discrepancy is beyond a threshold, a part of 1. */
export function isNotable(discrepancy: number | null, threshold: number): boolean {
  return discrepancy !== null && Math.abs(discrepancy) > threshold;
}

/** The shift of whole hours, −12 to 12, that makes our days fit the partner's best, and how well it and none fit. */
export function bestShift(
  ours: readonly OurHour[],
  theirs: readonly PartnerDay[],
): { hours: number; errorBefore: number; errorAfter: number } {
  const impsOf = new Map<number, number>();
  for (const { hour, imps } of ours) impsOf.set(hour, (impsOf.get(hour) ?? 0) + imps);
  const errorOf = (shift: number) => {
    const days = theirs.map(({ day, imps }) => {
      const first = dayNumber(day) * hoursOfDay + shift;
      let sum = 0;
      for (let hour = first; hour < first + hoursOfDay; hour += 1) sum += impsOf.get(hour) ?? 0;
      return { ours: sum, theirs: imps };
    });
    const [all, partner] = [
      days.reduce((sum, day) => sum + day.ours, 0),
      days.reduce((sum, day) => sum + day.theirs, 0),
    ];
    if (all === 0 || partner === 0) return 1;
    // What is lost evenly on all days is no matter of zones.
    const scale = partner / all;
    return days.reduce((sum, day) => sum + Math.abs(day.ours * scale - day.theirs), 0) / partner;
  };
  const errorBefore = errorOf(0);
  let best = { hours: 0, errorBefore, errorAfter: errorBefore };
  for (let size = 1; size <= 12; size += 1) {
    for (const hours of [size, -size]) {
      const errorAfter = errorOf(hours);
      if (errorAfter < best.errorAfter) best = { hours, errorBefore, errorAfter };
    }
  }
  return best;
}

/** The likely causes of what two sides count differently, the most telling first; none where the figures show none. */
export function findCauses(ours: readonly OurHour[], theirs: readonly PartnerDay[], facts: OurFacts): Cause[] {
  const total = theirs.reduce((sum, { imps }) => sum + imps, 0);
  const discrepancy = discrepancyOf(facts.imps, total);
  const causes: Cause[] = [];
  const counted = theirs.filter(({ imps }) => imps > 0);
  if (counted.length >= minDays) {
    const shift = bestShift(ours, theirs);
    // Clearly better: at most half of what did not fit is left, and it was worth asking.
    if (shift.hours !== 0 && shift.errorBefore > toleratedDiscrepancy && shift.errorAfter <= shift.errorBefore / 2) {
      causes.push({ kind: 'zone', ...shift });
    }
  }
  if (discrepancy !== null && Math.abs(discrepancy) < toleratedDiscrepancy) return causes;
  const isMore = discrepancy === null || discrepancy > 0;
  const invalidShare = facts.imps === 0 ? 0 : facts.invalidImps / facts.imps;
  if (isMore && invalidShare >= significantShare)
    causes.push({ kind: 'ivt', share: invalidShare, imps: facts.invalidImps });
  if (facts.late && facts.late.known > 0) {
    const { known, nextDay, overAnHour } = facts.late;
    if (Math.max(nextDay, overAnHour) / known >= significantShare) {
      causes.push({
        kind: 'late',
        nextDayShare: nextDay / known,
        overAnHourShare: overAnHour / known,
        sampled: known,
      });
    }
  }
  const timeoutShare = facts.sent === 0 ? 0 : facts.timeouts / facts.sent;
  if (!isMore && timeoutShare >= significantShare) {
    causes.push({ kind: 'timeouts', share: timeoutShare, timeouts: facts.timeouts, sent: facts.sent });
  }
  return causes;
}
