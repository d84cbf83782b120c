import { readdirSync } from 'node:fs';
import type { Counter, GaugeReading, Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { CountedAmounts } from '../load/countedAmounts.ts';
import type { SegmentPart } from '../load/loadSegment.ts';
import { segmentsDir } from '../load/loadSegment.ts';
import { listSpools } from '../spool/spoolFiles.ts';

/** Counts what loading does. */
export interface LoadCounts {
  loaded(part: SegmentPart): void;
  /** Impressions whose segment is made, of one integration. */
  counted(integration: string, amounts: CountedAmounts): void;
  retried(): void;
  setAside(cause: 'rejected' | 'unverified'): void;
  quarantined(records: number): void;
}

/** Creates the counters of a worker and the gauges of the spools and segments that wait on this machine. */
export function createLoadCounts(
  metrics: Metrics,
  { spoolRoot, stateDir, now }: { spoolRoot: string; stateDir: string; now: () => number },
): LoadCounts {
  const rows = new Map<string, Counter>();
  for (const table of ['facts', 'test_facts', 'event_sources', 'traces']) {
    rows.set(table, metrics.counter(metricCatalog.loadedRows, table));
  }
  const retries = metrics.counter(metricCatalog.loadRetries);
  const setAside = {
    rejected: metrics.counter(metricCatalog.partsSetAside, 'rejected'),
    unverified: metrics.counter(metricCatalog.partsSetAside, 'unverified'),
  };
  const quarantined = metrics.counter(metricCatalog.quarantined);
  let loadedAt: number | null = null;
  metrics.gauges(() => [
    ...readSpoolGauges(spoolRoot, now()),
    [metricCatalog.segmentsPending, [countSegments(stateDir)]],
    ...(loadedAt === null ? [] : [[metricCatalog.lastLoad, [loadedAt / 1000]] satisfies GaugeReading]),
  ]);
  return {
    loaded({ table = 'facts', rows: count }) {
      loadedAt = now();
      rows.get(table)?.add(count);
    },
    counted(integration, { imps, rev, cost }) {
      metrics.counter(metricCatalog.countedImpressions, integration).add(imps);
      metrics.counter(metricCatalog.revenue, integration).add(rev);
      metrics.counter(metricCatalog.cost, integration).add(cost);
    },
    retried: () => retries.add(),
    setAside: (cause) => setAside[cause].add(),
    quarantined: (records) => quarantined.add(records),
  };
}

function readSpoolGauges(spoolRoot: string, now: number): GaugeReading[] {
  const { sealed, oldestBegunAt } = listSpools(spoolRoot);
  return [
    [metricCatalog.spoolFiles, [sealed.length]],
    [metricCatalog.spoolBytes, [sealed.reduce((sum, { bytes }) => sum + bytes, 0)]],
    [metricCatalog.spoolAge, [oldestBegunAt === null ? 0 : Math.max(0, now - oldestBegunAt) / 1000]],
  ];
}

function countSegments(stateDir: string): number {
  return readdirSync(segmentsDir(stateDir)).filter((name) => /^\d+$/.test(name)).length;
}
