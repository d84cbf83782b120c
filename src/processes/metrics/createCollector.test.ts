import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createMetrics, type MetricReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { ParentMessage } from '../child.ts';
import { createCollector } from './createCollector.ts';

/** A child that has counted `loaded` rows and is in the state `depth`; it does not respond while it is frozen. */
class Child extends EventEmitter {
  connected = true;
  isFrozen = false;
  readonly #metrics = createMetrics(['worker', 0]);

  constructor(loaded: number, depth: number) {
    super();
    this.#metrics.counter(metricCatalog.loadedRows, 'facts').add(loaded);
    this.#metrics.gauges(() => [[metricCatalog.spoolFiles, [depth]]]);
  }

  send(message: ParentMessage): void {
    if (this.isFrozen || message.type !== 'metrics') return;
    void this.#metrics.read().then((readings: MetricReading[]) => {
      this.emit('message', { type: 'metrics', id: message.id, readings });
    });
  }

  exit(): void {
    this.connected = false;
    this.emit('exit', 0, null);
  }
}

function open() {
  const metrics = createMetrics(['parent', 0]);
  const collector = createCollector({ metrics, read: () => metrics.read() }, 30);
  const add = (loaded: number, depth = 0): Child => {
    const child = new Child(loaded, depth);
    collector.add('worker', 0, child as unknown as ChildProcess);
    child.emit('message', { type: 'ready' });
    return child;
  };
  const valueOf = async (start: string) => {
    const line = (await collector.collect()).split('\n').find((each) => each.startsWith(start));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  };
  return { add, collector, valueOf };
}

const rows = 'bidhouse_load_rows_total{table="facts"}';
const up = 'bidhouse_process_up{role="worker",slot="0"}';

test('counters of processes are summed', async () => {
  const { add, valueOf } = open();
  add(3);
  add(4);
  expect(await valueOf(rows)).toBe(7);
});

test('a process that does not respond in time is counted; its counters stay, its gauges are absent', async () => {
  const { add, valueOf } = open();
  const child = add(3, 9);
  expect(await valueOf('bidhouse_spool_files')).toBe(9);
  child.isFrozen = true;
  expect(await valueOf(rows)).toBe(3);
  expect(await valueOf('bidhouse_spool_files')).toBeNull();
  expect(await valueOf(up)).toBe(0);
  expect(await valueOf('bidhouse_metrics_missed_total{role="worker"}')).toBe(4);
});

test('what an exited process has counted is still in the sums of its successor', async () => {
  const { add, valueOf } = open();
  const first = add(3);
  expect(await valueOf(rows)).toBe(3);
  first.exit();
  expect(await valueOf(rows)).toBe(3);
  expect(await valueOf(up)).toBe(0);
  add(4);
  expect(await valueOf(rows)).toBe(7);
  expect(await valueOf(up)).toBe(1);
  expect(await valueOf('bidhouse_process_starts_total{role="worker"}')).toBe(2);
});

test('a process that exits during a collection is counted once', async () => {
  const { add, valueOf } = open();
  const child = add(3);
  expect(await valueOf(rows)).toBe(3);
  child.isFrozen = true;
  const reading = valueOf(rows);
  child.exit();
  expect(await reading).toBe(3);
  expect(await valueOf(rows)).toBe(3);
});

test('a process that is still starting is not up, and not missed', async () => {
  const { valueOf, add } = open();
  const child = add(1);
  child.emit('exit', 1, null);
  expect(await valueOf(up)).toBe(0);
  expect(await valueOf('bidhouse_metrics_missed_total{role="worker"}')).toBeNull();
});

test('a process that is replaced by one with another slot is no longer reported, and its counters stay', async () => {
  const { add, collector, valueOf } = open();
  const replaced = add(3);
  expect(await valueOf(up)).toBe(1);
  collector.remove('worker', 0);
  expect(await valueOf(up)).toBeNull();
  replaced.exit();
  expect(await valueOf(up)).toBeNull();
  expect(await valueOf(rows)).toBe(3);
});
