import { formatValue } from '#reports/result/formatValue.ts';
import type { ChartData } from './chartData.ts';

/** The values of a chart as a collapsed table, for screen readers and for users who want the exact values. */
export function ChartTable({ data, label, place }: { data: ChartData; label: string; place: string }) {
  return (
    <details className="border-t text-xs">
      <summary className="px-4 py-1.5 text-muted hover:text-ink">Show as table</summary>
      <div className="max-h-72 overflow-auto px-4 pb-3" tabIndex={0} role="region" aria-label={label}>
        <table className="w-full">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1 text-left font-medium">
                {place}
              </th>
              {data.series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tnum">
            {data.labels.map((place, index) => (
              <tr key={place} className="border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {place}
                </th>
                {data.series.map(({ name, values }) => (
                  <td key={name} className="py-1 text-right">
                    {formatValue(shown(values[index], data.unit), data.unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function shown(value: number | null | undefined, unit: ChartData['unit']): string | number | null {
  if (value === null || value === undefined) return null;
  return unit === 'usd' ? value.toFixed(9) : value;
}
