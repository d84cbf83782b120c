import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import type { SavedReportRow } from '#storage/savedReports.ts';
import { normalizeReport, viewerOf } from '#reports/index.ts';
import type { SessionUser } from '../contract.ts';
import type { SavedReport, SavedReportContent } from '../reportContract.ts';
import { readExport } from '../exports/exportChunks.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { covers, type ReportView } from '../schedules/reportView.ts';
import { attachmentHeader } from './attachmentHeader.ts';
import { contentTypes, markedAsUtf8 } from './fileStreams.ts';
import { readPostbidQuota } from './postbidQuota.ts';
import { saveReport, type SavedReportDeps } from './saveReport.ts';
import {
  changeSchema,
  cloneSchema,
  idParams,
  listQuerySchema,
  newReportSchema,
  postbidQuotaSchema,
  savedReportContentSchema,
  savedReportSchema,
} from './savedReportSchemas.ts';

const chapter = 'Saved reports';
const access = { roles: reportRoles };

/** The reports that people keep: everybody sees their own alone. */
export function savedReportRoutes(deps: SavedReportDeps): Route[] {
  const { savedReports, exports, log } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/savedReports',
      summary: 'List your saved reports, those after the last one known',
      chapter,
      access,
      query: listQuerySchema,
      answers: { 200: { description: 'The newest first', schema: z.array(savedReportSchema) } },
      async handler({ query, user }) {
        const isArchivedShown = query.archived === '1';
        const filter = query.last === undefined ? { isArchivedShown } : { after: query.last, isArchivedShown };
        return ok((await savedReports.list(user.id, filter)).map((row) => shown(deps, row)));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/savedReport',
      summary: 'Run a report and keep its answer',
      chapter,
      access,
      body: newReportSchema,
      answers: { 201: { description: 'Saved', schema: savedReportSchema } },
      refuses: [422],
      async handler({ body, ...call }) {
        const saved = await saveReport(deps, call, body);
        return saved.ok ? ok(shown(deps, saved.report), 201) : saved.refusal;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/savedReport/{id}',
      summary: 'Read a saved report',
      chapter,
      access,
      params: idParams,
      answers: { 200: { description: 'The report', schema: savedReportContentSchema } },
      refuses: [404, 422],
      async handler({ params, user }) {
        const report = await savedReports.read(user.id, params.id);
        if (!report) return notFound();
        const refusal = refusalNow(report.request, user);
        if (refusal) return refusal;
        const { request, rows, view } = report;
        const content: SavedReportContent = { ...shown(deps, report), request, rows, view };
        return ok(content);
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/api/savedReport/{id}',
      summary: 'Rename a saved report, archive it or take it back',
      chapter,
      access,
      params: idParams,
      body: changeSchema,
      answers: { 200: { description: 'Changed', schema: savedReportSchema } },
      refuses: [404],
      async handler({ params, body: { name, isArchived }, user }) {
        const change = { ...(name === undefined ? {} : { name }), ...(isArchived === undefined ? {} : { isArchived }) };
        const report = await savedReports.update(user.id, params.id, change);
        return report ? ok(shown(deps, report)) : notFound();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/savedReport/{id}/clone',
      summary: 'Copy the question of a saved report into a definition of its own',
      chapter,
      access,
      params: idParams,
      body: cloneSchema,
      answers: { 201: { description: 'Copied', schema: savedReportSchema } },
      refuses: [404, 422],
      async handler({ params, body: { name }, user, author, signal }) {
        const report = await savedReports.read(user.id, params.id);
        if (!report) return notFound();
        const { isIvt: ivt, request, view } = report;
        const copy = { name, ivt, keep: 'definition', request, ...(view ? { view } : {}) } as z.output<
          typeof newReportSchema
        >;
        const saved = await saveReport(deps, { user, author, signal }, copy);
        return saved.ok ? ok(shown(deps, saved.report), 201) : saved.refusal;
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/savedReport/{id}',
      summary: 'Delete a saved report for good',
      chapter,
      access,
      params: idParams,
      answers: { 200: { description: 'Deleted', schema: z.object({}) } },
      refuses: [404],
      async handler({ params, user }) {
        return (await savedReports.remove(user.id, params.id)) ? ok({}) : notFound();
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/savedFile/{id}',
      summary: 'Download a report that is kept as a file',
      chapter,
      access,
      params: idParams,
      answers: {
        200: {
          description: 'The report as CSV in UTF-8, or as XLSX',
          contentType: Object.values(contentTypes),
          schema: z.string(),
        },
      },
      refuses: [404, 422],
      async handler({ params, user, author }) {
        const file = await savedReports.readFile(user.id, params.id);
        if (!file) return notFound();
        const refusal = refusalNow(file.request, user) ?? refusalOfView(file.seenAs, user);
        if (refusal) return refusal;
        await log.record(author, {
          action: 'export',
          entity: 'report',
          rowId: params.id,
          name: file.name,
          demandId: user.demandId,
        });
        return {
          status: 200,
          stream: 'text' in file ? markedAsUtf8(file.text) : readExport(exports, file.exportId, file.format),
          headers: {
            'content-type': contentTypes[file.format],
            'content-disposition': attachmentHeader(file.name, file.format),
          },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/postbid/quota',
      summary: 'Tell how much of the postbid limits of the month is used',
      chapter,
      access,
      answers: { 200: { description: 'The limits of the platform and what is used', schema: postbidQuotaSchema } },
      handler: async () => ok(await readPostbidQuota(deps)),
    }),
  ];
}

/** What was kept is shown only while its reader may still ask for it: rights and flags can have been taken since. */
function refusalNow(request: unknown, user: SessionUser): Reply<422> | null {
  const { range: _range, ...question } = request as Record<string, unknown>;
  const normalized = normalizeReport(question, viewerOf(user));
  return normalized.ok ? null : refuse(422, normalized.faults);
}

/** What a colleague delivered is shown only while its reader may see all that it tells of. */
function refusalOfView(seenAs: unknown, user: SessionUser): Reply<422> | null {
  if (seenAs === null || covers(viewerOf(user), seenAs as ReportView)) return null;
  const message = 'This file tells of more than you may see';
  return refuse(422, [{ code: 'narrower_rights', message, path: '' }]);
}

function shown({ fileDays }: SavedReportDeps, row: SavedReportRow): SavedReport {
  const { id, createdAt, name, kind, format, byteCount, exportedAt, isIvt, isArchived, rowCount, senderName } = row;
  return {
    id,
    dt: createdAt,
    name,
    file: kind === 'file',
    kind,
    format,
    byteCount,
    keptUntil: exportedAt === null ? null : new Date(Date.parse(exportedAt) + fileDays * 86_400_000).toISOString(),
    ivt: isIvt,
    isArchived,
    rowCount,
    from: senderName,
  };
}
