import type { ServingMetrics } from './servingMetrics.ts';

/** Observes how long a record takes to be written, where metrics are on. Returns the same promise. */
export function timeWrite(metrics: ServingMetrics | undefined, written: Promise<void>): Promise<void> {
  if (!metrics) return written;
  const startedAt = performance.now();
  void written.then(
    () => metrics.stages.record.observe((performance.now() - startedAt) / 1000),
    () => undefined,
  );
  return written;
}
