import { useMemo } from 'react';
import { addDays, catalogueFor, type ReportBody } from '#reports/index.ts';
import { useUser } from '../../frame/session.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useToday } from '../../reporting/useNow.ts';
import { useReport } from '../../reporting/useReport.ts';
import { inventoryMetrics, type InventoryDimension } from './inventoryColumns.tsx';

const daysBefore = 6;

/** The figures of the last 7 days by app or site, in the reader's zone. */
export function useFigures(
  dimension: InventoryDimension,
  part: Pick<ReportBody, 'filters' | 'sort' | 'limit'>,
  isWanted: boolean,
) {
  const user = useUser();
  const { timezone } = user;
  const today = useToday(timezone);
  const metrics = useMemo(
    () => catalogueFor(user).metrics.filter(({ key }) => (inventoryMetrics as readonly string[]).includes(key)),
    [user],
  );
  const report = useReport(
    {
      startDate: addDays(today, -daysBefore),
      endDate: today,
      offset: timezone,
      dimensions: [dimension],
      metrics: metrics.map(({ key }) => key),
      ...part,
    },
    { isWanted },
  );
  return { report, metrics, range: `the last 7 days (${offsetLabel(timezone)})` };
}
