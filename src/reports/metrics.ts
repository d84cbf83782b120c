import { videoEvents, type Measure, type ScanCategory } from '#model/index.ts';
import { audienceMetrics } from './audienceMetrics.ts';
import { bidMetrics, viewMetrics } from './buyingMetrics.ts';
import { ivtMetrics } from './ivtMetrics.ts';
import { postbidMetrics } from './postbidMetrics.ts';
import { resultMetrics } from './resultMetrics.ts';

/**
 * From whose point of view a report counts. `supply`: requests to channels. `demand`: calls to tags. `events`: what
 * players reported, the only facts that know both the place of an ad and its tag.
 */
export type Side = 'supply' | 'demand' | 'events';

/** The part of traffic that is summed: what was judged, what was found invalid, or what got no ad because of it. */
export type TrafficPart = 'judged' | 'invalid' | 'refused';

/** What a line of a vendor's report counts: impressions, those that were viewable, and those of which that is told. */
export type FoundMeasure = 'found' | 'viewable' | 'viewTold';

/**
 * How a metric comes from the summed measures. Rates are made of sums, never averaged. What is reached is counted, and
 * quantiles of answer times are taken, over everything that a row or the totals stand for. What vendors found is summed
 * over some categories, or all.
 */
export type Formula =
  | { kind: 'sum'; measure: Partial<Record<Side, Measure>>; of?: TrafficPart }
  | { kind: 'difference'; from: string; minus: readonly string[] }
  | { kind: 'ratio'; top: string; bottom: string }
  | { kind: 'perThousand'; top: string; bottom: string }
  | { kind: 'reach' }
  | { kind: 'found'; measure: FoundMeasure; among?: readonly ScanCategory[] }
  | { kind: 'answerTime'; level: number };

/** A number that a report can show. */
export interface Metric {
  key: string;
  label: string;
  /** One sentence that says exactly what is counted. */
  definition: string;
  group: 'Requests' | 'Video' | 'Audience' | 'Quality' | 'Money';
  /** count: whole number. usd: exact decimal USD text. ratio: a part of 1. number: any. ms: milliseconds. */
  unit: 'count' | 'usd' | 'ratio' | 'number' | 'ms';
  formula: Formula;
  /** What the metric is called for a partner, whose point of view differs. */
  labelFor?: { sub?: string; adv?: string };
  definitionFor?: { sub?: string; adv?: string };
}

const onAllSides = (measure: Measure): Formula => ({
  kind: 'sum',
  measure: { supply: measure, demand: measure, events: measure },
});

/** The name of a video event as people know it. */
function labelOf(event: (typeof videoEvents)[number]['event']): string {
  return videoEvents.find((each) => each.event === event)?.label ?? event;
}

