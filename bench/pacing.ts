import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulate, type SimulatedHour, type Simulation } from '#tests/support/budget/simulation.ts';

const docs = join(import.meta.dirname, '../docs');
const hourS = 3600;
const dayS = 24 * hourS;
const imps = 3000;
const price = 5_000_000;
const budget = imps * price;

/** Bid opportunities by hour, relative to even pacing: five times it on average over a day, and still twice it at night. */
const plentyAt = (hour: number) => 5 * (1 + 0.6 * Math.sin(((hour - 9) / 12) * Math.PI));

/** All faults of one day. */
const faults: Partial<Simulation> = {
  crashes: [5, 9, 14, 17, 20, 22].map((hour, index) => ({ at: hour * hourS + 77, node: index % 3 })),
  partitions: [{ node: 0, during: [10 * hourS, 10 * hourS + 600] }],
  apiOutages: [
    [7 * hourS, 7 * hourS + 60],
    [19 * hourS, 19 * hourS + 300],
  ],
  loadDelays: [
    [12 * hourS, 12 * hourS + 900],
    [21 * hourS, 21 * hourS + 300],
  ],
  lostResponses: 0.05,
};
const lostNotices: Partial<Simulation> = { lostNotices: 0.05, lateNotices: 0.05, lateBills: 0.02 };

const days: { name: string; winRate: number; with: Partial<Simulation> }[] = [
  { name: 'all bids win, as in the account’s own channels', winRate: 1, with: {} },
  { name: '30% win rate', winRate: 0.3, with: {} },
  { name: '10% win rate', winRate: 0.1, with: {} },
  { name: '2% win rate', winRate: 0.02, with: {} },
  { name: '10% win rate, all faults', winRate: 0.1, with: faults },
  { name: '2% win rate, all faults', winRate: 0.02, with: faults },
  {
    name: '10% win rate, all faults, lost or late notices',
    winRate: 0.1,
    with: { ...faults, ...lostNotices },
  },
  { name: '10% win rate, supplier sends no win notices', winRate: 0.1, with: { sendsWinNotices: false } },
  { name: '2% win rate, supplier sends no win notices', winRate: 0.02, with: { sendsWinNotices: false } },
];

const hoursOf: { name: string; winRate: number; with: Partial<Simulation> }[] = [
  { name: 'all bids win', winRate: 1, with: {} },
  { name: '10% win rate', winRate: 0.1, with: {} },
  { name: '2% win rate', winRate: 0.02, with: {} },
  { name: '30% win rate, supplier sends no win notices', winRate: 0.3, with: { sendsWinNotices: false } },
  { name: '10% win rate, supplier sends no win notices', winRate: 0.1, with: { sendsWinNotices: false } },
  { name: '2% win rate, supplier sends no win notices', winRate: 0.02, with: { sendsWinNotices: false } },
];

/** Results of eight hours with a budget each: average, minimum and maximum. */
function hourLines(): string[] {
  const amount = 1000 * price;
  return hoursOf.map(({ name, winRate, with: more }) => {
    const hours = simulate({
      seed: 7,
      start: Date.UTC(2026, 2, 2),
      seconds: 8 * hourS,
      nodes: 3,
      budgets: evenly('hour', amount),
      opportunitiesAt: () => (5 * 1000) / hourS / winRate,
      price,
      winRate,
      ...more,
    });
    const parts = hours.map(({ spent }) => spent / amount);
    const late = sumOf(hours.map((hour) => hour.late)) / amount / hours.length;
    return `| ${[name, ...[sumOf(parts) / parts.length, Math.min(...parts), Math.max(...parts), late].map(percent)].join(' | ')} |\n`;
  });
}

function evenly(period: 'hour' | 'day', amount: number): Simulation['budgets'] {
  return { unit: 'spend', budgets: [{ period, amount }], pacing: 'even', aheadBy: 0, flight: null, zoneHours: 0 };
}

/** Days and hours of a campaign on three nodes: their deviation from even pacing, as written to docs/pacing.md. */
export async function benchPacing(): Promise<string> {
  const lines: string[] = [];
  const deliveredShares: string[] = [];
  for (const day of days) {
    const hours = simulate({
      seed: 7,
      start: Date.UTC(2026, 2, 2),
      seconds: dayS,
      nodes: 3,
      budgets: evenly('day', budget),
      opportunitiesAt: (hour) => (plentyAt(hour) * imps) / dayS / day.winRate,
      price,
      winRate: day.winRate,
      ...day.with,
    });
    const spent = sumOf(hours.map((hour) => hour.spent));
    const late = sumOf(hours.map((hour) => hour.late));
    const leased = Math.max(...hours.map((hour) => hour.leases));
    const figures = [spent, worstOf(hours) * budget, leased, late].map((amount) => percent(amount / budget));
    lines.push(`| ${[day.name, ...figures].join(' | ')} |`);
    deliveredShares.push(`${percent(spent / budget)} (${percent(worstOf(hours))} off)`);
    if (day.with === faults && day.winRate === 0.1) writeFileSync(join(docs, 'pacing.svg'), curveOf(hours));
  }
  writeFileSync(join(docs, 'pacing.md'), `${before}${lines.join('\n')}\n${between}${hourLines().join('')}${after}`);
  return `delivered of a day's budget: ${deliveredShares.join(', ')}`;
}

