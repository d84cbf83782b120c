import { expect, test } from 'vitest';
import { nanosFromUsd, usdFromNanos } from '../money/money.ts';
import { agingBuckets, agingOf, balanceOf, bucketOf, itemsOf, type Settlement, settlementFault } from './items.ts';
import { buildPart, noSums, sumUsd } from './statement.ts';

const part = (key: string, rev: bigint, cost = 0n) => buildPart(key, `Partner ${key}`, { ...noSums, rev, cost }, false);
const parts = {
  advertiser: [part('7', 12_345_678_901n), part('8', 4_999_999n), part('', 99_000_000_000n)],
  subpublisher: [part('9', 0n, 70_000_000_000n)],
};

test('a month has one item per partner, in whole cents, due by its terms from the last day of the month', () => {
  const terms = { advertiser: { 7: 45 }, subpublisher: {} };
  expect(itemsOf('2028-02', { parts, terms }, 'advertiser')).toEqual([
    {
      kind: 'advertiser',
      month: '2028-02',
      partnerId: 7,
      name: 'Partner 7',
      amount: '12.345678901',
      amountDue: '12.35',
      terms: 45,
      dueOn: '2028-04-14',
    },
  ]);
  expect(itemsOf('2028-02', { parts }, 'subpublisher')).toMatchObject([
    { partnerId: 9, amount: '70.00', terms: 30, dueOn: '2028-03-30' },
  ]);
});

test('an item is overdue from the day after its due date until it is settled', () => {
  const item = { amountDue: '100.00', dueOn: '2026-10-31' };
  const paid = (amount: string, type: Settlement['type'] = 'payment') => ({ type, amount, settledOn: '2026-11-02' });
  expect(balanceOf(item, [], '2026-10-31')).toMatchObject({ open: '100.00', state: 'open', daysOverdue: 0 });
  expect(balanceOf(item, [paid('99.99')], '2026-11-01')).toMatchObject({
    open: '0.01',
    state: 'part',
    daysOverdue: 1,
  });
  const settled = [paid('99.00'), paid('1.00', 'writeoff')];
  expect(balanceOf(item, settled, '2027-11-01')).toEqual({
    paid: '99.00',
    writtenOff: '1.00',
    open: '0.00',
    state: 'settled',
    daysOverdue: 0,
  });
  expect(balanceOf(item, [...settled, paid('-99.00')], '2026-12-01')).toMatchObject({
    paid: '0.00',
    open: '99.00',
    state: 'part',
    daysOverdue: 31,
  });
  expect(settlementFault('0.01', '0.02')).toBe('Only 0.01 USD is outstanding');
  expect(settlementFault('0.01', '0.01')).toBeNull();
});

test.each([
  [0, 'notDue'],
  [1, 'to30'],
  [30, 'to30'],
  [31, 'to60'],
  [60, 'to60'],
  [61, 'to90'],
  [90, 'to90'],
  [91, 'over90'],
  [5000, 'over90'],
])('%i days overdue are in the bucket %s', (days, bucket) => {
  expect(bucketOf(days)).toBe(bucket);
});

test('the buckets of an ageing summary add up to its total, to the nano-dollar', () => {
  const balances = Array.from({ length: 200 }, (_, index) => ({
    open: usdFromNanos(BigInt(index) * 10_000_019n),
    daysOverdue: (index * 37) % 150,
  }));
  const aging = agingOf(balances);
  expect(sumUsd(agingBuckets.map(({ key }) => aging[key]))).toBe(nanosFromUsd(aging.total));
  expect(aging.total).toBe(usdFromNanos(sumUsd(balances.map(({ open }) => open))));
  expect(agingOf([])).toMatchObject({ notDue: '0.00', over90: '0.00', total: '0.00' });
});
