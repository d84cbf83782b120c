import { describe, expect, test } from 'vitest';
import { metricOf } from '../metrics/metrics.ts';
import type { ReportRow } from '../result/formatRows.ts';
import { changeOf, computeMetric, hourlyRows } from './compareDays.ts';
import { sumsFor, tilesFor } from './tiles.ts';

const rows: ReportRow[] = [
  { hour: '2026-11-21 00:00', reqs: 10, slots: 10, imps: 4, rev: '0.1', cost: '0.05', profit: '0.049999999' },
  { hour: '2026-11-21 01:00', reqs: 30, slots: 30, imps: 4, rev: '0.2', cost: '0.05', profit: '0.15' },
  {
    hour: '2026-11-20 00:00',
    reqs: 5,
    slots: 5,
    imps: 0,
    rev: '9007199.254740993',
    cost: '0.00',
    profit: '9007199.254740993',
  },
];

describe('computeMetric', () => {
  test('rates are computed from sums, not from the rates of the hours', () => {
    expect(computeMetric('fill', rows.slice(0, 2))).toBe(0.2);
    expect(computeMetric('ecpm', rows.slice(0, 2))).toBe('37.50');
  });

  test('money is exact', () => {
    expect(computeMetric('profit', rows.slice(0, 2))).toBe('0.199999999');
    expect(computeMetric('rev', rows)).toBe('9007199.554740993');
  });

  test('a rate without a divisor is unknown; a sum without rows is zero', () => {
    expect(computeMetric('fill', [])).toBeNull();
    expect(computeMetric('ecpm', rows.slice(2))).toBeNull();
    expect(computeMetric('rev', [])).toBe('0.00');
    expect(computeMetric('reqs', [])).toBe(0);
  });
});

describe('sumsFor', () => {
  test.each(['super', 'demand', 'finance', 'sub', 'adv'] as const)(
    '%s requests all sums that its tiles show',
    (role) => {
      for (const mode of ['ssp', 'dsp'] as const) {
        const sums = sumsFor({ role, showSystemCost: true }, mode);
        const row = Object.fromEntries(sums.map((key) => [key, metricOf(key).unit === 'usd' ? '1.00' : 1]));
        for (const { key } of tilesFor(role, mode))
          expect([key, Number(computeMetric(key, [row]))]).not.toEqual([key, 0]);
        expect(sums).not.toContain('systemCost');
        expect(sumsFor({ role, showSystemCost: false }, mode)).toEqual(sums);
      }
    },
  );
});

describe('hourlyRows', () => {
  test('takes the hours of a day up to an hour', () => {
    const hourly = hourlyRows(rows);
    expect(hourly.valueOf('reqs', '2026-11-21', 1)).toBe(10);
    expect(hourly.valueOf('reqs', '2026-11-21', 24)).toBe(40);
    expect(hourly.valueOf('reqs', '2026-11-19', 24)).toBe(0);
    expect(hourly.valueAt('reqs', '2026-11-21', 1)).toBe(30);
  });

  test('takes a share of the hour in which a time is', () => {
    const hourly = hourlyRows(rows);
    expect(hourly.valueOf('reqs', '2026-11-21', 1.5)).toBe(25);
    expect(hourly.valueOf('rev', '2026-11-21', 1.25)).toBe('0.15');
    expect(hourly.valueOf('fill', '2026-11-21', 1.5)).toBe(6 / 25);
    expect(hourly.valueOf('ecpm', '2026-11-21', 0.5)).toBe('25.00');
    expect(hourly.valueOf('reqs', '2026-11-21', 0)).toBe(0);
  });
});

describe('changeOf', () => {
  test('is a share of the previous value, and unknown without one', () => {
    expect(changeOf(12, 10)).toBeCloseTo(0.2);
    expect(changeOf('-5', '-10')).toBeCloseTo(0.5);
    expect(changeOf(1, 0)).toBeNull();
    expect(changeOf(null, 1)).toBeNull();
  });
});
