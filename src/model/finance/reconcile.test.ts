import { expect, test } from 'vitest';
import { bestShift, discrepancyOf, findCauses, moneyDiscrepancy, type OurHour, type PartnerDay } from './reconcile.ts';

const start = Date.parse('2026-10-01T00:00:00Z') / 3_600_000;

/**
 * Hourly counts of ten days with day and night, no two alike, from half a day before the first to half a day after the
 * last.
 */
function buildHours(seed: number): OurHour[] {
  let state = seed;
  return Array.from({ length: 11 * 24 }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const dayFactor = 1 + ((Math.floor(index / 24) * 7 + seed) % 5);
    return { hour: start - 12 + index, imps: dayFactor * (100 + (state % 400)) };
  });
}

/** The days of a partner whose days start `shift` hours after ours, and who counts a part of our impressions. */
function partnerDays(hours: readonly OurHour[], shift: number, part = 1): PartnerDay[] {
  return Array.from({ length: 10 }, (_, index) => {
    const first = start + index * 24 + shift;
    const imps = hours
      .filter(({ hour }) => hour >= first && hour < first + 24)
      .reduce((sum, hour) => sum + hour.imps, 0);
    return {
      day: new Date((start + index * 24) * 3_600_000).toISOString().slice(0, 10),
      imps: Math.round(imps * part),
    };
  });
}

const impsOf = (hours: readonly OurHour[]) =>
  hours.filter(({ hour }) => hour >= start && hour < start + 240).reduce((sum, { imps }) => sum + imps, 0);
const plain = { invalidImps: 0, sent: 0, timeouts: 0, late: null };

test('every shift by whole hours is found, even with an additional even loss', () => {
  for (let shift = -12; shift <= 12; shift += 1) {
    const hours = buildHours(100 + shift);
    const theirs = partnerDays(hours, shift, 0.93);
    expect(bestShift(hours, theirs).hours, String(shift)).toBe(shift);
    const causes = findCauses(hours, theirs, { ...plain, imps: impsOf(hours) });
    expect(causes.map(({ kind }) => kind)).toEqual(shift === 0 ? [] : ['zone']);
  }
});

test('daily noise is not mistaken for a time zone', () => {
  const hours = buildHours(7);
  const theirs = partnerDays(hours, 0).map((each, index) => ({
    ...each,
    imps: Math.round(each.imps * (index % 2 ? 0.9 : 1.1)),
  }));
  expect(findCauses(hours, theirs, { ...plain, imps: impsOf(hours) })).toEqual([]);
});

test('each cause has its figures, and is given only where it explains the direction', () => {
  const hours = buildHours(8);
  const imps = impsOf(hours);
  const less = partnerDays(hours, 0, 0.9);
  const more = partnerDays(hours, 0, 1.1);
  const figures = {
    imps,
    invalidImps: imps / 10,
    sent: 1000,
    timeouts: 80,
    late: { known: 1000, overAnHour: 30, nextDay: 20 },
  };
  const late = { kind: 'late', nextDayShare: 0.02, overAnHourShare: 0.03, sampled: 1000 };
  expect(findCauses(hours, less, figures)).toEqual([{ kind: 'ivt', share: 0.1, imps: imps / 10 }, late]);
  expect(findCauses(hours, more, figures)).toEqual([late, { kind: 'timeouts', share: 0.08, timeouts: 80, sent: 1000 }]);
  expect(findCauses(hours, less, { ...plain, imps })).toEqual([]);
  expect(findCauses(hours, partnerDays(hours, 0), figures)).toEqual([]);
});

test('a discrepancy is our number minus theirs, divided by theirs', () => {
  expect(discrepancyOf(110, 100)).toBe(0.1);
  expect(discrepancyOf(5, 0)).toBeNull();
  expect(moneyDiscrepancy('90.00', '100.00')).toBe(-0.1);
  expect(moneyDiscrepancy('1', '0')).toBeNull();
});
