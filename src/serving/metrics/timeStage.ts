import type { AuctionStage, ServingMetrics } from './servingMetrics.ts';

/** Does the work of a stage, and observes how long it took where metrics are on. */
export function timeStage<T>(metrics: ServingMetrics | undefined, stage: AuctionStage, work: () => T): T {
  if (!metrics) return work();
  const startedAt = performance.now();
  const result = work();
  metrics.stages[stage].observe((performance.now() - startedAt) / 1000);
  return result;
}
