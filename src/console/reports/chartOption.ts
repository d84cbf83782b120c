import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData, ChartSeries } from './chartData.ts';
import type { ChartTokens } from './chartTokens.ts';
import { formatShort, formatValue } from '#reports/result/formatValue.ts';

interface TipItem {
  seriesName?: string;
  color?: unknown;
  axisValueLabel?: string;
  name?: string;
  value?: unknown;
}

/** Builds the ECharts option of a chart in the theme's colors, for a canvas of `width` CSS pixels. */
export function chartOption(data: ChartData, tokens: ChartTokens, width: number): EChartsCoreOption {
  const isBars = data.kind === 'bars';
  const label = { color: tokens.muted, fontSize: 11 };
  const places = {
    type: 'category',
    data: data.labels,
    inverse: isBars,
    boundaryGap: isBars || data.labels.length === 1,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: tokens.line } },
    axisLabel: {
      ...label,
      hideOverlap: true,
      ...(isBars
        ? { width: Math.min(220, Math.round(width * 0.4)), overflow: 'break', lineHeight: 13, interval: 0 }
        : {}),
    },
  };
  const values = {
    type: 'value',
    axisLabel: { ...label, formatter: (value: number) => axisText(value, data) },
    splitLine: { lineStyle: { color: tokens.line } },
    splitNumber: 4,
    // Whole steps for whole numbers: there is no half impression.
    ...(data.unit === 'count' ? { minInterval: 1 } : {}),
  };
  return {
    // Figures are refreshed in place, where an animation would flicker.
    animation: false,
    color: tokens.series,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 8, right: 16, top: data.series.length > 1 ? 34 : 14, bottom: 4, containLabel: true },
    ...(data.series.length > 1
      ? {
          legend: {
            type: 'scroll',
            top: 0,
            left: 4,
            itemWidth: 12,
            itemHeight: 12,
            icon: 'roundRect',
            textStyle: { color: tokens.ink, fontSize: 11 },
            formatter: shorten,
            tooltip: { show: true },
            inactiveColor: tokens.line,
            pageIconColor: tokens.ink,
            pageIconInactiveColor: tokens.line,
            pageTextStyle: { color: tokens.muted, fontSize: 11 },
          },
        }
      : {}),
    tooltip: {
      trigger: 'axis',
      confine: true,
      padding: 0,
      borderWidth: 0,
      backgroundColor: 'transparent',
      extraCssText: 'box-shadow:none',
      axisPointer: { type: isBars ? 'shadow' : 'line', lineStyle: { color: tokens.muted, type: 'solid' } },
      formatter: (items: TipItem[]) => tip(items, data),
    },
    xAxis: isBars ? values : places,
    yAxis: isBars ? places : values,
    series: [
      ...data.series.flatMap((series, index) => seriesOptions(series, index, data, tokens)),
      ...marksSeries(data, tokens),
    ],
  };
}

/** Legend label of the marks. */
const marksName = 'Changes';

/** Triangles on the axis where events happened. */
function marksSeries({ marks = [], labels }: ChartData, tokens: ChartTokens): object[] {
  if (marks.length === 0) return [];
  const places = new Set(marks.map(({ at }) => at));
  return [
    {
      name: marksName,
      type: 'line',
      data: labels.map((_, index) => (places.has(index) ? 0 : null)),
      symbol: 'triangle',
      symbolSize: 10,
      showSymbol: true,
      showAllSymbol: true,
      lineStyle: { opacity: 0 },
      itemStyle: { color: tokens.ink },
      z: 5,
    },
  ];
}

/**
 * Builds the ECharts series of one series. A line whose last period is still being counted becomes two, the second
 * dashed and with the same name.
 */
