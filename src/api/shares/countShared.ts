import {
  canPivot,
  funnelQuestion,
  funnelSteps,
  isDimensionKey,
  viewerOf,
  type FunnelStep,
  type ReportRow,
} from '#reports/index.ts';
import { readReport, type ReportDeps, type ReportRejection } from '../reports/readReport.ts';
import type { OpenedShare } from './openShared.ts';
import { countPivot, type CountedPivot } from './countPivot.ts';

/** The figures of a shared live report in all parts that its page shows, or the rejection. */
export type SharedFigures =
  | {
      ok: true;
      /** The totals last. */
      rows: ReportRow[];
      /** Null when the report is not shown with a dimension in columns. */
      pivot: CountedPivot | null;
      /** Null when the report is not shown as a funnel, or cannot be. */
      funnel: FunnelStep[] | null;
    }
  | { ok: false; rejection: ReportRejection };

/** Runs a live report with the rights of its owner: its rows, at most `limit`, its pivot and its funnel. */
export async function countShared(
  deps: ReportDeps,
  { owner, report, body, request }: Pick<OpenedShare, 'owner' | 'report' | 'body' | 'request'>,
  limit: number,
): Promise<SharedFigures> {
  // The first reader may disconnect while others wait for the same result.
  const { signal } = new AbortController();
  const read = (question: object) => readReport(deps, owner, question, signal);
  const { pivot, view } = report.view ?? {};
  const result = await read({ ...body, limit });
  if (!result.ok) return result;
  const { interval: _, ...rest } = body;
  const isPivot = pivot !== undefined && isDimensionKey(pivot) && canPivot(pivot, request.dimensions);
  const question = { ...rest, dimensions: [...request.dimensions] };
  const counted = isPivot ? await countPivot(read, question, pivot, viewerOf(owner)) : null;
  if (counted && !counted.ok) return counted;
  const reasons = view === 'funnel' ? await read(funnelQuestion(body)) : null;
  const funnel = reasons?.ok ? funnelSteps(reasons.rows.slice(0, -1), reasons.rows.at(-1) ?? {}) : null;
  return { ok: true, rows: result.rows, pivot: counted?.pivot ?? null, funnel };
}

/** The number of rows that figures hold in memory. */
export function sizeOfFigures(figures: SharedFigures): number {
  if (!figures.ok) return 0;
  const { rows, pivot } = figures;
  return rows.length + (pivot ? pivot.rows.length * (pivot.values.length + 1) : 0);
}
