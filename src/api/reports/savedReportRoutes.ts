import {
  currentMetricColumn,
  normalizeReport,
  viewerOf,
  withCurrentColumns,
  withCurrentNames,
  type ReportBody,
} from '#reports/index.ts';
import type { ReportViewParts, SavedReportContentRow, SavedReportRow } from '#storage/reports/savedReports.ts';
import { readExport } from '../exports/exportChunks.ts';
import { implement, notFound, ok, type Rejection, reject, type Route } from '../route.ts';
import { covers, type ReportView } from '../schedules/reportView.ts';
import { attachmentHeader } from './attachmentHeader.ts';
import { contentTypes } from '../contentTypes.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { withByteOrderMark } from './withByteOrderMark.ts';
import { readVerificationQuota } from './verificationQuota.ts';
import { type SavedReportDeps, saveReport } from './saveReport.ts';
import { type NewReport, type SavedReport, savedReportContract } from './savedReportContract.ts';

/** Routes of saved reports. Users only see their own. */
export function savedReportRoutes(deps: SavedReportDeps): Route[] {
  const { savedReports, exports, log } = deps;
  return [
    implement(savedReportContract.list, async ({ query, user }) => {
      const isArchivedShown = query.archived === '1';
      const filter = query.last === undefined ? { isArchivedShown } : { after: query.last, isArchivedShown };
      return ok((await savedReports.list(user.id, filter)).map((row) => shown(deps, row)));
    }),
    implement(savedReportContract.save, async ({ body, ...call }) => {
      const saved = await saveReport(deps, call, body);
      return saved.ok ? ok(shown(deps, saved.report), 201) : saved.rejection;
    }),
    implement(savedReportContract.read, async ({ params, user }) => {
      const report = await savedReports.read(user.id, params.id);
      if (!report) return notFound();
      const rejection = rejectionNow(report.request, user);
      if (rejection) return rejection;
      return ok({ ...shown(deps, report), ...currentContent(report) });
    }),
    implement(savedReportContract.change, async ({ params, body: { name, isArchived }, user }) => {
      const change = { ...(name === undefined ? {} : { name }), ...(isArchived === undefined ? {} : { isArchived }) };
      const report = await savedReports.update(user.id, params.id, change);
      return report ? ok(shown(deps, report)) : notFound();
    }),
    implement(savedReportContract.copy, async ({ params, body: { name }, user, author, signal }) => {
      const report = await savedReports.read(user.id, params.id);
      if (!report) return notFound();
      const { request, view } = currentContent(report);
      const copy = { name, ivt: report.isIvt, saveAs: 'definition', request, ...(view ? { view } : {}) } as NewReport;
      const saved = await saveReport(deps, { user, author, signal }, copy);
      return saved.ok ? ok(shown(deps, saved.report), 201) : saved.rejection;
    }),
    implement(savedReportContract.remove, async ({ params, user }) => {
      return (await savedReports.remove(user.id, params.id)) ? ok({}) : notFound();
    }),
    implement(savedReportContract.download, async ({ params, user, author }) => {
      const file = await savedReports.readFile(user.id, params.id);
      if (!file) return notFound();
      const rejection = rejectionNow(file.request, user) ?? rejectionOfView(file.seenAs, user);
      if (rejection) return rejection;
      await log.record(author, {
        action: 'export',
        entity: 'report',
        rowId: params.id,
        name: file.name,
        demandId: user.demandId,
      });
      return {
        status: 200,
        stream: 'text' in file ? withByteOrderMark(file.text) : readExport(exports, file.exportId, file.format),
        headers: {
          'content-type': contentTypes[file.format],
          'content-disposition': attachmentHeader(file.name, file.format),
        },
      };
    }),
    implement(savedReportContract.readVerificationQuota, async () => ok(await readVerificationQuota(deps))),
  ];
}

/** Refuses a snapshot whose user may no longer run its request: rights and flags may have been revoked since. */
function rejectionNow(request: unknown, user: SessionUser): Rejection<422> | null {
  const { range: _range, ...question } = request as Record<string, unknown>;
  const normalized = normalizeReport(question, viewerOf(user));
  return normalized.ok ? null : reject(422, normalized.faults);
}

/** Refuses a colleague's file that contains data the user may not see. */
function rejectionOfView(seenAs: unknown, user: SessionUser): Rejection<422> | null {
  if (seenAs === null || covers(viewerOf(user), seenAs as ReportView)) return null;
  const message = 'This file contains data you do not have access to';
  return reject(422, [{ code: 'narrower_rights', message, path: '' }]);
}

/** The content of a saved report with its metrics as they are called now. */
function currentContent({
  request,
  rows,
  view,
}: SavedReportContentRow): Pick<SavedReportContentRow, 'request' | 'rows' | 'view'> {
  return {
    request: withCurrentNames(request as ReportBody),
    rows: rows && withCurrentColumns(rows),
    view: view && currentView(view),
  };
}

function currentView({ chart, ...view }: ReportViewParts): ReportViewParts {
  return chart === undefined ? view : { ...view, chart: currentMetricColumn(chart) };
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
    expiresAt: exportedAt === null ? null : new Date(Date.parse(exportedAt) + fileDays * 86_400_000).toISOString(),
    ivt: isIvt,
    isArchived,
    rowCount,
    from: senderName,
  };
}
