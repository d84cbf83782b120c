import { expect, test } from 'vitest';
import type { CutoffRow } from '#model/cutoff/cutoff.ts';
import { readVastResponse } from '#engine/auction/vastResponse.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { buildSetting } from '#tests/support/engine/buildSetting.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { compileCutoffs } from '../cutoff/cutoffs.ts';
import { applyMessage, emptySnapshot, planOf } from '../snapshot/snapshot.ts';
import type { Decision, WinningAd } from './types.ts';
import { withoutCutoffs } from './withoutCutoffs.ts';

const vast = buildVast({ kind: 'inline', file: 'bad', advertiser: 'shop.malware.example' });

/** The setting of a channel with one tag that has this VAST. */
function settingOf() {
  const snapshot = emptySnapshot();
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel()],
    tag: [buildTag({ source: 'stored', vastXml: vast })],
    waterfallRow: [buildWaterfallRow()],
  };
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
  return buildSetting(planOf(snapshot, 1)!);
}

/** Whether an ad of the tag is still sold after a cut-off. */
function isSold(ad: WinningAd, { kind, object }: Pick<CutoffRow, 'kind' | 'object'>): boolean {
  const setting = settingOf();
  const winner = setting.plan.tiers.flatMap(({ candidates }) => candidates)[0]!;
  const sale = { winner, cpm: 1, net: 1, ad, won: null };
  const decision: Decision = { ...sale, kind: 'filled', further: [], outcomes: [], lossNotices: [] };
  const cutoffs = compileCutoffs([{ id: 1, demandId: 1, kind, object }], 1);
  return withoutCutoffs(decision, setting, cutoffs).kind === 'filled';
}

const response = readVastResponse(vast);
if (response.kind !== 'inline') throw new Error('no inline ad');
const { ad: inline } = response;

test.each<[string, WinningAd]>([
  ['stored with its tag', { kind: 'stored' }],
  ['that its tag returned', { kind: 'merged', ad: inline, depth: 0 }],
])('an ad %s is not sold after its domain or creative was cut off', (_, ad) => {
  expect(isSold(ad, { kind: 'domain', object: 'malware.example' })).toBe(false);
  expect(isSold(ad, { kind: 'crid', object: creativeIdentity(inline).key })).toBe(false);
  expect(isSold(ad, { kind: 'crid', object: 'cdn.example/bad.mp4' })).toBe(false);
  expect(isSold(ad, { kind: 'tag', object: '1' })).toBe(false);
  expect(isSold(ad, { kind: 'domain', object: 'brand.example' })).toBe(true);
  expect(isSold(ad, { kind: 'crid', object: 'good' })).toBe(true);
});

test('an ad that only the player reads is not sold after its tag was cut off', () => {
  expect(isSold({ kind: 'wrapper' }, { kind: 'tag', object: '1' })).toBe(false);
  expect(isSold({ kind: 'wrapper' }, { kind: 'domain', object: 'malware.example' })).toBe(true);
});
