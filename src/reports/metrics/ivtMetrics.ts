import { difference, inGroup, ratio, sum } from './metricForms.ts';

/** Invalid traffic found before demand was called: gross figures include it, net figures do not. */
export const ivtMetrics = inGroup('Quality', {
  ivt_judged: sum(
    'calls',
    'Checked calls',
    'Calls checked for invalid traffic, on channels where the check is enabled.',
    { of: 'judged' },
  ),
  ivt_decision_rate: ratio('ivt_judged', 'calls', 'IVT decision rate', 'Checked calls ÷ calls.'),
  ivt_calls: sum(
    'calls',
    'Invalid calls',
    'Calls identified as invalid traffic before demand was called, blocked or not.',
    { of: 'invalid' },
  ),
  ivt_call_rate: ratio('ivt_calls', 'ivt_judged', 'IVT rate (calls)', 'Invalid calls ÷ checked calls.'),
  blk_ivt: sum('calls', 'Blocked IVT', 'Calls blocked as invalid traffic. They do not count as requests.', {
    of: 'refused',
  }),
  ivt_reqs: sum(
    'reqs',
    'Invalid requests',
    'Requests identified as invalid and not blocked. By tag: calls sent to the tag for them.',
    { demand: 'sent', of: 'invalid' },
  ),
  net_reqs: difference('reqs', ['ivt_reqs'], 'count', 'Net requests', 'Requests − invalid requests.'),
  ivt_judged_imps: sum('imps', 'Checked impressions', 'Impressions whose requests were checked for invalid traffic.', {
    of: 'judged',
  }),
  ivt_imps: sum(
    'imps',
    'Invalid impressions',
    'Impressions whose requests were identified as invalid. They earn and cost nothing except platform fees.',
    {
      of: 'invalid',
      definitionFor: {
        sub: 'Impressions whose requests were identified as invalid. They are not paid.',
        adv: 'Impressions whose requests were identified as invalid. They cost you nothing.',
      },
    },
  ),
  ivt_imp_rate: ratio(
    'ivt_imps',
    'ivt_judged_imps',
    'IVT rate (impressions)',
    'Invalid impressions ÷ checked impressions.',
  ),
  net_imps: difference('imps', ['ivt_imps'], 'count', 'Net impressions', 'Impressions − invalid impressions.'),
  late_imps: sum(
    'adjustedImps',
    'Late invalid impressions',
    'Impressions that were counted as valid and found invalid by the nightly review. Impressions still include them.',
    {
      definitionFor: {
        sub: 'Impressions that were counted as valid and found invalid later. They are not paid.',
        adv: 'Impressions that were counted as valid and found invalid later. They cost you nothing.',
      },
    },
  ),
  late_imp_rate: ratio(
    'late_imps',
    'ivt_judged_imps',
    'Late IVT rate (impressions)',
    'Late invalid impressions ÷ checked impressions.',
  ),
  late_clicks: sum(
    'adjustedClicks',
    'Late invalid clicks',
    'Clicks that were counted and found invalid by the nightly review. Clicks still include them.',
  ),
  late_rev: sum(
    'adjustedRev',
    'Late invalid revenue',
    'Revenue from late invalid impressions. Revenue still includes it; the month in Finance does not.',
    {
      labelFor: { adv: 'Late invalid spend' },
      definitionFor: { adv: 'Spend on late invalid impressions, which is deducted when the month is settled.' },
    },
  ),
  late_cost: sum(
    'adjustedCost',
    'Late invalid supply cost',
    'Supply cost for late invalid impressions. Supply cost still includes it; the month in Finance does not.',
    {
      labelFor: { sub: 'Late invalid revenue' },
      definitionFor: { sub: 'Publisher revenue from late invalid impressions, deducted when the month is settled.' },
    },
  ),
  valid_imps: difference(
    'net_imps',
    ['late_imps'],
    'count',
    'Valid impressions',
    'Net impressions − late invalid impressions.',
  ),
});
