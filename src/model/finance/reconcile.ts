import { dayNumber } from '../calendarDay.ts';
import { nanosFromUsd, type Usd } from '../money/money.ts';

/** The objects whose numbers partners report. */
export const partnerKinds = ['advertiser', 'tag', 'adexchange', 'subpublisher', 'channel', 'supplier'] as const;
export type PartnerKind = (typeof partnerKinds)[number];

/** Our count of an object in one UTC hour. */
export interface OurHour {
  /** Hours since the epoch. */
  hour: number;
  imps: number;
}

/** A partner's count of an object on a day. */
export interface PartnerDay {
  /** YYYY-MM-DD, in the partner's time zone. */
  day: string;
  imps: number;
}

/** Our figures of an object on the compared days. */
export interface OurFigures {
  imps: number;
  /** Invalid impressions: counted but not paid. */
  invalidImps: number;
  /** Calls to tags and their timeouts; 0 where the object is not called. */
  sent: number;
  timeouts: number;
  /**
   * A sample of impressions: their number, and how many came over an hour after their request, and on a later UTC day.
   * null = no longer known.
   */
  late: { known: number; overAnHour: number; nextDay: number } | null;
}

/** A cause of a discrepancy, with the figures that show it. Shares are fractions. */
export type Cause =
  /** The partner's days start `hours` after ours. `errorBefore` and `errorAfter` are fractions of its impressions. */
  | { kind: 'zone'; hours: number; errorBefore: number; errorAfter: number }
  | { kind: 'ivt'; share: number; imps: number }
  | { kind: 'late'; nextDayShare: number; overAnHourShare: number; sampled: number }
  | { kind: 'timeouts'; share: number; timeouts: number; sent: number };

/** Default threshold: a larger discrepancy is flagged. */
export const notableDiscrepancy = 0.1;

/** A smaller discrepancy needs no explanation. */
export const toleratedDiscrepancy = 0.01;

/** Minimum share that counts as a cause. */
const significantShare = 0.005;

/** Minimum days for detecting a time zone. */
const minDays = 4;

const hoursOfDay = 24;

/** (ours − theirs) ÷ theirs; null when they counted nothing. */
export function discrepancyOf(ours: number, theirs: number): number | null {
  return theirs === 0 ? null : (ours - theirs) / theirs;
}

/** The discrepancy of amounts, to a ten-thousandth; null when theirs is zero. */
export function moneyDiscrepancy(ours: Usd, theirs: Usd): number | null {
  const base = nanosFromUsd(theirs);
  return base === 0n ? null : Number(((nanosFromUsd(ours) - base) * 10_000n) / base) / 10_000;
}

/** Whether a discrepancy exceeds a threshold, both fractions. */
export function isNotable(discrepancy: number | null, threshold: number): boolean {
  return discrepancy !== null && Math.abs(discrepancy) > threshold;
}

/**
 * The shift in whole hours, −12 to 12, with which our days match the partner's best, with the errors without and with
 * it.
 */
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
    // An even loss on all days is not a matter of time zones.
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

/** The likely causes of a discrepancy, most significant first; empty when the figures show none. */
export function findCauses(ours: readonly OurHour[], theirs: readonly PartnerDay[], figures: OurFigures): Cause[] {
  const total = theirs.reduce((sum, { imps }) => sum + imps, 0);
  const discrepancy = discrepancyOf(figures.imps, total);
  const causes: Cause[] = [];
  const counted = theirs.filter(({ imps }) => imps > 0);
  if (counted.length >= minDays) {
    const shift = bestShift(ours, theirs);
    // Clearly better: the shift removes at least half of an error that was worth explaining.
    if (shift.hours !== 0 && shift.errorBefore > toleratedDiscrepancy && shift.errorAfter <= shift.errorBefore / 2) {
      causes.push({ kind: 'zone', ...shift });
    }
  }
  if (discrepancy !== null && Math.abs(discrepancy) < toleratedDiscrepancy) return causes;
  const isMore = discrepancy === null || discrepancy > 0;
  const invalidShare = figures.imps === 0 ? 0 : figures.invalidImps / figures.imps;
  if (isMore && invalidShare >= significantShare)
    causes.push({ kind: 'ivt', share: invalidShare, imps: figures.invalidImps });
  if (figures.late && figures.late.known > 0) {
    const { known, nextDay, overAnHour } = figures.late;
    if (Math.max(nextDay, overAnHour) / known >= significantShare) {
      causes.push({
        kind: 'late',
        nextDayShare: nextDay / known,
        overAnHourShare: overAnHour / known,
        sampled: known,
      });
    }
  }
  const timeoutShare = figures.sent === 0 ? 0 : figures.timeouts / figures.sent;
  if (!isMore && timeoutShare >= significantShare) {
    causes.push({ kind: 'timeouts', share: timeoutShare, timeouts: figures.timeouts, sent: figures.sent });
  }
  return causes;
}
