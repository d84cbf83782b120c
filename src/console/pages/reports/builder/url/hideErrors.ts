import type { CandidateReason, SupplyReason } from '#model/index.ts';
import type { DimensionKey, MetricKey, ReportFilter, Side } from '#reports/index.ts';

/** Metrics that count errors of players and of calls. */
const errorMetrics: readonly MetricKey[] = ['errors', 'error_rate', 'timeouts', 'timeout_rate'];

/** Reasons that are failures rather than decisions. */
const failures: Record<'supply' | 'demand', (CandidateReason | SupplyReason)[]> = {
  supply: ['bad_request', 'overload'],
  demand: ['timeout', 'http_error', 'conn_error', 'too_large', 'encoding', 'invalid_xml', 'wrapper_limit', 'no_media'],
};

/** The metrics without those of errors; at least one metric. */
export function withoutErrorMetrics(metrics: readonly MetricKey[]): MetricKey[] {
  const remaining = metrics.filter((key) => !errorMetrics.includes(key));
  return remaining.length > 0 ? remaining : ['imps'];
}

/** Filters that exclude rows of error codes and failures, if the report has such rows. */
export function errorFilters(dims: readonly DimensionKey[], side: Side): ReportFilter[] {
  const filters: ReportFilter[] = [];
  if (dims.includes('error_code')) filters.push({ dim: 'error_code', op: 'in', values: [0] });
  if (dims.includes('reason') && side !== 'events') {
    filters.push({ dim: 'reason', op: 'not_in', values: failures[side] });
  }
  return filters;
}
