import { expect, test } from 'vitest';
import { funnelSteps } from './funnelSteps.ts';

const rows = [
  { reason: '', reason_name: 'Served', calls: 60, reqs: 60, opps: 60, imps: 40 },
  { reason: 'qps_exceeded', reason_name: 'Too many', calls: 10, reqs: 0, opps: 0, imps: 0 },
  { reason: 'no_answer', reason_name: 'No answer', calls: 5, reqs: 5, opps: 0, imps: 0 },
  { reason: 'no_candidates', reason_name: 'No candidates', calls: 25, reqs: 25, opps: 0, imps: 0 },
];
const totals = { reason: null, calls: 100, reqs: 90, opps: 60, imps: 40 };

test('each step has its remaining count, each loss its difference, and the reasons of a loss add up to it', () => {
  const steps = funnelSteps(rows, totals);
  expect(steps.map(({ key, count }) => [key, count])).toEqual([
    ['calls', 100],
    ['blocked', 10],
    ['reqs', 90],
    ['unanswered', 30],
    ['opps', 60],
    ['unshown', 20],
    ['imps', 40],
  ]);
  expect(steps.find(({ key }) => key === 'unanswered')?.losses.map(({ text, count }) => [text, count])).toEqual([
    ['No candidates', 25],
    ['No answer', 5],
  ]);
  for (const { key, count, losses } of steps) {
    if (key === 'blocked' || key === 'unanswered')
      expect(losses.reduce((sum, each) => sum + each.count, 0)).toBe(count);
  }
});

test('the ads of pods are a step of their own, and those without an impression are not shown', () => {
  const steps = funnelSteps(rows, { ...totals, ads: 150, imps: 120 });
  expect(steps.slice(4).map(({ key, count }) => [key, count])).toEqual([
    ['opps', 60],
    ['ads', 150],
    ['unshown', 30],
    ['imps', 120],
  ]);
});

test('without traffic all counts are zero', () => {
  expect(funnelSteps([], {}).every(({ count, losses }) => count === 0 && losses.length === 0)).toBe(true);
});
