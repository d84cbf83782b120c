import { expect, test } from 'vitest';
import { randomTraffic } from '../delivery/randomTraffic.ts';
import { createPairedSums, noFigures } from './sums.ts';

const figures = (opps: number, rev: number) => ({ ...noFigures(), reqs: 1, opps, imps: opps, rev });

test('of all requests nothing is unsure', () => {
  const sums = createPairedSums();
  sums.add(1, figures(1, 10), figures(0, 0));
  sums.add(1, figures(1, 10), figures(1, 30));
  expect(sums.of('rev')).toEqual({ before: 20, after: 30, difference: 10, margin: 0 });
  expect(sums.fill()).toEqual({ before: 1, after: 0.5, difference: -0.5, margin: 0 });
});

test('of a sample, requests that come out as they did make nothing unsure', () => {
  const sums = createPairedSums();
  for (let count = 0; count < 50; count += 1) sums.add(100, figures(1, count), figures(1, count));
  expect(sums.of('rev').margin).toBe(0);
  expect(sums.fill().margin).toBe(0);
});

test('the interval holds what is true in about 95 of 100 samples', () => {
  const share = 0.1;
  const traffic = randomTraffic(5);
  const population = Array.from({ length: 4000 }, () => {
    const before = figures(traffic.below(2), traffic.below(1000));
    const isOther = traffic.below(5) === 0;
    return { before, after: isOther ? figures(traffic.below(2), traffic.below(2000)) : before };
  });
  const whole = createPairedSums();
  for (const { before, after } of population) whole.add(1, before, after);
  const hits = { rev: 0, opps: 0, fill: 0 };
  const samples = 400;
  for (let sample = 0; sample < samples; sample += 1) {
    const sums = createPairedSums();
    for (const { before, after } of population) {
      if (traffic.next() < share) sums.add(1 / share, before, after);
    }
    for (const key of ['rev', 'opps'] as const) {
      const told = sums.of(key);
      if (Math.abs(told.difference - whole.of(key).difference) <= told.margin) hits[key] += 1;
    }
    const told = sums.fill();
    if (Math.abs(told.difference - whole.fill().difference) <= told.margin) hits.fill += 1;
  }
  for (const hit of Object.values(hits)) {
    expect(hit / samples).toBeGreaterThan(0.91);
    expect(hit / samples).toBeLessThan(0.985);
  }
});
