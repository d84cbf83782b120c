import { dayIn, monthStartIn } from '../lib/offsetTime.ts';
import { useNow } from './useNow.ts';
import { useReport } from './useReport.ts';

const refreshMs = 5 * 60_000;

interface MonthCostOptions {
  /** Only that of an account; null = of all that the user sees. */
  account?: number | null;
  isWanted?: boolean;
}

/**
 * The platform's charges since the first of the month in a time zone, of all traffic whatever the mode: every place that
 * shows them uses this query.
 */
export function useMonthCost(timezone: number, { account = null, isWanted = true }: MonthCostOptions = {}) {
  const now = useNow(60_000);
  const [startDate, endDate] = [monthStartIn(now, timezone), dayIn(now, timezone)];
  const filters =
    account === null ? {} : { filters: [{ dim: 'account' as const, op: 'in' as const, values: [account] }] };
  const query = useReport(
    { startDate, endDate, offset: timezone, metrics: ['systemCost'], limit: 1, ...filters },
    { refreshMs, isWanted, isQuiet: true },
  );
  return { query, startDate, endDate, cost: query.data?.totals['systemCost'] };
}
