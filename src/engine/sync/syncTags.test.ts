import { beforeEach, describe, expect, test } from 'vitest';
import type { TagRow } from '#model/index.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildSubpublisher,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot } from '../snapshot/snapshot.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import { accountOfUid, bidderOfUid, selectTags, syncTagsOf } from './syncTags.ts';

const bidder = (overrides: Partial<TagRow> = {}) =>
  buildTag({
    integration: 'RTB',
    endpoint: 'https://b.example',
    syncUrl: 'https://b.example/{redirect}',
    ...overrides,
  });

const account = buildAccount();
const channel = buildChannel({ subpublisherId: 1 });
const row = buildWaterfallRow({ id: 1, tagId: 1 });
const other = buildAccount({ id: 2, uid: 'account000000002', name: 'Other' });

let snapshot: Snapshot;

beforeEach(() => {
  snapshot = emptySnapshot();
  take({
    demand: [account, other],
    subpublisher: [buildSubpublisher()],
    advertiser: [buildAdvertiser()],
    channel: [channel],
    tag: [bidder()],
    waterfallRow: [row],
  });
});

function take(rows: Parameters<typeof messagesOf>[0]): void {
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
}

const synced = (accountId = 1) => syncTagsOf(snapshot, accountId).map(({ id }) => id);

describe('the bidders that are synced', () => {
  test('are the RTB tags with a sync URL in a channel of the account', () => {
    expect(synced()).toEqual([1]);
    expect(synced(2)).toEqual([]);
  });

  test.each<[string, Parameters<typeof messagesOf>[0]]>([
    ['a paused account', { demand: [{ ...account, status: 0 }] }],
    ['a paused advertiser', { advertiser: [buildAdvertiser({ status: 0 })] }],
    ['a paused sub-publisher', { subpublisher: [buildSubpublisher({ status: 0 })] }],
    ['a paused channel', { channel: [{ ...channel, status: 0 }] }],
    ['a paused tag', { tag: [bidder({ status: 0 })] }],
    ['a tag without a sync URL', { tag: [bidder({ syncUrl: '' })] }],
    ['a tag that is no longer a bidder', { tag: [bidder({ integration: 'VAST' })] }],
    ['a disabled waterfall row', { waterfallRow: [{ ...row, isEnabled: false }] }],
    ['a waterfall of another account', { channel: [{ ...channel, demandId: 2 }] }],
  ])('exclude %s as soon as the change arrives', (_, change) => {
    take(change);
    expect(synced()).toEqual([]);
    expect(synced(2)).toEqual([]);
  });

  test('are added when a missing part is added, and removed with their rows', () => {
    take({ tag: [bidder({ syncUrl: '' })] });
    take({ tag: [bidder()] });
    expect(synced()).toEqual([1]);
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: null });
    expect(synced()).toEqual([]);
    expect(bidderOfUid(snapshot, bidder().uid)).toBeUndefined();
    applyMessage(snapshot, { type: 'reset' });
    expect(accountOfUid(snapshot, account.uid)).toBeUndefined();
  });
});

test('an account is found by its own uid and by those of its channels', () => {
  expect(accountOfUid(snapshot, account.uid)?.id).toBe(1);
  expect(accountOfUid(snapshot, channel.uid)?.id).toBe(1);
  expect(accountOfUid(snapshot, other.uid)?.id).toBe(2);
  expect(accountOfUid(snapshot, bidder().uid)).toBeUndefined();
});

test('a bidder is found by the uid of its active RTB tag, with or without a sync URL', () => {
  take({ tag: [bidder({ syncUrl: '' }), buildTag({ id: 2 })] });
  expect(bidderOfUid(snapshot, bidder().uid)?.id).toBe(1);
  expect(bidderOfUid(snapshot, buildTag({ id: 2 }).uid)).toBeUndefined();
  take({ tag: [bidder({ status: 0 })] });
  expect(bidderOfUid(snapshot, bidder().uid)).toBeUndefined();
});

describe('the choice among more bidders than may be synced', () => {
  const tags = Array.from({ length: 8 }, (_, index) => bidder({ id: index + 1 }));
  const choose = (seed: number, isNamed = (_tag: { id: number }) => false) =>
    selectTags(tags, { isNamed, seed, limit: 2 }).map(({ id }) => id);

  test('takes preferred tags first', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(choose(seed, ({ id }) => id === 7)).toEqual([7, expect.any(Number)]);
    }
  });

  test('is the same for the same seed, and gives each the same chance', () => {
    expect(choose(5)).toEqual(choose(5));
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 8000; seed += 1) {
      for (const id of choose(seed)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(counts.size).toBe(8);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });
});
