import type { CompiledTag } from '#engine/plan/plan.ts';
import { buyerOf } from '#engine/plan/buyer.ts';
import type { CandidateOutcome } from '#events/record/records.ts';
import type { CandidateReason } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Counter, Histogram, Metrics } from '#runtime/metrics/createMetrics.ts';
import { maxPartners } from '#runtime/metrics/maxPartners.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { partnerLabelOf } from './partnerLabelOf.ts';

/** The outcome of a call for one imp. */
type CallOutcome = 'won' | 'bid' | 'no_bid' | 'timeout' | 'error' | 'invalid';

/** The metrics of calls to demand partners. */
export interface PartnerMetrics {
  /** The time until the partner behind a tag responded. */
  durationOf(tag: CompiledTag): Histogram;
  addOutcome(outcome: CandidateOutcome): void;
}

const outcomeByReason: Partial<Record<CandidateReason, CallOutcome>> = {
  empty: 'no_bid',
  zero_bid: 'no_bid',
  timeout: 'timeout',
  http_error: 'error',
  conn_error: 'error',
  refused_address: 'error',
  too_large: 'error',
  encoding: 'error',
};

/**
 * Creates the metrics of partners. Their labels are the kind and ID of the advertiser or ad exchange: `advertiser 12`.
 * Own campaigns are not called, and not included.
 */
export function createPartnerMetrics(metrics: Metrics): PartnerMetrics {
  /** By the ID of the advertiser, or the negative ID of the ad exchange. */
  const labels = new Map<number, string>();
  const durations = new Map<string, Histogram>();
  const counters = new Map<string, Map<CallOutcome, Counter>>();
  const labelOf = (id: number): string => {
    const known = labels.get(id);
    if (known !== undefined) return known;
    if (labels.size >= maxPartners) return 'other';
    const label = id < 0 ? `adexchange ${-id}` : `advertiser ${id}`;
    labels.set(id, label);
    return label;
  };
  const durationFor = (label: string) =>
    getOrCreate(durations, label, () => metrics.histogram(metricCatalog.bidderDuration, label));
  return {
    durationOf(tag) {
      const { kind, id } = buyerOf(tag.id);
      if (tag.bidder?.prebid) return durationFor(partnerLabelOf(tag));
      return durationFor(labelOf(kind === 'adexchange' ? -id : tag.advertiserId));
    },
    addOutcome(outcome) {
      const { advertiserId, adexchangeId = 0, tagId } = outcome;
      if (tagId === 0 && adexchangeId === 0) return;
      const label = labelOf(adexchangeId > 0 ? -adexchangeId : advertiserId);
      const ofPartner = getOrCreate(counters, label, () => new Map<CallOutcome, Counter>());
      const name = outcomeOf(outcome);
      getOrCreate(ofPartner, name, () => metrics.counter(metricCatalog.bidderCalls, label, name)).add();
    },
  };
}

function outcomeOf({ reason, hasAnswered }: CandidateOutcome): CallOutcome {
  if (reason === null) return 'won';
  const known = outcomeByReason[reason];
  if (known) return known;
  return hasAnswered ? 'bid' : 'invalid';
}
