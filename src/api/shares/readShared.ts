import { columnsOf, viewerOf, withCurrentColumns, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { readReport, type ReportResult, type ReportDeps, type ReportRejection } from '../reports/readReport.ts';
import { reject } from '../route.ts';
import type { OpenedShare } from './openShared.ts';
import type { SharedReportCache } from './sharedReportCache.ts';
import { withoutIds } from './withoutIds.ts';

/** Maximum rows of a shared report. */
const maxSharedRows = 10_000;

/** The table of a shared report without ids, or the rejection. */
export type SharedResult =
  | {
      ok: true;
      columns: ReportColumn[];
      /** Without the totals. */
      rows: ReportRow[];
      totals: ReportRow;
      /** Time of the figures, ISO 8601. */
      countedAt: string;
      isCut: boolean;
    }
  | { ok: false; rejection: ReportRejection };

/**
 * Reads a report that is not a file: a snapshot as it was stored, or a live report with the rights of its owner, at
 * most once a minute.
 */
export async function readShared(
  reports: ReportDeps,
  runs: SharedReportCache<ReportResult>,
  { share, owner, report, body, request }: OpenedShare,
): Promise<SharedResult> {
  const columns = columnsOf(request, viewerOf(owner));
  if (report.rows) {
    const limit = request.limit;
    return tableOf(columns, withCurrentColumns(report.rows), { countedAt: report.createdAt, limit });
  }
  const limit = Math.min(request.limit, maxSharedRows);
  // Rights are part of the key, so that a result counted with other rights is not shown.
  const key = JSON.stringify([share.id, viewerOf(owner), body]);
  const { result, at } = await runs.read(key, () =>
    // The first reader may disconnect while others wait for the same result.
    readReport(reports, owner, { ...body, limit }, new AbortController().signal),
  );
  if (!result.ok) return { ok: false, rejection: rejectionFor(result.rejection) };
  return tableOf(columns, result.rows, { countedAt: new Date(at).toISOString(), limit });
}

function tableOf(
  given: readonly ReportColumn[],
  counted: readonly ReportRow[],
  { countedAt, limit }: { countedAt: string; limit: number },
): SharedResult {
  const { columns, rows } = withoutIds(given, counted);
  const totals = rows.pop() ?? {};
  return { ok: true, columns, rows, totals, countedAt, isCut: rows.length >= limit };
}

/** The rejection for readers of a link, who cannot change the report's request. */
function rejectionFor({ status }: ReportRejection): ReportRejection {
  const isBusy = status === 503;
  const message = isBusy
    ? 'The report cannot be run at the moment. Try again in a minute'
    : 'The report is too large to run. Contact the person who sent you the link';
  return reject(isBusy ? 503 : 422, [{ code: isBusy ? 'busy' : 'too_large', message, path: '' }]);
}
