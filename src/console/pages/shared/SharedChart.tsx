import { useMemo, useState } from 'react';
import type { SharedReport, SharedTable } from '#api/shares/shareContract.ts';
import { dimensionOf, isDimensionKey, minuteOf, type ReportRequest, type ReportRow } from '#reports/index.ts';
import { minuteIn } from '../../lib/offsetTime.ts';
import { Card } from '../../ui/Card.tsx';
import { FunnelSteps } from '../reports/builder/result/FunnelSteps.tsx';
import { ReportChart } from '../reports/builder/result/ReportChart.tsx';
import { chartKindOf, readChartSettings } from '../reports/builder/url/reportViews.ts';
import { reportColumns } from './sharedColumns.ts';

/** The chart of a shared report as it was saved; its readers can choose another metric. */
export function SharedChart({ report, table }: { report: SharedReport; table: SharedTable }) {
  const { view, chart, top } = readChartSettings(table.view);
  const [metric, setMetric] = useState(chart);
  const columns = useMemo(() => reportColumns(table.columns), [table]);
  const request = useMemo(() => requestOf(report, table), [report, table]);
  const kind = chartKindOf({ view, dims: request.dimensions });
  const rows = useMemo(() => (kind === 'heat' ? table.rows.map(withChoices) : table.rows), [kind, table]);
  if (kind === null) return null;
  if (kind === 'funnel') {
    if (!table.funnel) return null;
    return (
      <Card padding="none" className="shrink-0" title="From calls to impressions">
        <FunnelSteps steps={table.funnel} renderLoss={({ text }) => text} />
      </Card>
    );
  }
  return (
    <ReportChart
      kind={kind}
      request={request}
      columns={columns}
      rows={rows}
      metric={metric}
      onMetric={setMetric}
      now={minuteIn(Date.parse(report.countedAt), report.offset).replace('T', ' ')}
      top={top}
      isCompared={columns.some((column) => column.type === 'metric' && column.part === 'before')}
      isWaiting={false}
    />
  );
}

/** The request of a shared report as far as its chart reads it: filters are not disclosed. */
function requestOf({ range, offset, isTest }: SharedReport, { columns, rows, isCut }: SharedTable): ReportRequest {
  const { startDate, endDate, startTime, endTime } = range;
  return {
    startDate,
    endDate,
    times: { from: minuteOf(startTime ?? '00:00'), until: minuteOf(endTime ?? '24:00') },
    offset,
    traffic: isTest ? 'test' : 'live',
    dimensions: columns.flatMap(({ key, unit }) => (unit === null && isDimensionKey(key) ? [key] : [])),
    metrics: [],
    filters: [],
    having: [],
    sort: [],
    limit: isCut ? rows.length : rows.length + 1,
    hideZero: false,
  };
}

/** A row with the values of dimensions that have labels, which the heat map reads. */
function withChoices(row: ReportRow): ReportRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, text]) => {
      const choices = isDimensionKey(key) ? dimensionOf(key).choices : undefined;
      return [key, choices?.find(({ label }) => label === text)?.value ?? text];
    }),
  );
}
