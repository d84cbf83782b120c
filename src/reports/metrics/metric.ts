import type { Measure, VerificationCategory } from '#model/index.ts';

/**
 * The point of view of a report. `supply`: requests to channels. `demand`: calls to tags. `events`: events that players
 * reported, the only facts with both the place of an ad and its tag.
 */
export type Side = 'supply' | 'demand' | 'events';

/** The part of traffic that is summed: checked, invalid, or blocked because it was invalid. */
export type TrafficPart = 'judged' | 'invalid' | 'refused';

/** The measures of a vendor's result: impressions, viewable impressions, and impressions with known viewability. */
export type ResultMeasure = 'found' | 'viewable' | 'viewabilityReported';

/** A metric of reports. */
export interface Metric {
  key: string;
  label: string;
  /** One sentence that says exactly what is counted. */
  definition: string;
  group: 'Requests' | 'Video' | 'Audience' | 'Quality' | 'Money';
  /** count: integer. usd: exact decimal USD text. ratio: a fraction of 1. number: any. ms: milliseconds. */
  unit: 'count' | 'usd' | 'ratio' | 'number' | 'ms';
  formula: Formula;
  /** Labels for partners, whose point of view differs. */
  labelFor?: { sub?: string; adv?: string };
  definitionFor?: { sub?: string; adv?: string };
}

/**
 * The computation of a metric from summed measures; a sum may add a second one. Rates are computed from sums, never averaged. Reach, and quantiles
 * of response times, are computed over all facts of a row or the totals. Vendors' results are summed over some
 * categories, or all.
 */
export type Formula =
  | { kind: 'sum'; measure: Partial<Record<Side, Measure>>; plus?: Partial<Record<Side, Measure>>; of?: TrafficPart }
  | { kind: 'difference'; from: string; minus: readonly string[] }
  | { kind: 'ratio'; top: string; bottom: string }
  | { kind: 'perThousand'; top: string; bottom: string }
  | { kind: 'reach' }
  | { kind: 'found'; measure: ResultMeasure; among?: readonly VerificationCategory[] }
  | { kind: 'answerTime'; level: number };
