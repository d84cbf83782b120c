import { difference, inGroup, ratio, sum } from './metricForms.ts';

/** What traffic was found to be before demand was asked: gross figures are those of all, net ones without the invalid. */
export const ivtMetrics = inGroup('Quality', {
  ivt_judged: sum(
    'calls',
    'Judged calls',
    'Calls that were judged: those of channels that check for invalid traffic.',
    { of: 'judged' },
  ),
  ivt_decision_rate: ratio('ivt_judged', 'calls', 'IVT decision rate', 'Judged calls ÷ calls.'),
  ivt_calls: sum(
    'calls',
    'Invalid calls',
    'Calls that were found to be invalid traffic before any demand was asked, blocked or not.',
    { of: 'invalid' },
  ),
  ivt_call_rate: ratio('ivt_calls', 'ivt_judged', 'IVT of calls', 'Invalid calls ÷ judged calls.'),
  blk_ivt: sum('calls', 'Blocked IVT', 'Calls that got no ad because they were found invalid; they are no requests.', {
    of: 'refused',
  }),
  ivt_reqs: sum(
    'reqs',
    'Invalid requests',
    'Requests that were found invalid and not blocked; beside tags, calls sent to the tag for them.',
    { demand: 'sent', of: 'invalid' },
  ),
  net_reqs: difference('reqs', ['ivt_reqs'], 'count', 'Net requests', 'Requests − invalid requests.'),
  ivt_judged_imps: sum('imps', 'Judged impressions', 'Impressions of ads whose requests were judged.', {
    of: 'judged',
  }),
  ivt_imps: sum(
    'imps',
    'Invalid impressions',
    'Impressions of ads whose requests were found invalid. They earn and cost nothing but the platform’s fees.',
    {
      of: 'invalid',
      definitionFor: {
        sub: 'Impressions of ads whose requests were found invalid. They are not paid for.',
        adv: 'Impressions of ads whose requests were found invalid. They cost you nothing.',
      },
    },
  ),
  ivt_imp_rate: ratio('ivt_imps', 'ivt_judged_imps', 'IVT of impressions', 'Invalid impressions ÷ judged impressions.'),
  net_imps: difference('imps', ['ivt_imps'], 'count', 'Net impressions', 'Impressions − invalid impressions.'),
});
