import { daysBetween, hasSingleFacts, toSql, type ReportPlan, type ReportSql, type StoredRow } from '#reports/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** The part of the store that reports read. */
export type FactReader = Pick<ClickHouse, 'query'>;

/** The lane of a statement in the store: beside pages, or behind other reports. */
export type Lane = 'small' | 'report';

/** Maximum time of a report including the queue, in ms. The statement has a lower limit of its own. */
const timeoutMs = 60_000;

/** Maximum days of a range whose roll-ups are read beside pages, not behind other reports. */
const maxSmallDays = 35;

/** The reason why a report has no rows to return. */
export type ReportFailure =
  | 'tooLong'
  | 'tooLarge'
  | 'busy'
  /** The tables do not exist yet, or not yet as this version needs them. */
  | 'unready'
  /** The client disconnected. */
  | 'left';

/** The rows of a report, or the reason why there are none. */
export type ReportOutcome<Row = StoredRow> = { outcome: 'done'; rows: Row[] } | { outcome: ReportFailure };

/**
 * Runs a plan. Cancels the statement when the client disconnects or the time is up. Rejects when the store is
 * unavailable.
 */
export function runReport(facts: FactReader, plan: ReportPlan, clientSignal: AbortSignal): Promise<ReportOutcome> {
  return queryBounded(facts, toSql(plan), laneOf(plan), clientSignal);
}

/** Runs a statement of reports with its own limits. Rejects when the store is unavailable. */
export async function queryBounded<Row>(
  facts: FactReader,
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
    const outcome = failureOf(error);
    if (outcome) return { outcome };
    throw error;
  }
}

/** Dashboards and short reports over roll-ups do not wait behind long ones. */
export function laneOf({ table, hasResults, request }: ReportPlan): Lane {
  const isSmall = !hasResults && !hasSingleFacts(table) && table !== 'hourly_inventory' && table !== 'hourly_audience';
  return isSmall && daysBetween(request.startDate, request.endDate) <= maxSmallDays ? 'small' : 'report';
}

/**
 * ClickHouse error codes that the request causes (time, memory, size of the result, queue), or that show that the
 * worker has not created tables, a database or columns yet: all names in statements are ours.
 */
const outcomeByCode: Record<string, ReportFailure> = {
  '16': 'unready',
  '47': 'unready',
  '60': 'unready',
  '81': 'unready',
  '159': 'tooLong',
  '202': 'busy',
  '241': 'tooLarge',
  '396': 'tooLarge',
};

/** The reason of a failed statement; null when neither the request nor missing tables caused the error. */
export function failureOf(error: unknown): ReportFailure | null {
  return outcomeByCode[codeOf(error)] ?? null;
}

/** Whether the tables do not exist yet, or not yet as this version needs them. */
export function isUnready(error: unknown): boolean {
  return failureOf(error) === 'unready';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