/** Every metric, in the order in which people pick and read them. */
export const metrics = [
  {
    key: 'calls',
    label: 'Calls',
    definition: 'Every hit on a channel, and every impression that a supplier asks for, refused ones included.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'calls' } },
  },
  {
    key: 'reqs',
    label: 'Requests',
    definition: 'Calls that passed the supply gates; beside tags and other buyers, calls sent to them.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'reqs', demand: 'sent' } },
  },
  {
    key: 'opps',
    label: 'Opportunities',
    definition:
      'Requests answered with an ad; beside tags and other buyers, calls that they answered with a usable ad.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'opps', demand: 'answered' } },
  },
  {
    key: 'missed',
    label: 'Missed',
    definition: 'Requests that passed the supply gates but had no eligible tag.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'missed' } },
  },
  {
    key: 'imps',
    label: 'Impressions',
    definition: 'Impression events, the first of each served ad.',
    group: 'Requests',
    unit: 'count',
    formula: onAllSides('imps'),
  },
  {
    key: 'fill',
    label: 'Fill',
    definition: 'Impressions ÷ requests.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'imps', bottom: 'reqs' },
  },
  {
    key: 'fill_opp',
    label: 'Opp. fill',
    definition: 'Impressions ÷ opportunities.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'imps', bottom: 'opps' },
  },
  {
    key: 'opp_rate',
    label: 'Opp. rate',
    definition: 'Opportunities ÷ requests.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'opps', bottom: 'reqs' },
  },
  {
    key: 'candidates',
    label: 'Candidates',
    definition: 'Tags, ad exchanges and campaigns that were looked at, called or not.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { demand: 'candidates' } },
  },
  {
    key: 'timeouts',
    label: 'Timeouts',
    definition: 'Calls to tags that were not answered in time.',
    group: 'Requests',
    unit: 'count',
    formula: { kind: 'sum', measure: { demand: 'timeouts' } },
  },
  {
    key: 'timeout_rate',
    label: 'Timeout rate',
    definition: 'Timeouts ÷ calls sent to the tag.',
    group: 'Requests',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'timeouts', bottom: 'reqs' },
  },
  ...bidMetrics,
  {
    key: 'errors',
    label: 'Errors',
    definition: 'VAST error events that players reported, the first of each served ad.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('errors'),
  },
  {
    key: 'error_rate',
    label: 'Error rate',
    definition: 'Errors ÷ opportunities.',
    group: 'Video',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'errors', bottom: 'opps' },
  },
  {
    key: 'start',
    label: labelOf('start'),
    definition: 'Ads whose video began to play.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('starts'),
  },
  {
    key: 'q1',
    label: labelOf('firstQuartile'),
    definition: 'Ads that played a quarter of the video.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('q1'),
  },
  {
    key: 'q2',
    label: labelOf('midpoint'),
    definition: 'Ads that played half of the video.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('q2'),
  },
  {
    key: 'q3',
    label: labelOf('thirdQuartile'),
    definition: 'Ads that played three quarters of the video.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('q3'),
  },
  {
    key: 'complete',
    label: labelOf('complete'),
    definition: 'Ads that played to the end.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('completes'),
  },
  {
    key: 'vtr',
    label: 'VTR',
    definition: 'Completes ÷ starts.',
    group: 'Video',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'complete', bottom: 'start' },
  },
  {
    key: 'clicks',
    label: 'Clicks',
    definition: 'Click events, the first of each served ad.',
    group: 'Video',
    unit: 'count',
    formula: onAllSides('clicks'),
  },
  {
    key: 'ctr',
    label: 'CTR',
    definition: 'Clicks ÷ impressions.',
    group: 'Video',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'clicks', bottom: 'imps' },
  },
  ...audienceMetrics,
  ...viewMetrics,
  ...ivtMetrics,
  ...postbidMetrics,
  ...resultMetrics,
  {
    key: 'rev',
    label: 'Revenue',
    definition:
      'Gross revenue: what the impressions earn at the rate of their tags, or by the bids of who bought them.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('rev'),
    labelFor: { adv: 'Spend' },
    definitionFor: {
      adv: 'What the impressions cost you, at the rate of your tags and by the bids of your campaigns.',
    },
  },
  {
    key: 'cost',
    label: 'Supply cost',
    definition: 'What the supply side is owed, by the cost model of its channels and by the prices of suppliers.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('cost'),
    labelFor: { sub: 'Publisher revenue' },
    definitionFor: { sub: 'What you are owed for your channels.' },
  },
  {
    key: 'systemCost',
    label: 'System cost',
    definition: 'Fees of the platform for requests and impressions.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('systemCost'),
  },
  {
    key: 'profit',
    label: 'Profit',
    definition: 'Revenue − supply cost − system cost.',
    group: 'Money',
    unit: 'usd',
    formula: { kind: 'difference', from: 'rev', minus: ['cost', 'systemCost'] },
  },
  {
    key: 'margin',
    label: 'Margin',
    definition: 'Profit ÷ revenue.',
    group: 'Money',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'profit', bottom: 'rev' },
  },
  {
    key: 'rev_m',
    label: 'Marketplace revenue',
    definition: 'The part of gross revenue that is earned through marketplace partners.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('revM'),
  },
  {
    key: 'rev_md',
    label: 'Marketplace revenue, account’s part',
    definition: 'What the account keeps of marketplace revenue: without the operator’s DSP revenue share.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('revMd'),
  },
  {
    key: 'ecpm',
    label: 'eCPM',
    definition: 'Revenue per 1,000 impressions.',
    group: 'Money',
    unit: 'usd',
    formula: { kind: 'perThousand', top: 'rev', bottom: 'imps' },
    definitionFor: { adv: 'Spend per 1,000 impressions.' },
  },
  {
    key: 'rpm',
    label: 'RPM',
    definition: 'Revenue per 1,000 requests.',
    group: 'Money',
    unit: 'usd',
    formula: { kind: 'perThousand', top: 'rev', bottom: 'reqs' },
  },
  {
    key: 'cpm_pub',
    label: 'Publisher eCPM',
    definition: 'Supply cost per 1,000 impressions.',
    group: 'Money',
    unit: 'usd',
    formula: { kind: 'perThousand', top: 'cost', bottom: 'imps' },
    labelFor: { sub: 'eCPM' },
    definitionFor: { sub: 'Publisher revenue per 1,000 impressions.' },
  },
] as const satisfies readonly Metric[];

/** Key of a metric. */
export type MetricKey = (typeof metrics)[number]['key'];

const byKey = new Map<string, Metric & { key: MetricKey }>(metrics.map((each) => [each.key, each]));

/** The metric of a key. */
export function metricOf(key: string): Metric & { key: MetricKey } {
  const metric = byKey.get(key);
  if (!metric) throw new RangeError(`no metric ${key}`);
  return metric;
}

/** Whether a text is the key of a metric. */
export function isMetricKey(key: string): key is MetricKey {
  return byKey.has(key);
}

/** The metrics that a metric is computed from; what is taken of facts themselves needs none. */
export function partsOf(metric: Metric): readonly string[] {
  const { formula } = metric;
  if (formula.kind === 'difference') return [formula.from, ...formula.minus];
  return formula.kind === 'ratio' || formula.kind === 'perThousand' ? [formula.top, formula.bottom] : [];
}

/** Whether a metric, or one that it is computed from, has a formula that `is` so. */
export function hasFormula(metric: Metric, is: (formula: Formula) => boolean): boolean {
  return is(metric.formula) || partsOf(metric).some((key) => hasFormula(metricOf(key), is));
}

/** Whether the facts of a side can tell a metric. */
export function isCarriedBy(metric: Metric, side: Side): boolean {
  const { formula } = metric;
  if (formula.kind === 'sum') return formula.measure[side] !== undefined;
  if (formula.kind === 'found') return true;
  if (formula.kind === 'reach') return side !== 'demand';
  if (formula.kind === 'answerTime') return side === 'supply';
  return partsOf(metric).every((key) => isCarriedBy(metricOf(key), side));
}
