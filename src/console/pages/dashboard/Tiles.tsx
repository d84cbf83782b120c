import type { ReportFieldMetric, Day, MetricKey } from '#reports/index.ts';
import { exactValue, formatShort, type ReportValue } from '../../reports/formatValue.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { StatTile } from '../../ui/StatTile.tsx';
import type { StatDelta } from '../../ui/StatTile.tsx';
import { cx } from '../../ui/cx.ts';
import { changeOf, comparedDays, hourText, type HourlyRows } from './compareDays.ts';
import type { TileMetric } from './dashboardMetrics.ts';

interface TilesProps {
  tiles: readonly TileMetric[];
  metrics: readonly ReportFieldMetric[];
  /** Null before the first response. */
  hourly: HourlyRows | null;
  today: Day;
  /** The current hour. */
  hour: number;
  isWaiting: boolean;
  /** A metric since the first of the month, shown after the tiles; null = none. */
  monthToDate: { key: MetricKey; value: ReportValue; isWaiting: boolean } | null;
}

/** Today's figures so far. Changes compare full hours only, as the current hour would always look like a drop. */
export function Tiles({ tiles, metrics, hourly, today, hour, isWaiting, monthToDate }: TilesProps) {
  const isLoading = useDelayed(isWaiting);
  const { yesterday, weekAgo } = comparedDays(today);
  const until = hourText(hour);
  return (
    <section
      aria-label="Today so far"
      className={cx(
        'grid gap-3',
        monthToDate
          ? 'grid-cols-3 xl:grid-cols-5 2xl:grid-cols-9'
          : tiles.length > 6
            ? 'grid-cols-4 2xl:grid-cols-8'
            : 'grid-cols-3 xl:grid-cols-6',
      )}
    >
      {tiles.map(({ key, rising }) => {
        const metric = metrics.find((each) => each.key === key);
        if (!metric) return null;
        const value = hourly?.valueOf(key, today, 24);
        const completeHours = hourly?.valueOf(key, today, hour);
        const deltas = [
          deltaOf(completeHours, hourly?.valueOf(key, yesterday, hour), metric, rising, 'yesterday'),
          deltaOf(completeHours, hourly?.valueOf(key, weekAgo, hour), metric, rising, '7 days ago'),
        ].filter((delta) => delta !== null);
        const [first, ...more] = deltas;
        return (
          <StatTile
            key={key}
            label={metric.label}
            hint={`${metric.definition} Changes compare the hours up to ${until}.`}
            value={formatShort(value, metric.unit)}
            {...exactOf(value, metric)}
            delta={hourly ? (first ?? noDelta) : null}
            more={more}
            loading={isLoading}
          />
        );
      })}
      {monthToDate ? <MonthTile of={monthToDate} metrics={metrics} today={today} /> : null}
    </section>
  );
}

/** A metric since the first of the month. It has no comparison, as months differ in length. */
function MonthTile({
  of: { key, value, isWaiting },
  metrics,
  today,
}: { of: NonNullable<TilesProps['monthToDate']> } & Pick<TilesProps, 'metrics' | 'today'>) {
  const isLoading = useDelayed(isWaiting);
  const metric = metrics.find((each) => each.key === key);
  if (!metric) return null;
  return (
    <StatTile
      label={`${metric.label}, this month`}
      hint={`${metric.definition} From ${today.slice(0, 7)}-01 to now.`}
      value={formatShort(value, metric.unit)}
      {...exactOf(value, metric)}
      loading={isLoading}
    >
      {isLoading ? null : <p className="text-xs text-muted">since {today.slice(0, 7)}-01</p>}
    </StatTile>
  );
}

/** Holds the height of a tile without a comparison. */
const noDelta: StatDelta = { text: 'no earlier data', direction: 'flat', tone: 'neutral' };

function exactOf(value: ReportValue, metric: ReportFieldMetric): { exact?: string } {
  const exact = exactValue(value, metric.unit);
  return exact === undefined ? {} : { exact };
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function deltaOf(
  now: ReportValue,
  before: ReportValue,
  metric: ReportFieldMetric,
  rising: TileMetric['rising'],
  than: string,
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
  const text = isRate ? `${(size * 100).toFixed(1)} pts` : percent.format(size);
  const direction = size < 0.0005 ? 'flat' : change > 0 ? 'up' : 'down';
  const isWelcome = (direction === 'up') === (rising === 'good');
  const tone = direction === 'flat' || rising === 'neutral' ? 'neutral' : isWelcome ? 'good' : 'bad';
  return { text, direction, tone, caption: `vs ${than}` };
}
