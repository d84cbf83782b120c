import { useMemo } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import {
  inSentence,
  zoneLabel,
  type ReportFieldMetric,
  type ReportBody,
  type ReportColumn,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { Chart } from '../../../../reports/Chart.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Select } from '../../../../ui/picker/Select.tsx';
import { chartMismatchOf, viewsFor } from './chartFit.ts';
import { chartHeight } from './chartHeight.ts';
import type { SearchPart } from '../question/drillDown.ts';
import { HeatMap } from './HeatMap.tsx';
import { isInterval } from '../url/intervals.ts';
import { ObjectChanges } from './ObjectChanges.tsx';
import { areasOf, barsOf, linesOf, type ChartSource, type ReportChartData } from './reportChart.ts';
import { ReportFunnel } from './ReportFunnel.tsx';
import type { ReportSearch } from '../url/reportSearch.ts';
import { isWeekOf, topChoices, viewLabels, type ChartKind } from '../url/reportViews.ts';
import { placeOf } from '../question/timePlaces.ts';
import { objectOf, useObjectChanges, type ObjectChange } from './useObjectChanges.ts';

/** The page's controls of its chart. */
export interface ChartControls {
  user: SessionUser;
  /** The page's request. */
  body: ReportBody;
  search: ReportSearch;
  /** Metrics that the user may add. */
  offered: readonly ReportFieldMetric[];
  onChange: (part: SearchPart) => void;
}

interface ReportChartProps {
  kind: ChartKind;
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** The selected metric; null = the first. */
  metric: string | null;
  onMetric: (key: string) => void;
  /** The current minute, YYYY-MM-DD HH:MM in the time zone of the report. */
  now: string;
  top: number;
  isCompared: boolean;
  isWaiting: boolean;
  /** Absent where the chart cannot be changed, as for stored rows. */
  controls?: ChartControls | undefined;
}

const chartDataBuilders = { line: linesOf, area: areasOf, bars: barsOf } as const;

/** A chart of one metric, with menus for chart type and metric. */
export function ReportChart(props: ReportChartProps) {
  const { kind, request, columns, rows, metric, onMetric, now, top, isCompared, isWaiting, controls } = props;
  const metrics = useMemo(
    () => columns.flatMap((column) => (column.type === 'metric' && column.part === null ? [column.metric] : [])),
    [columns],
  );
  const chosen = useMemo(() => metrics.find(({ key }) => key === metric) ?? metrics[0], [metrics, metric]);
  const mismatch = controls && chosen ? chartMismatchOf(kind, controls.search, chosen, controls.offered) : null;
  const data = useMemo(
    () => (chosen && !mismatch ? dataOf(kind, { request, columns, rows, metric: chosen, now, top, isCompared }) : null),
    [kind, chosen, mismatch, request, columns, rows, now, top, isCompared],
  );
  const changes = useObjectChanges(controls?.user, request);
  const object = objectOf(request);
  const marked = useMemo(() => (data ? withMarks(data, request, changes) : null), [data, request, changes]);
  if (!chosen) return null;
  const names = columns.flatMap((column) => (column.type === 'dimension' ? [inSentence(column.label)] : []));
  const title = kind === 'funnel' ? 'From calls to impressions' : `${chosen.label} by ${names.join(', ')}`;
  const isRendered = data !== null && !mismatch;
  return (
    <Card
      padding="none"
      className="shrink-0"
      title={title}
      description={isRendered && !controls ? cutText(data) : undefined}
      actions={
        <>
          {isRendered && controls && (data.isCut || top !== topChoices[1]) ? (
            <Select
              size="sm"
              className="w-28"
              aria-label="Series shown"
              prefix="Top"
              options={topChoices.map((each) => ({ value: each, label: String(each) }))}
              value={top}
              onChange={(next) => controls.onChange({ top: next })}
            />
          ) : null}
          {kind !== 'funnel' && metrics.length > 1 ? (
            <Select
              size="sm"
              className="w-44 shrink-0"
              aria-label="Chart metric"
              options={metrics.map(({ key, label }) => ({ value: key, label }))}
              value={chosen.key}
              onChange={onMetric}
            />
          ) : null}
          {controls ? (
            <Select
              size="sm"
              className="w-48 shrink-0"
              aria-label="Chart type"
              options={viewsFor(controls.user).map((view) => ({ value: view, label: viewLabels[view] }))}
              value={controls.search.view}
              onChange={(view) => controls.onChange({ view })}
            />
          ) : null}
        </>
      }
    >
      {mismatch ? (
        <div role="status" className="flex flex-wrap items-center gap-2 px-4 py-6 text-sm">
          <span>{mismatch.text}</span>
          {mismatch.fixes.map(({ label, part }) => (
            <Button key={label} size="sm" onClick={() => controls?.onChange(part)}>
              {label}
            </Button>
          ))}
        </div>
      ) : kind === 'funnel' ? (
        controls && <ReportFunnel body={controls.body} search={controls.search} />
      ) : kind === 'heat' && isWeekOf(request.dimensions) ? (
        <HeatMap rows={rows} metric={chosen} label={`${title}, ${zoneLabel(request.offset)}`} />
      ) : data && (rows.length > 0 || isWaiting) ? (
        <div className="p-2">
          <Chart
            data={marked ?? data}
            label={`${title}. The table has the same values`}
            className={chartHeight(data.kind, data.labels.length)}
          />
        </div>
      ) : (
        <p className="px-4 py-6 text-sm text-muted">{isWaiting ? '' : 'No data to chart.'}</p>
      )}
      {marked?.marks && object && controls ? (
        <ObjectChanges changes={changes} object={object} reader={controls.user} />
      ) : null}
    </Card>
  );
}

/** The data of a chart; null when the rows, still those of the previous request, do not fit its type. */
function dataOf(kind: ChartKind, source: ChartSource): ReportChartData | null {
  if (kind === 'heat' || kind === 'funnel') return null;
  if (kind !== 'bars' && !source.request.dimensions.some(isInterval)) return null;
  return chartDataBuilders[kind](source);
}

/** Adds marks to a chart over time where its object was changed. */
function withMarks(
  data: ReportChartData,
  { dimensions }: ReportRequest,
  changes: readonly ObjectChange[],
): ReportChartData {
  const interval = (dimensions as readonly string[]).find(isInterval);
  if (data.kind !== 'line' || !interval || changes.length === 0) return data;
  const marks = changes
    .map(({ minute, who, what }) => ({ at: data.labels.indexOf(placeOf(interval, minute)), text: `${who}: ${what}` }))
    .filter(({ at }) => at >= 0);
  return marks.length > 0 ? { ...data, marks } : data;
}

function cutText({ isCut, kind, labels, series }: ReportChartData): string | undefined {
  return isCut ? `Top ${kind === 'bars' ? labels.length : series.length}` : undefined;
}
