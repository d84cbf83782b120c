import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuctionSetting } from '#engine/auction/types.ts';
import { planOf } from '#engine/snapshot/snapshot.ts';
import { buildSetting } from '#tests/support/engine/buildSetting.ts';
import { scenarioSnapshot } from '#tests/support/engine/scenarioSnapshot.ts';
import type { AuctionDeps, CallContext } from './auctionDeps.ts';
import { runAuctions, type AuctionObserver } from './runAuctions.ts';

const now = 1000;
const aborted = vi.fn<() => void>();
const unexpected = () => Promise.reject(new Error('not part of these tests'));
const deps: AuctionDeps = {
  fetcher: { fetchTag: unexpected, probe: unexpected, close: unexpected },
  bids: { post: () => aborted, close: unexpected },
  reports: { report: () => undefined },
  prebidServerUrl: null,
  now: () => Date.now(),
};
const context: CallContext = {
  macrosFor: () => ({}),
  headersFor: () => ({}),
  prepareForBidder: (request) => request,
  ownBids: () => null,
};

beforeEach(() => {
  vi.useFakeTimers({ now });
  aborted.mockClear();
});
afterEach(() => vi.useRealTimers());

/** The setting of a channel whose first tier has own campaigns, and these bidders beside them. */
function settingWith(bidderIds: number[]): AuctionSetting {
  const waterfall = bidderIds.map((id) => ({ tag: { id, integration: 'RTB' as const } }));
  const plan = planOf(scenarioSnapshot({ title: '', channel: { campaignTier: 1 }, waterfall, expect: {} }), 1);
  if (!plan) throw new Error('no plan');
  return buildSetting(plan, { now });
}

function observe(): AuctionObserver & { onEnd: ReturnType<typeof vi.fn<(at: number) => void>> } {
  const ignore = () => undefined;
  return { onStart: ignore, onInput: ignore, onTagCall: ignore, onBidRequest: ignore, onEnd: vi.fn() };
}

test('own campaigns alone are decided at once, without a timer', () => {
  const observer = observe();
  const decided = runAuctions(deps, [settingWith([])], () => context, observer);
  expect(decided).toMatchObject([{ kind: 'unfilled', reason: 'no_answer' }]);
  expect(vi.getTimerCount()).toBe(0);
  expect(observer.onEnd.mock.calls).toEqual([[now]]);
});

test('a bidder beside them is awaited until its deadline', async () => {
  const observer = observe();
  const decided = runAuctions(deps, [settingWith([1])], () => context, observer);
  expect(decided).toBeInstanceOf(Promise);
  expect(vi.getTimerCount()).toBe(1);
  await vi.runAllTimersAsync();
  expect(await decided).toMatchObject([{ kind: 'unfilled', reason: 'no_answer' }]);
  expect(aborted).toHaveBeenCalledOnce();
  expect(observer.onEnd).toHaveBeenCalledOnce();
});
