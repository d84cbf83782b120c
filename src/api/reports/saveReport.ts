import { columnsOf, reportCsv, viewerOf } from '#reports/index.ts';
import type { PageLink } from '#model/index.ts';
import type { ReportViewParts, SavedReportRow } from '#storage/reports/savedReports.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import type { Problem } from '../problem.ts';
import { readReport, type ReportRejection } from './readReport.ts';
import { planFor } from './planFor.ts';
import { type Rejection, reject } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { ivtField, readVerificationQuota } from './verificationQuota.ts';
import type { NewReport } from './savedReportContract.ts';

export type SavedReportDeps = Pick<
  ApiDeps,
  'savedReports' | 'exports' | 'platform' | 'log' | 'now' | 'reports' | 'fileDays'
>;

/** Maximum rows of a snapshot; a file can have as many as a report. */
export const maxSnapshotRows = 10_000;

/** Maximum saved reports per user: lists show no more. */
export const maxReports = 1000;

/** A saved report, or the rejection. */
export type SavedOutcome = { ok: true; report: SavedReportRow } | { ok: false; rejection: ReportRejection };

/** The page where a user deletes saved reports and cancels exports. */
export const savedReportsPage: PageLink = { label: 'Saved reports', href: '/reports' };

/** Runs a report with the rights of the caller and stores its rows, or stores a live report without running it. */
export async function saveReport(
  deps: SavedReportDeps,
  { user, author, signal }: { user: SessionUser; author: Author; signal: AbortSignal },
  order: NewReport,
): Promise<SavedOutcome> {
  const {
    name,
    ivt,
    saveAs,
    request: { range, ...body },
  } = order;
  const problem = await saveProblem(deps, user, ivt && saveAs !== 'definition');
  if (problem) return { ok: false, rejection: reject(422, [problem]) };
  if (saveAs === 'definition') return saveDefinition(deps, { user, author }, order);
  const result = await readReport(deps.reports, user, body, signal);
  if (!result.ok) return { ok: false, rejection: within('request', result.rejection) };
  const { request } = result.plan;
  const rows = result.rows.slice(0, -1);
  if (saveAs === 'rows' && rows.length > maxSnapshotRows) return { ok: false, rejection: reject(422, [tooManyRows]) };
  const report = await deps.savedReports.create({
    userId: user.id,
    name,
    isIvt: ivt,
    // Stores the zone of the rows, which stays when the user's zone changes.
    request: { ...body, offset: request.offset, ...(range ? { range } : {}) },
    rows: saveAs === 'rows' ? result.rows : null,
    file:
      saveAs === 'file' ? reportCsv(request, columnsOf(request, viewerOf(user)), rows, result.rows.at(-1) ?? {}) : null,
    rowCount: rows.length,
    view: viewOf(order),
  });
  await deps.log.record(author, {
    action: 'export',
    entity: 'report',
    rowId: report.id,
    name,
    demandId: user.demandId,
    fields: [{ field: 'saveAs', from: null, to: saveAs }, ...(ivt ? [{ field: ivtField, from: null, to: true }] : [])],
  });
  return { ok: true, report };
}

/** Stores a live report, when the caller may run it. */
async function saveDefinition(
  deps: SavedReportDeps,
  { user, author }: { user: SessionUser; author: Author },
  order: NewReport,
): Promise<SavedOutcome> {
  const {
    name,
    ivt,
    request: { range, ...body },
  } = order;
  const planned = planFor(user, body, deps.reports);
  if (!planned.ok) return { ok: false, rejection: within('request', reject(422, planned.faults)) };
  const report = await deps.savedReports.create({
    userId: user.id,
    name,
    isIvt: ivt,
    request: { ...body, offset: planned.plan.request.offset, ...(range ? { range } : {}) },
    rows: null,
    file: null,
    rowCount: 0,
    view: viewOf(order),
  });
  await deps.log.record(author, {
    action: 'created',
    entity: 'report',
    rowId: report.id,
    name,
    demandId: user.demandId,
  });
  return { ok: true, report };
}

/** The stored view of a report; null when the body has none. */
function viewOf({ view = {} }: NewReport): ReportViewParts | null {
  const parts: ReportViewParts = {};
  for (const [part, value] of Object.entries(view)) if (value) parts[part] = value;
  return Object.keys(parts).length > 0 ? parts : null;
}

const tooManyRows: Problem = {
  code: 'too_many_rows',
  message: `A snapshot can have at most ${maxSnapshotRows.toLocaleString('en-US')} rows. Save a file instead, or reduce the rows`,
  path: 'request.limit',
};

/**
 * The reason why a user cannot save another report: the maximum number, or the month's quota of post-bid reports, is
 * reached; null when the user can.
 */
export async function saveProblem(deps: SavedReportDeps, user: SessionUser, ivt: boolean): Promise<Problem | null> {
  const existing = await deps.savedReports.list(user.id, { isArchivedShown: true, limit: maxReports });
  if (existing.length >= maxReports) {
    const message = `You have reached the limit of ${maxReports.toLocaleString('en-US')} saved reports. Delete some first`;
    return { code: 'too_many_reports', message, path: '', fix: savedReportsPage };
  }
  if (!ivt) return null;
  if (!user.showPostbidPix && !user.showPostbidWh) {
    return { code: 'no_verification', message: 'Post-bid verification is not enabled for your account', path: 'ivt' };
  }
  const { reports, month, endsOn } = await readVerificationQuota(deps);
  if (reports.max === 0 || reports.used < reports.max) return null;
  const message = `All ${reports.max} post-bid verification reports for ${month} are used. You can save new ones from ${endsOn} 00:00 UTC`;
  return { code: 'verification_quota', message, path: 'ivt' };
}

/** Moves the paths of a rejection under a part of the body. */
export function within<Status extends number>(part: string, rejection: Rejection<Status>): Rejection<Status> {
  const problems = rejection.problems.map((each) => ({
    ...each,
    path: each.path === '' ? part : `${part}.${each.path}`,
  }));
  return { ...rejection, problems };
}
