import { describe, expect, test } from 'vitest';
import {
  buildAdexchange,
  buildCampaign,
  buildCreative,
  buildDeal,
  buildSupplier,
} from '#tests/support/engine/buildBuying.ts';
import { recordFault } from '#events/record/recordFault.ts';
import type { ServedAd } from '#events/record/records.ts';
import { seededRandom } from '../seededRandom.ts';
import type { SeededNetwork } from '../seed.ts';
import { demoSuppliers } from './demoSuppliers.ts';
import { createPastBudgets } from './pastBudgets.ts';
import { pastSupply } from './pastSupply.ts';

const at = Date.parse('2026-03-10T15:20:00Z');
const network = {
  account: { id: 1, priceReq: '0.0010', priceImp: '0.0200' },
  buying: {
    suppliers: demoSuppliers.map(({ name }, index) => buildSupplier({ id: index + 1, name, margin: 10 })),
    adexchanges: [buildAdexchange({ name: 'Skyline Bidding', margin: 20 })],
    campaigns: [
      buildCampaign({ bid: '7.00', margin: 10, dealIds: [1] }),
      buildCampaign({ id: 2, type: 'banner', bid: '1.50', creativeIds: [2] }),
      buildCampaign({ id: 3, bid: '90.00', creativeIds: [3] }),
      buildCampaign({ id: 4, type: 'audio', bid: '3.00', creativeIds: [4] }),
      buildCampaign({ id: 5, type: 'native', bid: '1.70', creativeIds: [5] }),
    ],
    creatives: [
      buildCreative(),
      buildCreative({ id: 2, type: 'tag' }),
      buildCreative({ id: 3, review: 'pending' }),
      buildCreative({ id: 4, type: 'audio' }),
      buildCreative({ id: 5, type: 'native' }),
    ],
    deals: [buildDeal({ dealId: 'NX-2026-04', supplierId: 1 })],
  },
} as unknown as SeededNetwork;

describe.each(demoSuppliers.map((supplier) => [supplier.name, supplier] as const))('history of %s', (_, supplier) => {
  const random = seededRandom(3);
  const records = Array.from({ length: 400 }, () =>
    pastSupply(network, supplier, at, { budgets: createPastBudgets(0), random, viewEvents: () => ['impression'] }),
  ).flat();
  const ads = records.flatMap((record): ServedAd[] =>
    record.type === 'event' && record.payload ? [record.payload.ad] : [],
  );

  test('consists of records that the loader accepts', () => {
    expect(records.map((record) => recordFault(record, at + 60_000)).filter((fault) => fault !== null)).toEqual([]);
  });

  test('never pays a supplier more than its part of the buyers’ price', () => {
    expect(ads.length).toBeGreaterThan(100);
    for (const { rev, cost, buying } of ads) {
      expect(cost).toBeLessThanOrEqual(rev * 0.9);
      expect(buying?.bid).toBe(cost);
    }
    for (const record of records) {
      if (record.type === 'event' && record.price !== undefined) {
        expect(record.price).toBeLessThanOrEqual(record.payload?.ad.cost ?? 0);
      }
    }
  });

  test('has ads of campaigns with approved creatives and of ad exchanges', () => {
    const campaigns = new Set(ads.map(({ campaignId = 0 }) => campaignId));
    expect([...campaigns].toSorted((a, b) => a - b)).toEqual(
      { video: [0, 1], banner: [0, 2], audio: [4], native: [0, 5] }[supplier.format],
    );
  });

  test('has bids under deals that are set up, and offers of others', () => {
    const offered = new Set(
      records.flatMap((record) => (record.type === 'serve' ? (record.deals ?? []).map(({ deal }) => deal) : [])),
    );
    const used = new Set(ads.flatMap(({ deal = [] }) => deal));
    const isVideo = supplier.format === 'video';
    expect([...offered].toSorted()).toEqual(isVideo ? ['NX-2026-04', 'NX-2026-11-PG', 'NX-2026-TRIAL'] : []);
    expect([...used]).toEqual(isVideo ? ['NX-2026-04'] : []);
  });
});
