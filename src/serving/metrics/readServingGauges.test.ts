import { expect, test } from 'vitest';
import { emptySnapshot } from '#engine/snapshot/snapshot.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import { readServingGauges } from './readServingGauges.ts';

const listOf = (version: number, publishedAt: string | null): VendorList => ({
  version,
  publishedAt,
  vendors: new Map(),
});

test.each([
  ['without a list', [], null],
  ['of one without a date', [listOf(7, null)], null],
  ['of the latest', [listOf(6, '2026-11-12T16:00:00Z'), listOf(7, '2026-11-19T16:00:00Z')], 90],
])('the age of the Global Vendor List %s', (_, lists, age) => {
  const readings = readServingGauges(['serving', 1], {
    follower: { snapshot: emptySnapshot, receivedAt: () => 0 },
    budgets: { renewedAt: () => 0, campaignCount: () => 0 },
    bids: { usage: () => ({ connections: 0, waiting: 0 }) },
    vendorLists: () => lists,
    now: () => 0,
    time: () => Date.parse('2026-11-19T16:01:30Z'),
  });
  const found = readings.filter(([metric]) => metric === metricCatalog.vendorListAge);
  expect(found).toEqual(age === null ? [] : [[metricCatalog.vendorListAge, [age, 'serving', 1]]]);
});
