import type { Measure, VerificationCategory } from '#model/index.ts';

/**
 * From whose point of view a report counts. `supply`: requests to channels. `demand`: calls to tags. `events`: what
 * players reported, the only facts that know both the place of an ad and its tag.
 */
export type Side = 'supply' | 'demand' | 'events';

/** The part of traffic that is summed: what was judged, what was found invalid, or what got no ad because of it. */
export type TrafficPart = 'judged' | 'invalid' | 'refused';

/** What a line of a vendor's report counts: impressions, those that were viewable, and those of which that is told. */
export type ResultMeasure = 'found' | 'viewable' | 'viewTold';

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
  | { kind: 'found'; measure: ResultMeasure; among?: readonly VerificationCategory[] }
  | { kind: 'answerTime'; level: number };
