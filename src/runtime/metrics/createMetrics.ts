import { withTimeout } from '../withTimeout.ts';
import type { MetricDefinition } from './metricCatalog.ts';

/** A counter with its labels: adding costs one addition. */
export interface Counter {
  add(count?: number): void;
}

/** A histogram with its labels: observing costs a search among its buckets. */
export interface Histogram {
  observe(value: number): void;
}

/** A value of a metric in the form of prom-client. */
export interface MetricValue {
  value: number;
  labels: Record<string, string | number>;
  /** Of histograms: the name with its suffix. */
  metricName?: string;
}

/** All values of a metric in the form of prom-client's `getMetricsAsJSON`. */
export interface MetricReading {
  name: string;
  help: string;
  type: string;
  /** How the values of several processes with the same labels become one. */
  aggregator: string;
  values: MetricValue[];
}

/** A gauge's value with its labels, in their order. */
export type GaugeValue = [value: number, ...labels: (string | number)[]];

/** The metrics of one process. Code resolves its counters and histograms once, and records without a lookup. */
export interface Metrics {
  counter(definition: MetricDefinition, ...labels: string[]): Counter;
  histogram(definition: MetricDefinition, ...labels: string[]): Histogram;
  /** Has gauges read at every collection. A reader that fails, or takes too long, yields no values. */
  gauges(read: () => GaugeReading[] | Promise<GaugeReading[]>): void;
  /** Labels of this process: its role and its slot. */
  readonly process: readonly [role: string, slot: number];
  read(): Promise<MetricReading[]>;
}

/** A gauge and its values. */
export type GaugeReading = readonly [definition: MetricDefinition, ...values: GaugeValue[]];

/** Milliseconds in which gauges must be read. */
const gaugeMs = 1000;

interface HistogramState {
  labels: Record<string, string>;
  counts: Float64Array;
  sum: number;
}

interface CounterState {
  labels: Record<string, string>;
  value: number;
}

/** Creates the metrics of a process without any values. Asking twice for the same labels returns the same counter. */
export function createMetrics(process: readonly [role: string, slot: number]): Metrics {
  const counters = new Map<MetricDefinition, Map<string, CounterState & Counter>>();
  const histograms = new Map<MetricDefinition, Map<string, HistogramState & Histogram>>();
  const gaugeReaders: (() => GaugeReading[] | Promise<GaugeReading[]>)[] = [];
  return {
    process,
    counter: (definition, ...labels) =>
      cellOf(counters, definition, labels, () => createCounter(labelled(definition, labels))),
    histogram: (definition, ...labels) =>
      cellOf(histograms, definition, labels, () => createHistogram(definition, labelled(definition, labels))),
    gauges: (read) => void gaugeReaders.push(read),
    async read() {
      const gauges = await Promise.all(gaugeReaders.map(readGauges));
      return [
        ...[...counters].map(([definition, cells]) =>
          readingOf(
            definition,
            [...cells.values()].map(({ labels, value }) => ({ value, labels })),
          ),
        ),
        ...[...histograms].map(([definition, cells]) =>
          readingOf(
            definition,
            [...cells.values()].flatMap((cell) => histogramValues(definition, cell)),
          ),
        ),
        ...gauges.flat().map(([definition, ...values]) =>
          readingOf(
            definition,
            values.map(([value, ...labels]) => ({ value, labels: labelled(definition, labels) })),
          ),
        ),
      ];
    },
  };
}

/** A metric's values in the form of prom-client. */
function readingOf({ name, help, type }: MetricDefinition, values: MetricValue[]): MetricReading {
  return { name, help, type, aggregator: type === 'gauge' ? 'max' : 'sum', values };
}

function cellOf<Cell>(
  known: Map<MetricDefinition, Map<string, Cell>>,
  definition: MetricDefinition,
  labels: readonly string[],
  create: () => Cell,
): Cell {
  const cells = known.get(definition) ?? new Map<string, Cell>();
  known.set(definition, cells);
  const key = labels.join('\n');
  const cell = cells.get(key) ?? create();
  cells.set(key, cell);
  return cell;
}

function labelled<Value>({ labels }: MetricDefinition, values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(labels.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]]])));
}

function createCounter(labels: Record<string, string>): CounterState & Counter {
  const state = {
    labels,
    value: 0,
    add(count = 1) {
      state.value += count;
    },
  };
  return state;
}

function createHistogram(
  { buckets = [] }: MetricDefinition,
  labels: Record<string, string>,
): HistogramState & Histogram {
  const state = {
    labels,
    counts: new Float64Array(buckets.length + 1),
    sum: 0,
    observe(value: number) {
      let at = 0;
      while (at < buckets.length && value > (buckets[at] ?? 0)) at += 1;
      state.counts[at] = (state.counts[at] ?? 0) + 1;
      state.sum += value;
    },
  };
  return state;
}

/** Counts of buckets are cumulative in Prometheus. */
function histogramValues({ name, buckets = [] }: MetricDefinition, { labels, counts, sum }: HistogramState) {
  const values: MetricValue[] = [];
  let count = 0;
  for (const [at, inBucket] of counts.entries()) {
    count += inBucket;
    values.push({ value: count, labels: { le: buckets[at] ?? '+Inf', ...labels }, metricName: `${name}_bucket` });
  }
  values.push({ value: sum, labels, metricName: `${name}_sum` }, { value: count, labels, metricName: `${name}_count` });
  return values;
}

async function readGauges(read: () => GaugeReading[] | Promise<GaugeReading[]>): Promise<GaugeReading[]> {
  const reading = Promise.resolve()
    .then(read)
    .catch(() => []);
  return (await withTimeout(gaugeMs, reading)) ?? [];
}
