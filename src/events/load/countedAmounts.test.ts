import { expect, test } from 'vitest';
import { createAmountSums } from './countedAmounts.ts';

test('counted impressions are summed by integration, other rows are not', () => {
  const amounts = createAmountSums();
  amounts.add({
    at: 1,
    kind: 'event',
    verdict: 'counted',
    imps: 1,
    integration: 'vast',
    rev: 5_000_000,
    cost: 4_000_000,
  });
  amounts.add({ at: 1, kind: 'event', verdict: 'counted', imps: 1, integration: 'vast', rev: 1_000_000 });
  amounts.add({ at: 1, kind: 'event', verdict: 'counted', imps: 1 });
  amounts.add({ at: 1, kind: 'event', verdict: 'duplicate', integration: 'vast' });
  expect([...amounts.sums]).toEqual([
    ['vast', { imps: 2, rev: 6_000_000, cost: 4_000_000 }],
    ['unknown', { imps: 1, rev: 0, cost: 0 }],
  ]);
});
