import type { ReportFieldMetric } from '../metrics/reportFields.ts';
import { formatValue, type ReportValue } from '../result/formatValue.ts';
import { changeOf } from './compareDays.ts';
import type { TileMetric } from './tiles.ts';

/** The change of a tile's metric. */
export interface TileDelta {
  /** "12.40%" */
  text: string;
  direction: 'up' | 'down' | 'flat';
  /** Good or bad by meaning, not by direction: rising errors are bad. */
  tone: 'good' | 'bad' | 'neutral';
  /** "vs yesterday" */
  caption?: string;
}

/** Holds the height of a tile without a comparison. */
export const noDelta: TileDelta = { text: 'no earlier data', direction: 'flat', tone: 'neutral' };

/** The change of a tile's metric from an earlier value, named by `than` where tiles compare with several; null = none. */
export function tileDelta(
  now: ReportValue,
  before: ReportValue,
  metric: ReportFieldMetric,
  rising: TileMetric['rising'],
  than?: string,
): TileDelta | null {
  const isRate = metric.unit === 'ratio';
  // Rates change by points: "2 % more margin" would be ambiguous.
  const change =
    isRate && typeof now === 'number' && typeof before === 'number'
      ? now - before
      : isRate
        ? null
        : changeOf(now, before);
  if (change === null) return null;
  const size = Math.abs(change);
  const text = isRate ? `${(size * 100).toFixed(2)} pts` : formatValue(size, 'ratio');
  const direction = size < 0.00005 ? 'flat' : change > 0 ? 'up' : 'down';
  const isWelcome = (direction === 'up') === (rising === 'good');
  const tone = direction === 'flat' || rising === 'neutral' ? 'neutral' : isWelcome ? 'good' : 'bad';
  return { text, direction, tone, ...(than === undefined ? {} : { caption: `vs ${than}` }) };
}
