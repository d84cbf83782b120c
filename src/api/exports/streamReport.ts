import {
  columnsOf,
  exportSql,
  formatRows,
  viewerOf,
  type ReportColumn,
  type ReportPlan,
  type ReportRow,
  type StoredRow,
} from '#reports/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { createNameLookup } from './createNameLookup.ts';
import type { ExportReportDeps } from './exportReportDeps.ts';

/** A report whose rows are streamed. */
export interface ReportStream {
  plan: ReportPlan;
  columns: readonly ReportColumn[];
  /** Batches of rows without the totals. Can be read once. */
  batches: AsyncIterable<ReportRow[]>;
  /** Available after the last batch: the totals, and whether there were more rows. */
  ending: () => { totals: ReportRow; isCut: boolean };
}

/** Streams a report of up to `most` rows in batches, and looks up the names for each. Batches do not stay in memory. */
export function streamReport(
  deps: ExportReportDeps,
  { user, plan, most, signal }: { user: SessionUser; plan: ReportPlan; most: number; signal: AbortSignal },
): ReportStream {
  let totals: ReportRow = formatRows(plan, [], {}).at(-1) ?? {};
  let isCut = false;
  async function* batches(): AsyncIterable<ReportRow[]> {
    // One row more than requested shows whether there are more.
    const { sql, params } = exportSql(plan, most + 1);
    const namesOf = createNameLookup(deps, plan);
    let left = most;
    for await (const stored of inBatches(deps.facts.stream<StoredRow>(sql, params, signal))) {
      // A server reports an error half way as a row of its own.
      if (stored.some((row) => row['is_total'] === undefined))
        throw new Error('The response of the data store was incomplete');
      const rows = formatRows(plan, stored, await namesOf(stored));
      const last = rows.pop();
      if (last && stored.some((row) => Number(row['is_total']) === 1)) totals = last;
      if (rows.length > left) isCut = true;
      const wanted = rows.slice(0, left);
      left -= wanted.length;
      if (wanted.length > 0) yield wanted;
      if (isCut) return;
    }
  }
  return {
    plan,
    columns: columnsOf(plan.request, viewerOf(user)),
    batches: batches(),
    ending: () => ({ totals, isCut }),
  };
}

/** Rows per name lookup. */
const batchRows = 5000;

/** Joins small batches, as they arrive from the network, into larger ones. */
async function* inBatches<T>(parts: AsyncIterable<T[]>): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const part of parts) {
    batch.push(...part);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
