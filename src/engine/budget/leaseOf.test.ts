import { describe, expect, test } from 'vitest';
import { utcTime } from '../utcTime.ts';
import { budgetsOf, budgetUnitOf, type BudgetRow, type CampaignBudgets } from './budgetsOf.ts';
import { leaseOf, type LeaseRequest, type OtherLedgers } from './leaseOf.ts';
import { rateOf } from './rateOf.ts';
import { targetSpendAt } from './rateOf.ts';
import type { LedgerReport } from './ledgerReport.ts';

const now = utcTime('2026-03-02T12:00:00Z');

const row = (overrides: Partial<BudgetRow> = {}): BudgetRow => {
  const none = { spendTotal: null, spendPerDay: null, spendPerHour: null, impsTotal: null, impsPerDay: null };
  const rest = { impsPerHour: null, pacing: 'even', aheadBy: 20, startDate: null, endDate: null } as const;
  return { budgetBy: 'spend', ...none, ...rest, ...overrides };
};
const buildBudgets = (overrides: Partial<CampaignBudgets> = {}): CampaignBudgets => {
  const budgets = [{ period: 'day', amount: 86_400 }] as const;
  return { unit: 'spend', budgets, pacing: 'even', aheadBy: 20, flight: null, zoneHours: 0, ...overrides };
};
const nothing = { hour: 0, day: 0, flight: 0 };

describe('budgets of a campaign', () => {
  test('are those of its unit, in whole nano-dollars or impressions', () => {
    const given = row({ spendTotal: '999999.00', spendPerHour: '0.01', impsPerDay: 5, startDate: '2026-03-01' });
    expect(budgetsOf(given, 3)).toEqual({
      unit: 'spend',
      budgets: [
        { period: 'hour', amount: 10_000_000 },
        { period: 'flight', amount: 999_999_000_000_000 },
      ],
      pacing: 'even',
      aheadBy: 20,
      flight: { from: utcTime('2026-02-28T21:00:00Z'), before: Infinity },
      zoneHours: 3,
    });
    expect(budgetsOf({ ...given, budgetBy: 'impressions' }, 0)?.budgets).toEqual([{ period: 'day', amount: 5 }]);
  });

  test('apply only where they are set', () => {
    for (const each of [row(), row({ impsTotal: 7 }), row({ budgetBy: 'impressions', spendTotal: '1.00' })]) {
      expect([budgetsOf(each, 0), budgetUnitOf(each)]).toEqual([null, null]);
    }
    expect(budgetUnitOf(row({ budgetBy: 'impressions', impsTotal: 7 }))).toBe('impressions');
  });
});

describe('the curve', () => {
  test('is even, or ahead of even until the budget is spent, and continues into the next period', () => {
    const even = { pacing: 'even', aheadBy: 20 } as const;
    const ahead = { pacing: 'ahead', aheadBy: 20 } as const;
    expect([0, 0.5, 1].map((elapsed) => targetSpendAt(100, elapsed, even, true))).toEqual([0, 50, 100]);
    expect([0.5, 0.9, 1].map((elapsed) => targetSpendAt(100, elapsed, ahead, true))).toEqual([60, 100, 100]);
    expect([targetSpendAt(100, 1.25, even, true), targetSpendAt(100, 1.25, even, false)]).toEqual([125, 100]);
  });
});

describe('the rate', () => {
  const rate = (budgets: CampaignBudgets, day: number, expected = 0) =>
    rateOf(budgets, { spent: { ...nothing, day }, expected, latencyMs: 0, now });

  test('is that of the curve when on schedule, higher when behind, and zero when ahead', () => {
    expect(rate(buildBudgets(), 43_200)).toBeCloseTo(1);
    expect(rate(buildBudgets(), 43_200 - 150)).toBeCloseTo(1.5);
    expect(rate(buildBudgets(), 43_200 + 300)).toBe(0);
    expect(rate(buildBudgets(), 43_100, 100)).toBeCloseTo(1);
  });

  test('never catches up at many times the even rate, and is unlimited where nothing is paced', () => {
    expect(rate(buildBudgets(), 0)).toBeCloseTo(3);
    expect(rate(buildBudgets({ pacing: 'asap' }), 0)).toBeNull();
    const forever = buildBudgets({ budgets: [{ period: 'flight', amount: 5 }] });
    expect(rate(forever, 0)).toBeNull();
  });

  test('is that of the slowest budget', () => {
    const flight = { from: -Infinity, before: now + 1_000_000 };
    const budgets = buildBudgets({ flight, budgets: [...buildBudgets().budgets, { period: 'flight', amount: 500 }] });
    expect(rate(budgets, 43_200)).toBeCloseTo(0.5);
  });
});

