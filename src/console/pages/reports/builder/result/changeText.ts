import type { MetricKey } from '#reports/index.ts';
import type { Role } from '#model/index.ts';
import { formatValue } from '#reports/result/formatValue.ts';

/** Metrics where an increase is bad. */
const worse: readonly MetricKey[] = [
  'missed',
  'timeouts',
  'timeout_rate',
  'errors',
  'error_rate',
  'ivt_calls',
  'ivt_call_rate',
  'blk_ivt',
  'ivt_reqs',
  'ivt_imps',
  'ivt_imp_rate',
  'late_imps',
  'late_imp_rate',
  'late_clicks',
  'late_rev',
  'late_cost',
  'cost',
  'systemCost',
  'cpm_pub',
];

/** Metrics where an increase is neither good nor bad. */
const neutral: readonly MetricKey[] = ['calls', 'candidates', 'ivt_judged', 'ivt_judged_imps', 'ivt_decision_rate'];

/**
 * Whether a change is good or bad for a role. The account's cost is a sub-publisher's income, and the account's revenue
 * is an advertiser's spend.
 */
export function toneOfChange(metric: string, change: number | null, role: Role): 'good' | 'bad' | 'neutral' {
  const key = metric as MetricKey;
  if (change === null || change === 0 || neutral.includes(key)) return 'neutral';
  if (role === 'adv' && (key === 'rev' || key === 'ecpm')) return 'neutral';
  const isWorse = worse.includes(key) && !(role === 'sub' && (key === 'cost' || key === 'cpm_pub'));
  return change > 0 === isWorse ? 'bad' : 'good';
}

/** A relative change, given as a fraction, with its sign and an arrow: "▲ +12.50%"; a dash without a comparison. */
export function changeText(change: number | null): string {
  if (change === null) return '–';
  const shown = formatValue(Math.abs(change), 'ratio');
  if (Number(shown.replace(/[^\d.]/g, '')) === 0) return shown;
  return change > 0 ? `▲ +${shown}` : `▼ −${shown}`;
}
