import { beforeEach, expect, test } from 'vitest';
import type { WatchRow } from '#model/index.ts';
import { isWatched, watchedCampaigns } from './isWatched.ts';
import { buildCampaign, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot, planOf, planOfSupplier } from './snapshot.ts';
import type { Snapshot } from './snapshotState.ts';

const now = 1_800_000_000_000;
let snapshot: Snapshot;

beforeEach(() => {
  snapshot = emptySnapshot();
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel(), buildChannel({ id: 2, campaignTier: 1 })],
    supplier: [buildSupplier(), buildSupplier({ id: 2 })],
    campaign: [
      buildCampaign({ id: 5, supplierIds: [2] }),
      buildCampaign({ id: 6, ownChannels: 'none' }),
      buildCampaign({ id: 7, status: 0 }),
    ],
    tag: [buildTag({ id: 7 }), buildTag({ id: 8, status: 0 })],
    waterfallRow: [buildWaterfallRow({ id: 1, tagId: 7 }), buildWaterfallRow({ id: 2, tagId: 8 })],
  };
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
});

function watched(watch: Partial<WatchRow>, deviceId = 'device-1'): boolean {
  const row: WatchRow = { id: 1, demandId: 1, kind: 'channel', object: '1', until: now + 1, ...watch };
  applyMessage(snapshot, { type: 'row', entity: 'watch', id: 1, row });
  const plan = planOf(snapshot, 1);
  if (!plan) throw new Error('the channel has a plan');
  return isWatched(snapshot, plan, () => ({ deviceId }), now);
}

test.each<[boolean, Partial<WatchRow>]>([
  [true, {}],
  [false, { object: '2' }],
  [false, { until: now }],
  [false, { demandId: 2 }],
  [true, { kind: 'tag', object: '7' }],
  [true, { kind: 'tag', object: '8' }],
  [false, { kind: 'tag', object: '1' }],
  [true, { kind: 'device', object: 'device-1' }],
  [false, { kind: 'device', object: 'device-2' }],
])('%j: whether %j sees a request', (isSeen, watch) => {
  expect(watched(watch)).toBe(isSeen);
});

test.each<[boolean, Partial<WatchRow>, 'supplier 1' | 'supplier 2' | 'channel 2']>([
  [true, { kind: 'supplier', object: '1' }, 'supplier 1'],
  [false, { kind: 'supplier', object: '1' }, 'supplier 2'],
  [false, { kind: 'supplier', object: '2' }, 'channel 2'],
  [false, { kind: 'campaign', object: '5' }, 'supplier 1'],
  [true, { kind: 'campaign', object: '5' }, 'supplier 2'],
  [true, { kind: 'campaign', object: '5' }, 'channel 2'],
  [false, { kind: 'campaign', object: '6' }, 'channel 2'],
  [true, { kind: 'campaign', object: '7' }, 'supplier 1'],
  [false, { kind: 'campaign', object: '8' }, 'supplier 1'],
])('%j: whether %j sees a request of %s', (isSeen, watch, place) => {
  const row: WatchRow = { id: 1, demandId: 1, kind: 'channel', object: '1', until: now + 1, ...watch };
  applyMessage(snapshot, { type: 'row', entity: 'watch', id: 1, row });
  const id = Number(place.at(-1));
  const plan = place.startsWith('supplier') ? planOfSupplier(snapshot, id) : planOf(snapshot, id);
  if (!plan) throw new Error('there is a plan');
  expect(isWatched(snapshot, plan, () => ({ deviceId: '' }), now)).toBe(isSeen);
});

test('campaigns are watched by their account until the watch ends', () => {
  const row: WatchRow = { id: 1, demandId: 1, kind: 'campaign', object: '5', until: now + 1 };
  applyMessage(snapshot, { type: 'row', entity: 'watch', id: 1, row });
  expect([watchedCampaigns(snapshot, 1, now), watchedCampaigns(snapshot, 2, now)]).toEqual([[5], []]);
  expect(watchedCampaigns(snapshot, 1, now + 1)).toEqual([]);
});

test('a watch ends when its row is deleted', () => {
  expect(watched({})).toBe(true);
  applyMessage(snapshot, { type: 'row', entity: 'watch', id: 1, row: null });
  const plan = planOf(snapshot, 1);
  expect(plan && isWatched(snapshot, plan, () => ({ deviceId: '' }), now)).toBe(false);
});
