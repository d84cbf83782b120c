import { statfs } from 'node:fs/promises';
import { listenFault } from '#runtime/listen/listenFault.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { Config } from '../../config.ts';
import type { MetricsCollector } from './createCollector.ts';
import { openMetricsOf } from './openMetricsOf.ts';

/** Serves the metrics of this node on METRICS_PORT until the process ends. Returns null where it is not set. */
export async function startMetrics(config: Config): Promise<MetricsCollector | null> {
  const own = await openMetricsOf(config, 'parent', 0);
  if (!own) return null;
  const { createCollector } = await import('./createCollector.ts');
  const { serveMetrics } = await import('./serveMetrics.ts');
  own.metrics.gauges(async () => {
    const { bavail, blocks, bsize } = await statfs(config.DATA_DIR);
    return [
      [metricCatalog.diskFree, [bavail * bsize]],
      [metricCatalog.diskSize, [blocks * bsize]],
    ];
  });
  const collector = createCollector(own);
  const address = { host: config.METRICS_HOST, port: config.METRICS_PORT ?? 0 };
  await serveMetrics(() => collector.collect(), address).catch((error: unknown) => {
    throw new Error(`Addresses that cannot be used:\n  METRICS_PORT: ${listenFault(error, address)}`, { cause: error });
  });
  return collector;
}
