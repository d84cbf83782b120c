import { limitMetrics, limitPeriods, type Limit } from '#model/index.ts';

/** What caps count, in words. */
export const metricLabels: Record<Limit['metric'], string> = {
  requests: 'Requests',
  impressions: 'Impressions',
  spend: 'Revenue',
};

/** The time in which they count. */
export const periodLabels: Record<Limit['period'], string> = {
  minute: 'Minute',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  lifetime: 'Lifetime',
};

/** How they are used up. */
export const pacingLabels: Record<Limit['pacing'], string> = { asap: 'As fast as possible', even: 'Even' };

/** A cap in a few words: "1,000 impressions per hour, evenly". */
export function limitText({ metric, period, value, pacing }: Limit): string {
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  const amount = metric === 'spend' ? `$${number} revenue` : `${number} ${metric}`;
  return `${amount} ${period === 'lifetime' ? 'in total' : `per ${period}`}${pacing === 'even' ? ', evenly' : ''}`;
}

/** A cap for a new row: what no other one counts yet; null where there is nothing left to count. */
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
