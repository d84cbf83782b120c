import { useMemo } from 'react';
import type { ReportColumn, ReportRequest, ReportRow } from '#reports/index.ts';
import { Chart } from '../../reporting/Chart.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { chartOf } from './reportChart.ts';

interface ReportChartProps {
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** The metric that the reader chose; null = the first. */
  metric: string | null;
  /** The hour that runs now, as rows name it. */
  nowHour: string;
  isWaiting: boolean;
  onMetric: (key: string) => void;
}

/** One metric of the report as a picture, with a switch of the metric. */
export function ReportChart({ request, columns, rows, metric, nowHour, isWaiting, onMetric }: ReportChartProps) {
  const metrics = useMemo(
    () => columns.flatMap((column) => (column.type === 'metric' ? [column.metric] : [])),
    [columns],
  );
  const chosen = useMemo(() => metrics.find(({ key }) => key === metric) ?? metrics[0], [metrics, metric]);
  const data = useMemo(
    () => (chosen ? chartOf(request, columns, rows, chosen, nowHour) : null),
    [request, columns, rows, chosen, nowHour],
  );
  // Totals alone have nothing to draw.
  if (!chosen || !data || request.dimensions.length === 0) return null;
  if (rows.length === 0 && !isWaiting) return null;
  const names = columns.flatMap((column) => (column.type === 'dimension' ? [column.label.toLowerCase()] : []));
  const title = `${chosen.label} by ${names.join(', ')}`;
  return (
    <Card
      padding="none"
      className="shrink-0"
      title={title}
      description={
        data.isCut ? `The largest ${data.kind === 'bars' ? data.labels.length : data.series.length}` : undefined
      }
      actions={
        metrics.length > 1 ? (
          <Select
            size="sm"
            className="w-44"
            aria-label="Metric of the chart"
            options={metrics.map(({ key, label }) => ({ value: key, label }))}
            value={chosen.key}
            onChange={onMetric}
          />
        ) : null
      }
    >
      <div className="p-2">
        <Chart
          data={data}
          label={`${title}; the table below has the same numbers`}
          className={data.kind === 'bars' && data.labels.length > 8 ? 'h-72' : 'h-56'}
        />
      </div>
    </Card>
  );
}
