import { describe, expect, test } from 'vitest';
import type { ReportRow } from '#reports/index.ts';
import { changeOf, computeMetric, hourlyRows } from './compareDays.ts';

const rows: ReportRow[] = [
  { hour: '2026-11-21 00:00', reqs: 10, imps: 4, rev: '0.1', cost: '0.05', systemCost: '0.000000001' },
  { hour: '2026-11-21 01:00', reqs: 30, imps: 4, rev: '0.2', cost: '0.05', systemCost: '0.00' },
  { hour: '2026-11-20 00:00', reqs: 5, imps: 0, rev: '9007199.254740993', cost: '0.00', systemCost: '0.00' },
];

describe('computeMetric', () => {
  test('rates come of the sums, not of the rates of the hours', () => {
    expect(computeMetric('fill', rows.slice(0, 2))).toBe(0.2);
    expect(computeMetric('ecpm', rows.slice(0, 2))).toBe('37.50');
  });

  test('money is exact', () => {
    expect(computeMetric('profit', rows.slice(0, 2))).toBe('0.199999999');
    expect(computeMetric('rev', rows)).toBe('9007199.554740993');
  });

  test('nothing divides: unknown; nothing counted: zero', () => {
    expect(computeMetric('fill', [])).toBeNull();
    expect(computeMetric('ecpm', rows.slice(2))).toBeNull();
    expect(computeMetric('rev', [])).toBe('0.00');
    expect(computeMetric('reqs', [])).toBe(0);
  });
});

describe('hourlyRows', () => {
  test('takes the hours of a day up to one', () => {
    const hourly = hourlyRows(rows);
    expect(hourly.valueOf('reqs', '2026-11-21', 1)).toBe(10);
    expect(hourly.valueOf('reqs', '2026-11-21', 24)).toBe(40);
    expect(hourly.valueOf('reqs', '2026-11-19', 24)).toBe(0);
    expect(hourly.valueAt('reqs', '2026-11-21', 1)).toBe(30);
  });
});

describe('changeOf', () => {
  test('is a part of what was before, and unknown without it', () => {
    expect(changeOf(12, 10)).toBeCloseTo(0.2);
    expect(changeOf('-5', '-10')).toBeCloseTo(0.5);
    expect(changeOf(1, 0)).toBeNull();
    expect(changeOf(null, 1)).toBeNull();
  });
});
