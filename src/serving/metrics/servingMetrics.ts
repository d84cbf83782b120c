import type { CandidateOutcome, EventRecord } from '#events/record/records.ts';
import type { RequestIntegration, SupplyReason, TrackedEvent } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Counter, Histogram, Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { createPartnerMetrics, type PartnerMetrics } from './partnerMetrics.ts';

/** The stages of an imp's auction, in their order. */
export const auctionStages = ['admission', 'eligibility', 'calls', 'decision', 'record'] as const;
export type AuctionStage = (typeof auctionStages)[number];

/** The metrics of an ad-serving process. */
export interface ServingMetrics {
  stages: Readonly<Record<AuctionStage, Histogram>>;
  partners: PartnerMetrics;
  /** Counts an imp: with an ad where there is no reason. */
  addImp(integration: RequestIntegration, reason: SupplyReason | null): void;
  /** Counts the outcomes of an imp's calls. */
  addOutcomes(outcomes: readonly CandidateOutcome[]): void;
  addHit(event: TrackedEvent, verdict: EventRecord['verdict']): void;
  /** Counts a read of the cache of bids. */
  addCacheRead(isHit: boolean): void;
}

/** Creates the metrics of ad serving on those of its process. */
export function createServingMetrics(metrics: Metrics): ServingMetrics {
  const partners = createPartnerMetrics(metrics);
  const imps = new Map<RequestIntegration, Map<SupplyReason | null, Counter>>();
  const hits = new Map<TrackedEvent, Map<string, Counter>>();
  const stages = Object.fromEntries(
    auctionStages.map((stage) => [stage, metrics.histogram(metricCatalog.stageDuration, stage)]),
  ) as Record<AuctionStage, Histogram>;
  const [hit, miss] = ['hit', 'miss'].map((result) => metrics.counter(metricCatalog.cacheReads, 'bid', result));
  return {
    stages,
    partners,
    addImp(integration, reason) {
      const ofIntegration = getOrCreate(imps, integration, () => new Map<SupplyReason | null, Counter>());
      const create = () => metrics.counter(metricCatalog.imps, integration, reason ?? 'ad');
      getOrCreate(ofIntegration, reason, create).add();
    },
    addOutcomes(outcomes) {
      for (const outcome of outcomes) if (outcome.wasSent) partners.addOutcome(outcome);
    },
    addHit(event, verdict) {
      const ofEvent = getOrCreate(hits, event, () => new Map<string, Counter>());
      getOrCreate(ofEvent, verdict, () => metrics.counter(metricCatalog.events, event, verdict)).add();
    },
    addCacheRead: (isHit) => (isHit ? hit : miss)?.add(),
  };
}
