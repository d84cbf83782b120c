import { describe, expect, test } from 'vitest';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { utcTime } from '../utcTime.ts';
import type { Budget, CampaignBudgets } from './budgetsOf.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { simulate, type SimulatedHour, type Simulation } from '#tests/support/budget/simulation.ts';

const hourS = 3600;
const dayS = 24 * hourS;
const price = 5_000_000;
const imps = 1000;
const budget = imps * price;
const start = utcTime('2026-03-02');

function buildBudgets(overrides: Partial<CampaignBudgets> = {}): CampaignBudgets {
  const day: Budget = { period: 'day', amount: budget };
  return { unit: 'spend', budgets: [day], pacing: 'even', aheadBy: 20, flight: null, zoneHours: 0, ...overrides };
}

/** A day's traffic with its night, in which a daily budget can be spent `plenty` times over. */
function buildSimulation({ plenty = 5, ...overrides }: Partial<Simulation> & { plenty?: number } = {}): Simulation {
  const winRate = overrides.winRate ?? 0.2;
  return {
    seed: 1,
    start,
    seconds: dayS,
    nodes: 3,
    budgets: buildBudgets(),
    opportunitiesAt: (hour) => (plenty * (1 + 0.6 * Math.sin(((hour - 9) / 12) * Math.PI)) * imps) / dayS / winRate,
    price,
    winRate,
    ...overrides,
  };
}

const sumOf = (hours: readonly SimulatedHour[], name: 'spent' | 'late' = 'spent') =>
  hours.reduce((sum, hour) => sum + hour[name], 0);

/** The maximum deviation from the even curve at the end of an hour, as a part of the budget. */
function worstOf(hours: readonly SimulatedHour[], amount: number): number {
  const errors = hours.map((_, index) => sumOf(hours.slice(0, index + 1)) / amount - (index + 1) / hours.length);
  return Math.max(...errors.map(Math.abs));
}

/** All kinds of faults, at random by a seed. */
function faultsOf(seed: number, seconds: number, nodes: number): Partial<Simulation> {
  const random = randomTraffic(seed * 7919);
  const stretch = (longest: number) => {
    const from = random.below(seconds - longest);
    return [from, from + 30 + random.below(longest - 30)] as const;
  };
  return {
    crashes: Array.from({ length: 6 }, () => ({ at: random.below(seconds), node: random.below(nodes) })),
    partitions: [{ node: random.below(nodes), during: stretch(660) }],
    apiOutages: [stretch(120), stretch(300)],
    loadDelays: [stretch(600), stretch(300)],
    lostResponses: random.next() * 0.1,
  };
}

describe('a day of a campaign on several nodes', () => {
  test.each([0.02, 0.05, 0.2, 0.5, 1])('is within 2 % of even at every hour when %d of the bids win', (winRate) => {
    const hours = simulate(buildSimulation({ winRate }));
    expect(sumOf(hours)).toBeLessThanOrEqual(budget);
    expect(sumOf(hours)).toBeGreaterThan(0.98 * budget);
    expect(worstOf(hours, budget)).toBeLessThan(0.02);
  });

  test('never exceeds its budget, whatever goes wrong, and still delivers it', () => {
    for (let seed = 1; seed <= fullOrReduced(10, 3); seed += 1) {
      const random = randomTraffic(seed);
      const nodes = 1 + random.below(5);
      const winRate = 0.02 * 50 ** random.next();
      const hours = simulate(buildSimulation({ seed, nodes, winRate, ...faultsOf(seed, dayS, nodes) }));
      const options = `seed ${seed}, ${nodes} nodes, ${winRate} of bids won`;
      expect(sumOf(hours, 'late'), options).toBe(0);
      expect(sumOf(hours), options).toBeLessThanOrEqual(budget);
      expect(sumOf(hours), options).toBeGreaterThan(0.98 * budget);
      expect(worstOf(hours, budget), options).toBeLessThan(0.02);
    }
  });

  test('exceeds its budget only by bills of bids whose reservation was dropped, and by less than its leases', () => {
    for (let seed = 1; seed <= fullOrReduced(8, 3); seed += 1) {
      const random = randomTraffic(seed);
      const late = {
        lostNotices: 0.1 * random.next(),
        lateNotices: 0.2 * random.next(),
        lateBills: 0.1 * random.next(),
      };
      const budgets = buildBudgets({ pacing: seed % 2 === 0 ? 'asap' : 'even' });
      const simulation = buildSimulation({ seed, budgets, ...late, ...faultsOf(seed, dayS, 3) });
      const hours = simulate(simulation);
      const leases = Math.max(...hours.map((hour) => hour.leases));
      const excess = sumOf(hours) - budget;
      expect(excess, `seed ${seed}`).toBeLessThanOrEqual(Math.min(leases, sumOf(hours, 'late')));
      expect(sumOf(hours), `seed ${seed}`).toBeGreaterThan(0.98 * budget);
    }
  });

  test('restarts at midnight in the time zone of the account', () => {
    const hours = simulate(
      buildSimulation({ seconds: 30 * hourS, budgets: buildBudgets({ zoneHours: 5 }), ...faultsOf(3, 30 * hourS, 3) }),
    );
    // 19:00 UTC is midnight there.
    const day = hours.slice(19);
    expect(sumOf(hours.slice(0, 19))).toBeGreaterThan((17.5 / 24) * budget);
    expect(sumOf(hours.slice(0, 19))).toBeLessThanOrEqual(budget);
    expect(Math.abs(sumOf(day) / budget - 11 / 24)).toBeLessThan(0.02);
  });

  test('follows a budget that is changed halfway', () => {
    const more = buildBudgets({ budgets: [{ period: 'day', amount: 1.5 * budget }] });
    const raised = simulate(buildSimulation({ changes: [{ at: 12 * hourS, budgets: more }] }));
    expect(Math.abs(sumOf(raised.slice(0, 12)) / (budget / 2) - 1)).toBeLessThan(0.04);
    expect(sumOf(raised)).toBeGreaterThan(0.98 * 1.5 * budget);
    expect(sumOf(raised)).toBeLessThanOrEqual(1.5 * budget);
    const less = buildBudgets({ budgets: [{ period: 'day', amount: 0.6 * budget }] });
    const cut = simulate(buildSimulation({ changes: [{ at: 12 * hourS, budgets: less }] }));
    expect(sumOf(cut)).toBeGreaterThan(0.98 * 0.6 * budget);
    expect(sumOf(cut)).toBeLessThanOrEqual(0.6 * budget);
  });
});

