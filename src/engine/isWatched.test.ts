import { beforeEach, expect, test } from 'vitest';
import type { WatchRow } from '#model/index.ts';
import { isWatched } from './isWatched.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from './scenarios/buildRows.ts';
import { applyMessage, emptySnapshot, planOf, type Snapshot } from './snapshot.ts';

const now = 1_800_000_000_000;
let snapshot: Snapshot;

beforeEach(() => {
  snapshot = emptySnapshot();
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel()],
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

test('a watch that is over is forgotten with its row', () => {
  expect(watched({})).toBe(true);
  applyMessage(snapshot, { type: 'row', entity: 'watch', id: 1, row: null });
  const plan = planOf(snapshot, 1);
  expect(plan && isWatched(snapshot, plan, () => ({ deviceId: '' }), now)).toBe(false);
});
