import {
  columnsOf,
  viewerOf,
  withCurrentColumns,
  type FunnelStep,
  type ReportColumn,
  type ReportRow,
} from '#reports/index.ts';
import type { ReportDeps, ReportRejection } from '../reports/readReport.ts';
import { reject } from '../route.ts';
import type { CountedPivot } from './countPivot.ts';
import { countShared, type SharedFigures } from './countShared.ts';
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
      /** Null when no dimension is in columns. */
      pivot: CountedPivot | null;
      /** Null when the report is not shown as a funnel. */
      funnel: FunnelStep[] | null;
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
  runs: SharedReportCache<SharedFigures>,
  opened: OpenedShare,
): Promise<SharedResult> {
  const { share, owner, report, body, request } = opened;
  const columns = columnsOf(request, viewerOf(owner));
  if (report.rows) {
    const limit = request.limit;
    const stored = { rows: withCurrentColumns(report.rows), pivot: null, funnel: null };
    return tableOf(columns, stored, { countedAt: report.createdAt, limit });
  }
  const limit = Math.min(request.limit, maxSharedRows);
  // Rights are part of the key, so that a result counted with other rights is not shown.
  const key = JSON.stringify([share.id, viewerOf(owner), body]);
  const { result, at } = await runs.read(key, () => countShared(reports, opened, limit));
  if (!result.ok) return { ok: false, rejection: rejectionFor(result.rejection) };
  return tableOf(columns, result, { countedAt: new Date(at).toISOString(), limit });
}

function tableOf(
  given: readonly ReportColumn[],
  { rows: counted, pivot, funnel }: Omit<SharedFigures & { ok: true }, 'ok'>,
  { countedAt, limit }: { countedAt: string; limit: number },
): SharedResult {
  const { columns, rows } = withoutIds(given, counted);
  const totals = rows.pop() ?? {};
  return { ok: true, columns, rows, totals, pivot, funnel, countedAt, isCut: rows.length >= limit };
}

/** The rejection for readers of a link, who cannot change the report's request. */
function rejectionFor({ status }: ReportRejection): ReportRejection {
  const isBusy = status === 503;
  const message = isBusy
    ? 'The report cannot be run at the moment. Try again in a minute'
    : 'The report is too large to run. Contact the person who sent you the link';
  return reject(isBusy ? 503 : 422, [{ code: isBusy ? 'busy' : 'too_large', message, path: '' }]);
}
