import { hasDsp, mayUse } from '#model/index.ts';
import { addDays, type Day } from '#reports/index.ts';
import type { TileMode } from '#reports/tiles/tiles.ts';
import type { DashboardAlert } from '../dashboard/dashboardContract.ts';
import { listAlerts, type ListAlertsDeps } from '../dashboard/listAlerts.ts';
import type { ApiDeps } from '../deps.ts';
import { searchBy } from '../entities/findRows.ts';
import type { ReadFigures } from '../entities/listMetrics/figures.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { type DailyFigure, readDailyFigures } from './readDailyFigures.ts';
import { readWaitingCreatives, type WaitingCreatives } from './readWaitingCreatives.ts';

/** The contents of a daily mail. */
export interface DailyMail {
  /** The day of the figures, and the one that they are compared with. */
  day: Day;
  comparedDay: Day;
  /** By mode: those in which something happened. */
  figures: { mode: TileMode; figures: DailyFigure[] }[];
  /** Most money first. */
  alerts: DashboardAlert[];
  /** Number of alerts, including those that are not in the list. */
  alertCount: number;
  /** Whether alerts may be missing, because some figures are unavailable. */
  areAlertsComplete: boolean;
  waiting: WaitingCreatives;
}

export type DailyMailDeps = ListAlertsDeps & Pick<ApiDeps, 'reports'> & { read: ReadFigures };

/**
 * Reads what /today shows to a user about the day before `dueDay`, with the user's rights; null when nothing happened.
 * Rejects when figures are unavailable.
 */
export async function readDailyMail(
  deps: DailyMailDeps,
  user: SessionUser,
  dueDay: Day,
  signal: AbortSignal,
): Promise<DailyMail | null> {
  const day = addDays(dueDay, -1);
  const modes: readonly TileMode[] = hasDsp(user) ? ['ssp', 'dsp'] : ['ssp'];
  const figures: DailyMail['figures'] = [];
  for (const mode of modes) {
    const found = await readDailyFigures(deps.reports, user, mode, day, signal);
    if (found) figures.push({ mode, figures: found });
  }
  const found = mayUse(user, 'alerts')
    ? await listAlerts(deps, deps.read, user, modes.length > 1 ? {} : { mode: 'ssp' })
    : { alerts: [], total: 0, isComplete: true };
  const waiting = await readWaitingCreatives(searchBy(deps, deps.read, user));
  if (figures.length === 0 && found.total === 0 && waiting.rows.length === 0) return null;
  return {
    day,
    comparedDay: addDays(day, -7),
    figures,
    // Stable: alerts with the same money stay in the order of their severity.
    alerts: found.alerts.toSorted((a, b) => Number(b.perDay ?? 0) - Number(a.perDay ?? 0)),
    alertCount: found.total,
    areAlertsComplete: found.isComplete,
    waiting,
  };
}
