import type { Fault } from '../entity/fault.ts';

/** The fault of an end date before the start date. Days are YYYY-MM-DD. */
export function flightFaults({ startDate, endDate }: { startDate: string | null; endDate: string | null }): Fault[] {
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  return [{ code: 'end_before_start', message: 'Must not be before the start date', path: 'endDate' }];
}
