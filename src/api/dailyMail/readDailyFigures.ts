import { addDays, type Day, reportFieldsFor } from '#reports/index.ts';
import { formatShort } from '#reports/result/formatValue.ts';
import { computeMetric } from '#reports/tiles/compareDays.ts';
import { tileDelta } from '#reports/tiles/tileDelta.ts';
import { ofMode, sumsFor, type TileMode, tilesFor } from '#reports/tiles/tiles.ts';
import { readReport, type ReportDeps } from '../reports/readReport.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** A figure of a day, and its change from the same weekday before. */
export interface DailyFigure {
  label: string;
  /** "$4.52K" */
  value: string;
  /** "▲ 12.40%"; null when there is nothing to compare with. */
  change: string | null;
  tone: 'good' | 'bad' | 'neutral';
}

const arrows = { up: '▲', down: '▼', flat: '=' } as const;

/**
 * Reads the figures of a day that /today shows to a user in a mode, compared with a week before; null when there was
 * nothing on either day. Rejects when they are unavailable.
 */
export async function readDailyFigures(
  reports: ReportDeps,
  user: SessionUser,
  mode: TileMode,
  day: Day,
  signal: AbortSignal,
): Promise<DailyFigure[] | null> {
  const weekBefore = addDays(day, -7);
  const sums = sumsFor(user, mode);
  const read = async (of: Day) => {
    const body = { startDate: of, endDate: of, offset: user.timezone, filters: ofMode(mode), metrics: sums };
    const result = await readReport(reports, user, body, signal);
    if (!result.ok) throw new Error('The figures of a daily mail are unavailable');
    // Without dimensions there are only the totals.
    return result.rows.slice(-1);
  };
  const [now, before] = [await read(day), await read(weekBefore)];
  const isEmpty = [...now, ...before].every((row) => sums.every((key) => Number(row[key] ?? 0) === 0));
  if (isEmpty) return null;
  const { metrics } = reportFieldsFor(user);
  return tilesFor(user.role, mode).flatMap(({ key, rising, label }): DailyFigure[] => {
    const metric = metrics.find((each) => each.key === key);
    if (!metric) return [];
    const value = computeMetric(key, now);
    const delta = tileDelta(value, computeMetric(key, before), metric, rising);
    return [
      {
        label: label ?? metric.label,
        value: formatShort(value, metric.unit),
        change: delta && `${arrows[delta.direction]} ${delta.text}`,
        tone: delta?.tone ?? 'neutral',
      },
    ];
  });
}
