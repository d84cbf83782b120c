import type { TrackedEvent } from './events.ts';
import type { FactKind } from './facts.ts';
import type { CandidateReason } from '../reason/reasons.ts';

/**
 * The source of a measure: one per counted hit of an event, for loss notices only with one reason (`loss_` and
 * OpenRTB's code); one per candidate with an outcome; or a value that `src/events/load/factRows.ts` computes for some
 * kinds of facts. Money is nano-USD.
 */
export type MeasureSource =
  | { event: TrackedEvent; reason?: `loss_${number}` }
  | { outcome: CandidateReason }
  | { of: readonly FactKind[]; isMoney?: true };

/** Every measure of a fact row, in column order. Every roll-up sums all of them. */
export const measureSources = {
  /** Hits on a channel. */
  calls: { of: ['serve'] },
  /** Calls that passed the supply gates. */
  reqs: { of: ['serve'] },
  /** Requests that returned an ad. */
  opps: { of: ['serve'] },
  /** Ads of pods beyond one per request: those that were requested, and those that were returned. */
  furtherSlots: { of: ['serve'] },
  furtherAds: { of: ['serve'] },
  /** Requests without an eligible candidate. */
  missed: { of: ['serve'] },
  /** Candidates considered. */
  candidates: { of: ['candidate'] },
  /** Calls sent to a tag, or stored ads considered. */
  sent: { of: ['candidate'] },
  /** Tags that returned a usable ad. */
  answered: { of: ['candidate'] },
  /** Ads of pods that tags sold, beyond one per call. */
  furtherSold: { of: ['candidate'] },
  /** Calls to tags that timed out. */
  timeouts: { outcome: 'timeout' },
  /** Ads returned to suppliers as bids, and those reported as won or lost. */
  bids: { of: ['serve', 'candidate'] },
  wins: { event: 'win' },
  losses: { event: 'loss' },
  lateBids: { event: 'loss', reason: 'loss_2' },
  imps: { of: ['event'] },
  /** Impressions on devices that can be distinguished. */
  deviceImps: { of: ['event'] },
  starts: { event: 'start' },
  q1: { event: 'firstQuartile' },
  q2: { event: 'midpoint' },
  q3: { event: 'thirdQuartile' },
  completes: { event: 'complete' },
  clicks: { event: 'click' },
  errors: { event: 'error' },
  /** Ads with measurable viewability, and those that were viewable. */
  measurable: { event: 'measurable' },
  viewed: { event: 'viewable' },
  /** Impressions measured by a verification vendor, in total and per vendor. */
  scanned: { of: ['event'] },
  scannedPix: { of: ['event'] },
  scannedWh: { of: ['event'] },
  /** Gross revenue. */
  rev: { of: ['event'], isMoney: true },
  /** The cost of the supply side. */
  cost: { of: ['serve', 'candidate', 'event'], isMoney: true },
  /** The operator's charges to the account: for requests, impressions and their measurement. */
  systemCost: { of: ['serve', 'event'], isMoney: true },
  /** The part of system cost for requests. */
  requestFee: { of: ['serve'], isMoney: true },
  /** The part of system cost for measurement. The rest is for impressions. */
  verificationFee: { of: ['event'], isMoney: true },
  /** The part of gross revenue through marketplace partners. */
  revM: { of: ['event'], isMoney: true },
  /** The account's part of marketplace revenue, after the operator's DSP share. */
  revMd: { of: ['event'], isMoney: true },
  /** Impressions and clicks that the nightly review found to be invalid, and what they had earned and cost. */
  adjustedImps: { of: ['adjustment'] },
  adjustedClicks: { of: ['adjustment'] },
  adjustedRev: { of: ['adjustment'], isMoney: true },
  adjustedCost: { of: ['adjustment'], isMoney: true },
  adjustedRevM: { of: ['adjustment'], isMoney: true },
  adjustedRevMd: { of: ['adjustment'], isMoney: true },
} as const satisfies Record<string, MeasureSource>;

export type Measure = keyof typeof measureSources;

export const measures = Object.keys(measureSources) as Measure[];

/** Whether a measure is nano-USD; otherwise it is a count. */
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
