import { videoEvents } from '#model/index.ts';
import { audienceMetrics } from './audienceMetrics.ts';
import { bidMetrics, viewMetrics } from './buyingMetrics.ts';
import { ivtMetrics } from './ivtMetrics.ts';
import { difference, inGroup, perThousand, ratio, sum } from './metricForms.ts';
import { verificationMetrics } from './verificationMetrics.ts';
import { resultMetrics } from './resultMetrics.ts';
import type { Metric, Side } from './metric.ts';
import type { Formula } from './metric.ts';

/** The label of a video event. */
function labelOf(event: (typeof videoEvents)[number]['event']): string {
  return videoEvents.find((each) => each.event === event)?.label ?? event;
}

/** Every metric, in the order of pickers and reports. */
export const metrics = [
  ...inGroup('Requests', {
    calls: sum(
      'calls',
      'Calls',
      'Hits on channel URLs and impressions in supplier bid requests, blocked ones included.',
    ),
    reqs: sum('reqs', 'Requests', 'Calls that passed the supply filters. By tag or other demand: calls sent to it.', {
      demand: 'sent',
    }),
    opps: sum(
      'opps',
      'Opportunities',
      'Requests that returned an ad. By tag or other demand: calls that returned a usable ad; the VAST of bids that lost is not read.',
      { demand: 'answered' },
    ),
    missed: sum('missed', 'Missed requests', 'Requests that passed the supply filters but had no eligible tag.'),
    slots: sum(
      'reqs',
      'Slots',
      'Requested ads: one per request, of a pod as many as its slots and duration allow. By tag or other demand: calls sent to it, counted once per ad where several were sold in a pod.',
      { demand: 'sent', plus: { supply: 'furtherSlots', demand: 'furtherSold' } },
    ),
    ads: sum(
      'opps',
      'Ads',
      'Ads returned: one per opportunity, of a pod all of them. By tag or other demand: calls that returned a usable ad, counted once per ad where several were sold in a pod.',
      { demand: 'answered', plus: { supply: 'furtherAds', demand: 'furtherSold' } },
    ),
    imps: sum('imps', 'Impressions', 'Impression events, counted once per served ad.'),
    fill: ratio('imps', 'slots', 'Fill', 'Impressions ÷ slots. A request for one ad is one slot.'),
    fill_opp: ratio('imps', 'ads', 'Opp. fill', 'Impressions ÷ ads returned.'),
    opp_rate: ratio('opps', 'reqs', 'Opp. rate', 'Opportunities ÷ requests.'),
    candidates: sum(
      'candidates',
      'Candidates',
      'Tags, ad exchanges and campaigns considered for requests, called or not.',
    ),
    timeouts: sum('timeouts', 'Timeouts', 'Calls to tags that timed out.'),
    timeout_rate: ratio('timeouts', 'reqs', 'Timeout rate', 'Timeouts ÷ calls sent to the tag.'),
  }),
  ...bidMetrics,
  ...inGroup('Video', {
    errors: sum('errors', 'Errors', 'VAST errors reported by players, counted once per served ad.'),
    error_rate: ratio('errors', 'ads', 'Error rate', 'Errors ÷ ads returned.'),
    start: sum('starts', labelOf('start'), 'Videos that started.'),
    q1: sum('q1', labelOf('firstQuartile'), 'Videos played to 25%.'),
    q2: sum('q2', labelOf('midpoint'), 'Videos played to 50%.'),
    q3: sum('q3', labelOf('thirdQuartile'), 'Videos played to 75%.'),
    complete: sum('completes', labelOf('complete'), 'Videos played to the end.'),
    vtr: ratio('complete', 'start', 'VCR', 'Completes ÷ starts.'),
    clicks: sum('clicks', 'Clicks', 'Click events, counted once per served ad.'),
    ctr: ratio('clicks', 'imps', 'CTR', 'Clicks ÷ impressions.'),
  }),
  ...audienceMetrics,
  ...viewMetrics,
  ...ivtMetrics,
  ...verificationMetrics,
  ...resultMetrics,
  ...inGroup('Money', {
    rev: sum(
      'rev',
      'Revenue',
      'Gross revenue: impressions at the rate of their tag, or at the price of the winning bid.',
      {
        labelFor: { adv: 'Spend' },
        definitionFor: {
          adv: 'Impressions at the rate of your tags and the bid prices of your campaigns.',
        },
      },
    ),
    cost: sum(
      'cost',
      'Supply cost',
      'Amount payable to the supply side, by the channels’ cost models and the suppliers’ prices.',
      {
        labelFor: { sub: 'Publisher revenue' },
        definitionFor: { sub: 'Amount payable to you for your channels.' },
      },
    ),
    systemCost: sum('systemCost', 'System cost', 'Platform fees for requests, impressions and post-bid verification.'),
    profit: difference('rev', ['cost', 'systemCost'], 'usd', 'Profit', 'Revenue − supply cost − system cost.'),
    margin: ratio('profit', 'rev', 'Margin', 'Profit ÷ revenue.'),
    rev_m: sum('revM', 'Marketplace revenue', 'Gross revenue earned through marketplace partners.'),
    rev_md: sum('revMd', 'Marketplace revenue (net)', 'Marketplace revenue − the operator’s DSP revenue share.'),
    ecpm: perThousand('rev', 'imps', 'eCPM', 'Revenue per 1,000 impressions.', {
      definitionFor: { adv: 'Spend per 1,000 impressions.' },
    }),
    rpm: perThousand('rev', 'reqs', 'RPM', 'Revenue per 1,000 requests.'),
    cpm_pub: perThousand('cost', 'imps', 'Publisher eCPM', 'Supply cost per 1,000 impressions.', {
      labelFor: { sub: 'eCPM' },
      definitionFor: { sub: 'Publisher revenue per 1,000 impressions.' },
    }),
  }),
];

