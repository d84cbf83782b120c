import { expect, test } from 'vitest';
import { createBook, type Book, type KeptBook } from './createBook.ts';
import { leaseMs, settleMs, winWaitMs } from './leaseTerms.ts';
import type { Lease } from './toldBook.ts';

const start = 1_772_452_800_000;
const price = 100;

function open(unit: 'spend' | 'impressions' | null = 'spend', kept: KeptBook = []) {
  return createBook(() => unit, { kept, now: start });
}

/** Leases of campaign 1, from `now` on. */
function lease(book: Book, grant: number, overrides: Partial<Lease & { now: number; countedTo: number }> = {}) {
  const { now = start, countedTo = 0, ...others } = overrides;
  book.mayBid(1, price, now);
  book.take([{ campaignId: 1, unit: 'spend', grant, rate: null, ...others }], { until: now + leaseMs, countedTo });
}

const bid = (overrides: { adId?: string; until?: number; winWaitMs?: number | null } = {}) => {
  return { adId: 'ad-1', campaignId: 1, price, until: start + 600_000, winWaitMs, ...overrides };
};
const ad = (adId = 'ad-1', bidAt = start) => ({ adId, campaignId: 1, price, bidAt });
const toldOf = (book: Book, now: number) => book.tell(now).map(({ free, held, billed }) => ({ free, held, billed }));

test('a campaign bids with what is leased, and not a nano-dollar more', () => {
  const book = open();
  expect(book.mayBid(1, price, start)).toBe('budget');
  lease(book, 250);
  expect(book.mayBid(1, price, start)).toBe('ok');
  expect(['a', 'b', 'c'].map((adId) => book.reserve(bid({ adId }), start))).toEqual([true, true, false]);
  expect(book.mayBid(1, price, start)).toBe('budget');
  expect(book.mayBid(1, 50, start)).toBe('ok');
  expect(toldOf(book, start + 1000)).toEqual([{ free: 50, held: 200, billed: 0 }]);
});

test('a test request gets the answer of a live one, and changes no lease, report or pace', () => {
  const [asked, alone] = [open(), open()];
  expect(asked.mayBidInTest(1, price, start)).toBe('ok');
  expect(asked.tell(start + leaseMs)).toEqual([]);
  for (const book of [asked, alone]) lease(book, 250, { rate: 100 });
  const now = start + 1000;
  for (let count = 0; count < 5; count += 1) expect(asked.mayBidInTest(1, price, now)).toBe('ok');
  expect(asked.mayBidInTest(1, 251, now)).toBe('budget');
  for (const book of [asked, alone]) {
    expect(book.mayBid(1, price, now)).toBe('ok');
    expect(['a', 'b', 'c'].map((adId) => book.reserve(bid({ adId }), now))).toEqual([true, true, false]);
  }
  expect(asked.mayBidInTest(1, price, now)).toBe('budget');
  expect(asked.mayBidInTest(1, 50, now)).toBe(alone.mayBid(1, 50, now));
  asked.mayBid(1, 50, now);
  expect(asked.tell(now + 5000)).toEqual(alone.tell(now + 5000));
  expect(asked.mayBidInTest(1, 50, start + leaseMs + 1)).toBe('budget');
});

test('without a budget a campaign may always bid', () => {
  const book = open(null);
  expect(book.mayBid(1, price, start)).toBe('ok');
  expect(book.mayBidInTest(1, price, start)).toBe('ok');
  expect(book.reserve(bid(), start)).toBe(true);
  book.billed(ad(), start);
  expect(book.tell(start + 5000)).toEqual([]);
});

test('impressions are counted where the budget counts them', () => {
  const book = open('impressions');
  lease(book, 2, { unit: 'impressions' });
  expect(['a', 'b', 'c'].map((adId) => book.reserve(bid({ adId }), start))).toEqual([true, true, false]);
});

test('what is certain to be lost is free again, and what is not heard of is dropped', () => {
  const book = open();
  lease(book, 200);
  for (const adId of ['a', 'b']) book.reserve(bid({ adId }), start);
  book.release('a');
  expect(toldOf(book, start + 1000)).toEqual([{ free: 100, held: 100, billed: 0 }]);
  expect(toldOf(book, start + winWaitMs + 1000)).toEqual([{ free: 100, held: 0, billed: 0 }]);
});

test('where no wins are told the money is held until the bid ends', () => {
  const book = open();
  lease(book, 100);
  book.reserve(bid({ winWaitMs: null, until: start + 60_000 }), start);
  expect(toldOf(book, start + 59_000)).toEqual([{ free: 0, held: 100, billed: 0 }]);
  expect(toldOf(book, start + 61_000)).toEqual([{ free: 0, held: 0, billed: 0 }]);
});