describe('a lease', () => {
  const buildReport = (overrides: Partial<LedgerReport> = {}): LedgerReport => {
    const report = {
      free: 0,
      reserved: 0,
      billed: 0,
      expected: 0,
      opportunityRate: 1,
      winRate: 1,
      latencyMs: 0,
      peakPrice: 10,
    };
    return { campaignId: 1, unit: 'spend', ...report, ...overrides };
  };
  const others = (overrides: Partial<OtherLedgers> = {}): OtherLedgers => {
    const none = {
      outstanding: 0,
      billed: 0,
      expected: 0,
      free: 0,
      opportunityRate: 0,
      count: 0,
      hasUnitMismatch: false,
    };
    return { ...none, ...overrides };
  };
  const requestLease = (overrides: Partial<LeaseRequest> = {}) =>
    leaseOf({
      budgets: buildBudgets(),
      counted: { ...nothing, day: 43_200 },
      report: buildReport(),
      others: others(),
      now,
      ...overrides,
    });

  test('covers five minutes of pacing, and half a minute of bids', () => {
    expect(requestLease()).toEqual({ campaignId: 1, unit: 'spend', grant: 300 + 30 + 20, rate: 1 });
    expect(requestLease({ report: buildReport({ winRate: 0.1 }) }).grant).toBe(300 + 300 + 20);
  });

  test('never exceeds what all periods have left, less what is leased anywhere', () => {
    const budgets = buildBudgets({ pacing: 'asap', budgets: [{ period: 'day', amount: 1000 }] });
    const request = { budgets, counted: { ...nothing, day: 500 }, report: buildReport({ opportunityRate: 100 }) };
    expect(requestLease(request).grant).toBe(250);
    expect(requestLease({ ...request, others: others({ outstanding: 480 }) }).grant).toBe(10);
    expect(requestLease({ ...request, others: others({ outstanding: 495 }) }).grant).toBe(0);
    expect(requestLease({ ...request, others: others({ hasUnitMismatch: true }) }).grant).toBe(0);
  });

  test('is revoked after a budget cut, where it exceeds the need, and where the campaign ends', () => {
    const cut = buildBudgets({ budgets: [{ period: 'day', amount: 43_250 }] });
    expect(requestLease({ budgets: cut, report: buildReport({ free: 200 }) }).grant).toBeLessThanOrEqual(-150);
    expect(requestLease({ report: buildReport({ free: 10_000 }) }).grant).toBe(350 - 10_000);
    expect(requestLease({ report: buildReport({ free: 400 }) }).grant).toBe(0);
    expect(requestLease({ budgets: null, report: buildReport({ free: 7 }) })).toMatchObject({ grant: -7, rate: 0 });
    const over = buildBudgets({ flight: { from: 0, before: now } });
    expect(requestLease({ budgets: over, report: buildReport({ free: 7 }) }).grant).toBe(-7);
    expect(requestLease({ report: buildReport({ unit: 'impressions', free: 7 }) }).grant).toBe(-7);
  });

  test('is not granted below one price: another node may need it', () => {
    const budgets = buildBudgets({ pacing: 'asap', budgets: [{ period: 'day', amount: 43_212 }] });
    expect(
      requestLease({ budgets, report: buildReport({ free: 6 }), others: others({ outstanding: 6, free: 6, count: 1 }) })
        .grant,
    ).toBe(-6);
  });

  test('follows the opportunities of nodes', () => {
    const { rate } = requestLease({ others: others({ opportunityRate: 3, count: 1 }) });
    expect(rate).toBeGreaterThan(0.25);
    expect(rate).toBeLessThan(0.3);
    expect(
      requestLease({ report: buildReport({ opportunityRate: 0 }), others: others({ count: 3 }) }).rate,
    ).toBeCloseTo(0.25);
  });
});
