import { beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotMessage } from '#model/index.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildSubpublisher,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from './scenarios/buildRows.ts';
import { applyMessage, emptySnapshot, planOf, planOfUid, type Snapshot } from './snapshot.ts';

const row = (message: Extract<SnapshotMessage, { type: 'row' }>) => message;
const channelIds = [1, 2, 3];

describe('a snapshot', () => {
  let snapshot: Snapshot;

  /** Channel 1 has tags 1 and 2, channel 2 tag 2, channel 3 nothing and another account. */
  beforeEach(() => {
    snapshot = emptySnapshot();
    const messages = messagesOf({
      // Rows may come before those that they refer to.
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

  test('a channel without sub-publisher that inherits is not paid; its own terms win', () => {
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
  ])('a change of %s rebuilds the plans that it touches and no other', (_, message, ids) => {
    expect(rebuiltBy(message)).toEqual(ids);
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
  ])('a paused %s closes the gate', (_, message, gate) => {
    applyMessage(snapshot, message);
    expect(planOf(snapshot, 1)?.gate).toBe(gate);
  });

  test('a tag of another account is never a candidate', () => {
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: buildTag({ demandId: 2 }) });
    expect(planOf(snapshot, 1)?.tiers.flatMap(({ candidates }) => candidates.map(({ tag }) => tag.id))).toEqual([2]);
  });

  test('a reset forgets everything', () => {
    applyMessage(snapshot, { type: 'reset' });
    expect(planOf(snapshot, 1)).toBeUndefined();
    expect(snapshot).toEqual(emptySnapshot());
  });

  test('a plan that is in use does not change', () => {
    const plan = planOf(snapshot, 1);
    const before = structuredClone(plan);
    applyMessage(snapshot, { type: 'row', entity: 'tag', id: 1, row: buildTag({ rate: '9.00' }) });
    expect(plan).toEqual(before);
  });
});
