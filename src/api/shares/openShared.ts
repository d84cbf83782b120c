import { mayUse } from '#model/index.ts';
import { normalizeReport, resolveRange, viewerOf, type ReportBody, type ReportRequest } from '#reports/index.ts';
import type { SavedReportContentRow } from '#storage/reports/savedReports.ts';
import type { FoundShare } from '#storage/shares/shareStore.ts';
import type { ApiDeps } from '../deps.ts';
import { covers, type ReportView } from '../schedules/reportView.ts';
import { savedRequestSchema } from '../reports/savedReportContract.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readCurrentUser } from '../session/readCurrentUser.ts';

/** The report of a link, and the user whose rights apply. */
export interface OpenedShare {
  share: FoundShare;
  owner: SessionUser;
  report: SavedReportContentRow;
  /** The report request with the current days of a named range. */
  body: ReportBody;
  /** The request, checked with the rights of the owner. */
  request: ReportRequest;
}

/** The form of tokens: 256 bits in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * Opens a link with the current rights of the report's owner. Null, without a reason, when the link does not exist or
 * has expired, the report was deleted or archived, or its owner may no longer run it.
 */
export async function openShared(
  {
    shares,
    savedReports,
    sessions,
    config,
    now,
  }: Pick<ApiDeps, 'shares' | 'savedReports' | 'sessions' | 'config' | 'now'>,
  token: string,
): Promise<OpenedShare | null> {
  if (!tokenForm.test(token)) return null;
  const share = await shares.find(token, now().toISOString());
  if (!share) return null;
  const [owner, report] = await Promise.all([
    readCurrentUser({ sessions, config }, share.userId),
    savedReports.read(share.userId, share.reportId),
  ]);
  if (!owner || !report || !mayUse(owner, 'savingReports')) return null;
  if (report.isIvt && !owner.showPostbidPix && !owner.showPostbidWh) return null;
  const saved = savedRequestSchema.safeParse(report.request);
  if (!saved.success) return null;
  const { range, startTime, endTime, ...question } = saved.data;
  const isRelative = report.kind === 'definition' && range !== undefined;
  const times = isRelative
    ? resolveRange(range, now().getTime(), question.offset ?? owner.timezone)
    : { ...(startTime ? { startTime } : {}), ...(endTime ? { endTime } : {}) };
  const body = { ...question, ...times };
  const normalized = normalizeReport(body, viewerOf(owner));
  if (report.kind === 'file' && !(await maySeeFile(savedReports, owner, report.id))) return null;
  return normalized.ok ? { share, owner, report, body, request: normalized.request } : null;
}

/** Whether the owner may see all data of a file: a colleague with more rights may have delivered it. */
async function maySeeFile(
  savedReports: Pick<ApiDeps['savedReports'], 'readFile'>,
  owner: SessionUser,
  id: number,
): Promise<boolean> {
  const file = await savedReports.readFile(owner.id, id);
  if (!file) return false;
  return file.seenAs === null || covers(viewerOf(owner), file.seenAs as ReportView);
}
