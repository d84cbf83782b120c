import { clockText, csvName, reportCsv, type ReportColumn } from '#reports/index.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { readExport } from '../exports/exportChunks.ts';
import type { ReportDeps, ReportRejection } from '../reports/readReport.ts';
import { implement, ok, reject, type Rejection, type RouteResponse, type Route } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { contentTypes } from '../contentTypes.ts';
import { withByteOrderMark } from '../reports/withByteOrderMark.ts';
import { sizeOfFigures, type SharedFigures } from './countShared.ts';
import { type OpenedShare, openShared } from './openShared.ts';
import { readShared } from './readShared.ts';
import { shareContract, type SharedColumn, type SharedReport } from './shareContract.ts';
import { shareName } from './shareName.ts';
import { createSharedReportCache } from './sharedReportCache.ts';
import type { LoginStore } from '#storage/logins/loginStore.ts';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { addressGroup } from '#runtime/addressGroup.ts';
import { secondsUntil } from '#runtime/secondsUntil.ts';

const windowMs = 60_000;

/** Calls for shared reports per minute and address: enough for an office behind one address, too few for a flood. */
export const sharedCallsPerMinute = 120;

/** Counts a call for a shared report. Returns the seconds to wait when there were too many, else null. */
export async function throttleShared(
  logins: Pick<LoginStore, 'countAttempt'>,
  { ip, now }: { ip: string; now: Date },
): Promise<number | null> {
  const counted = await logins.countAttempt(`shared report from ${addressGroup(ip)}`, { now, windowMs });
  if (counted.attempts <= sharedCallsPerMinute) return null;
  return secondsUntil(counted.resetsAt, now);
}

type SharedDeps = Pick<
  ApiDeps,
  'shares' | 'savedReports' | 'exports' | 'sessions' | 'logins' | 'log' | 'config' | 'now'
> & { reports: ReportDeps };

/** They protect the link: other sites do not receive it, and search engines do not index it. */
const sharedHeaders = headersOf('sharedApi');

/** The one response for an invalid link, whatever the cause. */
const isOver = reject(404, [{ code: 'link_over', message: 'This link is invalid, expired or revoked', path: '' }]);

/** Routes of saved reports for people who have a link but no login. */
export function sharedRoutes(deps: SharedDeps): Route[] {
  const { shares, savedReports, exports, logins, log, reports, now } = deps;
  const runs = createSharedReportCache<SharedFigures>(now, sizeOfFigures);

  /** Responds to a call for a valid link, with the headers of all such responses. */
  async function respond<Done extends RouteResponse>(
    { params: { token }, ip }: { params: { token: string }; ip: string },
    handle: (opened: OpenedShare) => Promise<Done>,
  ): Promise<Done | Rejection<404 | 429>> {
    const waitSeconds = await throttleShared(logins, { ip, now: now() });
    if (waitSeconds !== null) {
      const message = 'Too many requests. Try again in a minute';
      const headers = { ...sharedHeaders, 'retry-after': String(waitSeconds) };
      return reject(429, [{ code: 'too_many_calls', message, path: '' }], headers);
    }
    const opened = await openShared(deps, token);
    const response = opened ? await handle(opened) : isOver;
    return { ...response, headers: { ...response.headers, ...sharedHeaders } };
  }

  async function contentOf(
    opened: OpenedShare,
  ): Promise<{ ok: true; shown: SharedReport } | { ok: false; rejection: ReportRejection }> {
    const { share, owner, report, request } = opened;
    const shown = (countedAt: string, content: SharedReport['content']): SharedReport => ({
      name: report.name,
      sharedBy: owner.accountName,
      validUntil: share.expiresAt,
      range: {
        startDate: request.startDate,
        endDate: request.endDate,
        startTime: request.times ? clockText(request.times.from) : null,
        endTime: request.times ? clockText(request.times.until) : null,
      },
      offset: request.offset,
      isTest: request.traffic === 'test',
      countedAt,
      content,
    });
    if (report.kind === 'file') {
      const { format, byteCount, rowCount } = report;
      const content = { kind: 'file', format: format ?? 'csv', byteCount, rowCount } as const;
      return { ok: true, shown: shown(report.exportedAt ?? report.createdAt, content) };
    }
    const result = await readShared(reports, runs, opened);
    if (!result.ok) return result;
    const { columns, rows, totals, pivot, funnel, countedAt, isCut } = result;
    const { pivot: _, ...view } = report.view ?? {};
    const isTotalsOnly = request.dimensions.length === 0;
    const content: SharedReport['content'] = {
      kind: 'table',
      isLive: report.kind === 'definition',
      columns: columns.map(shownColumn),
      rows: isTotalsOnly ? [totals] : rows,
      totals: isTotalsOnly ? null : totals,
      isCut,
      view,
      pivot: pivot && { ...pivot, columns: pivot.columns.map(shownColumn) },
      funnel,
    };
    return { ok: true, shown: shown(countedAt, content) };
  }

  /** Counts a view; logs the first one. */
  async function countView({ share, owner, report }: OpenedShare): Promise<void> {
    const at = now().toISOString();
    if ((await shares.countView(share.id, at)) !== 1) return;
    await log.record(systemAuthor, {
      action: 'share',
      entity: 'report',
      rowId: report.id,
      name: report.name,
      demandId: owner.demandId,
      fields: [{ field: 'firstView', from: null, to: shareName(share) }],
    });
  }

  return [
    implement(shareContract.read, (call) =>
      respond(call, async (opened) => {
        const content = await contentOf(opened);
        if (!content.ok) return content.rejection;
        await countView(opened);
        return ok(content.shown);
      }),
    ),
    implement(shareContract.downloadCsv, (call) =>
      respond(call, async (opened) => {
        const { report, request } = opened;
        if (report.kind === 'file') return isOver;
        const result = await readShared(reports, runs, opened);
        if (!result.ok) return result.rejection;
        const { columns, rows, totals } = result;
        return {
          status: 200,
          stream: withByteOrderMark(reportCsv(request, columns, rows, totals)),
          headers: {
            'content-type': contentTypes.csv,
            'content-disposition': attachmentHeader(csvName(request).replace(/\.csv$/, ''), 'csv'),
          },
        };
      }),
    ),
    implement(shareContract.downloadFile, (call) =>
      respond(call, async ({ owner, report }) => {
        const file = await savedReports.readFile(owner.id, report.id);
        if (!file) return isOver;
        return {
          status: 200,
          stream: 'text' in file ? withByteOrderMark(file.text) : readExport(exports, file.exportId, file.format),
          headers: {
            'content-type': contentTypes[file.format],
            'content-disposition': attachmentHeader(file.name, file.format),
          },
        };
      }),
    ),
  ];
}

function shownColumn(column: ReportColumn): SharedColumn {
  return {
    key: column.key,
    label: column.label,
    definition: column.type === 'metric' ? column.metric.definition : column.dimension.definition,
    unit: column.type === 'metric' ? column.unit : null,
  };
}
