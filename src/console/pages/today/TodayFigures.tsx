import { useMemo } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { addDays, dayAt, hourAt, reportFieldsFor } from '#reports/index.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import type { Mode } from '../../frame/navigation/modes.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { exactValue, formatShort } from '#reports/result/formatValue.ts';
import { useReport } from '../../reports/useReport.ts';
import { StatTile } from '../../ui/StatTile.tsx';
import { comparedDays, hourlyRows } from '#reports/tiles/compareDays.ts';
import { ofMode, sumsFor, tilesFor } from '#reports/tiles/tiles.ts';
import { noDelta, tileDelta } from '#reports/tiles/tileDelta.ts';

/** The figures of today until now, against the same hours a week ago. */
export function TodayFigures({
  user,
  mode,
  now,
  refreshMs,
}: {
  user: SessionUser;
  mode: Mode;
  /** Milliseconds since the epoch. */
  now: number;
  refreshMs: number;
}) {
  const today = dayAt(now, user.timezone);
  const { weekAgo } = comparedDays(today);
  const report = useReport(
    {
      startDate: addDays(today, -7),
      endDate: today,
      offset: user.timezone,
      filters: ofMode(mode),
      dimensions: ['hour'],
      metrics: sumsFor(user, mode),
    },
    { refreshMs },
  );
  const hourly = useMemo(() => (report.data ? hourlyRows(report.data.rows) : null), [report.data]);
  const isLoading = useDelayed(report.isPending);
  const hours = hourAt(now, user.timezone) + (now % 3_600_000) / 3_600_000;
  const { metrics } = useMemo(() => reportFieldsFor(user), [user]);
  if (report.isError && !report.data) return <LoadError title="The figures could not be loaded" query={report} />;
  return (
    <section aria-label="Today so far" className="today-figures">
      <p className="text-xs text-muted">Changes compare with the same hours last week.</p>
      {tilesFor(user.role, mode).map(({ key, rising, label }) => {
        const metric = metrics.find((each) => each.key === key);
        if (!metric) return null;
        const value = hourly?.valueOf(key, today, 24);
        const before = hourly?.valueOf(key, weekAgo, hours);
        const exact = exactValue(value, metric.unit);
        return (
          <StatTile
            key={key}
            label={label ?? metric.label}
            hint={metric.definition}
            value={formatShort(value, metric.unit)}
            {...(exact === undefined ? {} : { exact })}
            delta={hourly ? (tileDelta(value, before, metric, rising) ?? noDelta) : null}
            loading={isLoading}
          />
        );
      })}
    </section>
  );
}
