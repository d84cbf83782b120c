import { currentMetricColumn } from '#reports/index.ts';
import { isInterval } from './intervals.ts';

/** Views of a report beside its table. auto = lines over time, otherwise bars. */
export const reportViews = ['auto', 'table', 'line', 'area', 'bars', 'heat', 'funnel'] as const;
export type ReportView = (typeof reportViews)[number];

/** Choices for the number of series or bars shown individually. */
export const topChoices = [5, 8, 15, 30] as const;

/** Default number of series or bars shown individually. */
export const defaultTop = 8;

/** The chart of a report: its type, its metric (null = the first), and its number of series or bars. */
export interface ChartSettings {
  view: ReportView;
  chart: string | null;
  top: number;
}

/** Reads the settings of a chart. Invalid values are dropped. */
export function readChartSettings({
  view,
  chart,
  top,
}: {
  view?: string | undefined;
  chart?: string | undefined;
  top?: string | undefined;
}): ChartSettings {
  return {
    view: reportViews.find((each) => each === view) ?? 'auto',
    chart: chart === undefined ? null : currentMetricColumn(chart),
    top: topChoices.find((each) => String(each) === top) ?? defaultTop,
  };
}

/** Labels of the views. */
export const viewLabels: Record<ReportView, string> = {
  auto: 'Auto',
  table: 'No chart',
  line: 'Line chart',
  area: 'Stacked area chart',
  bars: 'Bar chart',
  heat: 'Weekly heat map',
  funnel: 'Request funnel',
};

/** A chart type: every view except "auto" and "table". */
export type ChartKind = Exclude<ReportView, 'auto' | 'table'>;

/** The dimensions of the heat map. */
export const weekKeys = ['weekday', 'hour_of_day'] as const;

/** The chart of a view; null = none. */
export function chartKindOf({ view, dims }: { view: ReportView; dims: readonly string[] }): ChartKind | null {
  if (view === 'table') return null;
  if (view !== 'auto') return view;
  if (isWeekOf(dims)) return 'heat';
  if (dims.some(isInterval)) return 'line';
  return dims.length > 0 ? 'bars' : null;
}

/** Whether the dimensions are those of the heat map. */
export function isWeekOf(dims: readonly string[]): boolean {
  return dims.length === weekKeys.length && weekKeys.every((key) => dims.includes(key));
}
