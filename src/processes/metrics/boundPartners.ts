import { maxPartners } from '#runtime/metrics/maxPartners.ts';
import type { MetricReading } from '#runtime/metrics/createMetrics.ts';

/**
 * Creates a function that leaves the first partners of a node with labels of their own: each process names the first
 * that it calls, and processes call different ones. A partner that has had a label retains it.
 */
export function createPartnerBound(max: number = maxPartners): (readings: readonly MetricReading[]) => MetricReading[] {
  const named = new Set<string>(['other']);
  const boundLabel = (partner: string) => {
    // `other` is beside them.
    if (named.size <= max) named.add(partner);
    return named.has(partner) ? partner : 'other';
  };
  return (readings) =>
    readings.map((reading) => ({
      ...reading,
      values: reading.values.map((value) => {
        const { partner } = value.labels;
        return partner === undefined
          ? value
          : { ...value, labels: { ...value.labels, partner: boundLabel(String(partner)) } };
      }),
    }));
}
