import { expect, test } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { apportion, partOf } from './apportion.ts';

test('whole parts add up to the whole, none is more than a rounding away from its share, and the mean is exact', () => {
  const random = seededRandom(5);
  const weights = [3, 0, 0.5, 1.5, 2];
  const sums = weights.map(() => 0);
  for (let run = 0; run < 2000; run += 1) {
    const parts = apportion(10, weights, random);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(10);
    for (const [index, part] of parts.entries()) {
      expect(Math.abs(part - ((weights[index] ?? 0) / 7) * 10)).toBeLessThan(1);
      sums[index] = (sums[index] ?? 0) + part;
    }
  }
  for (const [index, sum] of sums.entries()) expect(sum / 2000).toBeCloseTo(((weights[index] ?? 0) / 7) * 10, 1);
});

test('parts of nothing are nothing', () => {
  expect(apportion(5, [0, 0], () => 0.5)).toEqual([0, 0]);
  expect(apportion(0, [1, 2], () => 0.5)).toEqual([0, 0]);
  expect(partOf(0, 0.7, () => 0.9)).toBe(0);
  expect(partOf(3, 1, () => 0.9)).toBe(3);
});
