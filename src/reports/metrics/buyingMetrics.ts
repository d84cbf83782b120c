import { inGroup, ratio, sum } from './metricForms.ts';

/** Outcomes of bids to suppliers. */
export const bidMetrics = inGroup('Requests', {
  bids: sum('bids', 'Bids', 'Bids returned to suppliers.'),
  bid_rate: ratio('bids', 'slots', 'Bid rate', 'Bids ÷ slots.'),
  wins: sum('wins', 'Wins', 'Bids that the supplier reported as won, counted by the first win notice of each.'),
  win_rate: ratio('wins', 'bids', 'Win rate', 'Wins ÷ bids.'),
  render: ratio('imps', 'wins', 'Render rate', 'Impressions ÷ wins.'),
  losses: sum(
    'losses',
    'Losses',
    'Bids that the supplier reported as lost, counted by the first loss notice of each. See the Reason dimension for why.',
  ),
  late_bids: sum(
    'lateBids',
    'Late bids',
    'Bids lost because the impression opportunity expired (OpenRTB loss reason 2).',
  ),
  late_bid_rate: ratio('late_bids', 'bids', 'Late bid rate', 'Late bids ÷ bids.'),
});

/** Viewability by our own measurement. */
export const viewMetrics = inGroup('Quality', {
  view_meas: sum('measurable', 'Measurable impressions', 'Impressions whose viewability could be measured.'),
  viewable: sum(
    'viewed',
    'Viewable impressions',
    'Impressions with at least 50% of the ad in view for 1 second, or 2 seconds for video.',
  ),
  viewability: ratio('viewable', 'view_meas', 'Viewability', 'Viewable impressions ÷ measurable impressions.'),
});
