import { columnsOf, viewerOf, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { answerReport, type ReportAnswer, type ReportDeps, type ReportRefusal } from '../reports/answerReport.ts';
import { refuse } from '../route.ts';
import type { OpenedShare } from './openShared.ts';
import type { SharedReportCache } from './sharedReportCache.ts';
import { withoutIds } from './withoutIds.ts';

/** Rows that a shared report shows at most. */
const maxSharedRows = 10_000;

/** The table of a shared report, without ids; or what whoever opens it is told instead. */
export type SharedAnswer =
  | {
      ok: true;
      columns: ReportColumn[];
      /** Without the totals. */
      rows: ReportRow[];
      totals: ReportRow;
      /** When the figures were counted, ISO 8601. */
      countedAt: string;
      isCut: boolean;
    }
  | { ok: false; refusal: ReportRefusal };

/** Reads a report that is no file: as it was kept, or counted with the rights of its owner, once a minute at most. */
export async function readShared(
  reports: ReportDeps,
  runs: SharedReportCache<ReportAnswer>,
  { share, owner, report, body, request }: OpenedShare,
): Promise<SharedAnswer> {
  const columns = columnsOf(request, viewerOf(owner));
  if (report.rows) {
    const limit = request.limit;
    return tableOf(columns, report.rows, { countedAt: report.createdAt, limit });
  }
  const limit = Math.min(request.limit, maxSharedRows);
  // Rights are part of the key: what was counted with others is not shown.
  const key = JSON.stringify([share.id, viewerOf(owner), body]);
  const { answer, at } = await runs.answer(key, () =>
    // Whoever opened it first may leave: others wait for the same answer.
    answerReport(reports, owner, { ...body, limit }, new AbortController().signal),
  );
  if (!answer.ok) return { ok: false, refusal: refusalFor(answer.refusal) };
  return tableOf(columns, answer.rows, { countedAt: new Date(at).toISOString(), limit });
}

function tableOf(
  given: readonly ReportColumn[],
  answered: readonly ReportRow[],
  { countedAt, limit }: { countedAt: string; limit: number },
): SharedAnswer {
  const { columns, rows } = withoutIds(given, answered);
  const totals = rows.pop() ?? {};
  return { ok: true, columns, rows, totals, countedAt, isCut: rows.length >= limit };
}

/** What strangers are told of a report that has no answer now: its question is not theirs to change. */
function refusalFor({ status }: ReportRefusal): ReportRefusal {
  const isBusy = status === 503;
  const message = isBusy
    ? 'The report cannot be run at the moment. Try again in a minute'
    : 'The report is too large to run. Contact the person who sent you the link';
  return refuse(isBusy ? 503 : 422, [{ code: isBusy ? 'busy' : 'too_large', message, path: '' }]);
}
