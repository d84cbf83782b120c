import { reportFieldsFor, unknownNamesOf, viewerOf } from '#reports/index.ts';
import type { Problem } from '../problem.ts';
import { implement, ok, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readReport, type ReportDeps } from './readReport.ts';
import { explainReport } from './explainReport.ts';
import { reportContract } from './reportContract.ts';

/** Routes for running reports, and for their dimensions and metrics. */
export function reportRoutes(deps: ReportDeps): Route[] {
  return [
    implement(
      reportContract.run,
      async ({ body, user, signal }) => {
        const result = await readReport(deps, user, body, signal);
        return result.ok ? ok(result.rows) : result.rejection;
      },
      { additionalFaults },
    ),
    implement(
      reportContract.explain,
      async ({ body, user, signal }) => {
        const explained = await explainReport(deps, user, body, signal);
        return explained.ok ? ok({ reasons: explained.reasons }) : explained.rejection;
      },
      { additionalFaults },
    ),
    implement(reportContract.listReportFields, ({ user }) => Promise.resolve(ok(reportFieldsFor(user)))),
  ];
}

function additionalFaults({ body, user }: { body: unknown; user: SessionUser }): Promise<Problem[]> {
  return Promise.resolve(unknownNamesOf(body, viewerOf(user)));
}
