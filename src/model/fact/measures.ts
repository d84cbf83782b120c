import type { TrackedEvent } from './events.ts';
import type { FactKind } from './facts.ts';
import type { CandidateReason } from '../reason/reasons.ts';

/**
 * Where a measure comes from: one for each counted hit of an event, of notices of lost bids those with one reason alone
 * (`loss_` and OpenRTB's code); one for each candidate with an outcome; or what `src/events/load/factRows.ts` computes for
 * facts of some kinds. Money is nano-USD.
 */
export type MeasureSource =
  | { event: TrackedEvent; reason?: `loss_${number}` }
  | { outcome: CandidateReason }
  | { of: readonly FactKind[]; isMoney?: true };

/** Every measure of a fact row, in the order of its columns. All of them are summed, by every roll-up. */
export const measureSources = {
  /** Hits on a channel. */
  calls: { of: ['serve'] },
  /** Calls that passed the supply gates. */
  reqs: { of: ['serve'] },
  /** Requests answered with an ad. */
  opps: { of: ['serve'] },
  /** Requests without any eligible candidate. */
  missed: { of: ['serve'] },
  /** Candidates looked at. */
  candidates: { of: ['candidate'] },
  /** Calls sent to a tag, or stored ads considered. */
  sent: { of: ['candidate'] },
  /** Tags that answered with a usable ad. */
  answered: { of: ['candidate'] },
  /** Calls to tags that timed out. */
  timeouts: { outcome: 'timeout' },
  /** Ads that suppliers were answered with, and those that they reported as won, or as lost. */
  bids: { of: ['serve', 'candidate'] },
  wins: { event: 'win' },
  losses: { event: 'loss' },
  lateBids: { event: 'loss', reason: 'loss_2' },
  imps: { of: ['event'] },
  /** Impressions on devices that are told apart. */
  deviceImps: { of: ['event'] },
  starts: { event: 'start' },
  q1: { event: 'firstQuartile' },
  q2: { event: 'midpoint' },
  q3: { event: 'thirdQuartile' },
  completes: { event: 'complete' },
  clicks: { event: 'click' },
  errors: { event: 'error' },
  /** Ads whose view can be measured, and those that were seen as long as a viewable impression is. */
  measurable: { event: 'measurable' },
  viewed: { event: 'viewable' },
  /** Impressions that a vendor measures after they were bought, and those of each. */
  scanned: { of: ['event'] },
  scannedPix: { of: ['event'] },
  scannedWh: { of: ['event'] },
  /** Gross revenue. */
  rev: { of: ['event'], isMoney: true },
  /** What the supply side is owed. */
  cost: { of: ['serve', 'candidate', 'event'], isMoney: true },
  /** What the operator charges the account: for requests, for impressions, and for their measurement. */
  systemCost: { of: ['serve', 'event'], isMoney: true },
  /** The part of it that is charged for requests. */
  requestFee: { of: ['serve'], isMoney: true },
  /** The part of it that is charged for the measurement of impressions. What is left are fees for impressions. */
  scanFee: { of: ['event'], isMoney: true },
  /** The part of gross revenue that is earned through marketplace partners. */
  revM: { of: ['event'], isMoney: true },
  /** What the account keeps of it: without the operator's DSP share. */
  revMd: { of: ['event'], isMoney: true },
} as const satisfies Record<string, MeasureSource>;

/** Name of a measure. */
export type Measure = keyof typeof measureSources;

/** The names of all measures. */
export const measures = Object.keys(measureSources) as Measure[];

/** Whether a measure is nano-USD; else it is a count. */
export function isMoneyMeasure(measure: Measure): boolean {
  const source: MeasureSource = measureSources[measure];
  return 'of' in source && source.isMoney === true;
}

/** The kinds of facts that have a measure. */
export function kindsOfMeasure(measure: Measure): readonly FactKind[] {
  const source: MeasureSource = measureSources[measure];
  if ('of' in source) return source.of;
  return 'event' in source ? ['event'] : ['candidate'];
}
