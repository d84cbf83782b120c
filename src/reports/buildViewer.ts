import type { ReportViewer } from './request.ts';

/** A valid viewer for tests: a demand user of account 1 in UTC. */
export function buildViewer(overrides: Partial<ReportViewer> = {}): ReportViewer {
  return { role: 'demand', demandId: 1, subpublisherId: null, advertiserId: null, timezone: 0, ...overrides };
}
