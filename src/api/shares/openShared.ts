import { normalizeReport, resolveRange, viewerOf, type ReportBody, type ReportRequest } from '#reports/index.ts';
import type { SavedReportContentRow } from '#storage/savedReports.ts';
import type { FoundShare } from '#storage/shares/shareStore.ts';
import type { ApiDeps } from '../deps.ts';
import { covers, type ReportView } from '../schedules/reportView.ts';
import { savedRequestSchema } from '../savedReports/savedReportContract.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readCurrentUser } from '../session/readCurrentUser.ts';

/** A report that a link leads to, and whose rights it is read with. */
export interface OpenedShare {
  share: FoundShare;
  owner: SessionUser;
  report: SavedReportContentRow;
  /** The question as it is asked now, with the days that a named range means at the moment. */
  body: ReportBody;
  /** The same, checked with the rights of the owner. */
  request: ReportRequest;
}

/** Tokens as they are made: 256 bits in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * Follows a link with the rights that the owner of the report has now. Null where it leads nowhere, and nobody is told
 * why: there is no such link, it is over, the report is gone or put away, or its owner may not ask for it any more.
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
  if (!owner || !report) return null;
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

/** Whether the owner may see all that a file tells of: a colleague with more rights may have delivered it. */
async function maySeeFile(
  savedReports: Pick<ApiDeps['savedReports'], 'readFile'>,
  owner: SessionUser,
  id: number,
): Promise<boolean> {
  const file = await savedReports.readFile(owner.id, id);
  if (!file) return false;
  return file.seenAs === null || covers(viewerOf(owner), file.seenAs as ReportView);
}
