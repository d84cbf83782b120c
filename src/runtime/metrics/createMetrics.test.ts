import { expect, test } from 'vitest';
import { createMetrics } from './createMetrics.ts';
import type { MetricDefinition } from './metricCatalog.ts';

const hits: MetricDefinition = { name: 'hits_total', type: 'counter', labels: ['kind'], help: 'Hits.' };
const seconds: MetricDefinition = { name: 'seconds', type: 'histogram', labels: [], help: 'Time.', buckets: [1, 2] };
const depth: MetricDefinition = { name: 'depth', type: 'gauge', labels: ['role', 'slot'], help: 'Depth.' };

test('the same labels are the same counter', async () => {
  const metrics = createMetrics(['api', 0]);
  metrics.counter(hits, 'a').add();
  metrics.counter(hits, 'a').add(2);
  metrics.counter(hits, 'b');
  expect(await metrics.read()).toEqual([
    {
      name: 'hits_total',
      help: 'Hits.',
      type: 'counter',
      aggregator: 'sum',
      values: [
        { value: 3, labels: { kind: 'a' } },
        { value: 0, labels: { kind: 'b' } },
      ],
    },
  ]);
});

test('buckets of a histogram include their upper bound and all smaller values', async () => {
  const metrics = createMetrics(['api', 0]);
  for (const value of [0.5, 1, 1.5, 7]) metrics.histogram(seconds).observe(value);
  const [reading] = await metrics.read();
  expect(reading?.values.map(({ metricName, labels, value }) => [metricName, labels['le'], value])).toEqual([
    ['seconds_bucket', 1, 2],
    ['seconds_bucket', 2, 3],
    ['seconds_bucket', '+Inf', 4],
    ['seconds_sum', undefined, 10],
    ['seconds_count', undefined, 4],
  ]);
});

test('gauges are read at every collection, and one that fails has no values', async () => {
  const metrics = createMetrics(['serving', 3]);
  let value = 1;
  metrics.gauges(() => [[depth, [(value += 1), ...metrics.process]]]);
  metrics.gauges(() => Promise.reject(new Error('the store is unavailable')));
  await metrics.read();
  expect(await metrics.read()).toMatchObject([
    { aggregator: 'max', values: [{ value: 3, labels: { role: 'serving', slot: 3 } }] },
  ]);
});
