import { inGroup, ratio, sum } from './metricForms.ts';

/** What became of bids to suppliers. */
export const bidMetrics = inGroup('Requests', {
  bids: sum('bids', 'Bids', 'Ads that suppliers were answered with.'),
  bid_rate: ratio('bids', 'reqs', 'Bid rate', 'Bids ÷ requests.'),
  wins: sum('wins', 'Wins', 'Bids of which the supplier told that they won, by the first win notice of each.'),
  win_rate: ratio('wins', 'bids', 'Win rate', 'Wins ÷ bids.'),
  render: ratio('imps', 'wins', 'Win fill', 'Impressions ÷ wins.'),
  losses: sum(
    'losses',
    'Losses',
    'Bids of which the supplier told that they lost, by the first loss notice of each. The reason says why.',
  ),
  late_bids: sum('lateBids', 'Late bids', 'Losses because the impression’s time was over (OpenRTB loss reason 2).'),
  late_bid_rate: ratio('late_bids', 'bids', 'Late bid rate', 'Late bids ÷ bids.'),
});

/** Whether impressions were seen, by our own measurement. */
export const viewMetrics = inGroup('Quality', {
  view_meas: sum('measurable', 'Measurable', 'Ads of which it can be measured whether they are seen.'),
  viewable: sum(
    'viewed',
    'Viewable impressions',
    'Ads of which half or more was in view for a second on end; of videos, for two seconds.',
  ),
  viewability: ratio('viewable', 'view_meas', 'Viewability', 'Viewable impressions ÷ measurable.'),
});
