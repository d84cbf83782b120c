import { expect, test } from 'vitest';
import { createMetrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { createPartnerBound } from './boundPartners.ts';
import { sumReadings } from './sumReadings.ts';

/** The readings of a process that has called these partners once each. */
function readingsOf(...partners: string[]) {
  const metrics = createMetrics(['serving', 0]);
  for (const partner of partners) metrics.counter(metricCatalog.bidderCalls, partner, 'won').add();
  metrics.counter(metricCatalog.loadRetries).add();
  return metrics.read();
}

test('the partners of all processes of a node share one limit, and named ones stay named', async () => {
  const bound = createPartnerBound(2);
  const collect = async () => {
    const processes = await Promise.all([readingsOf('a', 'b', 'other'), readingsOf('c', 'd', 'a')]);
    const text = await sumReadings(processes.map(bound)).metrics();
    return text.split('\n').filter((line) => /^bidhouse_(bidder|load)/.test(line));
  };
  const expected = [
    'bidhouse_bidder_calls_total{partner="a",outcome="won"} 2',
    'bidhouse_bidder_calls_total{partner="b",outcome="won"} 1',
    'bidhouse_bidder_calls_total{partner="other",outcome="won"} 3',
    'bidhouse_load_retries_total 2',
  ];
  expect((await collect()).toSorted()).toEqual(expected);
  bound(await readingsOf('e'));
  expect((await collect()).toSorted()).toEqual(expected);
});
