import { beforeEach, expect, test } from 'vitest';
import { applyMessage, emptySnapshot, planOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Sale } from '#engine/auction/types.ts';
import type { CutoffKind } from '#model/cutoff/cutoff.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createStoredMarkup } from '../vast/storedMarkup.ts';
import { isCachedCutOff, writeCachedOrigin } from './cachedOrigin.ts';

let snapshot: Snapshot;
beforeEach(() => {
  snapshot = emptySnapshot();
  const vastXml = buildVast({ kind: 'inline', file: 'bad', advertiser: 'shop.malware.example' });
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel()],
    tag: [buildTag({ source: 'stored', vastXml })],
    waterfallRow: [buildWaterfallRow()],
  };
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
});

/** Whose ad the VAST stored with the tag is. */
function originOf(ad: Sale['ad']): string {
  const plan = planOf(snapshot, 1)!;
  const winner = plan.tiers.flatMap(({ candidates }) => candidates)[0]!;
  const sale: Sale = { winner, cpm: 1, net: 1, ad, won: null };
  return writeCachedOrigin(createStoredMarkup(), {
    plan,
    decision: { ...sale, kind: 'filled', further: [], outcomes: [], lossNotices: [] },
  });
}

const cutOff = (kind: CutoffKind, object: string, demandId: number | null) =>
  applyMessage(snapshot, { type: 'row', entity: 'cutoff', id: 1, row: { id: 1, demandId, kind, object } });

test.each<[CutoffKind, string, boolean]>([
  ['domain', 'malware.example', true],
  ['domain', 'brand.example', false],
  ['crid', 'cdn.example/bad.mp4', true],
  ['crid', 'cdn.example/good.mp4', false],
  ['tag', '1', true],
  ['advertiser', '1', true],
])('a cached ad of a VAST tag, after the cut-off of %s %s: %s', (kind, object, isCut) => {
  const origin = originOf({ kind: 'stored' });
  expect(isCachedCutOff(snapshot, origin)).toBe(false);
  cutOff(kind, object, 1);
  expect(isCachedCutOff(snapshot, origin)).toBe(isCut);
  cutOff(kind, object, 2);
  expect(isCachedCutOff(snapshot, origin)).toBe(false);
  cutOff(kind, object, null);
  expect(isCachedCutOff(snapshot, origin)).toBe(isCut);
});

test('of a cached ad that only the player reads, the tag and its advertiser are known', () => {
  const origin = originOf({ kind: 'wrapper' });
  cutOff('domain', 'malware.example', 1);
  expect(isCachedCutOff(snapshot, origin)).toBe(false);
  cutOff('tag', '1', 1);
  expect(isCachedCutOff(snapshot, origin)).toBe(true);
});
