import { offsetAt, zonedDay } from '#model/index.ts';
import { rangeDays, type ReportRange } from '#reports/index.ts';

/** The question of a run, and the days that it is about. */
export interface ScheduledRequest {
  request: Record<string, unknown>;
  /** First and last day, and hours from UTC in which they are counted. */
  startDate: string;
  endDate: string;
  offset: number;
}

/**
 * What a schedule asks at a due time (ms since the epoch). Days that move along with today are those of its zone, and
 * counted there: in whole hours from UTC, a broken offset rounded up, so that a day that is over is over in the report
 * too. Days that are fixed stay as they are. A file has all rows.
 */
export function scheduledRequest(saved: Record<string, unknown>, zone: string, due: number): ScheduledRequest {
  const { range } = saved;
  if (typeof range !== 'string') {
    const { startDate, endDate, offset } = saved as Omit<ScheduledRequest, 'request'>;
    return { request: { ...saved, limit: null }, startDate, endDate, offset };
  }
  const [startDate, endDate] = rangeDays(range as ReportRange, zonedDay(zone, due));
  const offset = Math.max(-12, Math.min(12, Math.ceil(offsetAt(zone, due) / 60)));
  return { request: { ...saved, startDate, endDate, offset, limit: null }, startDate, endDate, offset };
}
