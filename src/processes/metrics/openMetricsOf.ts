import type { Config } from '../../config.ts';
import { type ProcessMetrics, openProcessMetrics } from '#runtime/metrics/openProcessMetrics.ts';
import { productVersion } from '#runtime/productVersion.ts';

/** Opens the metrics of a process; null where METRICS_PORT is not set. */
export async function openMetricsOf(
  { METRICS_PORT }: Pick<Config, 'METRICS_PORT'>,
  role: string,
  slot: number,
): Promise<ProcessMetrics | null> {
  return METRICS_PORT === undefined ? null : openProcessMetrics(role, slot, productVersion());
}
