import { withCurrentNames, type ReportBody } from '#reports/index.ts';
import type { ExportRow } from '#storage/exports/exportStore.ts';
import { planFor } from '../reports/planFor.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { ivtField } from '../reports/verificationQuota.ts';
import { savedReportsPage, type SavedReportDeps, saveProblem, within } from '../reports/saveReport.ts';
import { exportContract, type ReportExport } from './exportContract.ts';

/** Maximum exports of one user at a time. */
const maxRunning = 5;

/** Routes of reports that are exported to files in the background. Users only see their own. */
export function exportRoutes(deps: SavedReportDeps): Route[] {
  const { exports, log, now } = deps;
  return [
    implement(
      exportContract.create,
      async ({ body: { name, ivt, format, expectedRows, request: definition }, user, author }) => {
        const problem = await saveProblem(deps, user, ivt);
        if (problem) return reject(422, [problem]);
        const { range, ...body } = definition;
        const planned = planFor(user, body, deps.reports);
        if (!planned.ok) return within('request', reject(422, planned.faults));
        const { id: userId, demandId } = user;
        // Stores the zone of the request, which stays when the user's zone changes.
        const request = { ...body, offset: planned.plan.request.offset, ...(range ? { range } : {}) };
        const expected = expectedRows === undefined ? {} : { expectedRows };
        const input = { userId, demandId, name, isIvt: ivt, format, request, ...expected };
        const row = await exports.create(input, maxRunning);
        if (!row) {
          const message = `You can run at most ${maxRunning} exports at the same time. Wait for one to finish or cancel one`;
          return reject(429, [{ code: 'too_many_exports', message, path: '', fix: savedReportsPage }]);
        }
        await log.record(author, {
          action: 'export',
          entity: 'report',
          rowId: null,
          name,
          demandId,
          fields: [
            { field: 'saveAs', from: null, to: format },
            ...(ivt ? [{ field: ivtField, from: null, to: true }] : []),
          ],
        });
        return ok(shown(row), 202);
      },
    ),
    implement(exportContract.list, async ({ user }) => ok((await exports.list(user.id)).map(shown))),
    implement(exportContract.read, async ({ params, user }) => {
      const row = await exports.read(user.id, params.id);
      return row ? ok(shown(row)) : notFound();
    }),
    implement(exportContract.cancel, async ({ params, user }) => {
      const row = await exports.cancel(user.id, params.id, now().toISOString());
      return row ? ok(shown(row)) : notFound();
    }),
    implement(exportContract.remove, async ({ params, user }) => {
      return (await exports.dismiss(user.id, params.id)) ? ok({}) : notFound();
    }),
  ];
}

function shown({ isIvt, request, ...row }: ExportRow): ReportExport {
  return { ...row, request: withCurrentNames(request as ReportBody), ivt: isIvt };
}
