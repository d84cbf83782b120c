import { type RetentionDays, normalizeReport, planReport, viewerOf, type PlannedReport } from '#reports/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** How long figures are kept, and the clock. */
export interface Retention {
  /** Days that single events are kept. */
  factsDays: number;
  /** Days that roll-ups by site, app, publisher, creative and audience are kept. */
  rollupDays: number;
  now: () => Date;
}

/** Plans a question with the rights of a user. */
export function planFor(user: SessionUser, body: unknown, retention: Retention): PlannedReport {
  const viewer = viewerOf(user);
  const normalized = normalizeReport(body, viewer);
  return normalized.ok ? planReport(normalized.request, viewer, retentionDaysOf(retention)) : normalized;
}

/** How long figures are kept as plans ask it. */
export function retentionDaysOf({ factsDays, rollupDays, now }: Retention): RetentionDays {
  return { factsDays, rollupDays, now: now().getTime() };
}
