import { useMemo } from 'react';
import type { ReportFieldMetric, ReportRow } from '#reports/index.ts';
import { toNumber } from '../../../../reports/chartData.ts';
import { exactValue, formatShort } from '#reports/result/formatValue.ts';
import { weekKeys } from '../url/reportViews.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A metric by hour of day and weekday, as a table whose cells are darker the higher the value. */
export function HeatMap({
  rows,
  metric,
  label,
}: {
  rows: readonly ReportRow[];
  metric: ReportFieldMetric;
  label: string;
}) {
  const cells = useMemo(() => {
    const [weekday, hour] = weekKeys;
    return new Map(rows.map((row) => [`${Number(row[weekday])} ${Number(row[hour])}`, row]));
  }, [rows]);
  const values = rows.map((row) => toNumber(row[metric.key])).filter((value) => value !== null);
  const most = Math.max(0, ...values);
  return (
    <div className="overflow-x-auto p-3" tabIndex={0} role="region" aria-label={label}>
      <table className="heat-map text-2xs">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="w-20 text-left font-medium">
              Hour
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="tnum font-medium">
                {String(hour).padStart(2, '0')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((day) => (
            <tr key={day}>
              <th scope="row" className="pr-2 text-left font-medium text-muted">
                {dayNames[day - 1]}
              </th>
              {hours.map((hour) => {
                const row = cells.get(`${day} ${hour}`);
                const value = toNumber(row?.[metric.key]);
                const share = most > 0 && value !== null && value > 0 ? value / most : 0;
                const shown = row ? formatShort(row[metric.key], metric.unit) : '–';
                return (
                  <td
                    key={hour}
                    title={`${dayNames[day - 1]} ${String(hour).padStart(2, '0')}:00: ${
                      (row && exactValue(row[metric.key], metric.unit)) ?? 'no data'
                    }`}
                    className="tnum h-8 overflow-hidden rounded-sm text-center text-ink"
                    style={{
                      backgroundColor: `color-mix(in srgb, var(--chart-1) ${Math.round(share * 45)}%, var(--sunken))`,
                    }}
                  >
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-2 text-xs text-muted">
        {rows.length === 0
          ? 'No data.'
          : `Darker cells are higher, up to ${formatShort(most, metric.unit)}. Each cell covers one hour of one weekday, across the date range.`}
      </p>
    </div>
  );
}
