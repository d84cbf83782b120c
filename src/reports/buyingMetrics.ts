import type { Metric } from './metrics.ts';

/** What became of bids to suppliers. */
export const bidMetrics = [
  {
    key: 'bids',
    label: 'Bids',
    definition: 'Ads that suppliers were answered with.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'bids', demand: 'bids' } },
  },
  {
    key: 'bid_rate',
    label: 'Bid rate',
    definition: 'Bids ÷ requests.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'bids', bottom: 'reqs' },
  },
  {
    key: 'wins',
    label: 'Wins',
    definition: 'Bids of which the supplier told that they won, by the first win notice of each.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'wins', demand: 'wins', events: 'wins' } },
  },
  {
    key: 'win_rate',
    label: 'Win rate',
    definition: 'Wins ÷ bids.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'wins', bottom: 'bids' },
  },
  {
    key: 'render',
    label: 'Win fill',
    definition: 'Impressions ÷ wins.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'imps', bottom: 'wins' },
  },
  {
    key: 'losses',
    label: 'Losses',
    definition:
      'Bids of which the supplier told that they lost, by the first loss notice of each. The reason says why.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'losses', demand: 'losses', events: 'losses' } },
  },
] as const satisfies readonly Metric[];

/** Whether impressions were seen, by our own measurement. */
export const viewMetrics = [
  {
    key: 'view_meas',
    label: 'Measurable',
    definition: 'Ads of which it can be measured whether they are seen.',
    group: 'Quality',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'measurable', demand: 'measurable', events: 'measurable' } },
  },
  {
    key: 'viewable',
    label: 'Viewable impressions',
    definition: 'Ads of which half or more was in view for a second on end; of videos, for two seconds.',
    group: 'Quality',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'viewed', demand: 'viewed', events: 'viewed' } },
  },
  {
    key: 'viewability',
    label: 'Viewability',
    definition: 'Viewable impressions ÷ measurable.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'viewable', bottom: 'view_meas' },
  },
] as const satisfies readonly Metric[];