test('a win holds its money until the impression, and that until it is counted for good', () => {
  const book = open();
  lease(book, 100);
  book.reserve(bid(), start);
  expect(book.won(ad(), start + 1000)).toBe(true);
  expect(toldOf(book, start + 2 * winWaitMs)).toEqual([{ free: 0, held: 100, billed: 0 }]);
  const billedAt = start + 200_000;
  expect(book.billed(ad(), billedAt)).toBe(true);
  expect(book.billed(ad(), billedAt + 5)).toBe(true);
  expect(toldOf(book, billedAt + 1000)).toEqual([{ free: 0, held: 100, billed: 100 }]);
  book.take([], { until: billedAt + leaseMs, countedTo: billedAt + settleMs - 1 });
  book.mayBid(1, price, billedAt + 5000);
  expect(toldOf(book, billedAt + 20_000)).toEqual([{ free: 0, held: 100, billed: 100 }]);
  book.take([], { until: billedAt + leaseMs, countedTo: billedAt + settleMs });
  expect(toldOf(book, billedAt + 30_000)).toEqual([{ free: 0, held: 0, billed: 0 }]);
});

test('an ad of another node is told to the others, and an impression held here at once', () => {
  const [owner, other] = [open(), open()];
  lease(owner, 100);
  lease(other, 150);
  owner.reserve(bid(), start);
  expect(other.won(ad(), start + 1000)).toBe(false);
  owner.hear('won', ad(), start + 2000);
  expect(other.billed(ad(), start + 30_000)).toBe(false);
  expect(toldOf(other, start + 31_000)).toEqual([{ free: 50, held: 100, billed: 100 }]);
  expect(toldOf(owner, start + 31_000)).toEqual([{ free: 0, held: 100, billed: 0 }]);
  owner.hear('billed', ad(), start + 32_000);
  expect(toldOf(owner, start + 40_000)).toEqual([{ free: 0, held: 0, billed: 0 }]);
  other.hear('billed', ad('ad-2'), start + 32_000);
});

test('a win that is told when its money is given up takes what is free', () => {
  const book = open();
  lease(book, 250);
  book.reserve(bid(), start);
  book.tell(start + winWaitMs + 1000);
  expect(book.won(ad(), start + winWaitMs + 2000)).toBe(true);
  expect(toldOf(book, start + winWaitMs + 6000)).toEqual([{ free: 50, held: 100, billed: 0 }]);
});

test('a lease ends after five minutes, and what it had is nobody’s', () => {
  const book = open();
  lease(book, 300);
  book.reserve(bid({ winWaitMs: null }), start);
  expect(book.mayBid(1, price, start + leaseMs - 1)).toBe('ok');
  expect(book.mayBid(1, price, start + leaseMs)).toBe('budget');
  expect(book.reserve(bid({ adId: 'late' }), start + leaseMs)).toBe(false);
  expect(toldOf(book, start + leaseMs + 1000)).toEqual([{ free: 0, held: 100, billed: 0 }]);
});

test('what was told and did not arrive is told again, and what has not changed is not', () => {
  const book = open();
  lease(book, 300);
  book.reserve(bid(), start);
  const told = book.tell(start + 1000);
  expect(told).toHaveLength(1);
  expect(book.tell(start + 5000)).toEqual([]);
  book.retell(told);
  expect(book.tell(start + 6000)).toHaveLength(1);
});

test('the next run goes on with what bids hold', () => {
  const book = open();
  lease(book, 300);
  book.reserve(bid(), start);
  book.giveBack();
  expect(toldOf(book, start + 1000)).toEqual([{ free: 0, held: 100, billed: 0 }]);
  const next = open('spend', structuredClone(book.kept()));
  expect(next.won(ad(), start + 3000)).toBe(true);
  expect(toldOf(next, start + 4000)).toEqual([{ free: 0, held: 100, billed: 0 }]);
});

test('a pace lets through what it is, counting bids by the part of them that is billed', () => {
  const book = open();
  lease(book, 1_000_000, { rate: 50 });
  let bids = 0;
  for (let at = start; at < start + 200_000; at += 100) {
    if (book.mayBid(1, price, at) !== 'ok') continue;
    bids += 1;
    book.reserve(bid({ adId: `ad-${bids}` }), at);
  }
  // 50 a second are half a bid of 100.
  expect(bids).toBeGreaterThan(95);
  expect(book.mayBid(1, price, start + 200_000)).toBe('pacing');
  // Nearly all of them were lost: as much of the pace lets many more through.
  const before = bids;
  for (let at = start + 200_000; at < start + 290_000; at += 100) {
    if (book.mayBid(1, price, at) !== 'ok') continue;
    bids += 1;
    book.reserve(bid({ adId: `ad-${bids}` }), at);
    book.tell(at);
  }
  expect(bids - before).toBeGreaterThan(400);
});
