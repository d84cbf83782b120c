import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import type { ExportRow } from '#storage/exports/exportStore.ts';
import type { ReportExport } from '../reportContract.ts';
import { planFor } from '../reports/planFor.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { ivtField } from '../savedReports/postbidQuota.ts';
import { type SavedReportDeps, whyNotSave, within } from '../savedReports/saveReport.ts';
import { idParams } from '../savedReports/savedReportSchemas.ts';
import { exportSchema, newExportSchema } from './exportSchemas.ts';

const chapter = 'Exports';
const access = { roles: reportRoles };

/** Exports that one user may have under way. */
const mostUnderWay = 5;

/** Reports that are written to files in the background: everybody sees their own alone. */
export function exportRoutes(deps: SavedReportDeps): Route[] {
  const { exports, log, now } = deps;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/exports',
      summary: 'Write a report to a file in the background',
      chapter,
      access,
      body: newExportSchema,
      answers: {
        202: {
          description: 'Queued. When it is done, the file is a saved report; without a limit it has all rows.',
          schema: exportSchema,
        },
      },
      refuses: [422, 429],
      async handler({ body: { name, ivt, format, expectedRows, request: asked }, user, author }) {
        const problem = await whyNotSave(deps, user, ivt);
        if (problem) return refuse(422, [problem]);
        const { range, ...body } = asked;
        const planned = planFor(user, body, deps.reports);
        if (!planned.ok) return within('request', refuse(422, planned.faults));
        const { id: userId, demandId } = user;
        // The zone stays that of the order, whatever zone the user has later.
        const request = { ...body, offset: planned.plan.request.offset, ...(range ? { range } : {}) };
        const expected = expectedRows === undefined ? {} : { expectedRows };
        const order = { userId, demandId, name, isIvt: ivt, format, request, ...expected };
        const row = await exports.create(order, mostUnderWay);
        if (!row) {
          const message = `You have ${mostUnderWay} exports under way, the most there may be; wait for one or cancel it`;
          return refuse(429, [{ code: 'too_many_exports', message, path: '' }]);
        }
        await log.record(author, {
          action: 'export',
          entity: 'report',
          rowId: null,
          name,
          demandId,
          fields: [
            { field: 'keep', from: null, to: format },
            ...(ivt ? [{ field: ivtField, from: null, to: true }] : []),
          ],
        });
        return ok(shown(row), 202);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/exports',
      summary: 'List your exports',
      chapter,
      access,
      answers: { 200: { description: 'The newest hundred, the newest first', schema: z.array(exportSchema) } },
      handler: async ({ user }) => ok((await exports.list(user.id)).map(shown)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/exports/{id}',
      summary: 'Read an export: how far it is, or how it ended',
      chapter,
      access,
      params: idParams,
      answers: { 200: { description: 'The export', schema: exportSchema } },
      refuses: [404],
      async handler({ params, user }) {
        const row = await exports.read(user.id, params.id);
        return row ? ok(shown(row)) : notFound();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/exports/{id}/cancel',
      summary: 'Cancel an export; one that has ended stays as it is',
      chapter,
      access,
      params: idParams,
      answers: { 200: { description: 'The export as it is now', schema: exportSchema } },
      refuses: [404],
      async handler({ params, user }) {
        const row = await exports.cancel(user.id, params.id, now().toISOString());
        return row ? ok(shown(row)) : notFound();
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/exports/{id}',
      summary: 'Forget an export that failed or was canceled',
      chapter,
      access,
      params: idParams,
      answers: { 200: { description: 'Forgotten', schema: z.object({}) } },
      refuses: [404],
      async handler({ params, user }) {
        return (await exports.dismiss(user.id, params.id)) ? ok({}) : notFound();
      },
    }),
  ];
}

function shown({ isIvt, ...row }: ExportRow): ReportExport {
  return { ...row, ivt: isIvt };
}
