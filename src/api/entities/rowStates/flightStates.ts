import { daysBetween } from '#reports/index.ts';
import type { RowState } from '../rowParts.ts';

/** Remaining days of a flight from which it ends soon, the last one included. */
const soonDays = 3;

/** The states of a flight: ended, not started, or ending soon. Days are YYYY-MM-DD in the zone of the account. */
export function flightStatesOf(
  { startDate, endDate }: { startDate: string | null; endDate: string | null },
  today: string,
): { inactive: RowState[]; soon: RowState[] } {
  if (endDate !== null && endDate < today) {
    return { inactive: [{ code: 'ended', text: `The end date was ${endDate}.`, fix: 'endDate' }], soon: [] };
  }
  if (startDate !== null && startDate > today) {
    return { inactive: [{ code: 'scheduled', text: `The start date is ${startDate}.`, fix: 'startDate' }], soon: [] };
  }
  const isSoon = endDate !== null && daysBetween(today, endDate) <= soonDays;
  return {
    inactive: [],
    soon: isSoon ? [{ code: 'ends_soon', text: `The end date is ${endDate}.`, fix: 'endDate' }] : [],
  };
}
