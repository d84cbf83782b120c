import { useMemo } from 'react';
import { mayUse } from '#model/index.ts';
import { reportFieldsFor, type ReportFieldMetric, type MetricKey, type ReportRow } from '#reports/index.ts';
import { useUser } from '../frame/session.ts';
import { offsetLabel, wallClock } from '../lib/offsetTime.ts';
import { useNow } from '../reports/useNow.ts';
import { useReport } from '../reports/useReport.ts';
import { lastHoursAt } from './lastHours.ts';
import type { WaterfallSide } from './waterfallModel.ts';

/** The figures beside each row, in order, with their short headings. */
const shown: readonly { key: MetricKey; label: string }[] = [
  { key: 'reqs', label: 'Requests' },
  { key: 'opp_rate', label: 'Opp. rate' },
  { key: 'imps', label: 'Imps' },
  { key: 'ecpm', label: 'eCPM' },
  { key: 'timeout_rate', label: 'Timeout %' },
  { key: 'rev', label: 'Revenue' },
];

/** A column of figures: the metric with its short heading. */
export type FigureColumn = ReportFieldMetric & { heading: string };

/** The figures of the previous hour and the current one so far. */
export interface LastHoursFigures {
  columns: readonly FigureColumn[];
  /** By tag or channel, depending on the side; undefined until they are loaded. */
  rows: ReadonlyMap<number, ReportRow> | undefined;
  isFailed: boolean;
  retry: () => void;
  /** "13:00 UTC+1": start of the previous hour in the user's zone. */
  since: string;
}

const minuteMs = 60_000;

/** The figures of each waterfall row in the previous hour and the current one: one report, refetched every minute. */
export function useLastHours(side: WaterfallSide, id: number): LastHoursFigures {
  const user = useUser();
  const { since, offset, day } = lastHoursAt(useNow(minuteMs));
  const columns = useMemo(() => {
    const metrics = mayUse(user, 'reports') ? reportFieldsFor(user).metrics : [];
    return shown.flatMap(({ key, label }): FigureColumn[] => {
      const metric = metrics.find((each) => each.key === key);
      return metric ? [{ ...metric, heading: label }] : [];
    });
  }, [user]);
  const other = side === 'channel' ? 'tag' : 'channel';
  const report = useReport(
    {
      startDate: day,
      endDate: day,
      offset,
      dimensions: [other],
      metrics: columns.map(({ key }) => key),
      filters: [{ dim: side, op: 'in', values: [id] }],
    },
    { refreshMs: minuteMs, isQuiet: true, isWanted: columns.length > 0 },
  );
  const found = report.data?.rows;
  const rows = useMemo(() => found && new Map(found.map((row) => [Number(row[other]), row])), [found, other]);
  const clock = wallClock(since, user.timezone).slice(11, 16);
  return {
    columns,
    rows,
    isFailed: report.isError,
    retry: () => void report.refetch(),
    since: `${clock} ${offsetLabel(user.timezone)}`,
  };
}
