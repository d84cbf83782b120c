import { mayUse } from '#model/index.ts';
import {
  reportFooter,
  csvHead,
  csvTotals,
  dimensionOf,
  type ReportFilter,
  type ReportRequest,
} from '#reports/index.ts';
import type { ExportProgress, ExportStore } from '#storage/exports/exportStore.ts';
import type { ClaimedExport } from '#storage/exports/claimedExport.ts';
import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { FileTotal } from '#storage/schedules/mailQueue.ts';
import type { Config } from '../../config.ts';
import { planFor } from '../reports/planFor.ts';
import { problemOf } from '../reports/rejectionOf.ts';
import { withPartners } from '../reports/withPartners.ts';
import { failureOf } from '../reports/runReport.ts';
import { inactiveText, readCurrentUser } from '../session/readCurrentUser.ts';
import { createChunkWriter } from './exportChunks.ts';
import { csvFile } from './csvFile.ts';
import { streamReport, type ReportStream } from './streamReport.ts';
import type { ExportReportDeps } from './exportReportDeps.ts';
import { xlsxFile } from './xlsxFile.ts';

export interface ExportDeps {
  exports: ExportStore;
  sessions: Pick<SessionStore, 'readUser'>;
  config: Config;
  reports: ExportReportDeps;
  now: () => Date;
}

/** The result of an export: a written file, or a rejection with its reason for the user. */
export type WrittenExport = { type: 'written'; totals: FileTotal[] } | { type: 'refused'; reason: string };

/**
 * Runs a report with its user's current rights and writes it to its file. Updates `progress`. Rejects when `signal`
 * aborts, and when a store is unavailable.
 */
export async function writeExport(
  deps: ExportDeps,
  claim: ClaimedExport,
  progress: ExportProgress,
  signal: AbortSignal,
): Promise<WrittenExport> {
  const refused = (reason: string): WrittenExport => ({ type: 'refused', reason });
  const user = await readCurrentUser(deps, claim.userId);
  if (!user || !mayUse(user, 'savingReports')) return refused(inactiveText);
  const { range: _range, ...body } = claim.request;
  const planned = planFor(user, body, deps.reports);
  if (!planned.ok) return refused(planned.faults.map(({ message }) => message).join('; '));
  const plan = await withPartners(deps.reports, planned.plan);
  const most = mostRows(body, deps.config);
  const stream = streamReport(deps.reports, { user, plan, most, signal });
  const nameOf = await namesOfFilters(deps, plan.request, plan.scope.demandId);
  const ranAt = deps.now().getTime();
  const about = (isCut: boolean) =>
    reportFooter(plan.request, { name: claim.name, ranAt, cutAt: isCut ? most : null, nameOf, notes: plan.notes });
  const chunks = createChunkWriter(claim.format, (place, bytes) => deps.exports.putChunk(claim, place, bytes));
  const onRows = (count: number) => {
    progress.rowCount += count;
  };
  const file = claim.format === 'csv' ? csvFile(stream, about, onRows) : xlsxFile(stream, about, onRows);
  try {
    for await (const bytes of file) {
      signal.throwIfAborted();
      await chunks.write(bytes);
      progress.byteCount = chunks.byteCount;
    }
    await chunks.end();
  } catch (error) {
    const failure = signal.aborted ? null : failureOf(error);
    if (failure) return refused(problemOf(failure).message);
    throw error;
  }
  return { type: 'written', totals: firstTotals(stream) };
}

/** Maximum totals of a file in a mail. */
const maxTotals = 4;

function firstTotals({ plan, columns, ending }: ReportStream): FileTotal[] {
  const metrics = columns.filter((column) => column.type === 'metric').slice(0, maxTotals);
  const [labels, texts] = [csvHead(plan.request, metrics), csvTotals(metrics, ending().totals)];
  return labels.map((label, index) => ({ label, text: texts[index] ?? '' }));
}

/** The limit of a request, or the maximum without one. */
function mostRows(body: Record<string, unknown>, { EXPORT_MAX_ROWS }: Config): number {
  const limit = body['limit'];
  return typeof limit === 'number' ? Math.min(limit, EXPORT_MAX_ROWS) : EXPORT_MAX_ROWS;
}

/** Looks up the names of filter values: of ids from their rows, of codes from the report's dimensions. */
async function namesOfFilters(
  { reports: { entities } }: ExportDeps,
  request: ReportRequest,
  demandId: number | null,
): Promise<(filter: ReportFilter, value: string | number) => string | undefined> {
  const scope = demandId === null ? 'all' : [demandId];
  const named = new Map<string, Map<string | number, string>>();
  for (const { dim, values } of request.filters) {
    const { entity, choices } = dimensionOf(dim);
    const names = new Map<string | number, string>(choices?.map(({ value, label }) => [value, label]));
    const ids = values.filter((value) => typeof value === 'number' && value > 0).map(Number);
    if (entity && ids.length > 0) {
      const found = await entities.listNames(entity, { scope, isArchivedShown: true, ids });
      for (const { id, name } of found) names.set(id, name);
    }
    named.set(dim, names);
  }
  return ({ dim }, value) => named.get(dim)?.get(value);
}
