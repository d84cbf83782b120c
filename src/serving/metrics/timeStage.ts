import type { Span } from '#runtime/tracing/tracer.ts';
import type { AuctionStage, ServingMetrics } from './servingMetrics.ts';

/** Does the work of a stage, and observes how long it took: in the metrics, and in the span of a traced request. */
export function timeStage<T>(
  metrics: ServingMetrics | undefined,
  stage: AuctionStage,
  work: () => T,
  span: Span | null = null,
): T {
  if (!metrics && !span) return work();
  const child = span?.child(stage);
  const startedAt = performance.now();
  const result = work();
  metrics?.stages[stage].observe((performance.now() - startedAt) / 1000);
  child?.end();
  return result;
}