function seriesOptions(series: ChartSeries, index: number, data: ChartData, tokens: ChartTokens): object[] {
  const color = series.isReference ? tokens.reference : tokens.series[index % tokens.series.length];
  // A second reference is fainter, so that the two differ.
  const isFaint = series.isReference === true && data.series.findIndex(({ isReference }) => isReference) !== index;
  const common = { name: series.name, itemStyle: { color, opacity: isFaint ? 0.5 : 1 } };
  if (data.kind === 'bars') {
    return [
      {
        ...common,
        type: 'bar',
        data: series.values,
        barMaxWidth: 16,
        itemStyle: { color, borderRadius: [0, 3, 3, 0] },
      },
    ];
  }
  const line = { ...common, type: 'line', symbolSize: 6, showSymbol: data.labels.length === 1 };
  const style = { width: series.isReference ? 1.5 : 2, color };
  const dashed = { ...line, lineStyle: { ...style, type: 'dashed' } };
  const { partialAt } = series;
  const isWhole = partialAt === undefined || partialAt < 1;
  const counted = series.values.map((value, at) => (isWhole || at < partialAt ? value : null));
  const counting = series.values.map((value, at) => (isWhole || at < partialAt - 1 ? null : value));
  if (data.isStacked) {
    const area = { ...line, areaStyle: { opacity: 0.55 }, lineStyle: { width: 1, color } };
    const rest = { areaStyle: { opacity: 0.25 }, lineStyle: { width: 1, color, type: 'dashed' } };
    return [
      { ...area, stack: 'counted', data: counted },
      ...(isWhole ? [] : [{ ...area, ...rest, stack: 'counting', data: counting }]),
    ];
  }
  const fill =
    data.series.filter(({ isReference }) => !isReference).length === 1 ? { areaStyle: { opacity: 0.08 } } : {};
  if (isFaint) return [{ ...line, lineStyle: { ...style, type: 'dotted', opacity: 0.5 }, data: series.values }];
  if (series.isReference) return [{ ...dashed, data: series.values }];
  return [
    { ...line, ...fill, lineStyle: style, data: counted },
    ...(isWhole ? [] : [{ ...dashed, ...fill, data: counting }]),
  ];
}

const maxLegend = 40;

/** Shortens a long name for the legend; the tooltip has it in full. */
function shorten(name: string): string {
  return name.length <= maxLegend ? name : `${name.slice(0, maxLegend - 1)}…`;
}

function axisText(value: number, { unit }: ChartData): string {
  if (unit === 'ratio') return `${(value * 100).toFixed(2)}%`;
  return formatShort(unit === 'usd' ? value.toFixed(9) : value, unit);
}

/** Maximum number of events in the tooltip. */
const maxEvents = 4;

/** Builds the tooltip from DOM elements: inline styles in markup would violate the content security policy. */
function tip(items: TipItem[], data: ChartData): HTMLElement {
  const box = element('div', 'popup-box px-3 py-2 text-xs max-w-80');
  const place = items[0]?.axisValueLabel ?? items[0]?.name ?? '';
  const isPartial = data.series.some(({ partialAt }) => partialAt !== undefined && data.labels[partialAt] === place);
  box.append(element('p', 'pb-1 font-medium truncate', isPartial ? `${place}, so far` : place));
  const listedSeries = new Set<string | undefined>();
  for (const item of items.filter(({ seriesName }) => seriesName !== marksName)) {
    // A line of two parts has two items, one of them empty or both the same.
    const hasOther = items.some((each) => each !== item && each.seriesName === item.seriesName);
    if (listedSeries.has(item.seriesName) || (hasOther && typeof item.value !== 'number')) continue;
    listedSeries.add(item.seriesName);
    const row = element('p', 'flex items-center gap-2');
    const dot = element('span', 'size-2 shrink-0 rounded-full');
    if (typeof item.color === 'string') dot.style.background = item.color;
    row.append(dot);
    if (data.series.length > 1 || item.seriesName) row.append(element('span', 'truncate', item.seriesName ?? ''));
    const value = item.value;
    const shown = typeof value === 'number' ? (data.unit === 'usd' ? value.toFixed(9) : value) : null;
    row.append(element('span', 'tnum ml-auto pl-3 font-medium', formatValue(shown, data.unit)));
    box.append(row);
  }
  const at = data.labels.indexOf(place);
  const happened = (data.marks ?? []).filter((mark) => mark.at === at);
  for (const { text } of happened.slice(0, maxEvents)) box.append(element('p', 'pt-1 text-muted', `▲ ${text}`));
  if (happened.length > maxEvents) box.append(element('p', 'text-muted', `and ${happened.length - maxEvents} more`));
  return box;
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
