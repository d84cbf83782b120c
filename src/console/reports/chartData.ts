import type { Metric } from '#reports/index.ts';
import type { ReportValue } from '#reports/result/formatValue.ts';

/** One line or set of bars; null = no value. Plain numbers are precise enough for pixels. */
export interface ChartSeries {
  name: string;
  values: (number | null)[];
  /** True for a muted series that others are compared with. */
  isReference?: boolean;
  /**
   * Index of a period that is still being counted. The line to it is dashed, as it would otherwise always look like a
   * drop.
   */
  partialAt?: number;
}

/** The data of a chart. */
export interface ChartData {
  kind: 'line' | 'bars';
  unit: Metric['unit'];
  /** Axis labels, in order. */
  labels: string[];
  series: ChartSeries[];
  /** True when the series are stacked as parts of a whole. */
  isStacked?: boolean;
  /** Events on the axis: marks at its foot, described in the tooltip. */
  marks?: readonly { at: number; text: string }[];
}

/** Converts a report value to a number for charts; null when there is none. */
export function toNumber(value: ReportValue): number | null {
  return value === null || value === undefined ? null : Number(value);
}
