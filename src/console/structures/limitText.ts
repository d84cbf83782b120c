import { formatMoney } from '../lib/format.ts';
import { limitMetrics, limitPeriods, type Limit } from '#model/index.ts';

/** Labels of the metrics that caps limit. */
export const metricLabels: Record<Limit['metric'], string> = {
  requests: 'Requests',
  impressions: 'Impressions',
  spend: 'Revenue',
};

/** Labels of cap periods. */
export const periodLabels: Record<Limit['period'], string> = {
  minute: 'Minute',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  lifetime: 'Lifetime',
};

/** Labels of cap pacing. */
export const pacingLabels: Record<Limit['pacing'], string> = { asap: 'As fast as possible', even: 'Evenly' };

/** Formats a cap: "1,000 impressions per hour, evenly". */
export function limitText({ metric, period, value, pacing }: Limit): string {
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  const amount = metric === 'spend' ? `${formatMoney(String(value))} revenue` : `${number} ${metric}`;
  return `${amount} ${period === 'lifetime' ? 'in total' : `per ${period}`}${pacing === 'even' ? ', evenly' : ''}`;
}

/** The cap of a new row, with the next unused combination of metric and period; null when all are used. */
export function nextLimit(
  limits: readonly Pick<Limit, 'metric' | 'period'>[],
): Pick<Limit, 'metric' | 'period' | 'pacing'> | null {
  for (const metric of usualMetrics) {
    for (const period of usualPeriods) {
      if (!limits.some((each) => each.metric === metric && each.period === period)) {
        return { metric, period, pacing: 'asap' };
      }
    }
  }
  return null;
}

const usualMetrics = [...new Set<Limit['metric']>(['impressions', ...limitMetrics])];
const usualPeriods = [...new Set<Limit['period']>(['hour', ...limitPeriods])];
