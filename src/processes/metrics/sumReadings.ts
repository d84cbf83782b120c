import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricReading } from '#runtime/metrics/createMetrics.ts';

/** Sums the metrics of processes: values with the same labels become one. */
export function sumReadings(readings: readonly (readonly MetricReading[])[]): Registry {
  return AggregatorRegistry.aggregate(readings as unknown as Parameters<typeof AggregatorRegistry.aggregate>[0]);
}

/** The metrics that only grow: their values outlive the process that counted them. */
export function countersOf(readings: readonly MetricReading[]): MetricReading[] {
  return readings.filter(({ type }) => type !== 'gauge');
}