const before = `# Pacing

This page shows how well campaigns deliver their budgets. The simulation runs second by second: three ad servers with unequal traffic, a daily budget of ${imps.toLocaleString('en-US')} impressions at prices from 0.5 to 1.5 times the average, even pacing, and enough traffic to spend the budget five times over, at night twice as fast as even pacing requires. \`npm run bench pacing\` writes this page; \`src/engine/budget/simulation.test.ts\` asserts the same for many seeds. [Decision 36](decisions/0036-budgets-are-enforced-by-leases.md) explains the design.

![Spend of a daily budget by hour, with all faults, compared with even pacing](pacing.svg)

| scenario (one day) | delivered | largest deviation from even pacing at the end of an hour | peak of leased and reserved budget | billed after the reservation was released |
|---|---|---|---|---|
`;

const between = `
*All faults* means: six ad server crashes, each with the loss of its budget ledger; one ad server that cannot reach the API for ten minutes; API outages of one minute and of five minutes; ClickHouse lagging by 15 minutes and by five minutes; and 5% of API responses lost. *Lost or late notices* means that 5% of win notices are lost, 5% arrive late, and 2% of billing notices arrive after the bid has expired.

No day exceeds its budget. A budget can be exceeded only by impressions that are billed after the reservation of their bid was released, and only when no free budget is left. Tests assert that the excess is never more than that amount and never more than what is leased. If a supplier sends no win notices, a reservation is released once it is one and a half times as old as the slowest of the supplier’s recent billing notices was; late billing is then less than 0.2% of spend.

Hourly budgets of 1,000 impressions, with enough traffic to spend them five times over:

| scenario (one hour) | delivered (average) | minimum | maximum | billed after the reservation was released |
|---|---|---|---|---|
`;

const after = `
At the end of each hour, part of the budget is still reserved for open bids. The lower the win rate and the longer the wait for billing notices, the larger that part: here, the money of bids to a supplier that sends no win notices is reserved for about a minute. If few of its bids win, an hour is too short to deliver the budget.
`;

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function worstOf(hours: readonly SimulatedHour[]): number {
  return Math.max(...totalsOf(hours).map((total, index) => Math.abs(total / budget - (index + 1) / hours.length)));
}

function totalsOf(hours: readonly SimulatedHour[]): number[] {
  return hours.map((_, index) => sumOf(hours.slice(0, index + 1).map((hour) => hour.spent)));
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

/** The curve of spend over that of even pacing, and the traffic below it. */
function curveOf(hours: readonly SimulatedHour[]): string {
  const [width, height, margin] = [720, 300, 40];
  const x = (hour: number) => (margin + (hour / 24) * (width - 2 * margin)).toFixed(1);
  const y = (part: number) => (height - margin - part * (height - 2 * margin)).toFixed(1);
  const points = [0, ...totalsOf(hours)].map((total, hour) => `${x(hour)},${y(total / budget)}`);
  const bars = hours.map((_, hour) => {
    const part = plentyAt(hour) / 40;
    return `<rect x="${x(hour + 0.1)}" y="${y(part)}" width="21" height="${(part * (height - 2 * margin)).toFixed(1)}"/>`;
  });
  const hourTexts = [0, 6, 12, 18, 24].map(
    (hour) => `<text x="${x(hour)}" y="${height - 16}" text-anchor="middle">${hour}:00</text>`,
  );
  const partTexts = [0, 0.5, 1].map(
    (part) => `<text x="${margin - 6}" y="${y(part)}" text-anchor="end">${100 * part}%</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<g fill="#d4dbe6">${bars.join('')}</g>
<g fill="#475569">${hourTexts.join('')}${partTexts.join('')}
<text x="${x(1)}" y="24">Daily budget spent (line), even pacing (dashes), traffic (bars)</text></g>
<line x1="${x(0)}" y1="${y(0)}" x2="${x(24)}" y2="${y(1)}" stroke="#94a3b8" stroke-width="4" stroke-dasharray="6 6"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#1d4ed8" stroke-width="2"/>
</svg>
`;
}
