import { beforeEach, describe, expect, test } from 'vitest';
import type { CutoffRow } from '#model/cutoff/cutoff.ts';
import type { SnapshotMessage } from '#model/index.ts';
import { buildSupplier } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildAppList,
  buildChannel,
  buildPixel,
  buildSubpublisher,
  buildTag,
  buildTargeting,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { putMembers, copyMembers } from './attachments.ts';
import { applyMessage, emptySnapshot, planOf, planOfSupplier, planOfUid } from './snapshot.ts';
import type { Snapshot } from './snapshotState.ts';

const row = (message: Extract<SnapshotMessage, { type: 'row' }>) => message;
const channelIds = [1, 2, 3];

describe('a snapshot', () => {
  let snapshot: Snapshot;

  /** Channel 1 has tags 1 and 2, channel 2 tag 2, channel 3 no tags and another account. */
  beforeEach(() => {
    snapshot = emptySnapshot();
    const messages = messagesOf({
      // Rows may arrive before those that they refer to.
      waterfallRow: [
        buildWaterfallRow(),
        buildWaterfallRow({ id: 2, tagId: 2 }),
        buildWaterfallRow({ id: 3, channelId: 2, tagId: 2 }),
      ],
      channel: [
        buildChannel({ subpublisherId: 1 }),
        buildChannel({ id: 2 }),
        buildChannel({ id: 3, demandId: 2, costModel: 'cpo', costCpm: '1.50' }),
      ],
      tag: [buildTag(), buildTag({ id: 2, advertiserId: 2 })],
      advertiser: [buildAdvertiser(), buildAdvertiser({ id: 2 })],
      subpublisher: [buildSubpublisher()],
      demand: [buildAccount({ priceReq: '0.10', priceImp: '0.25', priceDsp: 12.5 }), buildAccount({ id: 2 })],
    });
    for (const message of messages) applyMessage(snapshot, message);
  });

  function rebuiltBy(message: SnapshotMessage): number[] {
    const before = channelIds.map((id) => planOf(snapshot, id));
    applyMessage(snapshot, message);
    return channelIds.filter((id, index) => planOf(snapshot, id) !== before[index]);
  }

  test('finds the plan of a channel by its uid', () => {
    expect(planOfUid(snapshot, buildChannel().uid)).toMatchObject({
      channelId: 1,
      demandId: 1,
      subpublisherId: 1,
      gate: null,
      requestFee: 100_000,
      impressionFee: 250_000,
      dspShareBasisPoints: 1250,
      costTerms: { model: 'share', shareBasisPoints: 7000 },
    });
    expect(planOfUid(snapshot, 'unknown')).toBeUndefined();
    expect(snapshot.version).toBe(1);
  });

  test('a channel without a sub-publisher that inherits is not paid; its own terms win', () => {
    expect(planOf(snapshot, 2)?.costTerms.model).toBe('none');
    expect(planOf(snapshot, 3)?.costTerms).toMatchObject({ model: 'cpo', cpm: 1_500_000_000 });
  });

  test.each<[string, SnapshotMessage, number[]]>([
    ['a tag', row({ type: 'row', entity: 'tag', id: 1, row: buildTag({ rate: '9.00' }) }), [1]],
    ['a shared tag', row({ type: 'row', entity: 'tag', id: 2, row: null }), [1, 2]],
    ['the name of a tag', row({ type: 'row', entity: 'tag', id: 1, row: buildTag({ name: 'New' }) }), []],
    [
      'an advertiser',
      row({ type: 'row', entity: 'advertiser', id: 2, row: buildAdvertiser({ id: 2, status: 0 }) }),
      [1, 2],
    ],
    ['a sub-publisher', row({ type: 'row', entity: 'subpublisher', id: 1, row: null }), [1]],
    ['an account', row({ type: 'row', entity: 'demand', id: 1, row: buildAccount({ status: 0 }) }), [1, 2]],
    [
      'the DSP share of an account',
      row({
        type: 'row',
        entity: 'demand',
        id: 1,
        row: buildAccount({ priceReq: '0.10', priceImp: '0.25', priceDsp: 13 }),
      }),
      [1, 2],
    ],
    ['a channel', row({ type: 'row', entity: 'channel', id: 2, row: buildChannel({ id: 2, floor: '1.00' }) }), [2]],
    ['a removed waterfall row', row({ type: 'row', entity: 'waterfallRow', id: 3, row: null }), [2]],
    [
      'a new waterfall row',
      row({ type: 'row', entity: 'waterfallRow', id: 9, row: buildWaterfallRow({ id: 9, channelId: 2 }) }),
      [2],
    ],
  ])('a change of %s rebuilds the affected plans and no other', (_, message, ids) => {
    expect(rebuiltBy(message)).toEqual(ids);
  });

  describe('attachments', () => {
    /** Channel 1 uses list 1, tag 2 targeting 1 (which includes list 2), advertiser 1 targeting 2, tag 1 pixel 1. */
    beforeEach(() => {
      const messages = messagesOf({
        appList: [
          buildAppList({ membersHash: 'a' }),
          buildAppList({ id: 2, membersHash: 'a' }),
          buildAppList({ id: 3, membersHash: 'a' }),
        ],
        targeting: [buildTargeting({ appListIds: [2] }), buildTargeting({ id: 2, countries: ['US'] })],
        ivt: [buildPixel(), buildPixel({ id: 2 })],
        channel: [buildChannel({ subpublisherId: 1, appListIds: [1] })],
        tag: [buildTag({ ivtIds: [1] }), buildTag({ id: 2, advertiserId: 2, targetingIds: [1] })],
        advertiser: [buildAdvertiser({ targetingIds: [2] })],
      });
      for (const message of messages) applyMessage(snapshot, message);
    });

    test.each<[string, SnapshotMessage, number[]]>([
      [
        'the list of a channel',
        row({ type: 'row', entity: 'appList', id: 1, row: buildAppList({ membersHash: 'a', mode: 'allow' }) }),
        [1],
      ],
      [
        'the name of a list',
        row({ type: 'row', entity: 'appList', id: 1, row: buildAppList({ membersHash: 'a', name: 'New' }) }),
        [],
      ],
      ['a list inside a targeting', row({ type: 'row', entity: 'appList', id: 2, row: null }), [1, 2]],
      ['a list that is not used', row({ type: 'row', entity: 'appList', id: 3, row: null }), []],
      [
        'the targeting of a shared tag',
        row({ type: 'row', entity: 'targeting', id: 1, row: buildTargeting() }),
        [1, 2],
      ],
      ['the targeting of an advertiser', row({ type: 'row', entity: 'targeting', id: 2, row: null }), [1]],
      ['a pixel of a tag', row({ type: 'row', entity: 'ivt', id: 1, row: buildPixel({ percent: 5 }) }), [1]],
      ['a pixel that is not used', row({ type: 'row', entity: 'ivt', id: 2, row: null }), []],
      [
        'a pixel that becomes account-wide',
        row({ type: 'row', entity: 'ivt', id: 2, row: buildPixel({ id: 2, scope: 'all' }) }),
        [1, 2],
      ],
      [
        'the time zone of the account',
        row({ type: 'row', entity: 'demand', id: 2, row: buildAccount({ id: 2, timezone: 3 }) }),
        [3],
      ],
    ])('a change of %s rebuilds the affected plans and no other', (_, message, ids) => {
      expect(rebuiltBy(message)).toEqual(ids);
    });

    test('pixels of channel, tag and account come with each candidate, each once, and only active ones', () => {
      const pixels = [buildPixel({ id: 3, scope: 'all' }), buildPixel({ id: 4, status: 0 }), buildPixel({ id: 5 })];
      for (const message of messagesOf({
        ivt: pixels,
        channel: [buildChannel({ ivtIds: [5, 4, 3] })],
      })) {
        applyMessage(snapshot, message);
      }
      const candidates = planOf(snapshot, 1)?.tiers.flatMap((tier) => tier.candidates) ?? [];
      expect(candidates.map(({ tag, pixels: all }) => [tag.id, all.map(({ id }) => id)])).toEqual([
        [1, [5, 3, 1]],
        [2, [5, 3]],
      ]);
    });

    test('members of lists in use are requested until they are loaded', () => {
      expect([...snapshot.wantedMembers.keys()].sort()).toEqual(['appList:1', 'appList:2']);
      expect(snapshot.wantedMembers.get('appList:1')).toEqual({ entity: 'appList', id: 1, kind: 'bundle', hash: 'a' });
      const before = planOf(snapshot, 2);
      putMembers(snapshot, 'appList:1', { hash: 'a', set: new Set(['com.game']) });
      expect([...snapshot.wantedMembers.keys()]).toEqual(['appList:2']);
      expect(planOf(snapshot, 2)).toBe(before);
      putMembers(snapshot, 'appList:2', { hash: 'a', set: new Set(['com.game']) });
      expect(snapshot.wantedMembers.size).toBe(0);
      expect(planOf(snapshot, 2)).not.toBe(before);
    });

    test('newer members are requested while the older ones are in use', () => {
      const set = new Set(['com.game']);
      putMembers(snapshot, 'appList:1', { hash: 'a', set });
      const before = planOf(snapshot, 1);
      applyMessage(snapshot, { type: 'row', entity: 'appList', id: 1, row: buildAppList({ membersHash: 'b' }) });
      expect(snapshot.wantedMembers.get('appList:1')?.hash).toBe('b');
      expect(planOf(snapshot, 1)).toBe(before);
      putMembers(snapshot, 'appList:1', { hash: 'b', set: new Set() });
      expect(planOf(snapshot, 1)).not.toBe(before);
    });

    test('members are unloaded when their list is no longer used, and unrequested ones are ignored', () => {
      putMembers(snapshot, 'appList:1', { hash: 'a', set: new Set() });
      applyMessage(snapshot, { type: 'row', entity: 'channel', id: 1, row: buildChannel() });
      expect(snapshot.members.size).toBe(0);
      putMembers(snapshot, 'appList:1', { hash: 'a', set: new Set() });
      expect(snapshot.members.size).toBe(0);
    });

    test('a new snapshot takes over the members that it needs', () => {
      putMembers(snapshot, 'appList:1', { hash: 'a', set: new Set() });
      putMembers(snapshot, 'appList:2', { hash: 'a', set: new Set() });
      const next = emptySnapshot();
      for (const message of messagesOf({
        appList: [buildAppList({ membersHash: 'a' }), buildAppList({ id: 2, membersHash: 'a' })],
        channel: [buildChannel({ appListIds: [1] })],
      })) {
        applyMessage(next, message);
      }
      copyMembers(next, snapshot);
      expect([...next.members.keys()]).toEqual(['appList:1']);
      expect(next.wantedMembers.size).toBe(0);
    });

    test('rows of an earlier version get defaults for missing fields', () => {
      const { targetingIds: _1, appListIds: _2, pubListIds: _3, creListIds: _4, ivtIds: _5, ...old } = buildChannel();
      applyMessage(
        snapshot,
        row({ type: 'row', entity: 'channel', id: 1, row: old as ReturnType<typeof buildChannel> }),
      );
      expect(planOf(snapshot, 1)?.rules).toEqual([]);
    });
  });

  test('an advertiser of a tag that moved to it is followed', () => {
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: buildTag({ advertiserId: 2 }) });
    applyMessage(snapshot, { type: 'row', entity: 'advertiser', id: 2, row: buildAdvertiser({ id: 2, status: 2 }) });
    expect(planOf(snapshot, 1)?.ineligible.map(({ reason }) => reason)).toEqual([
      'advertiser_inactive',
      'advertiser_inactive',
    ]);
  });

  test.each<[string, SnapshotMessage, string]>([
    ['account', row({ type: 'row', entity: 'demand', id: 1, row: buildAccount({ status: 0 }) }), 'account_inactive'],
    [
      'sub-publisher',
      row({ type: 'row', entity: 'subpublisher', id: 1, row: buildSubpublisher({ status: 0 }) }),
      'channel_inactive',
    ],
    ['channel', row({ type: 'row', entity: 'channel', id: 1, row: buildChannel({ status: 0 }) }), 'channel_inactive'],
  ])('a paused %s fails the supply filter', (_, message, gate) => {
    applyMessage(snapshot, message);
    expect(planOf(snapshot, 1)?.gate).toBe(gate);
  });

  test('a tag of another account is never a candidate', () => {
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: buildTag({ demandId: 2 }) });
    expect(planOf(snapshot, 1)?.tiers.flatMap(({ candidates }) => candidates.map(({ tag }) => tag.id))).toEqual([2]);
  });

  test('a reset clears everything', () => {
    applyMessage(snapshot, { type: 'reset' });
    expect(planOf(snapshot, 1)).toBeUndefined();
    expect(snapshot).toEqual(emptySnapshot());
  });

  test('a cut-off invalidates the plans of its account, or of all accounts', () => {
    for (const message of messagesOf({ supplier: [buildSupplier(), buildSupplier({ id: 2, demandId: 2, uid: 's2' })] }))
      applyMessage(snapshot, message);
    const rebuilt = (cutoffRow: CutoffRow | null, id: number) => {
      const suppliers = [1, 2].map((each) => planOfSupplier(snapshot, each));
      const channels = rebuiltBy({ type: 'row', entity: 'cutoff', id, row: cutoffRow });
      return { channels, suppliers: [1, 2].filter((each) => planOfSupplier(snapshot, each) !== suppliers[each - 1]) };
    };
    const ofTag: CutoffRow = { id: 1, demandId: 1, kind: 'tag', object: '2' };
    const ofSeat: CutoffRow = { id: 2, demandId: null, kind: 'seat', object: 'S9' };
    expect(rebuilt(ofTag, 1)).toEqual({ channels: [1, 2], suppliers: [1] });
    expect(planOf(snapshot, 2)?.cutoffs?.has('tag', 2)).toBe(true);
    expect(rebuilt(ofSeat, 2)).toEqual({ channels: [1, 2, 3], suppliers: [1, 2] });
    expect(planOf(snapshot, 3)?.cutoffs?.has('seat', 'S9')).toBe(true);
    expect(rebuilt(null, 1)).toEqual({ channels: [1, 2], suppliers: [1] });
    expect(planOf(snapshot, 2)?.cutoffs?.has('tag', 2)).toBe(false);
    expect(rebuilt({ ...ofTag, demandId: 2 }, 1)).toEqual({ channels: [3], suppliers: [2] });
    expect(rebuilt(ofTag, 1)).toEqual({ channels: [1, 2, 3], suppliers: [1, 2] });
    expect(rebuilt(null, 2)).toEqual({ channels: [1, 2, 3], suppliers: [1, 2] });
    expect(planOf(snapshot, 3)?.cutoffs).toBe(null);
  });

  test('a plan in use does not change', () => {
    const plan = planOf(snapshot, 1);
    const before = structuredClone(plan);
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: buildTag({ rate: '9.00' }) });
    expect(plan).toEqual(before);
  });
});
