import {
  canUseDimension,
  canUseMetric,
  dimensionOf,
  funnelMetrics,
  inSentence,
  isDimensionKey,
  reportLimits,
  type ReportFieldMetric,
  type DimensionKey,
  type MetricRights,
} from '#reports/index.ts';
import type { SearchPart } from '../question/drillDown.ts';
import { isInterval } from '../url/intervals.ts';
import { isAdditive } from './reportChart.ts';
import type { ReportSearch } from '../url/reportSearch.ts';
import { isWeekOf, reportViews, weekKeys, type ChartKind, type ReportView } from '../url/reportViews.ts';

/** Why a chart cannot be drawn, and the change that would allow it. */
export interface ChartMismatch {
  text: string;
  fixes: { label: string; part: SearchPart }[];
}

/** The views that a user may select. */
export function viewsFor(rights: MetricRights): ReportView[] {
  const may = (key: string) => isDimensionKey(key) && canUseDimension(rights.role, key, rights.tagParams);
  const hasFunnel = may('reason') && funnelMetrics.every((key) => canUseMetric(rights, key));
  return reportViews.filter((view) => (view === 'heat' ? weekKeys.every(may) : view === 'funnel' ? hasFunnel : true));
}

/** Why a chart cannot be drawn; null when it can. */
export function chartMismatchOf(
  kind: ChartKind,
  search: ReportSearch,
  metric: ReportFieldMetric,
  offered: readonly ReportFieldMetric[],
): ChartMismatch | null {
  if (kind === 'heat') return heatMapMismatch(search);
  if (kind === 'funnel') return funnelMismatch(search);
  if (kind === 'bars') {
    return search.dims.length > 0 ? null : { text: 'A bar chart needs a dimension.', fixes: [addition('channel')] };
  }
  if (!search.dims.some(isInterval)) {
    const isFull = search.dims.length >= reportLimits.dimensions;
    const text = 'A chart over time needs a time dimension.';
    return { text, fixes: isFull ? [] : [addition('day', search.dims), addition('hour', search.dims)] };
  }
  return kind === 'area' && !isAdditive(metric) ? areaMismatch(metric, search, offered) : null;
}

function addition(key: DimensionKey, dims: readonly DimensionKey[] = []) {
  return { label: `Add ${dimensionOf(key).label}`, part: { dims: [key, ...dims] } };
}

function areaMismatch(
  metric: ReportFieldMetric,
  { metrics }: ReportSearch,
  offered: readonly ReportFieldMetric[],
): ChartMismatch {
  const sum = offered.find((each) => metrics.includes(each.key) && isAdditive(each));
  const text = `${metric.label} cannot be stacked: its parts do not add up to a total.`;
  const lines = { label: 'Show line chart', part: { view: 'line' as const } };
  if (sum) return { text, fixes: [{ label: `Show ${sum.label}`, part: { chart: sum.key } }, lines] };
  const first = offered.find(({ key }) => key === 'imps') ?? offered.find(isAdditive);
  return {
    text,
    fixes: first
      ? [{ label: `Add ${first.label}`, part: { metrics: [...metrics, first.key], chart: first.key } }, lines]
      : [lines],
  };
}

function heatMapMismatch({ dims }: ReportSearch): ChartMismatch | null {
  if (isWeekOf(dims)) return null;
  return {
    text: 'The heat map needs exactly two dimensions: day of week and hour of day.',
    fixes: [
      {
        label: 'Use day of week and hour',
        part: {
          dims: weekKeys.filter((key): key is (typeof weekKeys)[number] & DimensionKey => isDimensionKey(key)),
          pivot: null,
          sort: null,
        },
      },
    ],
  };
}

function funnelMismatch({ filters }: ReportSearch): ChartMismatch | null {
  const demand = filters.filter(
    ({ dim }) => isDimensionKey(dim) && !['any', 'inventory', 'audience'].includes(dimensionOf(dim).facts),
  );
  if (demand.length === 0) return null;
  const labels = demand.map(({ dim }) => (isDimensionKey(dim) ? dimensionOf(dim).label : dim));
  const list = new Intl.ListFormat('en-US').format(labels);
  return {
    text: `The funnel counts channel requests, which cannot be filtered by ${labels.map(inSentence).join(' or ')}.`,
    fixes: [
      {
        label: `Remove the filter on ${list}`,
        part: { filters: filters.filter((filter) => !demand.includes(filter)) },
      },
    ],
  };
}
