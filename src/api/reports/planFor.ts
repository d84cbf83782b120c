import { normalizeReport, planReport, viewerOf, type PlannedReport } from '#reports/index.ts';
import type { SessionUser } from '../contract.ts';

/** Plans a question with the rights of a user. `factsDays` is how long single events are kept. */
export function planFor(user: SessionUser, body: unknown, factsDays: number): PlannedReport {
  const viewer = viewerOf(user);
  const normalized = normalizeReport(body, viewer);
  return normalized.ok ? planReport(normalized.request, viewer, factsDays) : normalized;
}