describe('budgets of other periods, units and pacing', () => {
  test('every hour spends its budget, except for reservations at its end', () => {
    const budgets = buildBudgets({ budgets: [{ period: 'hour', amount: 200 * price }] });
    const hours = simulate(buildSimulation({ budgets, seconds: 8 * hourS, plenty: 20 }));
    for (const { spent } of hours) {
      expect(spent).toBeLessThanOrEqual(200 * price);
      expect(spent).toBeGreaterThan(0.93 * 200 * price);
    }
    expect(sumOf(hours)).toBeGreaterThan(0.96 * 8 * 200 * price);
  });

  test('a flight is spread until its last day, and impressions are counted one by one', () => {
    const flight = { from: start, before: start + 2 * dayS * 1000 };
    const budgets = buildBudgets({ unit: 'impressions', budgets: [{ period: 'flight', amount: 2 * imps }], flight });
    const hours = simulate(buildSimulation({ budgets, seconds: 2 * dayS, ...faultsOf(5, 2 * dayS, 3) }));
    expect(sumOf(hours)).toBeLessThanOrEqual(2 * imps);
    expect(sumOf(hours)).toBeGreaterThan(0.98 * 2 * imps);
    expect(worstOf(hours, 2 * imps)).toBeLessThan(0.02);
  });

  test('frontloaded pacing is ahead by its percentage, and as fast as possible is unlimited', () => {
    const part = (pacing: CampaignBudgets['pacing'], until: number) =>
      sumOf(simulate(buildSimulation({ budgets: buildBudgets({ pacing }) })).slice(0, until)) / budget;
    expect(Math.abs(part('ahead', 12) - 0.6)).toBeLessThan(0.02);
    expect(part('ahead', 21)).toBeGreaterThan(0.98);
    expect(part('asap', 10)).toBeGreaterThan(0.98);
    expect(part('asap', 24)).toBeLessThanOrEqual(1);
  });

  test.each([0.02, 0.1, 0.5])(
    'without win notices the win rate is learned from bills: %d of the bids win',
    (winRate) => {
      for (let seed = 1; seed <= fullOrReduced(3, 1); seed += 1) {
        const amount = 3 * budget;
        const budgets = buildBudgets({ budgets: [{ period: 'day', amount }] });
        const options = { seed, budgets, plenty: 15, sendsWinNotices: false, winRate };
        const calm = simulate(buildSimulation(options));
        expect(sumOf(calm)).toBeLessThanOrEqual(amount);
        expect(sumOf(calm)).toBeGreaterThan(0.98 * amount);
        expect(sumOf(calm, 'late')).toBeLessThan(0.002 * amount);
        const faulty = simulate(buildSimulation({ ...options, ...faultsOf(seed, dayS, 3) }));
        expect(sumOf(faulty)).toBeLessThanOrEqual(amount);
        expect(sumOf(faulty, 'late')).toBeLessThan(0.002 * amount);
      }
    },
  );
});
