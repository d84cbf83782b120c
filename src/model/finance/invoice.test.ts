import { expect, test } from 'vitest';
import { nanosFromUsd, usdFromNanos } from '../money/money.ts';
import { buildCredit, buildInvoice, dayAfter, invoiceNumber, roundToCents } from './invoice.ts';
import { monthStateOf } from './monthState.ts';
import { buildStatement, noSums, sumUsd } from './statement.ts';

const settings = {
  name: 'Operator',
  address: 'Street 1',
  taxId: '',
  bank: '',
  prefix: 'A-',
  netDays: 30,
  taxRate: 19,
};
const prices = { priceReq: '0.0001', priceImp: '0.0333', priceDsp: 12.5, pricePostbid: '0.01' };

function invoiceOf(reqs: bigint, imps: bigint, adjustments: string[]) {
  const systemCost = reqs * 100n + imps * 33_300n;
  const statement = buildStatement([
    { sums: { ...noSums, reqs, imps, revM: 8_888n, systemCost }, prices, isItemized: false },
  ]);
  const invoice = buildInvoice({
    number: 'A-00001',
    month: '2026-10',
    issuedOn: '2026-11-03',
    settings,
    customer: { name: 'Account', companyName: '', companyAddress: '' },
    statement,
    adjustments: adjustments.map((amount) => ({ reason: 'x', amount })),
  });
  return { statement, invoice };
}

test('the lines of an invoice add up to its total, which is the exact amount rounded once', () => {
  for (let step = 0n; step < 400n; step += 1n) {
    const adjustments = step % 3n === 0n ? [] : ['0.005', usdFromNanos(-step * 1_234_567n)];
    const { statement, invoice } = invoiceOf(step * 77_777n, 1_000_000n + step * 991n, adjustments);
    const exact = nanosFromUsd(statement.charges) + sumUsd(adjustments);
    expect(nanosFromUsd(invoice.net)).toBe(roundToCents(exact));
    const lines = [...invoice.lines, ...invoice.adjustments].map(({ amount }) => amount);
    expect(sumUsd(lines)).toBe(nanosFromUsd(invoice.net));
    expect(nanosFromUsd(invoice.net) + nanosFromUsd(invoice.tax)).toBe(nanosFromUsd(invoice.total));
    expect(sumUsd(invoice.lines.map(({ amount }) => amount))).toBe(nanosFromUsd(invoice.subtotal));
  }
});

test('a credit note reverses every amount, under a number of its own', () => {
  const { invoice } = invoiceOf(5_000_000n, 3_000_000n, ['12.34']);
  const credit = buildCredit(invoice, 'A-00002', '2026-11-09');
  expect(credit).toMatchObject({ kind: 'credit', number: 'A-00002', corrects: 'A-00001', dueOn: '2026-11-09' });
  expect(nanosFromUsd(credit.total) + nanosFromUsd(invoice.total)).toBe(0n);
  expect(sumUsd([...credit.lines, ...credit.adjustments].map(({ amount }) => amount))).toBe(nanosFromUsd(credit.net));
});

test('amounts are rounded half away from zero', () => {
  expect([4_999_999n, 5_000_000n, -5_000_000n, -4_999_999n].map(roundToCents)).toEqual([
    0n,
    10_000_000n,
    -10_000_000n,
    0n,
  ]);
  expect(invoiceNumber('A-', 123_456)).toBe('A-123456');
  expect(dayAfter('2026-12-31', 30)).toBe('2027-01-30');
});

test('a month is paid when its whole invoice is, and sent or final before', () => {
  const invoice = { total: '10.00', collected: '9.99', sentAt: null };
  expect(monthStateOf(false, null)).toBe('draft');
  expect(monthStateOf(true, null)).toBe('final');
  expect(monthStateOf(true, invoice)).toBe('final');
  expect(monthStateOf(true, { ...invoice, sentAt: '2026-11-03T00:00:00Z' })).toBe('sent');
  expect(monthStateOf(true, { ...invoice, collected: '10.00' })).toBe('paid');
});
