import { createMetrics, type MetricReading, type Metrics } from './createMetrics.ts';
import { metricCatalog } from './metricCatalog.ts';

/** The metrics of one process together with those of Node.js: event loop, garbage collection, memory, CPU. */
export interface ProcessMetrics {
  metrics: Metrics;
  read: () => Promise<MetricReading[]>;
}

/** Opens the metrics of a process. prom-client is loaded only here, where metrics are on. */
export async function openProcessMetrics(role: string, slot: number, version: string): Promise<ProcessMetrics> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const metrics = createMetrics([role, slot]);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, labels: { role, slot: String(slot) } });
  // Slow to read with many connections, and named against Prometheus' conventions.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_active_')) registry.removeSingleMetric(name);
  }
  metrics.gauges(() => [[metricCatalog.buildInfo, [1, version, role]]]);
  return {
    metrics,
    async read() {
      const [own, ofNode] = await Promise.all([metrics.read(), registry.getMetricsAsJSON()]);
      // Their labels name this process, so that there is nothing to average or to omit.
      return [...own, ...(ofNode as unknown as MetricReading[]).map((each) => ({ ...each, aggregator: 'sum' }))];
    },
  };
}
