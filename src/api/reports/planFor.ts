import { type RetentionDays, normalizeReport, planReport, viewerOf, type PlannedReport } from '#reports/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** The retention of figures, and the clock. */
export interface Retention {
  /** Retention of single events, in days. */
  factsDays: number;
  /** Retention of roll-ups by site, app, publisher, creative and audience, in days. */
  rollupDays: number;
  now: () => Date;
}

/** Plans a report request with the rights of a user. */
export function planFor(user: SessionUser, body: unknown, retention: Retention): PlannedReport {
  const viewer = viewerOf(user);
  const normalized = normalizeReport(body, viewer);
  return normalized.ok ? planReport(normalized.request, viewer, retentionDaysOf(retention)) : normalized;
}

/** The retention of figures in the form that plans need. */
export function retentionDaysOf({ factsDays, rollupDays, now }: Retention): RetentionDays {
  return { factsDays, rollupDays, now: now().getTime() };
}
