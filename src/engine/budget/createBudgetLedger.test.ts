import { expect, test } from 'vitest';
import { createBudgetLedger, type BudgetLedger, type StoredLedger } from './createBudgetLedger.ts';
import { leaseMs, settleMs, winWaitMs } from './leaseTerms.ts';
import type { Lease } from './ledgerReport.ts';

const start = 1_772_452_800_000;
const price = 100;

function open(unit: 'spend' | 'impressions' | null = 'spend', stored: StoredLedger = []) {
  return createBudgetLedger(() => unit, { stored, now: start });
}

/** Leases money to campaign 1 from `now` on. */
function lease(
  ledger: BudgetLedger,
  grant: number,
  overrides: Partial<Lease & { now: number; countedTo: number }> = {},
) {
  const { now = start, countedTo = 0, ...others } = overrides;
  ledger.mayBid(1, price, now);
  ledger.applyLeases([{ campaignId: 1, unit: 'spend', grant, rate: null, ...others }], {
    until: now + leaseMs,
    countedTo,
  });
}

const bid = (overrides: { adId?: string; until?: number; winWaitMs?: number | null } = {}) => {
  return { adId: 'ad-1', campaignId: 1, price, until: start + 600_000, winWaitMs, ...overrides };
};
const ad = (adId = 'ad-1', bidAt = start) => ({ adId, campaignId: 1, price, bidAt });
const reportOf = (ledger: BudgetLedger, now: number) =>
  ledger.report(now).map(({ free, reserved, billed }) => ({ free, reserved, billed }));

test('a campaign bids with what is leased, and not a nano-dollar more', () => {
  const ledger = open();
  expect(ledger.mayBid(1, price, start)).toBe('budget');
  lease(ledger, 250);
  expect(ledger.mayBid(1, price, start)).toBe('ok');
  expect(['a', 'b', 'c'].map((adId) => ledger.reserve(bid({ adId }), start))).toEqual([true, true, false]);
  expect(ledger.mayBid(1, price, start)).toBe('budget');
  expect(ledger.mayBid(1, 50, start)).toBe('ok');
  expect(reportOf(ledger, start + 1000)).toEqual([{ free: 50, reserved: 200, billed: 0 }]);
});

test('a test request gets the response of a live one, and changes no lease, report or pacing', () => {
  const [tested, alone] = [open(), open()];
  expect(tested.mayBidInTest(1, price, start)).toBe('ok');
  expect(tested.report(start + leaseMs)).toEqual([]);
  for (const ledger of [tested, alone]) lease(ledger, 250, { rate: 100 });
  const now = start + 1000;
  for (let count = 0; count < 5; count += 1) expect(tested.mayBidInTest(1, price, now)).toBe('ok');
  expect(tested.mayBidInTest(1, 251, now)).toBe('budget');
  for (const ledger of [tested, alone]) {
    expect(ledger.mayBid(1, price, now)).toBe('ok');
    expect(['a', 'b', 'c'].map((adId) => ledger.reserve(bid({ adId }), now))).toEqual([true, true, false]);
  }
  expect(tested.mayBidInTest(1, price, now)).toBe('budget');
  expect(tested.mayBidInTest(1, 50, now)).toBe(alone.mayBid(1, 50, now));
  tested.mayBid(1, 50, now);
  expect(tested.report(now + 5000)).toEqual(alone.report(now + 5000));
  expect(tested.mayBidInTest(1, 50, start + leaseMs + 1)).toBe('budget');
});

test('without a budget a campaign may always bid', () => {
  const ledger = open(null);
  expect(ledger.mayBid(1, price, start)).toBe('ok');
  expect(ledger.mayBidInTest(1, price, start)).toBe('ok');
  expect(ledger.reserve(bid(), start)).toBe(true);
  ledger.billed(ad(), start);
  expect(ledger.report(start + 5000)).toEqual([]);
});

test('impressions are counted where the budget counts them', () => {
  const ledger = open('impressions');
  lease(ledger, 2, { unit: 'impressions' });
  expect(['a', 'b', 'c'].map((adId) => ledger.reserve(bid({ adId }), start))).toEqual([true, true, false]);
});

test('money of lost bids is free at once, and of bids without a notice is dropped later', () => {
  const ledger = open();
  lease(ledger, 200);
  for (const adId of ['a', 'b']) ledger.reserve(bid({ adId }), start);
  ledger.release('a');
  expect(reportOf(ledger, start + 1000)).toEqual([{ free: 100, reserved: 100, billed: 0 }]);
  expect(reportOf(ledger, start + winWaitMs + 1000)).toEqual([{ free: 100, reserved: 0, billed: 0 }]);
});