export type MetricKey = (typeof metrics)[number]['key'];

const byKey = new Map<string, Metric & { key: MetricKey }>(metrics.map((each) => [each.key, each]));

/** Finds the metric of a key. Throws a RangeError when there is none. */
export function metricOf(key: string): Metric & { key: MetricKey } {
  const metric = byKey.get(key);
  if (!metric) throw new RangeError(`no metric ${key}`);
  return metric;
}

/** Whether a text is the key of a metric. */
export function isMetricKey(key: string): key is MetricKey {
  return byKey.has(key);
}

/** The metrics that a metric is computed from; none for metrics computed from facts. */
export function partsOf(metric: Metric): readonly string[] {
  const { formula } = metric;
  if (formula.kind === 'difference') return [formula.from, ...formula.minus];
  return formula.kind === 'ratio' || formula.kind === 'perThousand' ? [formula.top, formula.bottom] : [];
}

/** Whether the formula of a metric, or of one that it is computed from, matches. */
export function hasFormula(metric: Metric, predicate: (formula: Formula) => boolean): boolean {
  return predicate(metric.formula) || partsOf(metric).some((key) => hasFormula(metricOf(key), predicate));
}

/** Whether a metric is an amount, or computed from amounts: revenue, a price, a margin. */
export function isMoneyMetric(metric: Metric): boolean {
  return metric.unit === 'usd' || partsOf(metric).some((key) => isMoneyMetric(metricOf(key)));
}

/** 2025-10-17 is 400 days before 2026-11-21: the first day with data. */
export function isAvailableOn(metric: Metric, side: Side): boolean {
  const { formula } = metric;
  if (formula.kind === 'sum') return formula.measure[side] !== undefined;
  if (formula.kind === 'found') return true;
  if (formula.kind === 'reach') return side !== 'demand';
  if (formula.kind === 'answerTime') return side === 'supply';
  return partsOf(metric).every((key) => isAvailableOn(metricOf(key), side));
}
