import type { ReportViewer } from '#reports/question/request.ts';

/** A valid viewer for tests: a demand user of account 1 in UTC who sees the system cost. */
export function buildViewer(overrides: Partial<ReportViewer> = {}): ReportViewer {
  return {
    role: 'demand',
    demandId: 1,
    subpublisherIds: null,
    advertiserIds: null,
    showSystemCost: true,
    timezone: 0,
    ...overrides,
  };
}
