import type { ReportFieldMetric, Day, MetricKey } from '#reports/index.ts';
import { exactValue, formatShort, type ReportValue } from '#reports/result/formatValue.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { StatTile } from '../../ui/StatTile.tsx';
import { cx } from '../../ui/cx.ts';
import { comparedDays, type HourlyRows } from '#reports/tiles/compareDays.ts';
import type { TileMetric } from '#reports/tiles/tiles.ts';
import { noDelta, tileDelta } from '#reports/tiles/tileDelta.ts';

interface TilesProps {
  tiles: readonly TileMetric[];
  metrics: readonly ReportFieldMetric[];
  /** Null before the first response. */
  hourly: HourlyRows | null;
  today: Day;
  /** Hours of today until now, with the fraction of the current one. */
  hours: number;
  isWaiting: boolean;
  /** A metric since the first of the month, shown after the tiles; null = none. */
  monthToDate: { key: MetricKey; value: ReportValue; isWaiting: boolean } | null;
}

/**
 * Today's figures so far. Changes compare them with those of earlier days until the same time, of whose current hour the
 * same fraction counts.
 */
export function Tiles({ tiles, metrics, hourly, today, hours, isWaiting, monthToDate }: TilesProps) {
  const isLoading = useDelayed(isWaiting);
  const { yesterday, weekAgo } = comparedDays(today);
  return (
    <section
      aria-label="Today so far"
      className={cx(
        'grid gap-3',
        monthToDate
          ? 'grid-cols-3 xl:grid-cols-5 2xl:grid-cols-9'
          : tiles.length > 6
            ? 'grid-cols-4 2xl:grid-cols-8'
            : tiles.length === 4
              ? 'grid-cols-4'
              : 'grid-cols-3 xl:grid-cols-6',
      )}
    >
      {tiles.map(({ key, rising, label }) => {
        const metric = metrics.find((each) => each.key === key);
        if (!metric) return null;
        const value = hourly?.valueOf(key, today, 24);
        const deltas = [
          tileDelta(value, hourly?.valueOf(key, yesterday, hours), metric, rising, 'yesterday'),
          tileDelta(value, hourly?.valueOf(key, weekAgo, hours), metric, rising, 'last week'),
        ].filter((delta) => delta !== null);
        const [first, ...more] = deltas;
        return (
          <StatTile
            key={key}
            label={label ?? metric.label}
            hint={`${metric.definition} Changes compare with the other days until the same time.`}
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

function exactOf(value: ReportValue, metric: ReportFieldMetric): { exact?: string } {
  const exact = exactValue(value, metric.unit);
  return exact === undefined ? {} : { exact };
}
