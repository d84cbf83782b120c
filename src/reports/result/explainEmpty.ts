import type { Fault } from '#model/index.ts';
import { addDays, type Day, zoneLabel } from '../question/calendar.ts';
import { dimensionOf } from '../dimensions/dimensions.ts';
import { inSentence } from '../inSentence.ts';
import { type RetentionDays, type ReportPlan, retentionMessage } from '../question/planReport.ts';

/** Counts that explain an empty report. */
export interface EmptyCounts {
  /** Facts of the range that the viewer may see. */
  inRange: number;
  /** Facts that pass all filters. */
  passing: number;
  /** Facts that pass all filters except the one at the same index. */
  without: readonly number[];
  /** The first and last hour of all traffic that the viewer may see, as `YYYY-MM-DD HH:00`; null = none. */
  known: { first: string; last: string } | null;
}

/** A reason why a report shows no rows. */
export interface EmptyReason extends Fault {
  /** The days with traffic, when the range has none. */
  days?: { startDate: Day; endDate: Day };
}

/** Maximum days of traffic that a reason names: the latest. */
const maxDays = 30;

/** The reasons why a report has no rows, each with the path of its cause; empty when the report could have rows. */
export function explainEmpty(plan: ReportPlan, counts: EmptyCounts, retention: RetentionDays): EmptyReason[] {
  if (counts.inRange === 0) return [noTraffic(plan, counts, retention)];
  if (counts.passing === 0) return filterReasons(plan, counts);
  const { having, hideZero } = plan.request;
  const reasons: Fault[] = [];
  if (having.length > 0) {
    const message = 'There are rows, but none matches the metric filters';
    reasons.push({ code: 'conditions', message, path: 'having' });
  }
  if (hideZero) {
    reasons.push({ code: 'all_zero', message: 'Rows with only zeros are hidden', path: 'hideZero' });
  }
  return reasons;
}

function noTraffic(plan: ReportPlan, { known }: EmptyCounts, retention: RetentionDays): EmptyReason {
  if (plan.table === 'verification_results') {
    return { code: 'no_results', message: 'No vendor results were imported for this range', path: 'startDate' };
  }
  const { request } = plan;
  const isTest = request.traffic === 'test';
  if (!known) {
    const message = isTest ? 'No test requests are stored' : 'No traffic has been counted yet';
    return { code: 'no_traffic_yet', message, path: '' };
  }
  const retentionNote = retentionMessage(plan, retention, request.endDate);
  if (retentionNote !== null) return { code: 'data_expired', message: retentionNote, path: 'startDate' };
  const [none, some] = isTest ? ['No test requests', 'are test requests'] : ['No traffic', 'is traffic'];
  const message = `${none} in this range. There ${some} from ${known.first} to ${known.last} (${zoneLabel(request.offset)})`;
  const [firstDay, endDate] = [known.first.slice(0, 10), known.last.slice(0, 10)];
  const earliest = addDays(endDate, 1 - maxDays);
  const days = { startDate: firstDay > earliest ? firstDay : earliest, endDate };
  return { code: 'no_traffic', message, path: 'startDate', days };
}

function filterReasons({ request }: ReportPlan, { without }: EmptyCounts): Fault[] {
  const alone = request.filters.flatMap(({ dim }, index): Fault[] => {
    if ((without[index] ?? 0) === 0) return [];
    const message = `No traffic matches the filter on ${inSentence(dimensionOf(dim).label)}. Remove it to see rows`;
    return [{ code: 'filter', message, path: `filters.${index}` }];
  });
  if (alone.length > 0) return alone;
  return [{ code: 'filters', message: 'No traffic matches all filters together', path: 'filters' }];
}