test('without win notices the money is reserved until the bid expires', () => {
  const ledger = open();
  lease(ledger, 100);
  ledger.reserve(bid({ winWaitMs: null, until: start + 60_000 }), start);
  expect(reportOf(ledger, start + 59_000)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
  expect(reportOf(ledger, start + 61_000)).toEqual([{ free: 0, reserved: 0, billed: 0 }]);
});

test('a win reserves its money until the impression, and the impression until it is counted', () => {
  const ledger = open();
  lease(ledger, 100);
  ledger.reserve(bid(), start);
  expect(ledger.won(ad(), start + 1000)).toBe(true);
  expect(reportOf(ledger, start + 2 * winWaitMs)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
  const billedAt = start + 200_000;
  expect(ledger.billed(ad(), billedAt)).toBe(true);
  expect(ledger.billed(ad(), billedAt + 5)).toBe(true);
  expect(reportOf(ledger, billedAt + 1000)).toEqual([{ free: 0, reserved: 100, billed: 100 }]);
  ledger.applyLeases([], { until: billedAt + leaseMs, countedTo: billedAt + settleMs - 1 });
  ledger.mayBid(1, price, billedAt + 5000);
  expect(reportOf(ledger, billedAt + 20_000)).toEqual([{ free: 0, reserved: 100, billed: 100 }]);
  ledger.applyLeases([], { until: billedAt + leaseMs, countedTo: billedAt + settleMs });
  expect(reportOf(ledger, billedAt + 30_000)).toEqual([{ free: 0, reserved: 0, billed: 0 }]);
});

test('a notice for another node’s ad is forwarded, and an impression is reserved here at once', () => {
  const [owner, other] = [open(), open()];
  lease(owner, 100);
  lease(other, 150);
  owner.reserve(bid(), start);
  expect(other.won(ad(), start + 1000)).toBe(false);
  owner.recordRemoteNotice('won', ad(), start + 2000);
  expect(other.billed(ad(), start + 30_000)).toBe(false);
  expect(reportOf(other, start + 31_000)).toEqual([{ free: 50, reserved: 100, billed: 100 }]);
  expect(reportOf(owner, start + 31_000)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
  owner.recordRemoteNotice('billed', ad(), start + 32_000);
  expect(reportOf(owner, start + 40_000)).toEqual([{ free: 0, reserved: 0, billed: 0 }]);
  other.recordRemoteNotice('billed', ad('ad-2'), start + 32_000);
});

test('the impression of another node’s ad is reported with its notice, even if nothing else is due', () => {
  const ledger = open();
  lease(ledger, 0);
  expect(reportOf(ledger, start)).toEqual([{ free: 0, reserved: 0, billed: 0 }]);
  ledger.applyLeases([{ campaignId: 1, unit: 'spend', grant: 0, rate: null }], {
    until: start + leaseMs,
    countedTo: 0,
  });
  ledger.mayBid(1, price, start + 500);
  expect(reportOf(ledger, start + 1000)).toEqual([]);
  expect(ledger.billed(ad(), start + 1500)).toBe(false);
  expect(reportOf(ledger, start + 2000)).toEqual([{ free: 0, reserved: 100, billed: 100 }]);
});

test('a win notice that comes after its money was dropped takes free money', () => {
  const ledger = open();
  lease(ledger, 250);
  ledger.reserve(bid(), start);
  ledger.report(start + winWaitMs + 1000);
  expect(ledger.won(ad(), start + winWaitMs + 2000)).toBe(true);
  expect(reportOf(ledger, start + winWaitMs + 6000)).toEqual([{ free: 50, reserved: 100, billed: 0 }]);
});

test('a lease ends after five minutes, and its free money expires', () => {
  const ledger = open();
  lease(ledger, 300);
  ledger.reserve(bid({ winWaitMs: null }), start);
  expect(ledger.mayBid(1, price, start + leaseMs - 1)).toBe('ok');
  expect(ledger.mayBid(1, price, start + leaseMs)).toBe('budget');
  expect(ledger.reserve(bid({ adId: 'late' }), start + leaseMs)).toBe(false);
  expect(reportOf(ledger, start + leaseMs + 1000)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
});

test('a report that did not arrive is repeated, and nothing unchanged is reported', () => {
  const ledger = open();
  lease(ledger, 300);
  ledger.reserve(bid(), start);
  const reports = ledger.report(start + 1000);
  expect(reports).toHaveLength(1);
  expect(ledger.report(start + 5000)).toEqual([]);
  ledger.markUnreported(reports);
  expect(ledger.report(start + 6000)).toHaveLength(1);
});

test('the next run takes over the reservations of bids', () => {
  const ledger = open();
  lease(ledger, 300);
  ledger.reserve(bid(), start);
  ledger.releaseFree();
  expect(reportOf(ledger, start + 1000)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
  const next = open('spend', structuredClone(ledger.stored()));
  expect(next.won(ad(), start + 3000)).toBe(true);
  expect(reportOf(next, start + 4000)).toEqual([{ free: 0, reserved: 100, billed: 0 }]);
});

test('pacing admits its rate, counting bids by the part of them that is billed', () => {
  const ledger = open();
  lease(ledger, 1_000_000, { rate: 50 });
  let bids = 0;
  for (let at = start; at < start + 200_000; at += 100) {
    if (ledger.mayBid(1, price, at) !== 'ok') continue;
    bids += 1;
    ledger.reserve(bid({ adId: `ad-${bids}` }), at);
  }
  // 50 per second is half a bid of 100.
  expect(bids).toBeGreaterThan(95);
  expect(ledger.mayBid(1, price, start + 200_000)).toBe('pacing');
  // Nearly all bids were lost, so the same rate admits many more.
  const before = bids;
  for (let at = start + 200_000; at < start + 290_000; at += 100) {
    if (ledger.mayBid(1, price, at) !== 'ok') continue;
    bids += 1;
    ledger.reserve(bid({ adId: `ad-${bids}` }), at);
    ledger.report(at);
  }
  expect(bids - before).toBeGreaterThan(400);
});
