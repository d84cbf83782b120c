import { expect, test } from 'vitest';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { createPairedSums, noFigures } from './sums.ts';

const figures = (opps: number, rev: number) => ({ ...noFigures(), reqs: 1, slots: 1, opps, imps: opps, rev });

test('figures of all requests have no margin of error', () => {
  const sums = createPairedSums({ isTotal: true });
  sums.add(1, figures(1, 10), figures(0, 0));
  sums.add(1, figures(1, 10), figures(1, 30));
  expect(sums.of('rev')).toEqual({ before: 20, after: 30, difference: 10, margin: 0 });
  expect(sums.fill()).toEqual({ before: 1, after: 0.5, difference: -0.5, margin: 0 });
});

test('in a sample without differences, at most three times the sampling factor may differ', () => {
  const sums = createPairedSums({ isTotal: true });
  for (let count = 0; count < 50; count += 1) sums.add(100, figures(1, 7), figures(1, 7));
  const oneStandsFor = Math.sqrt(100 * 99);
  expect(sums.of('opps').margin).toBeCloseTo(3 * oneStandsFor, 6);
  expect(sums.of('rev').margin).toBeCloseTo(3 * oneStandsFor * 7, 6);
  expect(sums.fill().margin).toBeCloseTo((3 * oneStandsFor) / 5000, 6);
  expect(sums.of('reqs').margin).toBe(0);
});

test.each([
  ['often', 5, 0.985],
  ['rarely', 80, 1],
])('the interval contains the true value in about 95 of 100 samples where requests %s differ', (_name, oneIn, most) => {
  const share = 0.1;
  const traffic = randomTraffic(5);
  const population = Array.from({ length: 4000 }, () => {
    const before = figures(traffic.below(2), traffic.below(1000));
    const isOther = traffic.below(oneIn) === 0;
    return { before, after: isOther ? figures(traffic.below(2), traffic.below(2000)) : before };
  });
  const total = createPairedSums({ isTotal: true });
  for (const { before, after } of population) total.add(1, before, after);
  const hits = { rev: 0, opps: 0, fill: 0 };
  const samples = 400;
  for (let sample = 0; sample < samples; sample += 1) {
    const sums = createPairedSums({ isTotal: true });
    for (const { before, after } of population) {
      if (traffic.next() < share) sums.add(1 / share, before, after);
    }
    for (const key of ['rev', 'opps'] as const) {
      const estimate = sums.of(key);
      if (Math.abs(estimate.difference - total.of(key).difference) <= estimate.margin) hits[key] += 1;
    }
    const estimate = sums.fill();
    if (Math.abs(estimate.difference - total.fill().difference) <= estimate.margin) hits.fill += 1;
  }
  for (const hit of Object.values(hits)) {
    expect(hit / samples).toBeGreaterThan(0.91);
    expect(hit / samples).toBeLessThanOrEqual(most);
  }
});
