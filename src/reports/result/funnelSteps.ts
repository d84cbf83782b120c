import { dimensionOf } from '../dimensions/dimensions.ts';
import type { MetricKey } from '../metrics/metrics.ts';
import type { ReportBody } from '../question/reportBody.ts';
import type { ReportRow } from './formatRows.ts';
import { dimensionText } from './reportColumns.ts';

/** The metrics of the funnel. */
export const funnelMetrics = ['calls', 'reqs', 'opps', 'ads', 'imps'] as const satisfies readonly MetricKey[];

/** The request for the funnel of a report: its days and filters by reason. */
export function funnelQuestion({ startDate, endDate, offset, filters }: ReportBody): ReportBody {
  return { startDate, endDate, offset, filters, dimensions: ['reason'], metrics: [...funnelMetrics], limit: 1000 };
}

/** One reason for a loss, with its count. */
export interface FunnelLoss {
  reason: string;
  text: string;
  count: number;
}

/** A funnel step from calls to impressions, or the loss between two steps. */
export interface FunnelStep {
  key: 'calls' | 'blocked' | 'reqs' | 'unanswered' | 'opps' | 'ads' | 'unshown' | 'imps';
  label: string;
  help: string;
  count: number;
  isLoss: boolean;
  losses: FunnelLoss[];
}

/** The funnel steps from a report's rows by reason, and their totals. */
export function funnelSteps(rows: readonly ReportRow[], totals: ReportRow): FunnelStep[] {
  const total = (key: (typeof funnelMetrics)[number]) => Number(totals[key] ?? 0);
  const [calls, reqs, opps, imps] = [total('calls'), total('reqs'), total('opps'), total('imps')];
  const ads = Math.max(opps, total('ads'));
  const step = (key: FunnelStep['key'], label: string, help: string, count: number): FunnelStep => {
    return { key, label, help, count, isLoss: false, losses: [] };
  };
  return [
    step('calls', 'Calls', 'Hits on channel URLs', calls),
    {
      ...step('blocked', 'Blocked', 'Blocked by the supply filters', calls - reqs),
      isLoss: true,
      losses: lossesOf(rows, 'calls', 'reqs'),
    },
    step('reqs', 'Requests', 'Calls that passed the supply filters', reqs),
    {
      ...step('unanswered', 'No ad', 'Requests that returned no ad', reqs - opps),
      isLoss: true,
      losses: lossesOf(rows, 'reqs', 'opps'),
    },
    step('opps', 'Opportunities', 'Requests that returned an ad', opps),
    ...(ads > opps ? [step('ads', 'Ads', 'Ads returned: a pod has several', ads)] : []),
    {
      ...step('unshown', 'Not shown', 'Ads returned without a reported impression', Math.max(0, ads - imps)),
      isLoss: true,
    },
    step('imps', 'Impressions', 'Ads that were shown', imps),
  ];
}

/** The losses between two metrics by reason, largest first. */
function lossesOf(rows: readonly ReportRow[], from: string, to: string): FunnelLoss[] {
  return rows
    .map((row) => ({
      reason: String(row['reason'] ?? ''),
      text: dimensionText(row, dimensionOf('reason')),
      count: Number(row[from] ?? 0) - Number(row[to] ?? 0),
    }))
    .filter(({ count, reason }) => count > 0 && reason !== '')
    .toSorted((a, b) => b.count - a.count);
}
