import type { SessionUser } from '#api/contract.ts';
import type { ReportViewer } from '#reports/index.ts';

/** The signed-in user as the reports' rules see it. */
export function viewerOf(user: SessionUser): ReportViewer {
  const { role, demandId, subpublisherId, advertiserId, timezone } = user;
  return { role, demandId, subpublisherId, advertiserId, timezone };
}
