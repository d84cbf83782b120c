import { daysBetween, toSql, type ReportPlan, type ReportSql, type StoredRow } from '#reports/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** The facts as reports read them. */
export type Facts = Pick<ClickHouse, 'query'>;

/** How a statement is treated by the store: beside the pages, or behind other reports. */
export type Lane = 'small' | 'report';

/** Time that one report may take with its turn in the queue, in ms. The statement alone bounds itself to less. */
const timeoutMs = 60_000;

/** The longest range, in days, whose roll-ups are read beside the pages instead of behind other reports. */
const maxSmallDays = 35;

/** Why a report has no answer. */
export type Unanswered =
  | 'tooLong'
  | 'tooLarge'
  | 'busy'
  /** The tables are not there yet, or not yet as this version needs them. */
  | 'unready'
  /** The asker went away. */
  | 'left';

/** The rows of a report, or why it did not get any. */
export type ReportOutcome<Row = StoredRow> = { outcome: 'done'; rows: Row[] } | { outcome: Unanswered };

/** Runs a plan. When the asker leaves or time is up, the statement ends too. Rejects when the store cannot be reached. */
export function runReport(facts: Facts, plan: ReportPlan, clientSignal: AbortSignal): Promise<ReportOutcome> {
  return queryBounded(facts, toSql(plan), laneOf(plan), clientSignal);
}

/** Runs a statement of reports, which bounds itself. Rejects when the store cannot be reached. */
export async function queryBounded<Row>(
  facts: Facts,
  { sql, params }: ReportSql,
  lane: Lane,
  clientSignal: AbortSignal,
): Promise<ReportOutcome<Row>> {
  const signal = AbortSignal.any([clientSignal, AbortSignal.timeout(timeoutMs)]);
  try {
    return { outcome: 'done', rows: await facts.query<Row>(sql, params, { lane, signal }) };
  } catch (error) {
    if (clientSignal.aborted) return { outcome: 'left' };
    if (signal.aborted) return { outcome: 'tooLong' };
    const outcome = refusalCode(error);
    if (outcome) return { outcome };
    throw error;
  }
}

/** Dashboards and short reports over roll-ups must not wait behind long ones. */
export function laneOf({ table, hasResults, request }: ReportPlan): Lane {
  const isSmall = !hasResults && table !== 'facts' && table !== 'hourly_inventory' && table !== 'hourly_audience';
  return isSmall && daysBetween(request.startDate, request.endDate) <= maxSmallDays ? 'small' : 'report';
}

/**
 * Error codes of ClickHouse that are the question's doing (time, memory, size of the answer, queue) or tell of tables,
 * a database or columns that the worker has still to make: every name in a statement is one of ours.
 */
const outcomeByCode: Record<string, Unanswered> = {
  '16': 'unready',
  '47': 'unready',
  '60': 'unready',
  '81': 'unready',
  '159': 'tooLong',
  '202': 'busy',
  '241': 'tooLarge',
  '396': 'tooLarge',
};

/** Why the store refused a report; null where that is not the question's doing. */
export function refusalCode(error: unknown): Unanswered | null {
  return outcomeByCode[codeOf(error)] ?? null;
}

/** Whether the store refused because its tables are not there yet, or not yet as this version needs them. */
export function isUnready(error: unknown): boolean {
  return refusalCode(error) === 'unready';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
