import type { Metric } from '#reports/index.ts';
import type { ReportValue } from './formatValue.ts';

/** One line or set of bars; null = no value there. Values are plain numbers: pixels need no more. */
export interface ChartSeries {
  name: string;
  values: (number | null)[];
  /** Drawn muted, as what the others are compared with. */
  isReference?: boolean;
  /** The place that is still being counted; the way to it is dashed, or the last day would always look like a fall. */
  partialAt?: number;
}

/** What a chart draws. */
export interface ChartData {
  kind: 'line' | 'bars';
  unit: Metric['unit'];
  /** Places on the axis, in order. */
  labels: string[];
  series: ChartSeries[];
  /** Whether the series lie on top of each other, as parts of a whole. */
  isStacked?: boolean;
  /** What happened at places of the axis: drawn as marks at its foot, told in the hover card. */
  marks?: readonly { at: number; text: string }[];
}

/** A value of a report as a number to draw; null where there is none. */
export function toNumber(value: ReportValue): number | null {
  return value === null || value === undefined ? null : Number(value);
}
