import { describe, expect, test } from 'vitest';
import { catalogueFor } from './catalogue.ts';
import { isCarriedBy, metricOf, metrics, partsOf } from './metrics.ts';

const keys = (list: { key: string }[]) => list.map(({ key }) => key);

describe('catalogueFor', () => {
  test('a sub-publisher sees nothing of revenue, profit or demand, and its cost as publisher revenue', () => {
    const { dimensions, metrics } = catalogueFor('sub');
    expect(keys(metrics)).not.toEqual(expect.arrayContaining(['rev']));
    for (const hidden of ['rev', 'profit', 'margin', 'systemCost', 'ecpm', 'rpm', 'candidates']) {
      expect(keys(metrics)).not.toContain(hidden);
    }
    for (const hidden of ['account', 'advertiser', 'tag', 'tier', 'reason', 'subpublisher']) {
      expect(keys(dimensions)).not.toContain(hidden);
    }
    expect(metrics.find(({ key }) => key === 'cost')?.label).toBe('Publisher revenue');
  });

  test('an advertiser sees spend, and nothing of the supply side’s money', () => {
    const { dimensions, metrics } = catalogueFor('adv');
    expect(metrics.find(({ key }) => key === 'rev')?.label).toBe('Spend');
    for (const hidden of ['cost', 'profit', 'margin', 'systemCost', 'cpm_pub', 'calls']) {
      expect(keys(metrics)).not.toContain(hidden);
    }
    expect(keys(dimensions)).not.toContain('channel');
  });

  test('rates name their denominator', () => {
    const { metrics } = catalogueFor('demand');
    expect(metrics.find(({ key }) => key === 'fill')?.denominator).toBe('requests');
    expect(metrics.find(({ key }) => key === 'ecpm')?.denominator).toBe('1,000 impressions');
  });

  test('a role without reports sees nothing', () => {
    expect(catalogueFor('sdk')).toEqual({ dimensions: [], metrics: [] });
  });
});

describe('metrics', () => {
  test('every part of a computed metric is a metric', () => {
    for (const metric of metrics) {
      for (const part of partsOf(metric)) expect(metricOf(part).key).toBe(part);
    }
  });

  test('every metric is carried by some side', () => {
    for (const metric of metrics) {
      expect((['supply', 'demand', 'events'] as const).some((side) => isCarriedBy(metric, side))).toBe(true);
    }
  });
});
