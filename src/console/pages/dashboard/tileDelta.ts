import type { ReportFieldMetric } from '#reports/index.ts';
import { formatValue, type ReportValue } from '../../reports/formatValue.ts';
import type { StatDelta } from '../../ui/StatTile.tsx';
import { changeOf } from './compareDays.ts';
import type { TileMetric } from './dashboardMetrics.ts';

/** Holds the height of a tile without a comparison. */
export const noDelta: StatDelta = { text: 'no earlier data', direction: 'flat', tone: 'neutral' };

/** The change of a tile's metric from an earlier value, named by `than` where tiles compare with several; null = none. */
export function tileDelta(
  now: ReportValue,
  before: ReportValue,
  metric: ReportFieldMetric,
  rising: TileMetric['rising'],
  than?: string,
): StatDelta | null {
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
